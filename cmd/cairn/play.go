// SPDX-License-Identifier: Apache-2.0

package main

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"cairn/catalog"
	"cairn/engine"
	"cairn/game"
	"cairn/internal/lang"
	"cairn/internal/tui"
	"cairn/record"
)

// playFlags are what play is asked for.
type playFlags struct {
	players      [2]string
	clock, lang  string
	mirrors      []string
	seed         uint64
	plain, ascii bool
}

// pace is how long the computer's turn takes at least on the full screen, so
// that eyes can follow.
const pace = 400 * time.Millisecond

func (p *program) playCommand() *cobra.Command {
	var flags playFlags
	command := &cobra.Command{
		Use:     "play [GAME] [FILE]",
		GroupID: groupPlay,
		Short:   "Play a game in the terminal",
		Long: `Play a game in the terminal, two people at one screen or one against the
computer. FILE is a saved game to go on with; it tells the game by itself. What
is not named is chosen in a menu.

The board fills the screen when input and output are a terminal. With --plain,
through a pipe, or in a terminal that can only print lines, it is a dialogue of
lines: "help" there tells what can be typed.`,
		Example: example(
			"cairn play nine",
			"cairn play yote --white human --black medium",
			"cairn play NineSave",
			"cairn play fanorona --plain --ascii"),
		Args:              operands,
		ValidArgsFunction: p.completeGames(false, cobra.ShellCompDirectiveDefault),
		RunE: func(command *cobra.Command, args []string) error {
			return p.play(command.Context(), args, flags)
		},
	}
	for _, side := range game.Sides {
		name := side.String()
		command.Flags().Var(playerValue(&flags.players[side]), name,
			"who plays "+name+": "+tui.Human+" or a level: "+joined(levelNames()))
		completeFlag(command, name, append([]string{tui.Human}, levelNames()...)...)
	}
	command.Flags().Var(clockValue(&flags.clock), "clock", `play by the clock, e.g. 5m, or 5m+3s with time added each turn`)
	command.Flags().StringArrayVar(&flags.mirrors, "mirror", nil, "also show the game as text in this `FILE`, e.g. another terminal; may be repeated")
	command.Flags().BoolVar(&flags.plain, "plain", false, "a dialogue of lines instead of the full screen")
	command.Flags().BoolVar(&flags.ascii, "ascii", false, "draw with ASCII characters only")
	command.Flags().StringVar(&flags.lang, "lang", "", "the `LANGUAGE`: "+joined(languageCodes())+" (default: that of the terminal)")
	completeFlag(command, "lang", languageCodes()...)
	command.Flags().Var(seedValue(&flags.seed), "seed", "fixes what is left to chance (default: by chance)")
	return command
}

func (p *program) play(ctx context.Context, args []string, flags playFlags) error {
	id, file, err := p.named(args)
	if err != nil {
		return err
	}
	if err := p.offered(id, flags.players); err != nil {
		return err
	}
	words, err := p.words(flags.lang)
	if err != nil {
		return err
	}
	options := tui.Options{
		Game: id, File: file, Players: flags.players, Control: flags.clock, Seed: seedOf(flags.seed), Words: words,
		In: p.in, Out: p.out.Writer, ASCII: flags.ascii, NoColour: p.env("NO_COLOR") != "",
		Pace: pace, Now: time.Now,
	}
	for _, entry := range p.catalog.All() {
		options.Games = append(options.Games, playable(entry))
	}
	for _, path := range flags.mirrors {
		mirror, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o644)
		if err != nil {
			return fmt.Errorf("mirror: %w", err)
		}
		defer mirror.Close() // what did not reach it is not worth a word
		options.Mirrors = append(options.Mirrors, mirror)
	}
	if flags.plain || !p.fullScreen() {
		return tui.Plain(ctx, options)
	}
	return tui.Run(ctx, options)
}

// offered tells the games where tables are, and refuses players that a game does
// not have; the menu offers only those it has. Whoever cannot tell the folder of
// tables plays without.
func (p *program) offered(id string, players [2]string) error {
	if dir, err := p.tablesFolder(""); err == nil {
		p.catalog.UseTables(dir)
	}
	entry, err := p.catalog.Find(id)
	if err != nil {
		return nil // it is still to be chosen
	}
	for _, player := range players {
		if level, err := engine.ParseLevel(player); err == nil {
			if err := entry.Offers(level); err != nil {
				return err
			}
		}
	}
	return nil
}

// words returns the texts of the language that is asked for: by the flag, else
// by CAIRN_LANG, else by the locale, where one that we do not have means
// English.
func (p *program) words(code string) (*lang.Catalogue, error) {
	if code = cmp.Or(code, p.env("CAIRN_LANG")); code == "" {
		locale := cmp.Or(p.env("LC_ALL"), p.env("LC_MESSAGES"), p.env("LANG"))
		code = cmp.Or(lang.FromLocale(locale), lang.English().Code())
	}
	words, ok := lang.Load(code)
	if !ok {
		return nil, fmt.Errorf("language %q: want one of %s", code, joined(languageCodes()))
	}
	return words, nil
}

func languageCodes() []string {
	var codes []string
	for _, l := range lang.Languages() {
		codes = append(codes, l.Code)
	}
	return codes
}

// fullScreen reports whether the board can fill the screen.
func (p *program) fullScreen() bool {
	return isTerminal(p.in) && isTerminal(p.out.Writer) && p.env("TERM") != "dumb"
}

// named returns the id of the game and the file that arguments name; either may
// be empty. A file is read, so that a wrong one is told before the game begins.
func (p *program) named(args []string) (id, file string, err error) {
	if len(args) == 0 {
		return "", "", nil
	}
	entry, err := p.find(args[0])
	switch {
	case len(args) == 1 && err != nil && looksLikeFile(args[0]):
		return p.saved(args[0])
	case err != nil:
		return "", "", err
	case len(args) == 1:
		return entry.Info().ID, "", nil
	}
	id, file, err = p.saved(args[1])
	if want := entry.Info().ID; err == nil && id != want {
		err = fmt.Errorf("%s: the record is of game %s, want %s", file, id, want)
	}
	return id, file, err
}

// looksLikeFile reports whether a word that is no game is meant as a file.
func looksLikeFile(word string) bool {
	_, err := os.Stat(word)
	_, known := record.FormatFor(word)
	return err == nil || known || strings.ContainsRune(word, filepath.Separator)
}

// saved returns the game of a saved game.
func (p *program) saved(file string) (id, path string, err error) {
	r, _, err := record.Load(file, p.catalog.Game)
	if err != nil {
		return "", "", located(file, err)
	}
	return r.Game, file, nil
}

// playable gives the terminal a game with its computer players.
func playable(entry *catalog.Entry) tui.Entry {
	return tui.Entry{
		Game:   entry.Game,
		Levels: entry.Levels(),
		Think: func(ctx context.Context, q tui.Question) (string, error) {
			answer, err := entry.Think(ctx, catalog.Question{
				State: q.State, Recent: q.Recent, Level: engine.Level(q.Level), Seed: q.Seed,
			})
			return answer.Move, err
		},
	}
}
