// SPDX-License-Identifier: Apache-2.0

package tui

import (
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

// Human is the player at the keyboard, among Options.Players.
const Human = "human"

// Entry is a game that can be played, with its computer players.
type Entry struct {
	Game   game.Game
	Levels []string // names of computer players, the weakest first
	// Think finds a move for a level; it is asked one question at a time and
	// must return soon after the context ends.
	Think func(ctx context.Context, q Question) (move string, err error)
	// Study judges a position and its moves, exactly or by estimates; nil for none.
	Study func(ctx context.Context, q Question) (study.Position, error)
	// Review judges the moves of a game; nil for none.
	Review func(ctx context.Context, w *record.Walk) (study.Review, error)
}

// Question is what a computer player is asked.
type Question struct {
	State  game.State
	Recent []uint64 // hashes since the last irreversible move: game.History.Recent
	Level  string
	Seed   uint64 // for its chance decisions
}

// Options are what a terminal game is started with. Only Games must be given.
type Options struct {
	Games   []Entry         // in the order of menus; a family is those of one Info().Family
	Game    string          // id or alias; empty: chosen in a menu, or by File
	File    string          // saved game to go on from; may be empty
	Players [2]string       // by side: Human, a level, or empty for what is usual
	Control string          // clocks as match.ParseControl reads them; empty: none
	Seed    uint64          // decides who begins, and the computer's chances
	Dir     string          // where saves live; empty: the present folder
	State   string          // folder in which every game is kept while it is played; empty: none is
	Puzzles []puzzle.Puzzle // to be solved one after the other, instead of a game
	Online  *Online         // play on a server; nil: at this screen
	Resume  bool            // go on with the latest game that was kept
	Typed   bool            // a person types the input: Plain asks before it replaces a game, or whether to go on with one

	Words    *lang.Catalogue  // the language; nil: English
	In       io.Reader        // the keyboard; nil: standard input
	Out      io.Writer        // the screen; nil: standard output
	Mirrors  []io.Writer      // further displays: every change of the game is written to them as text
	Far      *Far             // the terminal is not that of this process; nil: it is
	ASCII    bool             // draw without characters beyond ASCII
	NoColour bool             // draw without colours
	Pace     time.Duration    // least time a computer's turn takes on the full screen, so that eyes can follow
	Now      func() time.Time // nil: time.Now
}

// Far is a terminal elsewhere, as by SSH. It has no files and cannot be suspended.
type Far struct {
	Env           []string // of the terminal: TERM
	Width, Height int
	Sizes         <-chan [2]int // width and height when they change
}

// complete fills in what may be left out and checks the rest.
func (o Options) complete() (Options, error) {
	if o.Words == nil {
		o.Words = lang.English()
	}
	if o.In == nil {
		o.In = os.Stdin
	}
	if o.Out == nil {
		o.Out = os.Stdout
	}
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
	e, err := o.find(o.Game)
	if err != nil {
		return o, err
	}
	return o, e.check(o.Players)
}

// find returns the game of an id or alias, in any case.
func (o *Options) find(name string) (*Entry, error) {
	for i := range o.Games {
		info := o.Games[i].Game.Info()
		if strings.EqualFold(name, info.ID) || slices.ContainsFunc(info.Aliases, func(a string) bool {
			return strings.EqualFold(name, a)
		}) {
			return &o.Games[i], nil
		}
	}
	return nil, fmt.Errorf("there is no game %q", name)
}

// gameName returns the name of a game by its id.
func (o *Options) gameName(words *lang.Catalogue) func(string) string {
	return func(id string) string {
		if e, err := o.find(id); err == nil {
			return words.Game(e.Game.Info())
		}
		return id
	}
}

// findGame is find for package record.
func (o *Options) findGame(id string) (game.Game, error) {
	e, err := o.find(id)
	if err != nil {
		return nil, err
	}
	return e.Game, nil
}

// check refuses players that the game does not have.
func (e *Entry) check(players [2]string) error {
	for _, p := range players {
		if p != "" && p != Human && !e.plays(p) {
			return fmt.Errorf("player %q: want one of %s", p, strings.Join(append([]string{Human}, e.Levels...), ", "))
		}
	}
	return nil
}

// plays reports whether a level of that name can play.
func (e *Entry) plays(level string) bool { return e.Think != nil && slices.Contains(e.Levels, level) }
