// SPDX-License-Identifier: Apache-2.0

package tui

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"cairn/game"
)

// computing reports whether a computer player is to move.
func (s *session) computing() bool {
	return !s.idle() && !s.plan.seats[s.match.Turn()].human()
}

// think asks the computer player to move; it does not touch the session, so
// that the session may go on meanwhile. A panic in a computer player becomes an
// error.
func (s *session) think() func(ctx context.Context) (string, error) {
	if s.plan.task != nil {
		return s.plan.task.reply(s.match)
	}
	ask, walk := s.plan.entry.Think, s.match.Walk()
	q := Question{
		State:  walk.State(),
		Recent: walk.Recent(),
		Level:  s.plan.seats[s.match.Turn()].level,
		Seed:   game.Mix(s.options.Seed ^ game.Mix(uint64(s.match.Seq()))),
	}
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
	s.log.news = nil
	s.log.text("computer.failed", "side", side, "error", err.Error())
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
func acceptsDraw(state game.State) bool {
	v := state.View()
	men := func(side game.Side) int { return v.Sides[side].Board + v.Sides[side].Hand }
	return 2*state.Clock() >= state.QuietLimit() && men(game.White) == men(game.Black)
}

// background is work that is done in the background. Only the result of what was begun
// last counts.
type background struct {
	number int
	cancel context.CancelFunc // nil when nothing is being done
}

// begin returns the context and the number of new work.
func (b *background) begin(ctx context.Context) (context.Context, int) {
	b.stop()
	ctx, b.cancel = context.WithCancel(ctx)
	return ctx, b.number
}

// stop ends the work; a result that still comes does not count.
func (b *background) stop() {
	b.number++
	if b.cancel != nil {
		b.cancel()
		b.cancel = nil
	}
}

// thought is the computer's answer to the question of that number.
type thought struct {
	number int
	move   string
	err    error
}

// ask lets the computer think in the background, if it is to move.
func (m *Model) ask() tea.Cmd {
	if !m.session.computing() {
		return nil
	}
	ctx, number := m.thinking.begin(m.ctx)
	think, pace := m.session.think(), m.session.options.Pace
	return func() tea.Msg {
		least := time.NewTimer(pace)
		defer least.Stop()
		move, err := think(ctx)
		select {
		case <-least.C:
		case <-ctx.Done():
		}
		return thought{number, move, err}
	}
}

// computerMoved plays the computer's answer unless the game has changed since.
func (m *Model) computerMoved(t thought) tea.Cmd {
	if t.number != m.thinking.number || !m.session.computing() {
		return nil
	}
	m.session.answered(t.move, t.err)
	return m.refresh()
}
