// SPDX-License-Identifier: Apache-2.0

package bot

import (
	"context"
	"errors"
	"fmt"
	"time"

	"cairn/client"
	"cairn/game"
	"cairn/internal/uci/driver"
	"cairn/match"
)

// slowClock is the remaining time from which a bot thinks as if there were no clock.
const slowClock = time.Hour

// player plays one match.
type player struct {
	*Bot
	match  string
	engine *driver.Engine // nil if it is not running
	failed int            // failures of the engine in a row
	latest chan *client.State
	moved  int           // seq of the last state that was answered with a move
	added  time.Duration // increment of the clock
}

// play plays a match with a clock until it is over. It returns nil then, and an error
// if the bot cannot continue.
func (b *Bot) play(ctx context.Context, id, clock string) error {
	control, err := match.ParseControl(clock)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	p := &player{Bot: b, match: id, added: control.Increment, latest: make(chan *client.State, 1), moved: -1}
	defer p.stop()
	ended := make(chan error, 1)
	go func() { ended <- p.follow(ctx) }()
	for {
		select {
		case err := <-ended:
			return err
		case state := <-p.latest:
			for state != nil {
				if state.Status == "over" {
					return nil
				}
				if state, err = p.answer(ctx, state); err != nil {
					return err
				}
			}
		}
	}
}

// follow sends the latest state of the match to p.latest.
func (p *player) follow(ctx context.Context) error {
	for m, err := range p.Client.Follow(ctx, p.match, 0) {
		if err != nil {
			return err
		}
		if m.State == nil {
			continue
		}
		select {
		case <-p.latest: // replaced by the newer one
		default:
		}
		p.latest <- m.State
	}
	return ctx.Err()
}

// answer moves if it is the bot's turn, and declines offers. It returns a newer state
// if one came meanwhile.
func (p *player) answer(ctx context.Context, s *client.State) (newer *client.State, err error) {
	if s.Status == "ready" && s.Can.Start {
		_, err := p.Client.Command(ctx, p.match, "start")
		p.report(unlessLate(err), "match", p.match)
	}
	if s.Offer != nil && !s.Offer.Mine {
		_, err := p.Client.Answer(ctx, p.match, s.Offer.ID, false)
		p.report(unlessLate(err), "match", p.match)
	}
	if len(s.Moves) == 0 || s.You != s.Turn.String() || s.Seq <= p.moved {
		return nil, nil
	}
	move, newer, err := p.think(ctx, s)
	if newer != nil || err != nil {
		return newer, err
	}
	_, err = p.Client.Move(ctx, p.match, s.Seq, move)
	if err = unlessLate(err); err == nil {
		p.moved = s.Seq
		return nil, nil
	}
	if _, refused := errors.AsType[*client.Error](err); refused {
		err = fmt.Errorf("move %s: %w", move, err)
	}
	return nil, err
}

// unlessLate returns the error of a command, nil if the command only came too late.
func unlessLate(err error) error {
	if refused, ok := errors.AsType[*client.Error](err); ok && refused.Late() {
		return nil
	}
	return err
}

// think asks the engine for a move. If the match changes meanwhile, as when the opponent
// leaves, it returns the newer state instead. A failed engine is restarted; after some
// failures in a row the bot resigns.
func (p *player) think(ctx context.Context, s *client.State) (move string, newer *client.State, err error) {
	for {
		search, cancel := context.WithCancel(ctx)
		found := make(chan error, 1)
		go func() {
			var err error
			move, err = p.search(search, s)
			found <- err
		}()
		newer, err = p.await(s.Seq, found, cancel)
		switch {
		case ctx.Err() != nil:
			return "", nil, ctx.Err()
		case newer != nil:
			return "", newer, nil
		case err == nil:
			p.failed = 0
			return move, nil, nil
		}
		p.failed++
		p.Log.Error("the engine failed", "match", p.match, "times", p.failed, "err", err)
		p.stop()
		if p.failed > p.Retries {
			_, resigned := p.Client.Command(ctx, p.match, "resign")
			return "", nil, errors.Join(fmt.Errorf("resigned: %w", err), unlessLate(resigned))
		}
	}
}

// await waits for the end of a search, or cancels it when the match changes. A state with
// an unchanged seq, as when the opponent reconnects, is ignored.
func (p *player) await(seq int, found <-chan error, cancel context.CancelFunc) (newer *client.State, err error) {
	defer cancel()
	for {
		select {
		case newer = <-p.latest:
			if newer.Seq != seq {
				cancel()
				return newer, <-found
			}
		case err = <-found:
			return nil, err
		}
	}
}

// search starts the engine if it is not running, and requests a move.
func (p *player) search(ctx context.Context, s *client.State) (string, error) {
	if p.engine == nil {
		g, err := p.Find(s.Game)
		if err != nil {
			return "", err
		}
		e, err := driver.Start(ctx, p.Engine, p.Driver)
		if err != nil {
			return "", err
		}
		p.engine = e
		if err := e.NewGame(ctx, g); err != nil {
			return "", err
		}
	}
	return p.engine.Go(ctx, driver.Position{Start: s.Start, Moves: s.Line}, p.limits(s))
}

// limits returns how long to think.
func (p *player) limits(s *client.State) driver.Limits {
	white, black := s.Sides.White.ClockMS, s.Sides.Black.ClockMS
	if white == nil || black == nil {
		return driver.Limits{Time: p.Think}
	}
	left := [2]time.Duration{game.White: time.Duration(*white) * time.Millisecond, game.Black: time.Duration(*black) * time.Millisecond}
	if left[s.Turn] >= slowClock {
		return driver.Limits{Time: p.Think}
	}
	for side := range left {
		left[side] = max(left[side], time.Millisecond)
	}
	return driver.Limits{Clocked: true, Left: left, Increment: [2]time.Duration{p.added, p.added}}
}

// stop ends the engine.
func (p *player) stop() {
	if p.engine != nil {
		p.report(p.engine.Close(), "engine", p.Engine)
		p.engine = nil
	}
}
