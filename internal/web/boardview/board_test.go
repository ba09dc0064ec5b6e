// SPDX-License-Identifier: Apache-2.0

package boardview_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"cairn/catalog"
	"cairn/game"
	"cairn/internal/pagestate"
	"cairn/internal/web/boardview"
	"cairn/internal/web/site"
)

// manRadius and hitRadius are in templates/partial/board.html.
const (
	manRadius = 37
	hitRadius = 50
)

var english = site.Content().Texts("en")

// drawPlay draws a match in English.
func drawPlay(info *game.Info, v game.View, s pagestate.State, m boardview.BoardMarks) boardview.PlayView {
	view := boardview.NewPlayView(english, info, v, s, m)
	view.CommandID = "id"
	return view
}

// renderPartial executes one of the partial templates.
func renderPartial(t *testing.T, name string, data any) string {
	t.Helper()
	var out strings.Builder
	if err := site.Content().View("en", "match").ExecuteTemplate(&out, name, data); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func find(t *testing.T, id string) *catalog.Entry {
	t.Helper()
	e, err := catalog.Standard().Find(id)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func state(t *testing.T, e *catalog.Entry, position string) game.State {
	t.Helper()
	s, err := e.Parse(position)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func points(t *testing.T, b *game.Board, names string) []game.Point {
	t.Helper()
	var list []game.Point
	for _, name := range strings.Fields(names) {
		p, ok := b.Find(name)
		if !ok {
			t.Fatalf("no point %s", name)
		}
		list = append(list, p)
	}
	return list
}

func TestEveryBoardHasRoom(t *testing.T) {
	for _, e := range catalog.Standard().All() {
		for name, marks := range map[string]boardview.BoardMarks{"": {}, " turned": {Turned: true}, " small": {Small: true}} {
			t.Run(e.Info().ID+name, func(t *testing.T) {
				v := boardview.NewBoardView(english, e.Info().Board, e.Start().View(), marks)
				if got, want := len(v.Points), len(e.Info().Board.Points); got != want {
					t.Fatalf("%d points, want %d", got, want)
				}
				for i, p := range v.Points {
					if min(p.X, p.Y, v.Width-p.X, v.Height-p.Y) < hitRadius {
						t.Errorf("%s at %d,%d is cut off", p.Name, p.X, p.Y)
					}
					for _, q := range v.Points[:i] {
						if math.Hypot(float64(p.X-q.X), float64(p.Y-q.Y)) < 2*hitRadius {
							t.Errorf("%s and %s overlap", p.Name, q.Name)
						}
					}
					for _, l := range v.Labels {
						if math.Hypot(float64(p.X-l.X), float64(p.Y-l.Y)) < manRadius+float64(v.LabelSize)/2 {
							t.Errorf("a man on %s covers the coordinate %s", p.Name, l.Text)
						}
					}
				}
				if small := len(v.Labels) == 0; small != marks.Small && len(e.Info().Board.Columns) > 0 {
					t.Errorf("%d coordinates on a board with small %v", len(v.Labels), marks.Small)
				}
			})
		}
	}
}

func TestTurnedBoard(t *testing.T) {
	e := find(t, "fanorona")
	view := e.Start().View()
	usual := boardview.NewBoardView(english, e.Info().Board, view, boardview.BoardMarks{})
	turned := boardview.NewBoardView(english, e.Info().Board, view, boardview.BoardMarks{Turned: true})
	for i, p := range usual.Points {
		q := turned.Points[i]
		if p.X+q.X != usual.Width || p.Y+q.Y != usual.Height || p.Name != q.Name {
			t.Errorf("%s at %d,%d is %s at %d,%d when turned", p.Name, p.X, p.Y, q.Name, q.X, q.Y)
		}
	}
	if usual.Labels[0].Text != "a" || turned.Labels[0].X != usual.Width-usual.Labels[0].X {
		t.Errorf("coordinates do not turn: %+v, %+v", usual.Labels[0], turned.Labels[0])
	}
}

func TestMenStandOnTheirPoints(t *testing.T) {
	e := find(t, "nine")
	v := boardview.NewBoardView(english, e.Info().Board, state(t, e, "w2/1b1/3/6/3/3/3 b 8,8 0").View(), boardview.BoardMarks{})
	var got []string
	for _, m := range v.Men {
		i := slices.IndexFunc(v.Points, func(p boardview.PointView) bool { return p.Name == m.Point })
		if p := v.Points[i]; p.X != m.X || p.Y != m.Y {
			t.Errorf("the man of %s is at %d,%d, want %d,%d", m.Point, m.X, m.Y, p.X, p.Y)
		}
		got = append(got, m.Side+" "+m.Point)
	}
	if want := []string{"white a7", "black d6"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if want := "board by-black"; v.Classes != want {
		t.Errorf("got %q, want %q", v.Classes, want)
	}
}

func TestPointsSayWhatTheyAre(t *testing.T) {
	e := find(t, "nine")
	b := e.Info().Board
	view := state(t, e, "w1w/1b1/3/6/3/3/3 w 7,8 0").View()
	v := boardview.NewBoardView(english, b, view, boardview.BoardMarks{
		Next: points(t, b, "d6 a7 d7"), Path: points(t, b, "g1 g7"), Last: points(t, b, "d6"), Taken: points(t, b, "a4"),
		Href: func(p game.Point) string { return "?path=" + b.Name(p) },
	})
	for _, c := range []struct{ name, classes, label, href string }{
		{"a7", "next own", "a7, white piece, can move", "?path=a7"},
		{"d7", "next enter", "d7, empty, can be moved to", "?path=d7"},
		{"d6", "next take last", "d6, black piece, can be taken, last move", "?path=d6"},
		{"g1", "path", "g1, empty, selected", ""},
		{"g7", "path carried", "g7, white piece, selected", ""},
		{"a4", "taken", "a4, empty, just taken", ""},
		{"a1", "", "a1, empty", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			i := slices.IndexFunc(v.Points, func(p boardview.PointView) bool { return p.Name == c.name })
			got := v.Points[i]
			if got.Classes != c.classes || got.Label != c.label || got.Href != c.href {
				t.Errorf("got %q, %q, %q, want %q, %q, %q", got.Classes, got.Label, got.Href, c.classes, c.label, c.href)
			}
		})
	}
	if want := "board by-white begun"; v.Classes != want {
		t.Errorf("got %q, want %q", v.Classes, want)
	}
}
