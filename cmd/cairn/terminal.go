// SPDX-License-Identifier: Apache-2.0

package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/charmbracelet/x/term"
	"github.com/spf13/cobra"

	"cairn/internal/config"
	"cairn/internal/lang"
	"cairn/internal/tui"
	screen "cairn/internal/tui/full"
	lines "cairn/internal/tui/plain"
)

// isTerminal reports whether a stream is a terminal.
func isTerminal(stream any) bool {
	file, ok := stream.(*os.File)
	return ok && term.IsTerminal(file.Fd())
}

// fullScreen reports whether the board can fill the screen.
func (p *program) fullScreen() bool {
	return isTerminal(p.in) && isTerminal(p.out.Writer) && p.env.Get("TERM") != "dumb"
}

// screenFlags are the flags of commands that draw a board.
type screenFlags struct {
	plain, ascii bool
	lang         string
}

func (f *screenFlags) add(command *cobra.Command) {
	command.Flags().BoolVar(&f.plain, "plain", false, "line-by-line dialogue instead of the full screen")
	command.Flags().BoolVar(&f.ascii, "ascii", false, "draw with ASCII characters only")
	command.Flags().StringVar(&f.lang, "lang", "", "`LANGUAGE`: "+joined(languageCodes())+" (default: that of the terminal)")
	completeFlag(command, "lang", languageCodes()...)
}

// screen returns the options of a screen, with all games. Without a valid configuration
// there are no tables.
func (p *program) screen(flags screenFlags) (tui.Options, error) {
	words, err := loadWords(p.env, flags.lang)
	if err != nil {
		return tui.Options{}, err
	}
	if dir, err := p.tablesFolder(); err == nil {
		p.catalog.UseTables(dir)
	}
	options := tui.Options{
		Words: words, In: p.in, Out: p.out.Writer, ASCII: flags.ascii || asciiOnly(p.env),
		NoColour: p.env.Get("NO_COLOR") != "", Now: time.Now, State: stateFolder(p.env), Typed: isTerminal(p.in),
	}
	for _, entry := range p.catalog.All() {
		options.Games = append(options.Games, playable(entry))
	}
	return options, nil
}

// display plays on the full screen if there is one, or line by line.
func (p *program) display(ctx context.Context, plain bool, options tui.Options) error {
	if plain || !p.fullScreen() {
		return lines.Run(ctx, options)
	}
	err := screen.Run(ctx, options)
	if broken, ok := errors.AsType[*screen.Broken](err); ok {
		panic(broken)
	}
	return err
}

// untilHangUp returns a context that ends with a hang-up signal, unless the signal is
// ignored, as by nohup.
func untilHangUp(ctx context.Context) (context.Context, context.CancelFunc) {
	if signal.Ignored(syscall.SIGHUP) {
		return ctx, func() {}
	}
	return signal.NotifyContext(ctx, syscall.SIGHUP)
}

// loadWords returns the texts of a language: of the flag, else of CAIRN_LANG, else of
// the locale, or English if we do not have it.
func loadWords(env config.Environment, code string) (*lang.Catalogue, error) {
	given := code
	if code = cmp.Or(code, env.Get("CAIRN_LANG")); code == "" {
		locale := cmp.Or(env.Get("LC_ALL"), env.Get("LC_MESSAGES"), env.Get("LANG"))
		code = cmp.Or(lang.FromLocale(locale), lang.English().Code())
	}
	words, ok := lang.Load(code)
	switch {
	case ok && lang.Base(code) == "":
		return words, nil
	case given != "":
		return nil, usagef("language %q: want one of %s", code, joined(languageCodes()))
	}
	return nil, fmt.Errorf("CAIRN_LANG: language %q: want one of %s", code, joined(languageCodes()))
}

func languageCodes() []string {
	var codes []string
	for _, l := range lang.Languages() {
		codes = append(codes, l.Code)
	}
	return codes
}

// asciiOnly reports whether the locale has no characters beyond ASCII.
func asciiOnly(env config.Environment) bool {
	return !lang.UTF8(cmp.Or(env.Get("LC_ALL"), env.Get("LC_CTYPE"), env.Get("LANG")))
}
