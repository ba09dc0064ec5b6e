// SPDX-License-Identifier: Apache-2.0

package match_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"cairn/catalog"
	"cairn/game"
	"cairn/game/gametest/tictactoe"
	"cairn/internal/store/sqlite"
	"cairn/internal/web"
	"cairn/internal/web/webtest"
)

// Whole games are played without script, with the select boxes of the page: one
// game of each family, with chains and double captures.
func TestWholeGamesByForms(t *testing.T) {
	games := []string{"nine-mens-morris-multi", "fanorona", "yote", "lasker-morris"}
	if testing.Short() {
		games = []string{"three-mens-morris", "fanorona-telo"}
	}
	for _, id := range games {
		t.Run(id, func(t *testing.T) {
			playByForms(t, webtest.NewSite(t), id)
		})
	}
}

// A game without texts or drawings of its own can be played, and its rules page
// shows its description.
func TestToyGame(t *testing.T) {
	s := webtest.NewSiteOf(t, sqlite.Options{}, catalog.New(catalog.Bind(tictactoe.Standard)))
	id := tictactoe.Standard.ID
	playByForms(t, s, id)
	s.Browser().Get("/").Want(200).Has("/rules/" + id)
	s.Browser().Get("/rules/"+id).Want(200).Has("The board has 9 cells.", "There is no description of these rules yet.")
}

func playByForms(t *testing.T, s *webtest.Site, id string) {
	t.Helper()
	g, err := s.Live.Rooms.Games().Game(id)
	if err != nil {
		t.Fatal(err)
	}
	b := s.Browser()
	e := &entry{t: t, browser: b, match: b.Create(id, "screen"), board: g.Info().Board, random: rand.New(rand.NewPCG(1, 2))}
	state := g.Start()
	for ply := 0; ply < 400 && b.State(e.match).Status == "playing"; ply++ {
		if state, err = state.Play(e.enter(state)); err != nil {
			t.Fatal(err)
		}
		if got, want := b.State(e.match).Men, menOf(state); got != want {
			t.Fatalf("ply %d: got men %s, want %s", ply, got, want)
		}
	}
	if got := b.State(e.match); got.End == nil {
		t.Errorf("no end after 400 plies: %s", state)
	}
}

// Links to share have the public address, whatever the Host header.
func TestPublicURL(t *testing.T) {
	s := webtest.NewSite(t, func(o *web.Options) { o.URL = "https://play.example" })
	b := s.Browser()
	b.Get("/match/" + b.Create("nine", "private")).Want(200).Has(`href="https://play.example/join?id=`)
}

func menOf(s game.State) string {
	var out strings.Builder
	for _, man := range s.View().Men {
		out.WriteByte(".wb"[man])
	}
	return out.String()
}

// entry enters moves by the forms of a page.
type entry struct {
	t       *testing.T
	browser *webtest.Browser
	match   string
	board   *game.Board
	random  *rand.Rand
}

// enter chooses a move, a capture if there is one, enters it and returns it.
func (e *entry) enter(s game.State) string {
	e.t.Helper()
	moves := s.Moves()
	if captures := slices.DeleteFunc(slices.Clone(moves), func(m game.Move) bool {
		return !slices.ContainsFunc(m.Notes, func(n game.Note) bool { return n.Kind == game.Took })
	}); len(captures) > 0 {
		moves = captures
	}
	move := moves[e.random.IntN(len(moves))]
	path := move.Paths[e.random.IntN(len(move.Paths))].Points()
	p := e.browser.Get("/match/" + e.match).Want(200)
	for i, point := range path {
		p = e.touch(p, path[:i], point)
	}
	if strings.Contains(p.Path, "path=") { // complete, but could go on
		f := p.Form(`name="move" value="` + move.Text + `"`)
		p = e.browser.Post(f.Action, webtest.Form("id", f.Fields["id"], "expect", f.Fields["expect"], "move", move.Text)).Want(200)
	}
	if p.Path != "/match/"+e.match {
		e.t.Fatalf("%s by %v: got to %s", move.Text, e.board.Names(path), p.Path)
	}
	return move.Text
}

// touch chooses a point with the select boxes of the page.
func (e *entry) touch(p *webtest.Page, before []game.Point, point game.Point) *webtest.Page {
	e.t.Helper()
	f := p.Form(`name="path"`)
	spot := e.board.Points[point]
	if got, want := f.Fields["path"], strings.Join(e.board.Names(before), ","); got != want {
		e.t.Fatalf("the form continues from %q, want %q", got, want)
	}
	column, row := e.board.Columns[spot.X], e.board.Rows[spot.Y]
	if !slices.Contains(f.Options["column"], column) || !slices.Contains(f.Options["row"], row) {
		e.t.Fatalf("%s is not offered: %v", spot.Name, f.Options)
	}
	return e.browser.Post(f.Action, webtest.Form(
		"id", f.Fields["id"], "expect", f.Fields["expect"], "path", f.Fields["path"], "column", column, "row", row,
	)).Want(200)
}

// A touch that begins no move is explained, and nothing changes.
func TestPickRefused(t *testing.T) {
	s := webtest.NewSite(t)
	b := s.Browser()
	id := b.Create("nine", "screen")
	b.Post("/match/"+id+"/move", webtest.Form("move", "d6")).Want(200)
	for name, c := range map[string]struct{ path, column, row, want string }{
		"occupied":      {"", "d", "6", "d6: the point is occupied."},
		"no such point": {"", "d", "4", "d4: this point does not exist on the board."},
		"no such row":   {"", "d", "9", "d9: this point does not exist on the board."},
		"half":          {"", "d", "", "d: this point does not exist on the board."},
		"bad path":      {"zz", "a", "1", "zz: this point does not exist on the board."},
		"not now":       {"a1,a4", "a", "7", "a4:"},
	} {
		t.Run(name, func(t *testing.T) {
			b.Post("/match/"+id+"/move", webtest.Form("path", c.path, "column", c.column, "row", c.row)).Want(422).Has(c.want)
		})
	}
	b.Get("/match/" + id + "?path=d6").Want(200).Has("d6: the point is occupied.")
	b.Get("/match/" + id + "?path=a1").Want(200).Has("Play a1")
	if got := b.State(id); strings.Count(got.Men, ".") != 23 {
		t.Errorf("got men %s, want only d6", got.Men)
	}
}

// The board works without script: each point is a link to the next touch.
func TestBoardLinks(t *testing.T) {
	s := webtest.NewSite(t)
	b := s.Browser()
	id := b.Create("fanorona", "screen")
	b.Get("/match/"+id).Has(`href="?path=d2#pick"`, "Move the stone on:", "Your", "capture").Lacks("undefined")
	b.Get("/match/"+id+"?path=d2").Has(`href="?path=d2%2Ce3#pick"`, "Move to:", `href="?#pick"`)
}

// Without script too, the message says what the next touch is for.
func TestPickMessage(t *testing.T) {
	s := webtest.NewSite(t)
	b := s.Browser()
	id := b.Create("nine", "screen")
	for _, move := range []string{"a7", "a1", "d7", "d1"} {
		b.Post("/match/"+id+"/move", webtest.Form("move", move)).Want(200)
	}
	b.Get("/match/" + id).Want(200).Has(`data-message>White: place a man.<`)
	b.Get("/match/" + id + "?path=g7").Want(200).Has(`data-message>Mill! Choose a man to take.<`)
	b.Get("/match/" + id + "?path=a4").Want(200).Has(`data-message>Play this move?<`)
}

// F10: the board as text, for people and for screen readers.
func TestBoardText(t *testing.T) {
	s := webtest.NewSite(t)
	b := s.Browser()
	id := b.Create("three", "screen")
	b.Post("/match/"+id+"/move", webtest.Form("move", "b2")).Want(200).Has("3  +───+───+", "2  +───○───+", "d", "a   b   c")
}
