// SPDX-License-Identifier: Apache-2.0

package archive_test

import (
	"regexp"
	"strconv"
	"testing"
	"time"

	"pgregory.net/rapid"

	"cairn/internal/live/rating"
	"cairn/internal/live/room"
	"cairn/internal/web/archive"
	"cairn/internal/web/listing"
	"cairn/internal/web/site"
)

var english = site.Content().Texts("en")

var graphPoint = regexp.MustCompile(`[ML](-?\d+) (-?\d+)`)

// The graph stays in its box, goes to the right, and has a few lines at round
// numbers, for any changes.
func TestGraphStaysInItsBox(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		points := rapid.SliceOfN(rapid.Float64Range(100, 4000), 2, 200).Draw(t, "points")
		var changes []rating.Change
		for i := 1; i < len(points); i++ {
			changes = append(changes, rating.Change{Match: "abc2345", Before: points[i-1], After: points[i]})
		}
		g := archive.NewGraph(english, changes)
		found := graphPoint.FindAllStringSubmatch(g.Line, -1)
		if len(found) != len(points) {
			t.Fatalf("got %d points, want %d in %s", len(found), len(points), g.Line)
		}
		before := -1
		for _, p := range found {
			x, _ := strconv.Atoi(p[1])
			y, _ := strconv.Atoi(p[2])
			if x <= before || x > g.Width || y < 0 || y > g.Height {
				t.Fatalf("point %d %d after %d is out of %d × %d", x, y, before, g.Width, g.Height)
			}
			before = x
		}
		if len(g.Rules) < 2 || len(g.Rules) > 6 {
			t.Fatalf("got %d rules, want 2 to 6: %v", len(g.Rules), g.Rules)
		}
	})
}

func TestGraphOfNothing(t *testing.T) {
	if g := archive.NewGraph(english, nil); g != nil {
		t.Errorf("got %+v, want no graph", g)
	}
}

func TestRatingTexts(t *testing.T) {
	for _, c := range []struct {
		before, after float64
		want          string
	}{
		{1500, 1512.4, "+12"},
		{1500, 1487.6, "−12"},
		{1499.6, 1500.4, "±0"},
		{1500.4, 1500.6, "+1"}, // as both are shown
	} {
		if got := listing.ChangeText(c.before, c.after); got != c.want {
			t.Errorf("from %v to %v: got %s, want %s", c.before, c.after, got, c.want)
		}
	}
	if got := listing.PointsText(1499.5, false); got != "1500?" {
		t.Errorf("got %s, want 1500?", got)
	}
}

func TestCursor(t *testing.T) {
	want := room.Cursor{Updated: time.UnixMilli(1_700_000_000_123).UTC(), ID: "abc2345"}
	if got, ok := archive.ParseCursor(archive.FormatCursor(want)); !ok || got != want {
		t.Errorf("got %v %v, want %v", got, ok, want)
	}
	if got, ok := archive.ParseCursor(archive.FormatCursor(room.Cursor{})); !ok || got != (room.Cursor{}) {
		t.Errorf("the beginning: got %v %v", got, ok)
	}
}
