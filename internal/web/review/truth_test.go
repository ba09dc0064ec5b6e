// SPDX-License-Identifier: Apache-2.0

package review_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"cairn/catalog"
	"cairn/game"
	"cairn/games/morris"
	"cairn/games/morris/index"
	"cairn/internal/store/sqlite"
	"cairn/internal/study"
	"cairn/internal/web/webtest"
	"cairn/record"
	"cairn/tablebase"
)

// truth is the value of a position or move in a table: 1, 0 or -1, and the plies to the win.
type truth struct{ sign, plies int }

// own is an independent reviewer, which reads the slots of tables. It shares no code with
// package study, nor with the judgement of package tablebase.
type own struct {
	def    tablebase.Numbered[morris.Position, morris.Move]
	tables *tablebase.Prober[morris.Position, morris.Move]
}

// at returns what a position is worth to the side to move.
func (o *own) at(t *testing.T, p morris.Position) truth {
	t.Helper()
	if result := p.Result(); len(p.AppendMoves(nil)) == 0 {
		winner, decided := result.Verdict.Winner()
		switch {
		case !decided:
			return truth{}
		case winner == p.Turn():
			return truth{1, 0}
		}
		return truth{-1, 0}
	}
	tier, slot, ok := o.def.Rank(p)
	if !ok {
		t.Fatalf("%s has no place in the tables", o.def.Format(p))
	}
	v, err := o.tables.At(tier, slot)
	if err != nil {
		t.Fatal(err)
	}
	return truth{v.Sign(), v.Plies()}
}

// turn is a move judged by own.
type turn struct {
	move          string
	before, after truth
	verdict       string
}

// game plays a random game and judges it.
func (o *own) game(t *testing.T, random *rand.Rand, most int) []turn {
	t.Helper()
	var turns []turn
	for p := o.def.Start(); len(turns) < most; {
		moves := p.AppendMoves(nil)
		if len(moves) == 0 {
			break
		}
		quickest := 1 << 30
		after := make([]truth, len(moves))
		for i, m := range moves {
			child := o.at(t, p.Play(m))
			after[i].sign = -child.sign
			if child.sign != 0 {
				after[i].plies = child.plies + 1
			}
			if after[i].sign > 0 {
				quickest = min(quickest, after[i].plies)
			}
		}
		at := random.IntN(len(moves))
		before := o.at(t, p)
		one := turn{o.def.FormatMove(p, moves[at]), before, after[at], "kept"}
		switch {
		case before.sign > after[at].sign:
			words := [...]string{"loss", "draw", "win"}
			one.verdict = words[before.sign+1] + "-" + words[after[at].sign+1]
		case before.sign > 0 && after[at].plies > quickest:
			one.verdict = "slower"
		}
		turns = append(turns, one)
		p = p.Play(moves[at])
	}
	return turns
}

// differences counts the differences between a review and own's.
func differences(t *testing.T, review study.ReviewJSON, turns []turn) (n int) {
	t.Helper()
	if len(review.Turns) != len(turns) {
		t.Errorf("%d turns, want %d", len(review.Turns), len(turns))
		return 1
	}
	same := func(got study.WorthJSON, want truth) bool {
		if got.Value != [...]string{"loss", "draw", "win"}[want.sign+1] {
			return false
		}
		return want.sign == 0 && got.Plies == nil || want.sign != 0 && got.Plies != nil && *got.Plies == want.plies
	}
	for i, got := range review.Turns {
		if want := turns[i]; got.Move != want.move || string(got.Verdict) != want.verdict || !same(got.Before, want.before) || !same(got.After, want.after) {
			t.Errorf("turn %d: got %+v, want %+v", i+1, got, want)
			n++
		}
	}
	return n
}

// Reviews of random games, by package study and by the server for uploaded games, equal the
// reviews of an independent program that reads the tables.
func TestTruth(t *testing.T) {
	games, served, most := 200, 5, 80
	if testing.Short() {
		games, served, most = 20, 1, 40
	}
	entry, o := six(t)
	s := webtest.NewSiteOf(t, sqlite.Options{}, catalog.New(entry))
	b, random, turns, wrong := s.Browser(), rand.New(rand.NewPCG(13, 4)), 0, 0
	for i := range games {
		played := o.game(t, random, most)
		walk := record.Begin(entry, entry.Start())
		for j, turn := range played {
			if _, err := walk.Play(turn.move, 0); err != nil {
				played = played[:j] // drawn by repetition
				break
			}
		}
		review, err := study.ReviewGame(t.Context(), entry, walk)
		if err != nil {
			t.Fatal(err)
		}
		wrong += differences(t, review.JSON(entry.Info().ID), played)
		if turns += len(played); i < served {
			wrong += differences(t, reviewJSON(t, b, uploaded(t, b, walk)+"/review"), played)
		}
	}
	if wrong > 0 || turns < 10*games {
		t.Errorf("%d differences in %d turns of %d games", wrong, turns, games)
	}
}

// uploaded opens a game as a match that is over, and returns its address.
func uploaded(t *testing.T, b *webtest.Browser, walk *record.Walk) string {
	t.Helper()
	written := walk.Record()
	if !walk.Result().Over() {
		written.Verdict, written.Reason = game.WhiteWins, record.Resignation
	}
	var out strings.Builder
	if err := record.Text.Encode(&out, written); err != nil {
		t.Fatal(err)
	}
	page := b.Post("/upload", webtest.Form("record", out.String(), "then", "replay")).Want(200)
	path, _, _ := strings.Cut(page.Path, "?")
	return path
}

// six returns six men's morris with its tables, and the program that reads them.
func six(t testing.TB) (*catalog.Entry, *own) {
	t.Helper()
	entry := catalog.Bind(morris.Six, index.For)
	dir := t.TempDir()
	entry.UseTables(dir)
	if _, err := entry.ProbeMoves(t.Context(), entry.Start()); err != nil { // makes them
		t.Fatal(err)
	}
	o := &own{def: tablebase.Number(morris.Six, index.For)}
	var err error
	if o.tables, err = tablebase.OpenProber(dir, &o.def); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { o.tables.Close() })
	return entry, o
}

// The review of a game of 60 turns.
func BenchmarkReview(b *testing.B) {
	entry, _ := six(b)
	random := rand.New(rand.NewPCG(1, 1))
	walk := record.Begin(entry, entry.Start())
	for walk.Ply() < 60 {
		moves := walk.State().Moves()
		if walk.Result().Over() {
			walk = record.Begin(entry, entry.Start())
			continue
		}
		if _, err := walk.Play(moves[random.IntN(len(moves))].Text, 0); err != nil {
			b.Fatal(err)
		}
	}
	for b.Loop() {
		if _, err := study.ReviewGame(b.Context(), entry, walk); err != nil {
			b.Fatal(err)
		}
	}
}
