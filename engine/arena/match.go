// SPDX-License-Identifier: Apache-2.0

// Package arena plays matches between two computer players of one rule set and
// says how sure the outcome is.
//
// Openings are random and each is played twice, the sides exchanged, so that
// neither luck nor the first move decides. At fixed nodes a match is the same
// whenever it is played with the same seed.
//
// The package names no game, keeps no clock of a match (players have limits a
// move), stores nothing and does no input or output.
package arena

import (
	"context"
	"fmt"
	"slices"
	"time"

	"cairn/game"
)

// Plan says how a match is played. Zero values stand for the defaults.
type Plan struct {
	Games   int         // rounded up to pairs; DefaultGames
	Seed    uint64      // of openings and of the players' chance
	Opening int         // random plies each game begins with, see [Openings.Fair]; DefaultOpening, none if negative
	Longest int         // plies after which a game is a draw; DefaultLongest
	Report  func(Score) // called after every pair; may be nil
}

// The defaults of a plan.
const (
	DefaultGames   = 100
	DefaultOpening = 4
	DefaultLongest = 1000
)

func (p Plan) complete() Plan {
	if p.Games <= 0 {
		p.Games = DefaultGames
	}
	if p.Opening == 0 {
		p.Opening = DefaultOpening
	}
	if p.Longest <= 0 {
		p.Longest = DefaultLongest
	}
	return p
}

// Play plays a match of a against b and returns the score of a; errors, which are
// those of [Game], come with the score of the pairs finished so far.
func Play[P game.Position[P, M], M comparable](ctx context.Context, def *game.Def[P, M], a, b Player[P, M], plan Plan) (Score, error) {
	plan = plan.complete()
	var score Score
	first, second := &timed[P, M]{Player: a}, &timed[P, M]{Player: b}
	openings := NewOpenings(def, plan.Opening, plan.Seed).Fair()
	for pair := range (plan.Games + 1) / 2 {
		opening := openings.Next()
		var points [2]point
		for side := range game.Sides {
			seed := plan.Seed + uint64(2*pair+side)<<1
			first.Begin(seed)
			second.Begin(seed + 1)
			players := [2]Player[P, M]{first, second}
			players[0], players[1] = players[side], players[1-side]
			verdict, err := Game(ctx, def, players, opening, plan.Longest, nil)
			if err != nil {
				return score, err
			}
			points[side] = pointOf(verdict, game.Side(side))
		}
		score.add(points)
		score.Spent, score.Moves = [2]time.Duration{first.spent, second.spent}, [2]int{first.moves, second.moves}
		if plan.Report != nil {
			plan.Report(score)
		}
	}
	return score, nil
}

// timed is a player whose time is measured.
type timed[P game.Position[P, M], M comparable] struct {
	Player[P, M]
	spent time.Duration
	moves int
}

// Move implements Player.
func (t *timed[P, M]) Move(ctx context.Context, p P, recent []uint64) (M, error) {
	start := time.Now()
	m, err := t.Player.Move(ctx, p, recent)
	t.spent += time.Since(start)
	t.moves++
	return m, err
}

// Game plays one game by the rules and the platform's draws. It begins with the
// moves of an opening; after that many plies in all it is a draw. Seen, which may
// be nil, is called with every turn a player has chosen. Players must have begun.
// Errors are those of the players, a move that is not legal, and the context's.
func Game[P game.Position[P, M], M comparable](
	ctx context.Context, def *game.Def[P, M], players [2]Player[P, M], opening []M, longest int, seen func(p P, m M),
) (game.Verdict, error) {
	p := def.Start()
	var h game.History
	h.Push(p.Hash(), true)
	for ply := range longest {
		if verdict, over := verdictOf(def, p, &h); over {
			return verdict, nil
		}
		var m M
		if ply < len(opening) {
			m = opening[ply]
		} else {
			var err error
			if m, err = ask(ctx, def, players[p.Turn()], p, &h); err != nil {
				return game.Playing, err
			}
			if seen != nil {
				seen(p, m)
			}
		}
		resets := p.Resets(m)
		p = p.Play(m)
		h.Push(p.Hash(), resets)
	}
	return game.Draw, nil
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
