// SPDX-License-Identifier: Apache-2.0

package tui

import (
	"context"

	"cairn/game"
)

// computing reports whether a computer player is to move.
func (s *session) computing() bool {
	return !s.idle() && !s.plan.seats[s.match.Turn()].human()
}

// computerQuestion returns the question for the computer player to move.
func (s *session) computerQuestion() Question {
	walk := s.match.Walk()
	return Question{
		State:  walk.State(),
		Recent: walk.History().Recent(),
		Level:  s.plan.seats[s.match.Turn()].level,
		Seed:   game.Mix(s.options.Seed ^ game.Mix(uint64(s.match.Seq()))),
	}
}

// think asks the computer player to move; it does not touch the session, so
// that the session may go on meanwhile. A panic in a computer player becomes an
// error.
func (s *session) think() func(ctx context.Context) (string, error) {
	if s.plan.puzzle != nil {
		return s.reply()
	}
	ask, q := s.plan.entry.Think, s.computerQuestion()
	return func(ctx context.Context) (move string, err error) {
		defer caught(&err)
		return ask(ctx, q)
	}
}

// answered plays the computer's move. A computer player that fails hands its
// seat to the person at the keyboard: the game goes on.
func (s *session) answered(move string, err error) {
	if err == nil {
		err = s.submit(action{kind: actMove, text: move})
	}
	if err == nil {
		return
	}
	side := s.match.Turn()
	s.news = nil
	s.logText("computer.failed", "side", side, "error", err.Error())
	s.plan.seats[side] = seat{}
	s.showMirrors()
}

// offersComputer reports whether a draw offered now would be offered to a
// computer player.
func (s *session) offersComputer() bool {
	actor, _ := s.actor().Side()
	return !s.plan.seats[actor.Other()].human()
}

// acceptsDraw is the computer's answer to an offer: yes when nothing has
// happened for half the time that would make a draw anyway, and neither side
// is ahead in men.
func (s *session) acceptsDraw() bool {
	state := s.match.State()
	v := state.View()
	men := func(side game.Side) int { return v.Sides[side].Board + v.Sides[side].Hand }
	return 2*state.Clock() >= state.QuietLimit() && men(game.White) == men(game.Black)
}
