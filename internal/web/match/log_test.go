// SPDX-License-Identifier: Apache-2.0

package match_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"cairn/catalog"
	"cairn/game"
	"cairn/internal/web/webtest"
	"cairn/record"
)

// logLength is how many lines the log of a page has.
const logLength = 200

// longGame returns the moves of a long game of nine men's morris without an end.
func longGame(t *testing.T, plies int) []string {
	t.Helper()
	entry, err := catalog.Standard().Find("nine")
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(1000) {
		if line := wander(entry.Start(), plies, rand.New(rand.NewPCG(seed, 0))); line != nil {
			return line
		}
	}
	t.Fatal("no game is so long")
	return nil
}

// wander plays random moves to positions that are new, and takes men late; nil if the
// game ends too early.
func wander(state game.State, plies int, random *rand.Rand) (line []string) {
	seen := map[uint64]bool{}
	for len(line) < plies {
		var quiet, taking []game.State
		texts := map[game.State]string{}
		for _, move := range state.Moves() {
			next, err := state.Play(move.Text)
			if err != nil || next.Result().Over() || seen[next.Hash()] {
				continue
			}
			texts[next] = move.Text
			if strings.Contains(move.Text, "x") {
				taking = append(taking, next)
			} else {
				quiet = append(quiet, next)
			}
		}
		if state.Clock() > state.QuietLimit()-10 && len(taking) > 0 || len(quiet) == 0 {
			quiet = taking
		}
		if len(quiet) == 0 || state.Clock() >= state.QuietLimit()-1 {
			return nil
		}
		next := quiet[random.IntN(len(quiet))]
		line, state = append(line, texts[next]), next
		seen[state.Hash()] = true
	}
	return line
}

// A page of a long match reads as many events as its log has lines, and one that reloads
// without a change reads none.
func TestPageReadsFewEvents(t *testing.T) {
	s := webtest.NewSite(t)
	b := s.Browser()
	id := b.Create("nine", "screen")
	s.Play(id, b, b, longGame(t, logLength+20)...)
	read := func() (events int, page *webtest.Page) {
		before := s.EventsRead.Load()
		page = b.Get("/match/" + id).Want(200)
		return int(s.EventsRead.Load() - before), page
	}
	got, page := read()
	if got > logLength {
		t.Errorf("the first view read %d events, want at most %d", got, logLength)
	}
	if lines := strings.Count(page.Body, "<li data-seq="); lines != logLength {
		t.Errorf("got %d lines, want %d", lines, logLength)
	}
	got, again := read()
	if got != 0 {
		t.Errorf("a page that reloads read %d events, want none", got)
	}
	if logOf(t, page) != logOf(t, again) {
		t.Error("the log has changed")
	}
}

// logOf returns the log of a page.
func logOf(t *testing.T, p *webtest.Page) string {
	t.Helper()
	_, log, found := strings.Cut(p.Body, "data-log>")
	log, _, ended := strings.Cut(log, "</ol>")
	if !found || !ended {
		t.Fatalf("no log in %s", p.Main())
	}
	return log
}

// Moves that were taken back stay in the log of a long match.
func TestLogAfterUndo(t *testing.T) {
	s := webtest.NewSite(t)
	b := s.Browser()
	id := b.Create("nine", "screen")
	s.Play(id, b, b, longGame(t, logLength+20)...)
	before := logOf(t, b.Get("/match/"+id).Want(200))
	after := logOf(t, b.Post("/match/"+id+"/undo", nil).Want(200))
	_, rest, _ := strings.Cut(before, "</li>")
	undone, ok := strings.CutPrefix(after, rest)
	if !ok || !strings.Contains(undone, "undone") || strings.Count(undone, "<li") != 1 {
		t.Errorf("got\n%s\nwant\n%s\nand a line about the undo", after, rest)
	}
}

// Moves that were taken back are described from the position that a record begins with,
// or ends with.
func TestLogFromRecord(t *testing.T) {
	s := webtest.NewSite(t)
	entry, err := catalog.Standard().Find("nine")
	if err != nil {
		t.Fatal(err)
	}
	state, turns := entry.Start(), record.Line{}
	for _, move := range []string{"a1", "b2", "a4", "b4"} {
		if state, err = state.Play(move); err != nil {
			t.Fatal(err)
		}
		turns = append(turns, record.Turn{Move: move, Position: state.String()})
	}
	for name, r := range map[string]record.Record{
		"position": {Start: state.String()},
		"moves":    {Start: entry.Start().String(), Turns: turns},
	} {
		t.Run(name, func(t *testing.T) {
			r.Game, r.Revision = entry.Info().ID, entry.Info().Revision
			var text strings.Builder
			if err := record.Text.Encode(&text, r); err != nil {
				t.Fatal(err)
			}
			b := s.In(t).Browser()
			p := b.Post("/upload", webtest.Form("record", text.String(), "then", "screen")).Want(200)
			b.Post(p.Path+"/move", webtest.Form("move", "a7xb2")).Want(200)
			b.Post(p.Path+"/undo", nil).Want(200)
			if log := logOf(t, b.Get(p.Path).Want(200)); !strings.Contains(log, "White places on a7, closes a mill, takes b2.") {
				t.Errorf("got %s, want the move that was taken back", log)
			}
		})
	}
}
