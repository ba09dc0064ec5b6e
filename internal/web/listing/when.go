// SPDX-License-Identifier: Apache-2.0

package listing

import (
	"time"

	"cairn/internal/web"
)

// When is a time as lists show it: how long ago it was, and exactly. It is the
// data of the template "when".
type When struct {
	Text    string // "3 hours ago"
	Exact   string // as 2026-01-31 15:04 UTC
	Machine string // for the attribute datetime
}

// NewWhen says when something was.
func NewWhen(t *web.Texts, now, at time.Time) When {
	at = at.UTC()
	return When{Text: ago(t, now.Sub(at)), Exact: at.Format("2006-01-02 15:04 UTC"), Machine: at.Format(time.RFC3339)}
}

// ago says how long ago something was, in the largest unit that fits.
func ago(t *web.Texts, past time.Duration) string {
	const day = 24 * time.Hour
	for _, unit := range []struct {
		key    string
		length time.Duration
	}{
		{"web.ago.years", 365 * day},
		{"web.ago.months", 30 * day},
		{"web.ago.days", day},
		{"web.ago.hours", time.Hour},
		{"web.ago.minutes", time.Minute},
	} {
		if past >= unit.length {
			return t.Count(unit.key, int(past/unit.length))
		}
	}
	return t.Text("web.ago.now")
}
