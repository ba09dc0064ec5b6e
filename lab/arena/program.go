// SPDX-License-Identifier: Apache-2.0

package arena

import (
	"context"
	"fmt"
	"time"

	"cairn/engine"
	"cairn/game"
)

// Program is another program that plays, which the caller runs.
type Program interface {
	// Begin prepares it for a new game, and starts it if it does not run.
	Begin(ctx context.Context) error
	// Move returns the move after those played since the start of the game. Limits
	// are those of the player; Left and Increment are the clocks, if clocked.
	Move(ctx context.Context, moves []string, l ProgramLimits) (string, error)
}

// ProgramLimits bound a move of a program.
type ProgramLimits struct {
	engine.Limits
	Clocked   bool             // the clocks below run
	Left      [2]time.Duration // by side
	Increment time.Duration
}

// Fault is the failure of a program: an error of its own, or an illegal move.
type Fault struct {
	Player int // 0 or 1
	Err    error
}

func (f *Fault) Error() string { return f.Err.Error() }

// Unwrap returns the error of the program.
func (f *Fault) Unwrap() error { return f.Err }

// clocked is a player that has to know the clocks.
type clocked interface {
	setClocks(left [2]time.Duration, increment time.Duration, turn game.Side)
}

// listener is a player that has to know all moves of the game.
type listener[P, M any] interface{ played(p P, m M) }

// outsider plays by another program.
type outsider[P game.Position[P, M], M comparable] struct {
	def     game.Def[P, M]
	program Program
	limits  ProgramLimits
	moves   []string
	begun   bool
}

// Begin implements Player. The program begins with its first move, which can fail.
func (o *outsider[P, M]) Begin(uint64) { o.moves, o.begun = nil, false }

func (o *outsider[P, M]) played(p P, m M) { o.moves = append(o.moves, o.def.FormatMove(p, m)) }

func (o *outsider[P, M]) setClocks(left [2]time.Duration, increment time.Duration, _ game.Side) {
	o.limits.Clocked, o.limits.Left, o.limits.Increment = true, left, increment
}

// Move implements Player. All errors of the program are a *Fault.
func (o *outsider[P, M]) Move(ctx context.Context, p P, _ []uint64) (M, error) {
	var none M
	if !o.begun {
		if err := o.program.Begin(ctx); err != nil {
			return none, &Fault{Err: err}
		}
		o.begun = true
	}
	text, err := o.program.Move(ctx, o.moves, o.limits)
	if err != nil {
		return none, &Fault{Err: err}
	}
	for _, m := range p.AppendMoves(nil) {
		if o.def.FormatMove(p, m) == text {
			return m, nil
		}
	}
	return none, &Fault{Err: fmt.Errorf("%w %q in %s", game.ErrIllegal, text, o.def.Format(p))}
}
