// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"cairn/catalog"
	"cairn/engine"
	"cairn/game"
	"cairn/internal/study"
	"cairn/internal/study/puzzle"
	"cairn/internal/tui"
	"cairn/record"
)

// playFlags are the flags of play.
type playFlags struct {
	screenFlags
	players [2]string
	clock   string
	mirrors []string
	seed    uint64
	resume  bool
	puzzle  bool
	theme   puzzle.Theme
}

// pace is the least time of the computer's turn on the full screen, so that eyes
// can follow.
const pace = 400 * time.Millisecond

func playCommand(p *program) *cobra.Command {
	var flags playFlags
	command := &cobra.Command{
		Use:   "play [GAME] [FILE]",
		Short: "Play a game in the terminal",
		Long: `Play a game in the terminal, two players on this device or one against the
computer. FILE is a saved game to continue; GAME may then be left out. What is
not given is chosen in a menu.

Every move is kept in the state folder ($XDG_STATE_HOME/cairn, by default
~/.local/state/cairn). If a game was left unfinished, play offers to continue it.

The board fills the screen if input and output are a terminal. With --plain,
through a pipe, or in a terminal without cursor control, it is a line-by-line
dialogue: "help" lists its commands.

In a game, ? (or "hint") shows the moves that keep the result, v ("values") what every
move is worth: exact where tables answer, else an estimate of the engine, marked ≈. After
the end, a ("review") judges the moves. With --puzzle there are puzzles to solve, of one
game or of all.`,
		Example: example(
			"cairn play nine",
			"cairn play yote --white human --black medium",
			"cairn play NineSave",
			"cairn play fanorona --plain --ascii",
			"cairn play six --puzzle --theme double-mill"),
		RunE: func(command *cobra.Command, args []string) error {
			return p.play(command.Context(), args, flags)
		},
	}
	for _, side := range game.Sides {
		name := side.String()
		command.Flags().Var(playerValue(&flags.players[side]), name,
			"player of "+name+": "+tui.Human+" or a level: "+joined(levelNames()))
		completeFlag(command, name, append([]string{tui.Human}, levelNames()...)...)
	}
	command.Flags().Var(clockValue(&flags.clock), "clock", "time control: minutes and seconds per move, such as 5+3, or 5m, 90s")
	command.Flags().StringArrayVar(&flags.mirrors, "mirror", nil, "also write the game as text to this `FILE`, e.g. another terminal; may be repeated")
	command.Flags().BoolVar(&flags.resume, "resume", false, "continue the latest unfinished game without asking")
	command.Flags().BoolVar(&flags.puzzle, "puzzle", false, "solve puzzles instead of a game")
	wordFlag(command, &flags.theme, "theme", "theme", puzzle.Themes, "THEME", "`THEME` of the puzzles: ")
	flags.screenFlags.add(command)
	command.Flags().Var(seedValue(&flags.seed), "seed", "random seed (default: random)")
	return command
}

func (p *program) play(ctx context.Context, args []string, flags playFlags) error {
	id, file, err := p.gameAndFile(args)
	if err != nil {
		return err
	}
	if flags.resume && file != "" {
		return usagef("use --resume or FILE, not both")
	}
	options, err := p.screen(flags.screenFlags)
	if err != nil {
		return err
	}
	if err := p.checkLevels(id, flags.players); err != nil {
		return err
	}
	options.Game, options.File, options.Players, options.Control = id, file, flags.players, flags.clock
	options.Seed, options.Pace, options.Resume = seedOf(flags.seed), pace, flags.resume
	if options.Puzzles, err = p.puzzles(id, file, flags, options.Seed); err != nil {
		return err
	}
	for _, path := range flags.mirrors {
		mirror, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o644)
		if err != nil {
			return fmt.Errorf("mirror: %w", err)
		}
		defer mirror.Close() // errors of a mirror do not matter
		options.Mirrors = append(options.Mirrors, mirror)
	}
	ctx, stop := untilHangUp(ctx)
	defer stop()
	return p.display(ctx, flags.plain, options)
}

// checkLevels refuses levels that a game does not have; the menu lists only levels it has.
func (p *program) checkLevels(id string, players [2]string) error {
	entry, err := p.catalog.Find(id)
	if err != nil {
		return nil // chosen in the menu
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

// gameAndFile returns the id of the game and the file in the arguments; either may be
// empty. The file is read, so that errors are reported before the game begins.
func (p *program) gameAndFile(args []string) (id, file string, err error) {
	if len(args) == 0 {
		return "", "", nil
	}
	entry, err := p.find(args[0])
	switch {
	case len(args) == 1 && err != nil && looksLikeFile(args[0]):
		return p.gameOfRecord(args[0])
	case len(args) == 1 && err != nil:
		return "", "", usagef("%w (there is no such file either)", err)
	case err != nil:
		return "", "", err
	case len(args) == 1:
		return entry.Info().ID, "", nil
	}
	id, file, err = p.gameOfRecord(args[1])
	if want := entry.Info().ID; err == nil && id != want {
		err = fmt.Errorf("%s: the record is of %s, want %s", file, id, want)
	}
	return id, file, err
}

// looksLikeFile reports whether a word that is not a game is meant as a file.
func looksLikeFile(word string) bool {
	_, err := os.Stat(word)
	_, known := record.FormatFor(word)
	return err == nil || known || strings.ContainsRune(word, filepath.Separator)
}

// gameOfRecord returns the game of a record.
func (p *program) gameOfRecord(file string) (id, path string, err error) {
	r, _, err := record.Load(file, p.catalog.Game)
	if err != nil {
		return "", "", withPlace(file, err)
	}
	return r.Game, file, nil
}

// playable returns a game with its computer players for the terminal.
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
		Study: func(ctx context.Context, q tui.Question) (study.Position, error) {
			return studyPosition(ctx, entry, q)
		},
		Review: func(ctx context.Context, w *record.Walk) (study.Review, error) {
			return study.ReviewGame(ctx, entry, w)
		},
	}
}

// valueLimits bound the search of a position whose moves tables do not value: about half a second.
var valueLimits = engine.Limits{Nodes: 500_000}

// studyPosition returns the values of a position and of every move: exact from tables, else
// estimates of the engine.
func studyPosition(ctx context.Context, entry *catalog.Entry, q tui.Question) (study.Position, error) {
	p, err := study.Exact(ctx, entry, q.State)
	if err != nil {
		return p, err
	}
	return p, study.Estimate(ctx, inGame{entry, q}, q.State, &p, 0, valueLimits)
}

// inGame searches a position of a game, whose earlier positions may be repeated.
type inGame struct {
	entry *catalog.Entry
	game  tui.Question
}

// Think implements study.Searcher.
func (s inGame) Think(ctx context.Context, q catalog.Question) (catalog.Answer, error) {
	q.Recent, q.Seed = s.game.Recent, s.game.Seed
	return s.entry.Think(ctx, q)
}

// puzzles returns the puzzles to be solved, in a random order; none without --puzzle.
func (p *program) puzzles(id, file string, flags playFlags, seed uint64) ([]puzzle.Puzzle, error) {
	switch {
	case !flags.puzzle && flags.theme != "":
		return nil, usagef("--theme needs --puzzle")
	case !flags.puzzle:
		return nil, nil
	case file != "" || flags.resume || flags.players != [2]string{} || flags.clock != "":
		return nil, usagef("use --puzzle without a saved game, players or a clock")
	}
	names := []string{}
	if id != "" {
		names = append(names, id)
	}
	entries, err := p.entries(names)
	if err != nil {
		return nil, err
	}
	var found []puzzle.Puzzle
	for _, entry := range entries {
		all, err := puzzle.Load(entry)
		if err != nil {
			return nil, err
		}
		found = append(found, slices.DeleteFunc(all, func(z puzzle.Puzzle) bool {
			return flags.theme != "" && z.Theme != flags.theme
		})...)
	}
	if len(found) == 0 {
		return nil, fmt.Errorf("there are no such puzzles")
	}
	rand.New(rand.NewPCG(seed, 0)).Shuffle(len(found), func(i, j int) { found[i], found[j] = found[j], found[i] })
	return found, nil
}
