// SPDX-License-Identifier: Apache-2.0

package tui

import (
	"slices"

	"cairn/internal/lang"
	"cairn/match"
)

// asked reports whether an offer waits for the player's answer.
func (r *Remote) asked() bool {
	o := r.state.Offer
	return o != nil && !o.Mine && r.state.You != ""
}

// Choose implements Game.
func (r *Remote) Choose(words *lang.Catalogue, kind ActionKind) (Choice, error) {
	offer, can := r.state.Offer, r.state.Can
	if own := offer != nil && offer.Mine; own && slices.Contains([]ActionKind{match.Draw, match.Undo, match.Redo, New, match.Withdraw}, kind) {
		return Choice{words.Text("online.withdraw"), []Action{{Kind: match.Withdraw, Offer: offer.ID}}, nil}, nil
	}
	ask := func(possible bool, key string) (Choice, error) {
		if !possible {
			return Choice{}, refuse("online.notnow")
		}
		return Choice{Question: words.Text(key), Yes: does(kind).Yes}, nil
	}
	switch kind {
	case match.Undo:
		return ask(can.Undo, "online.undo")
	case match.Redo:
		return ask(can.Redo, "online.redo")
	case match.Draw:
		return ask(can.Draw, "online.draw")
	case match.Claim:
		return ask(can.Claim, "online.claim")
	case match.Resign:
		if can.Abort {
			kind = match.Abort
			return ask(true, "online.abort")
		}
		return ask(can.Resign, "online.resign")
	case match.Answer:
		if !r.asked() {
			return Choice{}, refuse("refused.no-offer")
		}
		return Choice{printable(offer.Text), []Action{{Kind: match.Answer, Yes: true, Offer: offer.ID}}, []Action{{Kind: match.Answer, Offer: offer.ID}}}, nil
	case New:
		if can.Rematch {
			return does(match.Rematch), nil
		}
		c := does(Lobby)
		if r.state.Status == "playing" && r.state.You != "" {
			c.Question = words.Text("online.leave")
		}
		return c, nil
	case Touch:
		switch {
		case r.Stage() == Ended:
			return Choice{}, refuse("screen.over")
		case can.Start:
			return does(match.Start), nil
		case r.state.Status == "playing":
			return Choice{}, refuse("refused.not-turn")
		}
		return Choice{}, nil
	case Save:
		if r.options.Far != nil {
			return Choice{}, refuse("online.nosave")
		}
	case Load:
		return Choice{}, refuse("online.noload")
	case Hint, Values:
		if r.Stage() != Ended {
			return Choice{}, refuse("online.nohint")
		}
	}
	return does(kind), nil
}

// Do implements Game. A move is shown at once, as not confirmed.
func (r *Remote) Do(a Action) (Work, error) {
	switch a.Kind {
	case Save:
		r.log.News = nil
		record := r.match.Record()
		record.Players = r.names
		return nil, r.write(a.Text, record)
	case Lobby, Quit:
		r.streaming()
		return nil, nil
	}
	command := r.online.Client.NewCommand(0)
	command.Offer, command.Yes = a.Offer, a.Yes
	if a.Kind == match.Move {
		command.Expect, command.Move = r.state.Seq, a.Text
		next, err := playOn(r.base, []string{a.Text}, r.options.Now())
		if err != nil {
			return nil, err
		}
		r.match, r.sent = next, a.Text
		r.turns++
	}
	r.unanswered++
	return func() func() error {
		seq, err := r.online.Client.Do(r.life, r.id, string(a.Kind), command)
		return func() error {
			r.unanswered--
			r.connected(true)
			if err != nil && a.Kind == match.Move && r.sent == a.Text {
				r.match, r.sent = r.base, ""
				r.turns++
			}
			r.answered = max(r.answered, seq) // seq is 0 after an error
			return err
		}
	}, nil
}
