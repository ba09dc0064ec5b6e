// SPDX-License-Identifier: Apache-2.0

package match_test

import (
	"testing"

	"cairn/game"
	"cairn/match"
)

func TestDrawAgreed(t *testing.T) {
	b := playOnline(t, shuttle, "none")
	offered := b.by(white, match.Draw)
	if offered.Offer != offered.Seq {
		t.Errorf("offer: got id %d, want that of its event, %d", offered.Offer, offered.Seq)
	}
	want := match.Offer{ID: offered.Seq, Kind: match.DrawOffer, By: game.White}
	if got, open := b.match.Offer(); got != want || !open {
		t.Errorf("open offer: got %v, %v, want %v", got, open, want)
	}
	e := b.answer(black, true)
	if e.Kind != match.DrawAgreed || e.Offer != offered.Seq || e.By != black {
		t.Errorf("got %v, want offer %d agreed by black", e, offered.Seq)
	}
	b.ends(game.Draw, match.ByAgreement)
	if _, open := b.match.Offer(); open {
		t.Error("an offer is open after the end")
	}
}

func TestBothOfferingIsAgreement(t *testing.T) {
	b := playOnline(t, shuttle, "none")
	b.by(black, match.Draw)
	if !b.match.CanDraw(game.White) {
		t.Error("got no draw for white, want one: black offers it")
	}
	if e := b.by(white, match.Draw); e.Kind != match.DrawAgreed {
		t.Errorf("got %v, want agreed", e)
	}
	b.ends(game.Draw, match.ByAgreement)
}

func TestDrawDeclinedAndOfferedAgain(t *testing.T) {
	b := playOnline(t, shuttle, "none")
	b.by(white, match.Draw)
	if e := b.answer(black, false); e.Kind != match.DrawDeclined || e.End.Over() {
		t.Errorf("got %v, want declined without end", e)
	}
	b.ends(game.Playing, "")
	for _, text := range []string{"b1", "c1", "a1", "b1", "c1", "a1"} {
		b.refusesBy(white, match.Draw, match.WhyTooSoon)
		if b.match.CanDraw(game.White) {
			t.Error("got another offer for white, want none yet")
		}
		b.play(text)
	}
	b.by(white, match.Draw)
}

func TestTheOtherSideMayOfferAtOnce(t *testing.T) {
	b := playOnline(t, shuttle, "none")
	b.by(white, match.Draw)
	b.answer(black, false)
	b.by(black, match.Draw)
	b.answer(white, false)
	b.refusesBy(black, match.Draw, match.WhyTooSoon)
}

func TestAnswerRefusals(t *testing.T) {
	b := playOnline(t, shuttle, "none")
	b.play("b1", "a1")
	id := b.by(white, match.Draw).Offer
	answer := match.Action{Kind: match.Answer, By: white, Offer: id, Yes: true}
	b.refuses(answer, match.WhyOwnOffer)
	b.refuses(match.Action{Kind: match.Answer, By: black, Offer: id + 1, Yes: true}, match.WhyNoOffer)
	b.refusesBy(white, match.Draw, match.WhyOfferOpen)
	b.refusesBy(black, match.Undo, match.WhyOfferOpen)
	if b.match.CanUndo(black) || b.match.CanDraw(game.White) {
		t.Error("got another offer beside the open one, want none")
	}
	b.answer(black, false)
	answer.By = black
	b.refuses(answer, match.WhyNoOffer)
}

func TestDrawOfferLapses(t *testing.T) {
	tests := []struct {
		name   string
		by     match.Seat
		moves  []string
		closed bool
	}{
		{"the offerer's own move keeps it", white, []string{"b1"}, false},
		{"the answerer's move declines it", white, []string{"b1", "c1"}, true},
		{"offered out of turn, declined by a move", black, []string{"b1"}, true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			b := playOnline(t, shuttle, "none")
			id := b.by(test.by, match.Draw).Offer
			b.play(test.moves...)
			if _, open := b.match.Offer(); open == test.closed {
				t.Fatalf("open: got %v, want %v", open, !test.closed)
			}
			if test.closed {
				b.refuses(match.Action{Kind: match.Answer, By: test.by.Other(), Offer: id, Yes: true}, match.WhyNoOffer)
				b.refusesBy(test.by, match.Draw, match.WhyTooSoon)
			}
		})
	}
}

func TestOffersEndWithTheMatch(t *testing.T) {
	b := playOnline(t, shuttle, "none")
	id := b.by(white, match.Draw).Offer
	b.by(white, match.Resign)
	b.refuses(match.Action{Kind: match.Answer, By: black, Offer: id, Yes: true}, match.WhyNoOffer)
	b.ends(game.BlackWins, match.ByResignation)
}

func TestDrawOnOneMachine(t *testing.T) {
	b := playLocal(t, shuttle, match.Free)
	b.by(black, match.Draw)
	b.answer(white, true)
	b.ends(game.Draw, match.ByAgreement)
}

func TestRematch(t *testing.T) {
	over := func(t *testing.T) *table {
		b := playOnline(t, shuttle, "5m+3s")
		b.by(white, match.Resign)
		return b
	}
	t.Run("agreed", func(t *testing.T) {
		b := over(t)
		b.by(white, match.Rematch)
		b.refusesBy(white, match.Rematch, match.WhyOfferOpen)
		if e := b.answer(black, true); e.Kind != match.RematchAgreed || e.End.Over() {
			t.Errorf("got %v, want agreed, and no further end", e)
		}
		if !b.match.Rematched() {
			t.Error("got no rematch, want one")
		}
		b.refusesBy(black, match.Rematch, match.WhyRematched)
	})
	t.Run("both offer", func(t *testing.T) {
		b := over(t)
		b.by(white, match.Rematch)
		if e := b.by(black, match.Rematch); e.Kind != match.RematchAgreed {
			t.Errorf("got %v, want agreed", e)
		}
	})
	t.Run("declined once, the other may still ask", func(t *testing.T) {
		b := over(t)
		b.by(white, match.Rematch)
		if e := b.answer(black, false); e.Kind != match.RematchDeclined {
			t.Errorf("got %v, want declined", e)
		}
		b.refusesBy(white, match.Rematch, match.WhyTooSoon)
		b.by(black, match.Rematch)
		b.answer(white, true)
	})
	t.Run("no opponent", func(t *testing.T) {
		s := online("none")
		s.Seats[game.Black] = ""
		b := sit(t, shuttle, s)
		b.by(white, match.Abort)
		b.refusesBy(white, match.Rematch, match.WhyWaiting)
	})
	t.Run("on one machine at once", func(t *testing.T) {
		b := playLocal(t, shuttle, match.Own)
		b.by(white, match.Resign)
		if e := b.by(match.NoSeat, match.Rematch); e.Kind != match.RematchAgreed || e.Offer != 0 {
			t.Errorf("got %v, want agreed without offer", e)
		}
		b.refusesBy(white, match.Undo, match.WhyRematched)
	})
}

func TestRematchSetupExchangesSides(t *testing.T) {
	s := online("5m+3s")
	s.Start = "b1 b"
	s.Seats[game.Black] = ""
	b := sit(t, shuttle, s)
	b.do(match.Action{Kind: match.Join, Account: "cleo"})
	want := match.Setup{
		Game: "shuttle", Revision: 1, Start: "b1 b", Control: s.Control,
		Creator: black, Seats: [2]string{"cleo", "anna"},
	}
	if got := b.match.RematchSetup(); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if again := sit(t, shuttle, want); again.match.Status() != match.Ready {
		t.Errorf("rematch: got %s, want ready", again.match.Status())
	}
}
