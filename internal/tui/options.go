// SPDX-License-Identifier: Apache-2.0

package tui

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"cairn/game"
	"cairn/internal/lang"
	"cairn/internal/study"
	"cairn/internal/study/puzzle"
	"cairn/match"
	"cairn/record"
)

// Human is the name of a person among Options.Players.
const Human = "human"

// Entry is a game that can be played, with its computer players.
type Entry struct {
	Game   game.Game
	Levels []string // names of computer players, the weakest first
	// Think finds a move for a level. It is called once at a time and must return soon
	// after the context ends.
	Think func(ctx context.Context, q Question) (move string, err error)
	// Study values a position and its moves, exactly or by estimates; nil for none.
	Study func(ctx context.Context, q Question) (study.Position, error)
	// Review values the moves of a game; nil for none.
	Review func(ctx context.Context, w *record.Walk) (study.Review, error)
}

// UsualClocks are the time controls that menus offer; the first is none.
var UsualClocks = []string{"", "3m+2s", "5m+3s", "10m+5s", "30m"}

// Question is a position for a computer player.
type Question struct {
	State  game.State
	Recent []uint64 // hashes since the last irreversible move: game.History.Recent
	Level  string
	Seed   uint64 // of its random choices
}

// Options configure a terminal. Only Games is required.
type Options struct {
	Games   []Entry         // in the order of menus
	Game    string          // id or alias; empty: chosen in a menu, or by File
	File    string          // saved game to continue; may be empty
	Players [2]string       // by side: Human, a level, or empty for the default
	Control string          // clocks as match.ParseControl reads them; empty: none
	Seed    uint64          // of random choices, also of computer players
	Dir     string          // folder of saves; empty: the current one
	State   string          // state folder, in which games are kept; empty: they are not
	Puzzles []puzzle.Puzzle // to solve one after the other, instead of a game
	Online  *Online         // play on a server; nil: at this screen
	Resume  bool            // continue the latest kept game
	Typed   bool            // a person types the input, not a script: line mode asks for confirmation

	Words    *lang.Catalogue  // the language; nil: English
	In       io.Reader        // the keyboard; nil: standard input
	Out      io.Writer        // the screen; nil: standard output
	Mirrors  []io.Writer      // every change of the game is written to them as text
	Far      *Far             // a remote terminal; nil: the terminal of this process
	ASCII    bool             // draw without characters beyond ASCII
	NoColour bool             // draw without colours
	Pace     time.Duration    // minimum time of a turn of the computer, so that people can follow it
	Now      func() time.Time // nil: time.Now
}

// Far is a terminal on another machine, reached by SSH. It has no files and cannot be
// suspended.
type Far struct {
	Env           []string // of the terminal: TERM
	Width, Height int
	Sizes         <-chan [2]int // width and height after changes
}

// Complete fills in defaults and checks the options.
func (o Options) Complete() (Options, error) {
	if o.Words = cmp.Or(o.Words, lang.English()); o.ASCII {
		o.Words = o.Words.ASCII()
	}
	o.In = cmp.Or[io.Reader](o.In, os.Stdin)
	o.Out = cmp.Or[io.Writer](o.Out, os.Stdout)
	if o.Now == nil {
		o.Now = time.Now
	}
	if len(o.Games) == 0 {
		return o, errors.New("there are no games to play")
	}
	if _, err := match.ParseControl(o.Control); err != nil {
		return o, err
	}
	if o.Game == "" {
		return o, nil
	}
	e, err := o.Find(o.Game)
	if err != nil {
		return o, err
	}
	return o, e.Check(o.Players)
}

// Find returns the game of an id or alias, in any case.
func (o *Options) Find(name string) (*Entry, error) {
	for i := range o.Games {
		info := o.Games[i].Game.Info()
		named := func(other string) bool { return strings.EqualFold(name, other) }
		if named(info.ID) || slices.ContainsFunc(info.Aliases, named) {
			return &o.Games[i], nil
		}
	}
	return nil, refuse("game.unknown", "name", Quote(name))
}

// GameName returns the name of a game by its id.
func (o *Options) GameName(words *lang.Catalogue) func(string) string {
	return func(id string) string {
		if e, err := o.Find(id); err == nil {
			return words.Game(e.Game.Info())
		}
		return id
	}
}

// findGame is Find with the signature that record.Load needs.
func (o *Options) findGame(id string) (game.Game, error) {
	e, err := o.Find(id)
	if err != nil {
		return nil, err
	}
	return e.Game, nil
}

// Check refuses players that the game does not have.
func (e *Entry) Check(players [2]string) error {
	for _, p := range players {
		if p != "" && p != Human && !e.plays(p) {
			return fmt.Errorf("player %q: want one of %s", p, strings.Join(append([]string{Human}, e.Levels...), ", "))
		}
	}
	return nil
}

// plays reports whether the game has a computer player of a level.
func (e *Entry) plays(level string) bool { return e.Think != nil && slices.Contains(e.Levels, level) }
