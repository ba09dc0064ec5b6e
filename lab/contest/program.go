// SPDX-License-Identifier: Apache-2.0

package contest

import (
	"context"
	"errors"
	"fmt"
	"time"

	"cairn/game"
	"cairn/internal/uci/driver"
	"cairn/lab/arena"
)

// program is a player that is another program. One that has failed is started again
// with the next game.
type program struct {
	spec    arena.Spec
	game    game.Game
	waiting func(error)    // called when it does not answer for a while; may be nil
	engine  *driver.Engine // nil if it does not run
}

// programOptions are those of all programs: one that exceeds its time hangs.
var programOptions = driver.Options{Late: 2 * time.Second}

// quiet is how long a program may be silent before it is named.
var quiet = 10 * time.Second

// name names the program if it is still silent after a while. The caller calls stop when it
// has answered.
func (p *program) name() (stop func() bool) {
	return time.AfterFunc(quiet, func() {
		if p.waiting != nil {
			p.waiting(fmt.Errorf("engine %q: no answer for %s", p.spec.Command, quiet))
		}
	}).Stop
}

// Begin implements arena.Program.
func (p *program) Begin(ctx context.Context) error {
	defer p.name()()
	if p.engine == nil {
		o := programOptions
		o.Settings = p.spec.Settings
		e, err := driver.Start(ctx, p.spec.Command, o)
		if err != nil {
			return err
		}
		p.engine = e
	}
	return p.check(p.engine.NewGame(ctx, p.game))
}

// Move implements arena.Program.
func (p *program) Move(ctx context.Context, moves []string, l arena.ProgramLimits) (string, error) {
	defer p.name()()
	move, err := p.engine.Go(ctx, driver.Position{Moves: moves}, driver.Limits{
		Time: l.Time, Nodes: l.Nodes, Depth: l.Depth,
		Clocked: l.Clocked, Left: l.Left, Increment: [2]time.Duration{l.Increment, l.Increment},
	})
	return move, p.check(err)
}

// check forgets a program that has failed.
func (p *program) check(err error) error {
	if err != nil && !errors.Is(err, game.ErrIllegal) && !errors.Is(err, context.Canceled) && !errors.Is(err, context.DeadlineExceeded) {
		p.engine = nil
	}
	return err
}

func (p *program) close() error {
	if p.engine == nil {
		return nil
	}
	return p.engine.Close()
}
