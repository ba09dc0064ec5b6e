// SPDX-License-Identifier: Apache-2.0

// Package driver runs other programs as engines: it starts a program that speaks UGI or UCI,
// sets its options, and requests moves. docs/protocol.md describes the messages.
//
// A program may end, stop answering or answer with illegal moves; each has an error of its
// own. The package has no clocks and does not restart programs.
package driver

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strings"
	"time"

	"cairn/game"
)

// Errors of programs. After them, and after other errors that do not wrap
// game.ErrIllegal, the program has been killed and the Engine cannot be used any more.
var (
	ErrEnded  = errors.New("the program has ended")
	ErrSilent = errors.New("the program does not answer")
)

// Options are what a caller can choose. Zero values stand for the defaults.
type Options struct {
	// Patience is the timeout of answers. Default: a minute.
	Patience time.Duration
	// Late is how long after its time limit, or after "stop", a move may come. Default:
	// Patience.
	Late time.Duration
	// Longest is the timeout of moves without a time limit. Default: ten minutes.
	Longest time.Duration
	// Settings are values of the program's options, by name in any letter case.
	Settings map[string]string
}

// The defaults of Options.
const (
	DefaultPatience = time.Minute
	DefaultLongest  = 10 * time.Minute
)

// Engine is a running program. It serves one caller at a time.
type Engine struct {
	command string
	given   Options
	process *exec.Cmd
	in      io.WriteCloser
	out     io.ReadCloser
	lines   chan string // closed at the end of the output
	closing chan struct{}
	errors  tail

	ugi    bool              // the program speaks UGI, else UCI
	offers map[string]option // by name in lower case
	game   game.Game         // of NewGame
	failed error
}

// Start starts a program and waits until it is ready. The command is split at
// blanks; parts of it may stand in single or double quotes. No shell is involved.
func Start(ctx context.Context, command string, o Options) (*Engine, error) {
	words, err := split(command)
	if err != nil {
		return nil, fmt.Errorf("engine %q: %w", command, err)
	}
	o.Patience = cmp.Or(max(o.Patience, 0), DefaultPatience)
	o.Late = cmp.Or(max(o.Late, 0), o.Patience)
	o.Longest = cmp.Or(max(o.Longest, 0), DefaultLongest)
	e := &Engine{
		command: command, given: o, lines: make(chan string), closing: make(chan struct{}), offers: map[string]option{},
		process: exec.Command(words[0], words[1:]...),
	}
	if err := e.launch(); err != nil {
		return nil, fmt.Errorf("engine %q: %w", command, err)
	}
	if err := e.greet(ctx); err != nil {
		return nil, err
	}
	return e, nil
}

// greet determines the protocol and the options of the program, and sets the options. It sends
// both "ugi" and "uci": a program ignores the word that it does not know.
func (e *Engine) greet(ctx context.Context) error {
	e.send("ugi")
	e.send("uci")
	err := e.await(ctx, e.given.Patience, "ugiok or uciok", func(words []string) bool {
		if words[0] == "option" {
			o := readOption(words[1:])
			e.offers[strings.ToLower(o.name)] = o
		}
		e.ugi = words[0] == "ugiok"
		return e.ugi || words[0] == "uciok"
	})
	if err != nil {
		return e.fail(err)
	}
	for name, value := range e.given.Settings {
		if err := e.set(name, value); err != nil {
			return e.fail(err)
		}
	}
	return e.ready(ctx)
}

// NewGame prepares the program for a game of a rule set. It fails if the program
// offers a choice of games without this one.
func (e *Engine) NewGame(ctx context.Context, g game.Game) error {
	if e.failed != nil {
		return e.failed
	}
	for _, name := range []string{"game", "ugi_variant", "uci_variant"} {
		if _, ok := e.offers[name]; ok {
			if err := e.set(name, g.Info().ID); err != nil {
				return e.fail(err)
			}
			break
		}
	}
	e.game = g
	e.send(e.word("uginewgame", "ucinewgame"))
	return e.ready(ctx)
}

// set changes an option that the program offers.
func (e *Engine) set(name, value string) error {
	o, ok := e.offers[strings.ToLower(name)]
	switch {
	case !ok:
		return fmt.Errorf("it has no option %q", name)
	case !o.accepts(value):
		return fmt.Errorf("its option %s does not have the value %q", o.name, value)
	}
	e.send("setoption name %s value %s", o.name, value)
	return nil
}

func (e *Engine) ready(ctx context.Context) error {
	e.send("isready")
	err := e.await(ctx, e.given.Patience, "readyok", func(words []string) bool { return words[0] == "readyok" })
	if err != nil {
		return e.fail(err)
	}
	return nil
}

// word returns the word of the protocol that the program speaks.
func (e *Engine) word(ugi, uci string) string {
	if e.ugi {
		return ugi
	}
	return uci
}

// Close asks the program to quit, waits for its end, and kills it after a few seconds. It
// returns an error if it had to kill the program.
func (e *Engine) Close() error {
	if e.failed != nil {
		return nil // the program has ended
	}
	e.send("quit")
	err := e.await(context.Background(), min(e.given.Patience, farewell), "its end", func([]string) bool { return false })
	if errors.Is(err, ErrEnded) {
		return nil
	}
	return err
}

// farewell bounds the wait for the end of a program.
const farewell = 5 * time.Second

// option is an option a program offers.
type option struct {
	name   string
	values []string // of a combo; none for any value
}

// accepts reports whether an option has a value.
func (o option) accepts(value string) bool {
	return !strings.ContainsAny(value, "\r\n") && (len(o.values) == 0 || slices.Contains(o.values, value))
}

// readOption reads "name NAME… type TYPE … var VALUE var VALUE…".
func readOption(words []string) option {
	var o option
	kind := slices.Index(words, "type")
	if kind < 1 {
		return o
	}
	o.name = strings.Join(words[1:kind], " ")
	for i, word := range words {
		if i > kind && word == "var" && i+1 < len(words) {
			o.values = append(o.values, words[i+1])
		}
	}
	return o
}

// split splits a command at blanks outside quotes.
func split(command string) ([]string, error) {
	var words []string
	var word strings.Builder
	quote, inside := rune(0), false
	for _, r := range command {
		switch {
		case quote != 0 && r == quote:
			quote = 0
		case quote == 0 && (r == '"' || r == '\''):
			quote, inside = r, true
		case quote == 0 && (r == ' ' || r == '\t'):
			if inside {
				words = append(words, word.String())
			}
			word.Reset()
			inside = false
		default:
			word.WriteRune(r)
			inside = true
		}
	}
	if inside {
		words = append(words, word.String())
	}
	switch {
	case quote != 0:
		return nil, errors.New("a quote is not closed")
	case len(words) == 0 || words[0] == "":
		return nil, errors.New("no program is named")
	}
	return words, nil
}
