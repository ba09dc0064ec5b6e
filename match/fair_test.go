// SPDX-License-Identifier: Apache-2.0

package match_test

import (
	"testing"
	"time"

	"cairn/game"
	"cairn/match"
)

// playFair starts a match with consent under FairTerms.
func playFair(t testing.TB, g game.Game, control string) *table {
	t.Helper()
	s := online(control)
	s.Terms, s.Rated = match.FairTerms, true
	b := sit(t, g, s)
	b.do(match.Action{Kind: match.Start})
	return b
}

// left checks the seconds both sides have left.
func (b *table) left(white, black int) {
	b.Helper()
	got := [2]time.Duration{b.match.Clock().Remaining(game.White, b.now), b.match.Clock().Remaining(game.Black, b.now)}
	same(b, "left", got, [2]time.Duration{time.Duration(white) * time.Second, time.Duration(black) * time.Second})
}

// folded checks that the events lead to the same match.
func (b *table) folded() {
	b.Helper()
	m, err := match.Fold(b.game, b.events)
	if err != nil {
		b.Fatal(err)
	}
	same(b, "folded", observe(m, b.now), observe(b.match, b.now))
}

func TestFirstMoveLimit(t *testing.T) {
	for control, want := range map[string]time.Duration{
		"none": 0, "1m": 30 * time.Second, "5m": 30 * time.Second, "5m+3s": 42 * time.Second, "10m": time.Minute, "1h+30s": time.Minute, "3d": 72 * time.Hour,
	} {
		c, err := match.ParseControl(control)
		if err != nil {
			t.Fatal(err)
		}
		if got := c.FirstMove(); got != want {
			t.Errorf("%s: got %s for the first move, want %s", control, got, want)
		}
	}
}

func TestClocksStartWithTheFirstMoves(t *testing.T) {
	b := playFair(t, toy, "60s+2s")
	b.wait(20 * time.Second)
	b.left(60, 60)
	b.play("a1")
	b.wait(25 * time.Second)
	b.left(62, 60)
	b.play("b1")
	b.left(62, 62)
	b.wait(10 * time.Second)
	b.left(52, 62)
	if _, limited := b.match.FirstMoveBy(); limited {
		t.Error("got a limit for a first move after both")
	}
	b.play("a2")
	if got := b.match.Record().Turns[0].Took; got != 0 {
		t.Errorf("the first move took %s, want 0: it was not charged", got)
	}
	b.folded()
}

func TestNoFirstMoveAborts(t *testing.T) {
	for name, moves := range map[string][]string{"of white": nil, "of black": {"a1"}} {
		t.Run(name, func(t *testing.T) {
			b := playFair(t, toy, "60s+2s")
			b.play(moves...)
			by, limited := b.match.FirstMoveBy()
			if want := b.now.Add(30 * time.Second); !limited || !by.Equal(want) {
				t.Fatalf("got the limit %s, %v, want %s", by, limited, want)
			}
			b.wait(30*time.Second - time.Millisecond)
			b.refusesBy(match.NoSeat, match.Flag, match.WhyTimeLeft)
			b.wait(time.Millisecond)
			late := b.match.Turn()
			if e := b.by(match.NoSeat, match.Flag); e.Kind != match.Expired || e.By != match.SeatOf(late) {
				t.Errorf("got %v, want expired by %s", e, late)
			}
			b.ends(game.Playing, match.ByAbort)
			if side, expired := b.match.Expired(); side != late || !expired {
				t.Errorf("expired: got %s, %v, want %s", side, expired, late)
			}
			b.left([]int{60, 62}[len(moves)], 60)
			b.folded()
		})
	}
}

func TestAnActionAfterTheLimitAborts(t *testing.T) {
	b := playFair(t, toy, "60s+2s")
	b.wait(time.Hour)
	if e := b.do(match.Action{Kind: match.Move, By: white, Move: "a1"}); e.Kind != match.Expired {
		t.Errorf("got %v, want expired", e)
	}
}

func TestPausesDoNotCountForTheFirstMove(t *testing.T) {
	b := playFair(t, toy, "60s+2s")
	b.wait(20 * time.Second)
	b.by(match.NoSeat, match.Pause)
	b.wait(time.Hour)
	b.by(match.NoSeat, match.Resume)
	b.wait(9 * time.Second)
	b.refusesBy(match.NoSeat, match.Flag, match.WhyTimeLeft)
	b.wait(time.Second)
	if e := b.by(match.NoSeat, match.Flag); e.Kind != match.Expired {
		t.Errorf("got %v, want expired", e)
	}
	b.folded()
}

func TestNobodyLosesBeforeBothHaveMoved(t *testing.T) {
	for _, control := range []string{"none", "60s+2s", "1d"} {
		for _, seat := range []match.Seat{white, black} {
			b := playFair(t, toy, control)
			b.play("a1")
			b.refuses(match.Action{Kind: match.Claim, By: white, Away: true}, match.WhyTooEarly)
			if b.match.CanResign() {
				t.Errorf("%s: resigning is offered", control)
			}
			if e := b.by(seat, match.Resign); e.Kind != match.Aborted || e.By != seat {
				t.Errorf("%s: got %v, want aborted by %s", control, e, seat)
			}
			b.ends(game.Playing, match.ByAbort)
			b.folded()
		}
	}
}

func TestResigningAfterTheFirstMovesLoses(t *testing.T) {
	b := playFair(t, toy, "60s+2s")
	b.play("a1", "b1")
	if !b.match.CanResign() {
		t.Error("resigning is not offered")
	}
	b.by(white, match.Resign)
	b.ends(game.BlackWins, match.ByResignation)
}

func TestLossOnTimeAfterTheFirstMoves(t *testing.T) {
	b := playFair(t, toy, "60s+2s")
	b.play("a1", "b1")
	b.wait(62 * time.Second)
	b.by(match.NoSeat, match.Flag)
	b.ends(game.BlackWins, match.ByTime)
}

func TestDaysForTheFirstMove(t *testing.T) {
	b := playFair(t, toy, "1d")
	b.wait(24 * time.Hour)
	if e := b.by(match.NoSeat, match.Flag); e.Kind != match.Expired {
		t.Errorf("got %v, want expired", e)
	}
}

func TestUndoBackToTheFirstMove(t *testing.T) {
	b := playFair(t, toy, "60s+2s")
	b.play("a1", "b1")
	b.wait(10 * time.Second)
	b.by(white, match.Undo)
	b.wait(10 * time.Second)
	b.answer(black, true)
	b.left(60, 60)
	if !b.match.CanAbort() {
		t.Error("the match cannot be aborted, though no move is left")
	}
	b.wait(30 * time.Second)
	if e := b.by(match.NoSeat, match.Flag); e.Kind != match.Expired {
		t.Errorf("got %v, want expired", e)
	}
	b.folded()
}

func TestUndoGivesTimeBack(t *testing.T) {
	b := playFair(t, toy, "60s+2s")
	b.play("a1", "b1") // 62, 62
	b.wait(10 * time.Second)
	b.play("a2") // 54, 62
	b.wait(5 * time.Second)
	b.by(white, match.Undo)
	b.wait(7 * time.Second)
	b.answer(black, true)
	b.left(62, 62)
	b.wait(time.Second)
	b.left(61, 62)
	b.folded()
}

func TestRedoByConsent(t *testing.T) {
	b := playFair(t, toy, "60s+2s")
	b.play("a1", "b1", "a2", "b2")
	stood := b.match.State().String()
	b.wait(10 * time.Second)
	b.refusesBy(white, match.Redo, match.WhyNoRedo)
	b.by(white, match.Undo)
	b.answer(black, true)
	b.wait(3 * time.Second)
	b.refusesBy(match.NoSeat, match.Redo, match.WhyNeedsSide)
	if !b.match.CanRedo(white) || !b.match.CanRedo(black) {
		t.Error("the players may not ask for a redo")
	}
	if e := b.by(white, match.Redo); e.Kind != match.RedoAsked || e.Plies != 2 || e.Offer != e.Seq {
		t.Errorf("got %v, want a request for 2 plies", e)
	}
	if b.match.CanRedo(black) {
		t.Error("black may ask while white's request is open")
	}
	if e := b.answer(black, false); e.Kind != match.RedoRefused {
		t.Errorf("got %v, want refused", e)
	}
	b.refusesBy(white, match.Redo, match.WhyTooSoon)
	if e := b.by(black, match.Redo); e.Plies != 1 {
		t.Errorf("got %v, want a request for white's turn", e)
	}
	b.answer(white, true)
	if e := b.by(black, match.Redo); e.Plies != 1 {
		t.Errorf("got %v, want a request for black's turn", e)
	}
	if e := b.answer(white, true); e.Kind != match.RedoGranted || e.Plies != 1 {
		t.Errorf("got %v, want granted", e)
	}
	b.stands(stood)
	b.left(64, 64)
	b.refusesBy(white, match.Redo, match.WhyNoRedo)
	b.folded()
}

func TestRedoRequestLapsesOnAnyMove(t *testing.T) {
	b := playFair(t, toy, "none")
	b.play("a1", "b1")
	b.by(black, match.Undo)
	b.answer(white, true)
	b.by(white, match.Redo)
	b.play("c1")
	if _, open := b.match.Offer(); open {
		t.Error("the request is open after a move")
	}
}

func TestWithdraw(t *testing.T) {
	asks := map[match.ActionKind]func(*table){
		match.Draw: func(*table) {},
		match.Undo: func(*table) {},
		match.Redo: func(b *table) {
			b.by(black, match.Undo)
			b.answer(white, true)
		},
		match.Rematch: func(b *table) { b.by(black, match.Resign) },
	}
	for kind, prepare := range asks {
		t.Run(string(kind), func(t *testing.T) {
			b := playFair(t, toy, "60s+2s")
			b.play("a1", "b1", "a2", "b2")
			prepare(b)
			asked := b.by(white, kind)
			b.refusesBy(black, match.Withdraw, match.WhyNoOffer)
			b.refuses(match.Action{Kind: match.Withdraw, By: white, Offer: asked.Offer + 1}, match.WhyNoOffer)
			if e := b.by(white, match.Withdraw); e.Kind != match.OfferWithdrawn || e.Offer != asked.Offer {
				t.Errorf("got %v, want offer %d withdrawn", e, asked.Offer)
			}
			b.refuses(match.Action{Kind: match.Answer, By: black, Offer: asked.Offer, Yes: true}, match.WhyNoOffer)
			b.refusesBy(white, kind, match.WhyTooSoon)
			b.folded()
		})
	}
}
