// SPDX-License-Identifier: Apache-2.0

package tui

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"time"

	"cairn/game"
	"cairn/internal/lang"
	"cairn/match"
)

// Local is a game on this machine, between people and computer players. It has no match
// until one is begun, loaded or resumed.
type Local struct {
	gameBase
	Resumable bool // after Quit: the game was kept and can be continued

	random  *rand.Rand
	plan    Plan
	saved   int // Seq of the match when it was last saved, loaded or begun
	keeper  keeper
	mirrors []io.Writer

	left     bool               // after Quit
	thinking context.CancelFunc // nil if no computer is thinking
	position int                // Seq of the match that the computer thinks about
}

var _ Game = (*Local)(nil)

// NewLocal returns a Local without a match.
func NewLocal(o *Options) *Local {
	l := &Local{gameBase: gameBase{options: o}, random: rand.New(rand.NewPCG(o.Seed, 0)), mirrors: slices.Clone(o.Mirrors)}
	if o.State != "" {
		l.keeper.dir = filepath.Join(o.State, "games")
	}
	return l
}

// Begun reports whether there is a match.
func (l *Local) Begun() bool { return l.plan.Entry != nil }

// Plan returns the plan of the game.
func (l *Local) Plan() Plan { return l.plan }

// Again returns the plan of a new game with the same choices; random sides are drawn anew.
func (l *Local) Again() Plan {
	if l.plan.setup != nil {
		return l.Draw(*l.plan.setup)
	}
	return l.plan
}

// Draw assigns the sides, at random if the setup leaves them open.
func (l *Local) Draw(c Setup) Plan { return c.Plan(l.random) }

// Named returns the plan of a game with the players and the clock of the options. Without
// players two people play, and White is drawn.
func (l *Local) Named(e *Entry) Plan {
	control, _ := match.ParseControl(l.options.Control) // Complete has checked it
	if l.options.Players == [2]string{} {
		return l.Draw(Setup{Entry: e, Control: control})
	}
	return PlanOf(e, l.options.Players, control)
}

// Begin begins the game of the options, with their players and clock.
func (l *Local) Begin() error {
	e, err := l.options.Find(l.options.Game)
	if err == nil {
		_, err = l.Do(Action{Kind: New, Plan: l.Named(e)})
	}
	return err
}

// Open opens the puzzles, the latest kept game or the file of the options. It reports
// whether they name one of these.
func (l *Local) Open() (bool, error) {
	o := l.options
	switch {
	case len(o.Puzzles) > 0:
		p, err := o.puzzlePlan(0)
		if err == nil {
			_, err = l.Do(Action{Kind: New, Plan: p})
		}
		return true, err
	case o.Resume:
		latest, ok := l.keeper.latest(o, true)
		if !ok {
			return true, errors.New("there is no unfinished game to continue")
		}
		_, err := l.Do(Action{Kind: Resume, Text: latest.path})
		return true, err
	case o.File != "":
		return true, l.openFile()
	}
	return false, nil
}

// Stage implements Game.
func (l *Local) Stage() Stage {
	switch {
	case l.plan.task.solved(l.match):
		return Solved
	case l.match.Status() == match.Over:
		return Ended
	case !l.plan.seats[l.match.Turn()].human():
		return Thinking
	}
	return Entering
}

// Version implements Game.
func (l *Local) Version() int { return l.match.Seq() }

// Pending implements Game.
func (l *Local) Pending() Pending { return Nothing }

// Next implements Game.
func (l *Local) Next() string { return "" }

// Running reports whether a game has begun and not ended.
func (l *Local) Running() bool {
	return l.Begun() && l.match.Status() != match.Over && l.match.Ply() > 0
}

func (l *Local) unsaved() bool {
	return l.Begun() && l.plan.task == nil && l.match.Ply() > 0 && l.match.Seq() != l.saved
}

// Loses reports whether quitting would lose moves.
func (l *Local) Loses() bool { return l.unsaved() && (l.keeper.path == "" || l.keeper.failed) }

// Decided reports whether the game has ended, but not by its rules: it can be reopened.
func (l *Local) Decided() bool {
	return l.match.Status() == match.Over && !l.match.Walk().Result().Over()
}

// Left implements Game.
func (l *Local) Left(side game.Side, ply int) (time.Duration, bool) {
	if l.match.Setup().Control.Kind == match.NoClock {
		return 0, false
	}
	if at, known := l.match.LeftAt(ply); known && ply < l.match.Ply() {
		return at[side], true
	}
	return l.match.Clock().Remaining(side, l.options.Now()), true
}

// Seat implements Game.
func (l *Local) Seat(words *lang.Catalogue, side game.Side) Seat {
	switch at := l.plan.seats[side]; {
	case at.level == puzzleSeat:
		return Seat{}
	case !at.human():
		name := words.Player(at.level)
		return Seat{Text: words.Text("seat.level", "level", name), Short: func(string) string { return name }}
	case l.names[side] != "":
		return Seat{Text: printable(l.names[side])}
	case at.number > 0:
		return Seat{Text: words.Text("seat.player", "number", at.number)}
	case !l.plan.seats[side.Other()].human():
		return Seat{Text: words.Text("seat.you")}
	}
	return Seat{}
}

// Result implements Game.
func (l *Local) Result(words *lang.Catalogue) string {
	return result(l.match, words)
}

// Status implements Game.
func (l *Local) Status(words *lang.Catalogue, _ bool) string {
	switch l.Stage() {
	case Solved:
		return words.Text("puzzle.done")
	case Ended:
		return words.Text("screen.ended")
	case Thinking:
		return words.Text("screen.thinking", "side", words.Side(l.match.Turn()))
	}
	return ""
}

// Tick implements Game: it ends the game when the side to move is out of time.
func (l *Local) Tick() (next time.Duration, connected bool) {
	deadline, limited := l.match.Clock().Deadline()
	if !limited {
		return 0, true
	}
	if left := deadline.Sub(l.options.Now()); left > 0 {
		return left, true
	}
	_, _ = l.Do(Action{Kind: match.Flag}) // an error means that the game has ended already
	return 0, true
}

// Await implements Game: the computer thinks if it is to move.
func (l *Local) Await(ctx context.Context) Work {
	if l.left || l.Stage() != Thinking || l.thinking != nil && l.position == l.match.Seq() {
		return nil
	}
	l.stopThinking()
	ctx, cancel := context.WithCancel(ctx)
	l.thinking, l.position = cancel, l.match.Seq()
	think, pace := l.think(), l.options.Pace
	return func() func() error {
		paced := time.After(pace)
		move, err := think(ctx)
		select {
		case <-paced:
		case <-ctx.Done():
		}
		return func() error {
			if ctx.Err() == nil {
				l.stopThinking()
				l.playAnswer(move, err)
			}
			return nil
		}
	}
}

// stopThinking cancels the search of the computer; its answer is ignored.
func (l *Local) stopThinking() {
	if l.thinking != nil {
		l.thinking()
		l.thinking = nil
	}
}

// think returns a function that asks the computer for a move. The function does not use the
// Local, which may change while it runs.
func (l *Local) think() func(ctx context.Context) (string, error) {
	if l.plan.task != nil {
		return l.plan.task.reply(l.match)
	}
	ask, walk := l.plan.Entry.Think, l.match.Walk()
	q := Question{
		State:  walk.State(),
		Recent: walk.Recent(),
		Level:  l.plan.seats[l.match.Turn()].level,
		Seed:   game.Mix(l.options.Seed ^ game.Mix(uint64(l.match.Seq()))),
	}
	return func(ctx context.Context) (move string, err error) {
		defer recoverPanic(&err)
		return ask(ctx, q)
	}
}

// playAnswer plays the move of the computer. If the computer fails, a person takes over its
// side.
func (l *Local) playAnswer(move string, err error) {
	if err == nil {
		_, err = l.Do(Action{Kind: match.Move, Text: move})
	}
	if err == nil {
		return
	}
	side := l.match.Turn()
	l.log.News = nil
	l.log.text("computer.failed", "side", side, "error", err.Error())
	l.plan.seats[side] = seat{}
	l.mirror()
}

// recoverPanic turns a panic of a computer player into an error.
func recoverPanic(err *error) {
	if broken := recover(); broken != nil {
		*err = fmt.Errorf("%v", broken)
	}
}
