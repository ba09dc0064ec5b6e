// SPDX-License-Identifier: Apache-2.0

package driver

import (
	"context"
	"fmt"
	"strings"
	"time"

	"cairn/game"
)

// Position is a position of the game: the start position and the moves since.
type Position struct {
	Start string // position text; empty for the start of the game
	Moves []string
}

// Limits bound a search. Zero values stand for no limit; without any the program
// decides.
type Limits struct {
	Time      time.Duration    // for the move
	Nodes     uint64           // positions to search
	Depth     int              // turns to look ahead
	Clocked   bool             // the clocks below run
	Left      [2]time.Duration // on the clocks, by side
	Increment [2]time.Duration // per turn, by side
}

// Go asks for a move. The error for an illegal move, or for none, wraps game.ErrIllegal. If
// ctx ends, Go stops the search and returns the error of ctx. After both the program can
// be asked again.
func (e *Engine) Go(ctx context.Context, at Position, l Limits) (move string, err error) {
	if e.failed != nil {
		return "", e.failed
	}
	state, err := e.replay(at)
	if err != nil {
		return "", err
	}
	e.send("%s", positionLine(at))
	e.send("%s", e.goLine(l))
	move, err = e.search(ctx, e.within(l, state.Turn()))
	if err != nil {
		return "", err
	}
	if _, err := state.Find(move); err != nil {
		return "", fmt.Errorf("engine %q in %s: %w", e.command, state, err)
	}
	return move, nil
}

// replay returns the state after the moves.
func (e *Engine) replay(at Position) (game.State, error) {
	state := e.game.Start()
	var err error
	if at.Start != "" {
		if state, err = e.game.Parse(at.Start); err != nil {
			return nil, err
		}
	}
	for _, move := range at.Moves {
		if state, err = state.Play(move); err != nil {
			return nil, err
		}
	}
	return state, nil
}

func positionLine(at Position) string {
	words := []string{"position startpos"}
	if at.Start != "" {
		words = []string{"position fen", at.Start}
	}
	if len(at.Moves) > 0 {
		words = append(append(words, "moves"), at.Moves...)
	}
	return strings.Join(words, " ")
}

func (e *Engine) goLine(l Limits) string {
	words := []string{"go"}
	add := func(name string, value any) { words = append(words, name, fmt.Sprint(value)) }
	if l.Clocked {
		for side, names := range [2][2]string{{e.word("p1time", "wtime"), e.word("p1inc", "winc")}, {e.word("p2time", "btime"), e.word("p2inc", "binc")}} {
			add(names[0], max(l.Left[side], 0).Milliseconds())
			add(names[1], l.Increment[side].Milliseconds())
		}
	}
	if l.Time > 0 {
		add("movetime", max(l.Time.Milliseconds(), 1))
	}
	if l.Nodes > 0 {
		add("nodes", l.Nodes)
	}
	if l.Depth > 0 {
		add("depth", l.Depth)
	}
	return strings.Join(words, " ")
}

// within returns the timeout of a search.
func (e *Engine) within(l Limits, turn game.Side) time.Duration {
	switch {
	case l.Time > 0:
		return l.Time + e.given.Late
	case l.Clocked:
		return max(l.Left[turn], 0) + e.given.Late
	}
	return e.given.Longest
}

// search waits for the answer to "go", and stops the search when ctx ends.
func (e *Engine) search(ctx context.Context, limit time.Duration) (move string, err error) {
	found := func(words []string) bool {
		if words[0] != "bestmove" {
			return false
		}
		move = "none"
		if len(words) > 1 {
			move = words[1]
		}
		return true
	}
	err = e.await(ctx, limit, "bestmove", found)
	if err == nil || e.failed != nil {
		return move, err
	}
	e.send("stop")
	if late := e.await(context.WithoutCancel(ctx), e.given.Late, "bestmove after stop", found); late != nil {
		return "", late
	}
	return "", err
}
