// SPDX-License-Identifier: Apache-2.0

package load

import (
	"encoding/json"
	"fmt"
)

// Refusal is an answer of the server that is no success.
type Refusal struct {
	Status int    // of HTTP
	Code   string // of the server: "stale", "illegal" and so on; empty when it told none
	Text   string
}

// Error tells all of it.
func (r *Refusal) Error() string { return fmt.Sprintf("status %d %s: %s", r.Status, r.Code, r.Text) }

// late reports a command that the match has overtaken: somebody else's was
// first. It had no effect, and the stream brings what there is to know.
func (r *Refusal) late() bool { return r.Code == "stale" || r.Code == "over" }

// refusalOf reads an answer that is no success.
func refusalOf(a answer) *Refusal {
	var document struct{ Error Refusal }
	if json.Unmarshal(a.body, &document) != nil || document.Error.Code == "" {
		document.Error.Text = fmt.Sprintf("%.200q", a.body)
	}
	document.Error.Status = a.status
	return &document.Error
}
