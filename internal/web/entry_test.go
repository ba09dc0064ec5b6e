// SPDX-License-Identifier: Apache-2.0

package web_test

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"cairn/catalog"
	"cairn/game"
	"cairn/game/gametest/tictactoe"
	"cairn/internal/lang"
	"cairn/internal/store/sqlite"
	"cairn/internal/web"
)

// Whole games without script: every touch by select boxes and a button, as the
// page offers them, for a game of each family and for chains and double takes.
func TestWholeGamesByForms(t *testing.T) {
	games := []string{"nine-mens-morris-multi", "fanorona", "yote", "lasker-morris"}
	if testing.Short() {
		games = []string{"three-mens-morris", "fanorona-telo"}
	}
	for _, id := range games {
		t.Run(id, func(t *testing.T) {
			playByForms(t, newSite(t), id)
		})
	}
}

// A game that the pages have never heard of is played like any other, and its
// rules are told by what it says of itself.
func TestToyGame(t *testing.T) {
	s := newSiteOf(t, sqlite.Options{}, catalog.New(catalog.Bind(tictactoe.Standard)))
	id := tictactoe.Standard.ID
	playByForms(t, s, id)
	s.browser().get("/").want(200).has("/rules/" + id)
	s.browser().get("/rules/"+id).want(200).has("The board has 9 cells.", "There is no description of these rules yet.")
}

func playByForms(t *testing.T, s *site, id string) {
	t.Helper()
	g, err := s.live.Games().Game(id)
	if err != nil {
		t.Fatal(err)
	}
	b := s.browser()
	e := &entry{t: t, browser: b, match: b.create(id, "screen"), board: g.Info().Board, random: rand.New(rand.NewPCG(1, 2))}
	state := g.Start()
	for ply := 0; ply < 400 && b.state(e.match).Status == "playing"; ply++ {
		if state, err = state.Play(e.enter(state)); err != nil {
			t.Fatal(err)
		}
		if got, want := b.state(e.match).Men, menOf(state); got != want {
			t.Fatalf("ply %d: got men %s, want %s", ply, got, want)
		}
	}
	if got := b.state(e.match); got.End == nil {
		t.Errorf("no end after 400 plies: %s", state)
	}
}

// Every game has a page of rules, in words where it has any.
func TestRules(t *testing.T) {
	s := newSite(t)
	for _, entry := range catalog.Standard().All() {
		info := entry.Info()
		p := s.browser().get("/rules/"+info.ID).want(200).has(info.Name, "White moves first.", "/play?game="+info.ID).lacks("no flying</a>: no flying")
		if text, _ := lang.English().Rules(info); text != "" {
			p.has(text).lacks("Nobody has written")
		}
	}
}

// Links for others carry the public address, whatever the request says.
func TestPublicURL(t *testing.T) {
	s := newSite(t, func(o *web.Options) { o.URL = "https://play.example" })
	b := s.browser()
	b.get("/match/" + b.create("nine", "private")).want(200).has(`href="https://play.example/join?id=`)
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
	browser *browser
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
	p := e.browser.get("/match/" + e.match).want(200)
	for i, point := range path {
		p = e.touch(p, path[:i], point)
	}
	if strings.Contains(p.path, "path=") { // complete, but could go on
		f := p.form(`name="move" value="` + move.Text + `"`)
		p = e.browser.post(f.action, form("id", f.fields["id"], "expect", f.fields["expect"], "move", move.Text)).want(200)
	}
	if p.path != "/match/"+e.match {
		e.t.Fatalf("%s by %v: got to %s", move.Text, e.board.Names(path), p.path)
	}
	return move.Text
}

// touch chooses a point with the select boxes of the page.
func (e *entry) touch(p *page, before []game.Point, point game.Point) *page {
	e.t.Helper()
	f := p.form(`name="path"`)
	spot := e.board.Points[point]
	if got, want := f.fields["path"], strings.Join(e.board.Names(before), ","); got != want {
		e.t.Fatalf("the form goes on from %q, want %q", got, want)
	}
	column, row := e.board.Columns[spot.X], e.board.Rows[spot.Y]
	if !slices.Contains(f.options["column"], column) || !slices.Contains(f.options["row"], row) {
		e.t.Fatalf("%s is not offered: %v", spot.Name, f.options)
	}
	return e.browser.post(f.action, form(
		"id", f.fields["id"], "expect", f.fields["expect"], "path", f.fields["path"], "column", column, "row", row,
	)).want(200)
}

// htmlForm is a form of a page.
type htmlForm struct {
	action  string
	fields  map[string]string
	options map[string][]string
}

var (
	formPattern   = regexp.MustCompile(`(?s)<form method="post" action="([^"]*)".*?</form>`)
	inputPattern  = regexp.MustCompile(`<input[^>]* name="([^"]*)" value="([^"]*)"`)
	selectPattern = regexp.MustCompile(`(?s)<select name="([^"]*)">(.*?)</select>`)
	optionPattern = regexp.MustCompile(`<option>([^<]*)</option>`)
)

// form finds the form of a page that holds a text.
func (p *page) form(holds string) htmlForm {
	p.t.Helper()
	for _, found := range formPattern.FindAllStringSubmatch(p.text, -1) {
		if !strings.Contains(found[0], holds) {
			continue
		}
		f := htmlForm{action: found[1], fields: map[string]string{}, options: map[string][]string{}}
		for _, input := range inputPattern.FindAllStringSubmatch(found[0], -1) {
			f.fields[input[1]] = input[2]
		}
		for _, list := range selectPattern.FindAllStringSubmatch(found[0], -1) {
			for _, option := range optionPattern.FindAllStringSubmatch(list[2], -1) {
				f.options[list[1]] = append(f.options[list[1]], option[1])
			}
		}
		return f
	}
	p.t.Fatalf("%s: no form holds %q in\n%.8000s", p.path, holds, p.main())
	return htmlForm{}
}

// Touches that lead nowhere are explained, and nothing changes.
func TestPickRefused(t *testing.T) {
	s := newSite(t)
	b := s.browser()
	id := b.create("nine", "screen")
	b.post("/match/"+id+"/move", form("move", "d6")).want(200)
	for name, c := range map[string]struct{ path, column, row, want string }{
		"occupied":      {"", "d", "6", "d6: the point is occupied."},
		"no such point": {"", "d", "4", "d4: there is no such point on the board."},
		"no such row":   {"", "d", "9", "d9: there is no such point on the board."},
		"half":          {"", "d", "", "d: there is no such point on the board."},
		"bad path":      {"zz", "a", "1", "zz: there is no such point on the board."},
		"not now":       {"a1,a4", "a", "7", "a4:"},
	} {
		t.Run(name, func(t *testing.T) {
			b.post("/match/"+id+"/move", form("path", c.path, "column", c.column, "row", c.row)).want(422).has(c.want)
		})
	}
	b.get("/match/" + id + "?path=d6").want(200).has("d6: the point is occupied.")
	b.get("/match/" + id + "?path=a1").want(200).has("Play a1")
	if got := b.state(id); strings.Count(got.Men, ".") != 23 {
		t.Errorf("got men %s, want only d6", got.Men)
	}
}

// The board works by its links alone: each leads on to the next touch.
func TestBoardLinks(t *testing.T) {
	s := newSite(t)
	b := s.browser()
	id := b.create("fanorona", "screen")
	b.get("/match/"+id).has(`href="?path=d2#pick"`, "Move the stone on:", "Your", "capture").lacks("undefined")
	b.get("/match/"+id+"?path=d2").has(`href="?path=d2%2Ce3#pick"`, "Move to:", `href="?#pick"`)
}

// F10: the board as text, for people and for screen readers.
func TestBoardText(t *testing.T) {
	s := newSite(t)
	b := s.browser()
	id := b.create("three", "screen")
	b.post("/match/"+id+"/move", form("move", "b2")).want(200).has("3  +───+───+", "2  +───○───+", "d", "a   b   c")
}
