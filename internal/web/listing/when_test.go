// SPDX-License-Identifier: Apache-2.0

package listing_test

import (
	"testing"
	"time"

	"cairn/internal/web"
	"cairn/internal/web/listing"
)

func TestWhen(t *testing.T) {
	now := time.Date(2026, 1, 31, 12, 0, 0, 0, time.UTC)
	const day = 24 * time.Hour
	content := web.NewContent(listing.Files)
	for _, test := range []struct {
		past            time.Duration
		english, german string
	}{
		{-time.Minute, "just now", "gerade eben"},
		{59 * time.Second, "just now", "gerade eben"},
		{time.Minute, "1 minute ago", "vor 1 Minute"},
		{3*time.Hour + 59*time.Minute, "3 hours ago", "vor 3 Stunden"},
		{47 * time.Hour, "1 day ago", "vor 1 Tag"},
		{59 * day, "1 month ago", "vor 1 Monat"},
		{800 * day, "2 years ago", "vor 2 Jahren"},
	} {
		english, german := listing.NewWhen(content.Texts("en"), now, now.Add(-test.past)), listing.NewWhen(content.Texts("de"), now, now.Add(-test.past))
		if english.Text != test.english || german.Text != test.german {
			t.Errorf("%s: got %q, %q, want %q, %q", test.past, english.Text, german.Text, test.english, test.german)
		}
	}
	when := listing.NewWhen(content.Texts("en"), now, now.Add(-time.Hour))
	if when.Exact != "2026-01-31 11:00 UTC" || when.Machine != "2026-01-31T11:00:00Z" {
		t.Errorf("got %+v", when)
	}
}
