// SPDX-License-Identifier: Apache-2.0

// Package arena plays matches between two computer players of one rule set and
// says how sure the outcome is.
//
// Openings are random and each is played twice, the sides exchanged, so that
// neither luck nor the first move decides. At fixed nodes a match is the same
// whenever it is played with the same seed. A player may be another program, which
// the caller runs: a [Program].
//
// The package names no game, stores nothing and does no input or output.
package arena

import (
	"context"
	"errors"
	"fmt"
	"time"

	"cairn/game"
)

// Plan says how a match is played. Zero values stand for the defaults.
type Plan struct {
	Games   int          // rounded up to pairs; DefaultGames
	Seed    uint64       // of openings and of the players' chance
	Opening int          // random plies each game begins with, see [Openings.Fair]; DefaultOpening, none if negative
	Longest int          // plies after which a game is a draw; DefaultLongest
	Clock   Clock        // of each player; zero for none, players then have limits a move
	Tables  bool         // games end where tables know the result; for callers that have tables, see [Contest.Judge]
	Test    *SPRT        // ends the match when it is decided; may be nil
	Report  func(Score)  // called after every pair; may be nil
	Played  func(Played) // called after every game; may be nil
	Waiting func(error)  // called with a program that has not answered for a while; may be nil
}

// Clock is the time of a player for a game.
type Clock struct{ Time, Increment time.Duration }

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

// Contest is a match of two players.
type Contest[P game.Position[P, M], M comparable] struct {
	Def     *game.Def[P, M]
	Players [2]Player[P, M]
	Plan    Plan
	// Judge returns the result of a position with best play, if it is known; nil
	// for none. A game ends where it is.
	Judge func(p P) (v game.Verdict, known bool)
}

// Play plays a match of a against b and returns the score of a; errors, which are
// those of [Contest.Play], come with the score of the pairs finished so far.
func Play[P game.Position[P, M], M comparable](ctx context.Context, def *game.Def[P, M], a, b Player[P, M], plan Plan) (Score, error) {
	return Contest[P, M]{Def: def, Players: [2]Player[P, M]{a, b}, Plan: plan}.Play(ctx)
}

// mostFaults is in how many games running a program may fail.
const mostFaults = 3

// Play plays the match and returns the score of the first player. A game that a
// [Program] fails in is lost for it. Errors are those of other players, a program
// that fails in three games running, and the context's; they come with the score of
// the pairs finished so far.
func (c Contest[P, M]) Play(ctx context.Context) (Score, error) {
	plan := c.Plan.complete()
	var score Score
	var running [2]int // games that each player has failed in
	openings := NewOpenings(c.Def, plan.Opening, plan.Seed).Fair()
	for pair := range (plan.Games + 1) / 2 {
		opening := openings.Next()
		var points [2]point
		for side := range game.Sides {
			r := round[P, M]{Contest: c, white: side, opening: opening, longest: plan.Longest}
			seed := plan.Seed + uint64(2*pair+side)<<1
			r.Players[0].Begin(seed)
			r.Players[1].Begin(seed + 1)
			played, err := r.play(ctx)
			if err != nil {
				return score, err
			}
			for player := range game.Sides {
				score.Spent[player] += r.spent[player]
				score.Moves[player] += r.turns[player]
			}
			if plan.Played != nil {
				played.Number = 2*pair + side + 1
				plan.Played(played)
			}
			if err := score.count(played, &running); err != nil {
				return score, err
			}
			points[side] = pointOf(played.Verdict, game.Side(side))
		}
		score.add(points)
		if plan.Report != nil {
			plan.Report(score)
		}
		if plan.Test != nil && plan.Test.Decide(score) != Open {
			break
		}
	}
	return score, nil
}

// count counts the fault of a player, if there is one, and the games running.
func (s *Score) count(p Played, running *[2]int) error {
	var fault *Fault
	if !errors.As(p.Fault, &fault) {
		*running = [2]int{}
		return nil
	}
	s.Faults[fault.Player]++
	running[fault.Player]++
	running[1-fault.Player] = 0
	if running[fault.Player] == mostFaults {
		return fmt.Errorf("%d games running: %w", mostFaults, fault)
	}
	return nil
}
