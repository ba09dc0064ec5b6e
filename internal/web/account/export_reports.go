// SPDX-License-Identifier: Apache-2.0

package account

import (
	"net/http"
	"time"
)

// exportReport is a report of the user about another one, by id.
type exportReport struct {
	Player string    `json:"player"`
	Reason string    `json:"reason"`
	Detail string    `json:"detail,omitempty"`
	At     time.Time `json:"at"`
	Closed time.Time `json:"closed,omitzero"`
}

// exportReports returns the reports that a user has made.
func (s *exports) exportReports(r *http.Request, user string) ([]exportReport, error) {
	list, err := s.core.Accounts.Reports.By(r.Context(), user)
	var out []exportReport
	for _, report := range list {
		out = append(out, exportReport{report.User, report.Reason, report.Detail, report.At, report.Closed})
	}
	return out, err
}
