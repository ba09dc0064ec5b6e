// SPDX-License-Identifier: Apache-2.0

package arena

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"cairn/game"
)

// Ending is how a game ended.
type Ending int

// The endings.
const (
	ByRules  Ending = iota // the rules or the platform's draws
	ByTables               // tables know the result
	ByLength               // a draw after many plies
	ByTime                 // the loser's time ran out
	ByFault                // the loser failed
)

// Played is a game of a match.
type Played struct {
	Number  int // from 1
	White   int // which player had White: 0 or 1
	Moves   []string
	Opening int             // how many of the moves were random
	Took    []time.Duration // by each move; 0 in the opening
	Verdict game.Verdict
	Ending  Ending
	Fault   error            // wraps a *Fault; nil unless ByFault
	Left    [2]time.Duration // on the clocks by side, if there are clocks
}

// round is one game.
type round[P game.Position[P, M], M comparable] struct {
	Contest[P, M]
	white   int // the player that has White
	opening []M
	longest int
	seen    func(p P, m M) // called with every turn a player has chosen; may be nil

	spent [2]time.Duration // by player
	turns [2]int           // by player, openings not counted
	left  [2]time.Duration // by side
	moves []M
	took  []time.Duration
}

// Game plays one game by the rules and the platform's draws. It begins with the
// moves of an opening; after that many plies in all it is a draw. Seen, which may
// be nil, is called with every turn a player has chosen. Players must have begun.
// Errors are errors of the players and of the context, and illegal moves.
func Game[P game.Position[P, M], M comparable](
	ctx context.Context, def *game.Def[P, M], players [2]Player[P, M], opening []M, longest int, seen func(p P, m M),
) (game.Verdict, error) {
	r := round[P, M]{Contest: Contest[P, M]{Def: def, Players: players}, opening: opening, longest: longest, seen: seen}
	played, err := r.play(ctx)
	if err == nil {
		err = played.Fault
	}
	return played.Verdict, err
}

// play plays the game.
func (r *round[P, M]) play(ctx context.Context) (Played, error) {
	r.left = [2]time.Duration{r.Plan.Clock.Time, r.Plan.Clock.Time}
	var h game.History
	p := r.Def.Start()
	h.Push(p.Hash(), true)
	for ply := range r.longest {
		if verdict, ending, over := r.over(p, &h, ply); over {
			return r.played(verdict, ending, nil), nil
		}
		m, ending, err := r.next(ctx, p, &h, ply)
		switch {
		case ending == ByTime || ending == ByFault:
			return r.played(game.Wins(p.Turn().Other()), ending, err), nil
		case err != nil:
			return Played{}, err
		}
		for _, player := range r.Players {
			if l, ok := player.(listener[P, M]); ok {
				l.played(p, m)
			}
		}
		r.moves = append(r.moves, m)
		resets := p.Resets(m)
		p = p.Play(m)
		h.Push(p.Hash(), resets)
	}
	return r.played(game.Draw, ByLength, nil), nil
}

// over returns the result of a game that is over by the rules, or that tables know
// after the opening.
func (r *round[P, M]) over(p P, h *game.History, ply int) (game.Verdict, Ending, bool) {
	if verdict, over := verdictOf(r.Def, p, h); over {
		return verdict, ByRules, true
	}
	if r.Judge == nil || ply < len(r.opening) {
		return game.Playing, ByRules, false
	}
	verdict, known := r.Judge(p)
	return verdict, ByTables, known
}

// next returns the next move: of the opening, or of the player, whose clock runs.
func (r *round[P, M]) next(ctx context.Context, p P, h *game.History, ply int) (M, Ending, error) {
	if ply < len(r.opening) {
		r.took = append(r.took, 0)
		return r.opening[ply], ByRules, nil
	}
	side := p.Turn()
	player := r.white ^ int(side)
	if c, ok := r.Players[player].(clocked); ok && r.Plan.Clock.Time > 0 {
		c.setClocks(r.left, r.Plan.Clock.Increment, side)
	}
	began := time.Now()
	m, err := ask(ctx, r.Def, r.Players[player], p, h)
	took := time.Since(began)
	r.spent[player] += took
	r.turns[player]++
	r.left[side] = max(r.left[side]-took, 0)
	var fault *Fault
	if errors.As(err, &fault) && ctx.Err() == nil { // also after the player's time: a program that hangs does not merely lose on time
		fault.Player = player
		return m, ByFault, err
	}
	if r.Plan.Clock.Time > 0 {
		if r.left[side] == 0 {
			return m, ByTime, nil
		}
		r.left[side] += r.Plan.Clock.Increment
	}
	if err == nil && r.seen != nil {
		r.seen(p, m)
	}
	r.took = append(r.took, took)
	return m, ByRules, err
}

// played returns the game with its moves as text.
func (r *round[P, M]) played(v game.Verdict, e Ending, fault error) Played {
	g := Played{White: r.white, Opening: min(len(r.opening), len(r.moves)), Took: r.took, Verdict: v, Ending: e, Fault: fault, Left: r.left}
	if r.Plan.Played == nil {
		return g
	}
	p := r.Def.Start()
	for _, m := range r.moves {
		g.Moves = append(g.Moves, r.Def.FormatMove(p, m))
		p = p.Play(m)
	}
	return g
}

// ask returns a player's move.
func ask[P game.Position[P, M], M comparable](
	ctx context.Context, def *game.Def[P, M], player Player[P, M], p P, h *game.History,
) (M, error) {
	m, err := player.Move(ctx, p, h.Recent())
	if err == nil {
		err = ctx.Err()
	}
	if err == nil && !slices.Contains(p.AppendMoves(nil), m) {
		err = fmt.Errorf("a player chose %v, which is not legal in %s", m, def.Format(p))
	}
	return m, err
}

// verdictOf returns the result by the rules, else by the draws of the platform.
func verdictOf[P game.Position[P, M], M comparable](def *game.Def[P, M], p P, h *game.History) (game.Verdict, bool) {
	if result := p.Result(); result.Over() {
		return result.Verdict, true
	}
	limit, needed := def.QuietLimit(p), def.Draws.Repetition
	drawn := limit > 0 && p.Clock() >= limit || needed > 0 && h.Count() >= needed
	return game.Draw, drawn
}
