// SPDX-License-Identifier: Apache-2.0

package match_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"cairn/catalog"
	"cairn/game"
	"cairn/game/gametest/tictactoe"
	"cairn/match"
)

func TestUndoByConsent(t *testing.T) {
	tests := []struct {
		name   string
		played []string
		by     match.Seat
		plies  int
		stands string
	}{
		{"white, not yet answered", []string{"b1"}, white, 1, "a1 w"},
		{"white, answered", []string{"b1", "c1"}, white, 2, "a1 w"},
		{"black, not yet answered", []string{"b1", "c1"}, black, 1, "b1 b"},
		{"black, answered", []string{"b1", "c1", "a1"}, black, 2, "b1 b"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			b := playOnline(t, shuttle, "none")
			b.play(test.played...)
			before := b.match.State().String()
			if !b.match.CanUndo(test.by) {
				t.Error("got no undo, want one")
			}
			asked := b.by(test.by, match.Undo)
			if asked.Kind != match.UndoAsked || asked.Plies != test.plies {
				t.Errorf("got %v, want asked for %d plies", asked, test.plies)
			}
			b.stands(before)
			granted := b.answer(test.by.Other(), true)
			if granted.Kind != match.UndoGranted || granted.Plies != test.plies || granted.Position != test.stands {
				t.Errorf("got %v, want %d plies granted, back to %q", granted, test.plies, test.stands)
			}
			b.stands(test.stands)
			if got, want := b.match.Ply(), len(test.played)-test.plies; got != want {
				t.Errorf("ply: got %d, want %d", got, want)
			}
			if undone := b.match.Record().Undone; len(undone) != 1 || len(undone[0]) != test.plies {
				t.Errorf("kept: got %v, want a line of %d turns", undone, test.plies)
			}
		})
	}
}

func TestUndoRefused(t *testing.T) {
	b := playOnline(t, shuttle, "none")
	b.play("b1")
	b.refusesBy(black, match.Undo, match.WhyNoUndo)
	if b.match.CanUndo(black) {
		t.Error("black has not moved: got an undo, want none")
	}
	b.by(white, match.Undo)
	if e := b.answer(black, false); e.Kind != match.UndoRefused {
		t.Errorf("got %v, want refused", e)
	}
	b.stands("b1 b")
	b.refusesBy(white, match.Undo, match.WhyTooSoon)
	b.play("c1")
	b.refusesBy(white, match.Undo, match.WhyTooSoon)
	b.play("a1")
	b.by(white, match.Undo)
}

func TestUndoAgainAndAgainByConsent(t *testing.T) {
	b := playOnline(t, shuttle, "none")
	b.play("b1", "c1", "a1", "b1")
	for range 2 {
		b.by(white, match.Undo)
		b.answer(black, true)
	}
	b.stands("a1 w")
	b.refusesBy(white, match.Undo, match.WhyNoUndo)
}

func TestUndoRequestLapsesOnAnyMove(t *testing.T) {
	b := playOnline(t, shuttle, "none")
	b.play("b1", "c1")
	id := b.by(white, match.Undo).Offer
	b.play("a1") // the asker thinks better of it
	b.refuses(match.Action{Kind: match.Answer, By: black, Offer: id, Yes: true}, match.WhyNoOffer)
}

func TestUndoGivesNoTimeBack(t *testing.T) {
	b := playOnline(t, shuttle, "60s+2s")
	b.wait(10 * time.Second)
	b.play("b1") // white: 52 s
	b.wait(20 * time.Second)
	b.by(white, match.Undo)
	b.answer(black, true) // black: 40 s, white runs
	b.wait(5 * time.Second)
	want := [2]time.Duration{47 * time.Second, 40 * time.Second}
	for _, side := range game.Sides {
		if got := b.match.Clock().Remaining(side, b.now); got != want[side] {
			t.Errorf("%s: got %s, want %s", side, got, want[side])
		}
	}
}

func TestUndoAtOneScreenGoesPlyByPly(t *testing.T) {
	b := playLocal(t, shuttle, match.Free)
	b.play("b1", "c1", "a1")
	for _, want := range []string{"c1 w", "b1 b", "a1 w"} {
		if e := b.by(match.NoSeat, match.Undo); e.Kind != match.Undone || e.Plies != 1 || e.Position != want {
			t.Errorf("got %v, want one ply undone, back to %q", e, want)
		}
		b.stands(want)
	}
	b.refusesBy(match.NoSeat, match.Undo, match.WhyNoUndo)
	for _, want := range []string{"b1 b", "c1 w", "a1 b"} {
		if !b.match.CanRedo(match.NoSeat) {
			t.Error("got no redo, want one")
		}
		if e := b.by(black, match.Redo); e.Kind != match.Redone || e.Plies != 1 || e.Position != want {
			t.Errorf("got %v, want one ply redone, to %q", e, want)
		}
		b.stands(want)
	}
	b.refusesBy(match.NoSeat, match.Redo, match.WhyNoRedo)
	if b.match.CanRedo(match.NoSeat) {
		t.Error("got a redo at the end, want none")
	}
}

func TestUndoAgainstTheComputer(t *testing.T) {
	b := playLocal(t, shuttle, match.Own)
	b.refusesBy(match.NoSeat, match.Undo, match.WhyNeedsSide)
	b.refusesBy(match.NoSeat, match.Redo, match.WhyNeedsSide)
	b.play("b1", "c1", "a1", "b1")
	if e := b.by(white, match.Undo); e.Kind != match.Undone || e.Plies != 2 {
		t.Errorf("got %v, want two plies undone", e)
	}
	b.stands("c1 w")
	b.by(white, match.Undo)
	b.stands("a1 w")
	b.refusesBy(white, match.Undo, match.WhyNoUndo)
	if e := b.by(white, match.Redo); e.Plies != 2 {
		t.Errorf("got %v, want two plies redone", e)
	}
	b.stands("c1 w")
	b.by(white, match.Redo)
	b.stands("b1 w")
}

func TestUndoWhileTheComputerThinks(t *testing.T) {
	b := playLocal(t, shuttle, match.Own)
	b.play("b1")
	if e := b.by(white, match.Undo); e.Plies != 1 {
		t.Errorf("got %v, want one ply undone", e)
	}
	if e := b.by(white, match.Redo); e.Plies != 1 {
		t.Errorf("got %v, want one ply redone: there is no answer to it", e)
	}
	b.stands("b1 b")
}

func TestBlackUndoesAgainstTheComputer(t *testing.T) {
	b := playLocal(t, shuttle, match.Own)
	b.play("b1")
	b.refusesBy(black, match.Undo, match.WhyNoUndo)
	b.play("c1", "a1")
	b.by(black, match.Undo)
	b.stands("b1 b")
}

func TestUndoReopensAFinishedGame(t *testing.T) {
	line := []string{"a1", "a2", "b1", "b2", "c1"}
	t.Run("by the rules, one screen", func(t *testing.T) {
		b := playLocal(t, toy, match.Free)
		b.play(line...)
		b.wait(time.Hour)
		b.by(match.NoSeat, match.Undo)
		b.ends(game.Playing, "")
		b.stands("3/bb1/ww1 w 0")
		if e := b.by(match.NoSeat, match.Redo); e.End.Reason != "line" {
			t.Errorf("redone: got %v, want the end again", e)
		}
		b.ends(game.WhiteWins, "line")
		b.refusesBy(white, match.Redo, match.WhyOver)
	})
	t.Run("by the rules, the computer lost", func(t *testing.T) {
		b := playLocal(t, toy, match.Own)
		b.play(line...)
		if e := b.by(white, match.Undo); e.Plies != 1 {
			t.Errorf("got %v, want one ply", e)
		}
	})
	t.Run("by the rules, the computer won", func(t *testing.T) {
		b := playLocal(t, toy, match.Own)
		b.play(line...)
		if e := b.by(black, match.Undo); e.Plies != 2 {
			t.Errorf("got %v, want two plies", e)
		}
	})
	t.Run("not by consent", func(t *testing.T) {
		b := playOnline(t, toy, "none")
		b.play(line...)
		b.refusesBy(white, match.Undo, match.WhyOver)
		if b.match.CanUndo(white) {
			t.Error("got an undo, want none")
		}
	})
}

func TestUndoOfAnEndThatWasNoMove(t *testing.T) {
	tests := []struct {
		name string
		end  func(*table)
	}{
		{"resignation", func(b *table) { b.by(black, match.Resign) }},
		{"agreement", func(b *table) { b.by(white, match.Draw); b.answer(black, true) }},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			b := playLocal(t, shuttle, match.Free)
			b.play("b1", "c1")
			test.end(b)
			if e := b.by(match.NoSeat, match.Undo); e.Plies != 0 || e.Position != "c1 w" {
				t.Errorf("got %v, want no ply taken back", e)
			}
			b.ends(game.Playing, "")
			if side, running := b.match.Clock().Running(); side != game.White || !running {
				t.Errorf("clock: got %s, %v, want white's running", side, running)
			}
			b.play("a1")
		})
	}
}

func TestUndoCannotGiveBackTimeOrAnAbortedMatch(t *testing.T) {
	control, err := match.ParseControl("60s")
	if err != nil {
		t.Fatal(err)
	}
	b := sit(t, shuttle, match.Setup{Takeback: match.Free, Control: control})
	b.by(match.NoSeat, match.Start)
	b.play("b1", "c1")
	b.wait(time.Minute)
	b.by(match.NoSeat, match.Flag)
	b.refusesBy(match.NoSeat, match.Undo, match.WhyOutOfTime)

	b = sit(t, shuttle, match.Setup{Takeback: match.Free})
	b.by(match.NoSeat, match.Abort)
	b.refusesBy(match.NoSeat, match.Undo, match.WhyOver)
}

func TestUndoDropsAnOpenOffer(t *testing.T) {
	b := playLocal(t, shuttle, match.Free)
	b.play("b1")
	id := b.by(white, match.Draw).Offer
	b.by(match.NoSeat, match.Undo)
	b.refuses(match.Action{Kind: match.Answer, By: black, Offer: id, Yes: true}, match.WhyNoOffer)
}

// calls counts the calls of a move to the rules.
type calls struct{ generated, formatted, positions, judged int }

var counted calls

// countedPos is a tic-tac-toe position that counts calls.
type countedPos struct{ tictactoe.Position }

func (p countedPos) Play(m tictactoe.Move) countedPos { return countedPos{p.Position.Play(m)} }

func (p countedPos) AppendMoves(dst []tictactoe.Move) []tictactoe.Move {
	counted.generated++
	return p.Position.AppendMoves(dst)
}

func (p countedPos) Result() game.Result {
	counted.judged++
	return p.Position.Result()
}

// countedToy is tic-tac-toe with counters.
func countedToy() game.Game {
	toy := tictactoe.Standard
	return game.Erase(game.Def[countedPos, tictactoe.Move]{
		Info:  toy.Info,
		Start: func() countedPos { return countedPos{toy.Start()} },
		Format: func(p countedPos) string {
			counted.positions++
			return toy.Format(p.Position)
		},
		Parse: func(text string) (countedPos, error) {
			p, err := toy.Parse(text)
			return countedPos{p}, err
		},
		FormatMove: func(p countedPos, m tictactoe.Move) string {
			counted.formatted++
			return toy.FormatMove(p.Position, m)
		},
		Paths:   func(p countedPos, m tictactoe.Move) []game.Path { return toy.Paths(p.Position, m) },
		View:    func(p countedPos) game.View { return toy.View(p.Position) },
		Notes:   func(p countedPos, m tictactoe.Move) []game.Note { return toy.Notes(p.Position, m) },
		Explain: func(p countedPos, touches game.Path) (game.Why, string) { return toy.Explain(p.Position, touches) },
	})
}

// TestOnePass checks that a submitted move asks the rules once: one generation
// of legal moves, their texts up to the move that was meant, one position text
// and one judgement.
func TestOnePass(t *testing.T) {
	g := countedToy()
	b := playLocal(t, g, match.Free)
	b.play("a3", "b3", "c3", "a2")
	for _, test := range []struct {
		name string
		a    match.Action
		want calls
	}{
		{"the first of five moves", match.Action{Kind: match.Move, By: white, Move: "b2"}, calls{1, 1, 1, 1}},
		{"the last of four moves", match.Action{Kind: match.Move, By: black, Move: "c1"}, calls{1, 4, 1, 1}},
		{"undo", match.Action{Kind: match.Undo}, calls{}},
		{"redo", match.Action{Kind: match.Redo}, calls{1, 4, 1, 1}},
		{"draw offer", match.Action{Kind: match.Draw, By: white}, calls{}},
	} {
		counted = calls{}
		if b.do(test.a); counted != test.want {
			t.Errorf("%s: got %+v, want %+v", test.name, counted, test.want)
		}
	}
	counted = calls{}
	if _, err := match.Fold(g, b.events); err != nil {
		t.Fatal(err)
	}
	if counted.generated != 7 || counted.judged != 8 { // six moves and a redo; the start is judged too
		t.Errorf("fold: got %+v, want 7 generations and 8 judgements", counted)
	}
}

// BenchmarkMove plays one random game of each rule set, over and over. One
// operation is one submitted move.
func BenchmarkMove(b *testing.B) {
	for _, entry := range catalog.Standard().All() {
		b.Run(entry.Info().ID, func(b *testing.B) {
			first := playLocal(b, entry.Game, match.Free).match
			moves := randomMoves(b, first)
			b.ReportAllocs()
			m, played := first, 0
			for b.Loop() {
				next, _, err := m.Do(noon, match.Action{Kind: match.Move, By: match.SeatOf(m.Turn()), Move: moves[played]})
				if err != nil {
					b.Fatal(err)
				}
				m, played = next, played+1
				if played == len(moves) {
					m, played = first, 0
				}
			}
		})
	}
}

// randomMoves plays a match to its end, at most 100 moves.
func randomMoves(b *testing.B, m match.Match) (moves []string) {
	b.Helper()
	random := rand.New(rand.NewPCG(1, 2))
	for m.Status() == match.Playing && len(moves) < 100 {
		legal := m.State().Moves()
		text := legal[random.IntN(len(legal))].Text
		next, _, err := m.Do(noon, match.Action{Kind: match.Move, By: match.SeatOf(m.Turn()), Move: text})
		if err != nil {
			b.Fatal(err)
		}
		m, moves = next, append(moves, text)
	}
	return moves
}

// A forfeit that was taken back can be redone, until something else is done.
func TestRedoForfeit(t *testing.T) {
	b := playLocal(t, toy, match.Free)
	b.play("a1")
	b.by(black, match.Resign)
	b.by(match.NoSeat, match.Undo)
	if b.match.Status() != match.Playing || !b.match.CanRedo(match.NoSeat) {
		t.Fatalf("after undo: got %s, can redo %v", b.match.Status(), b.match.CanRedo(match.NoSeat))
	}
	b.by(match.NoSeat, match.Redo)
	if got := b.match.Result(); got.Reason != match.ByResignation || b.match.Status() != match.Over {
		t.Errorf("after redo: got %v", got)
	}
	if _, err := match.Fold(toy, b.events); err != nil {
		t.Error(err)
	}
	b.by(match.NoSeat, match.Undo)
	b.play("b2")
	b.refusesBy(match.NoSeat, match.Redo, match.WhyNoRedo)
}
