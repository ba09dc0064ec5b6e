// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"cairn/catalog"
	"cairn/engine"
)

// defaultTime is how long a full search takes that nothing limits.
const defaultTime = time.Second

// think answers "go". An infinite search ends only when it is stopped, also
// where it has found out everything.
func (d *dialogue) think(ctx context.Context, words []string) error {
	limits, infinite, err := readLimits(words, d.state.Turn())
	if err != nil {
		return err
	}
	q := catalog.Question{
		State: d.state, Recent: d.history.Recent(), Level: d.options.level, Limits: limits, Seed: seedOf(d.options.seed),
	}
	if !infinite && q.Level == "" && limits == (engine.Limits{}) {
		q.Limits.Time = defaultTime
	}
	d.start(ctx, infinite, func(ctx context.Context) {
		move := d.bestMove(ctx, q)
		if infinite {
			<-ctx.Done()
		}
		d.say("bestmove %s", move)
	})
	return nil
}

// bestMove finds the move, and tells on the way what it finds. Where the game
// is over it is "none".
func (d *dialogue) bestMove(ctx context.Context, q catalog.Question) string {
	if q.State.Result().Over() {
		return "none"
	}
	d.prepare(ctx)
	began := time.Now()
	known := d.known(ctx, q)
	q.Limits = after(q.Limits, time.Since(began))
	if len(known.moves) > 0 {
		if move, ok := d.exact(ctx, q, known); ok {
			return move
		}
	}
	return d.search(ctx, q, known)
}

// search finds a move by thinking, one that keeps the value if that is known.
func (d *dialogue) search(ctx context.Context, q catalog.Question, known knowledge) string {
	var last catalog.Answer
	q.Report = func(a catalog.Answer) { d.info(scoreText(a.Score), a); last = a }
	a, err := d.thinker.Think(ctx, q)
	if err != nil {
		d.complain(fmt.Errorf("go: %w", err))
		return "none"
	}
	if a.Nodes != last.Nodes || a.Move != last.Move {
		d.info(scoreText(a.Score), a)
	}
	return known.keep(a.Move)
}

// after returns the limits that remain when some time is spent.
func after(l engine.Limits, spent time.Duration) engine.Limits {
	if l.Time > 0 {
		l.Time = max(l.Time-spent, time.Millisecond)
	}
	if l.Clock.Left > 0 {
		l.Clock.Left = max(l.Clock.Left-spent, time.Millisecond)
	}
	return l
}

// info tells what has been found.
func (d *dialogue) info(score string, a catalog.Answer) {
	perSecond := 0.0
	if a.Elapsed > 0 {
		perSecond = float64(a.Nodes) / a.Elapsed.Seconds()
	}
	d.say("info depth %d score %s nodes %d nps %.0f time %d pv %s",
		a.Depth, score, a.Nodes, perSecond, a.Elapsed.Milliseconds(), strings.Join(a.PV, " "))
}

// scoreText writes a score for programs: in men, or the turns to the end.
func scoreText(score int) string {
	plies, decided := engine.MateIn(score)
	switch {
	case decided && score > 0:
		return fmt.Sprintf("win %d", plies)
	case decided:
		return fmt.Sprintf("loss %d", plies)
	}
	return fmt.Sprintf("men %.2f", float64(score)/100)
}
