// SPDX-License-Identifier: Apache-2.0

package browser_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"cairn/catalog"
	"cairn/game"
)

// table plays a match by the rules beside the pages, which must show the same.
type table struct {
	t       *testing.T
	id      string
	info    game.Info
	state   game.State
	played  []string
	players [2]*person // nil if not in the test; the same person twice on one device
	seen    []*person  // the persons whose boards are compared
}

// newTable follows a match from its start.
func newTable(t *testing.T, id, name string, white, black *person) *table {
	t.Helper()
	g, err := catalog.Standard().Game(name)
	if err != nil {
		t.Fatal(err)
	}
	tb := &table{t: t, id: id, info: *g.Info(), state: g.Start(), players: [2]*person{white, black}}
	for _, p := range tb.players {
		if p != nil && !slices.Contains(tb.seen, p) {
			tb.seen = append(tb.seen, p)
		}
	}
	return tb
}

// meet lets two persons create, join and start a private match. The first is White.
func meet(t *testing.T, name string) (*table, *person, *person) {
	t.Helper()
	s := newSite(t)
	white, black := s.person("white"), s.person("black")
	id := white.creates(name)
	black.joins(id)
	white.press("Start game")
	tb := newTable(t, id, name, white, black)
	tb.shown()
	return tb, white, black
}

// creates creates a private match and returns its ID.
func (p *person) creates(name string) string {
	p.t.Helper()
	p.open("/play")
	p.choose("game", gameID(p.t, name))
	p.click(`[name="shown"]`)
	p.click(`[type="checkbox"][name="starts"]`) // the creator starts it
	p.press("Create match")
	p.arrives("/match/")
	p.sees("Invite a friend")
	return read[string](p, `document.querySelector("#invite-id").textContent.trim()`)
}

// joins joins a match by its ID.
func (p *person) joins(id string) {
	p.t.Helper()
	p.open("/join")
	p.fill("id", id)
	p.press("Show match")
	p.press("Join")
	p.arrives("/match/" + id)
}

// gameID returns the ID of a game by its name.
func gameID(t *testing.T, name string) string {
	t.Helper()
	g, err := catalog.Standard().Game(name)
	if err != nil {
		t.Fatal(err)
	}
	return g.Info().ID
}

// play makes moves by clicking the board, each on the page of the side to move, and
// waits until all boards show them.
func (tb *table) play(moves ...string) {
	tb.t.Helper()
	for _, text := range moves {
		tb.enter(text)
		tb.advance(text)
		tb.shown()
	}
}

// greedy returns a move that takes a piece, if there is one.
func (tb *table) greedy() string {
	moves := tb.state.Moves()
	for _, m := range moves {
		if slices.Contains(m.Paths[0].Kinds(), game.Take) {
			return m.Text
		}
	}
	return moves[len(tb.played)%len(moves)].Text
}

// enter clicks one move.
func (tb *table) enter(text string) {
	tb.t.Helper()
	p := tb.players[tb.state.Turn()]
	path, more := tb.path(text)
	for _, point := range path {
		p.touch(point)
	}
	if more {
		p.press("End turn")
	}
}

// path returns the points of a legal move, and whether a longer move starts with
// them.
func (tb *table) path(text string) (names []string, more bool) {
	tb.t.Helper()
	move, err := tb.state.Find(text)
	if err != nil {
		tb.t.Fatalf("move %d: %v", len(tb.played)+1, err)
	}
	picker := game.NewPicker(tb.state.Moves())
	for _, point := range move.Paths[0].Points() {
		picker.Touch(point)
	}
	return tb.info.Board.Names(move.Paths[0].Points()), len(picker.Next()) > 0
}

// touch clicks a point as soon as the page offers it and the script controls the
// board; before that it is a link.
func (p *person) touch(point string) {
	p.t.Helper()
	p.click(lit(point))
}

// lit is the selector of a point that can be clicked.
func lit(point string) string {
	return fmt.Sprintf(`.point.next[role="button"][data-point="%s"]`, point)
}

// advance plays a move by the rules only.
func (tb *table) advance(text string) {
	tb.t.Helper()
	next, err := tb.state.Play(text)
	if err != nil {
		tb.t.Fatal(err)
	}
	tb.state, tb.played = next, append(tb.played, text)
}

// boardText reads the pieces on the board of a page, one character for each point.
const boardText = `[...document.querySelectorAll("[data-board] [data-point]")].map(point => {
  const man = document.querySelector('[data-board] [data-man="' + point.dataset.point + '"]');
  return !man ? "." : man.classList.contains("unconfirmed") ? "?" : man.classList.contains("white") ? "w" : "b";
}).join("")`

// shown waits until the boards of all pages show the position, with no move
// unconfirmed.
func (tb *table) shown() {
	tb.t.Helper()
	want := tb.men()
	for _, p := range tb.seen {
		p.await(fmt.Sprintf("the board after %v to be %s", tb.played, want), boardText+" === "+js(want))
	}
}

// men returns the pieces of the position in the form of boardText.
func (tb *table) men() string {
	var text strings.Builder
	for _, man := range tb.state.View().Men {
		text.WriteByte(".wb"[man])
	}
	return text.String()
}

// logged waits until a line of the list of moves contains a text.
func (p *person) logged(text string) {
	p.t.Helper()
	p.await(fmt.Sprintf("%q in the list of moves", text),
		fmt.Sprintf(`[...document.querySelectorAll("[data-log] li")].some(line => line.textContent.includes(%s))`, js(text)))
}
