// SPDX-License-Identifier: Apache-2.0

package account

import (
	"net/http"
	"net/url"
	"time"
)

// exportAway is how a user learns of turns while no page is open.
type exportAway struct {
	Browsers []exportPush `json:"browsers"`
	Digests  int          `json:"digests_per_day"`
	Last     time.Time    `json:"last_digest,omitzero"`
}

// exportPush is a browser that gets notifications. The rest of its address and its
// keys are secrets of the browser.
type exportPush struct {
	Service  string    `json:"service"`
	Language string    `json:"language"`
	Since    time.Time `json:"since"`
}

// exportAway returns what is stored about the notifications of a user, nil for
// nothing.
func (s *exports) exportAway(r *http.Request, user string) (*exportAway, error) {
	if s.core.Notify == nil {
		return nil, nil
	}
	list, digest, err := s.core.Notify.Export(r.Context(), user)
	if err != nil || len(list) == 0 && digest.User == "" {
		return nil, err
	}
	away := &exportAway{Browsers: []exportPush{}, Digests: digest.PerDay, Last: digest.Last}
	for _, p := range list {
		endpoint, err := url.Parse(p.Endpoint)
		if err != nil {
			return nil, err
		}
		away.Browsers = append(away.Browsers, exportPush{endpoint.Host, p.Lang, p.Created})
	}
	return away, nil
}
