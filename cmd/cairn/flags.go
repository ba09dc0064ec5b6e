// SPDX-License-Identifier: Apache-2.0

package main

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"cairn/catalog"
	"cairn/engine"
	"cairn/game"
	"cairn/internal/config"
	"cairn/internal/tui"
	"cairn/match"
	"cairn/record"
)

// operands checks arguments by the command's usage line, so that help and program
// agree: NAME is required, [NAME] is optional, NAME… may be repeated.
func operands(command *cobra.Command, args []string) error {
	words := strings.Fields(command.Use)[1:]
	for i, word := range words {
		if i >= len(args) && !strings.HasPrefix(word, "[") {
			return usagef("missing %s", strings.TrimSuffix(word, "…"))
		}
	}
	if n := len(words); len(args) > n && (n == 0 || !strings.Contains(words[n-1], "…")) {
		return usagef("unexpected argument %q", args[n])
	}
	return nil
}

// completeGames completes games for the first argument, or for every one if it may be
// repeated. Files are completed for the arguments after it if one of them is a file.
func (p *program) completeGames(command *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
	directive := cobra.ShellCompDirectiveNoFileComp
	if strings.Contains(command.Use, "FILE") {
		directive = cobra.ShellCompDirectiveDefault
	}
	if len(args) > 0 && !strings.Contains(command.Use, "…") {
		return nil, directive
	}
	var games []cobra.Completion
	for _, entry := range p.catalog.All() {
		info := entry.Info()
		for _, name := range append(slices.Clone(info.Aliases), info.ID) {
			if !slices.Contains(args, name) {
				games = append(games, cobra.CompletionWithDesc(name, info.Name))
			}
		}
	}
	return games, directive
}

// completeFlag completes fixed words for a flag.
func completeFlag(command *cobra.Command, flag string, words ...string) {
	offer := cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp)
	if err := command.RegisterFlagCompletionFunc(flag, offer); err != nil {
		panic(err) // the flag does not exist: a broken program
	}
}

// positionFlag adds --position.
func positionFlag(command *cobra.Command, position *string) {
	command.Flags().StringVar(position, "position", "", "position to begin from, as `TEXT` (default: the start of the game)")
	completeFlag(command, "position")
	checkFlags(command, func([]string) error {
		if command.Flags().Changed("position") && *position == "" {
			return usagef("--position is empty: want a position, or leave it out for the start of the game")
		}
		return nil
	})
}

// checkFlags adds a check of the flags before a command runs, after the checks so far.
func checkFlags(command *cobra.Command, check func(args []string) error) {
	before := command.PreRunE
	command.PreRunE = func(command *cobra.Command, args []string) error {
		if before != nil {
			if err := before(command, args); err != nil {
				return err
			}
		}
		return check(args)
	}
}

// jsonFlag adds --json.
func (p *program) jsonFlag(command *cobra.Command) {
	command.Flags().BoolVar(&p.asJSON, "json", false, "print one JSON document")
}

// find returns the game with that name.
func (p *program) find(name string) (*catalog.Entry, error) {
	entry, err := p.catalog.Find(name)
	if err != nil {
		return nil, usageError{err}
	}
	return entry, nil
}

// entries returns the games with those names, or all games if there are none.
func (p *program) entries(names []string) ([]*catalog.Entry, error) {
	if len(names) == 0 {
		return p.catalog.All(), nil
	}
	var entries []*catalog.Entry
	for _, name := range names {
		entry, err := p.find(name)
		if err != nil {
			return nil, err
		}
		entries = append(entries, entry)
	}
	return entries, nil
}

// state returns a game and one of its positions; empty for the start.
func (p *program) state(name, position string) (*catalog.Entry, game.State, error) {
	entry, err := p.find(name)
	if err != nil {
		return nil, nil, err
	}
	if position == "" {
		return entry, entry.Start(), nil
	}
	state, err := entry.Parse(position)
	if err != nil {
		return nil, nil, usagef("--position: %w", err)
	}
	return entry, state, nil
}

// outcome writes a result: "playing", "white-wins (no-moves)".
func outcome(verdict game.Verdict, reason string) string {
	if reason == "" {
		return verdict.String()
	}
	return verdict.String() + " (" + reason + ")"
}

// levelNames returns the levels of the computer, the weakest first.
func levelNames() []string {
	var names []string
	for _, level := range engine.Levels() {
		names = append(names, string(level))
	}
	return names
}

// formatNames returns the formats of records.
func formatNames() []string {
	var names []string
	for _, format := range record.Formats() {
		names = append(names, format.Name())
	}
	return names
}

func joined(names []string) string { return strings.Join(names, ", ") }

// seedValue is a random seed, 0 for a new one each time.
func seedValue(target *uint64) config.Value[uint64] {
	return config.NewValue(target, func(text string) (uint64, error) {
		n, err := strconv.ParseUint(text, 10, 64)
		if err != nil {
			return 0, fmt.Errorf("seed %q: want a whole number from 0 to %d", text, uint64(math.MaxUint64))
		}
		return n, nil
	}, "N")
}

// nodesValue is a number of positions.
func nodesValue(target *uint64) config.Value[uint64] {
	return config.NewValue(target, func(text string) (uint64, error) {
		n, err := strconv.ParseUint(text, 10, 64)
		if err != nil || n == 0 {
			return 0, fmt.Errorf("nodes %q: want a whole number from 1", text)
		}
		return n, nil
	}, "N")
}

// mostLines is more than any position of these games has use for.
const mostLines = 256

// movetimeValue is a duration as Go writes it, or a number of milliseconds.
func movetimeValue(target *time.Duration) config.Value[time.Duration] {
	return config.NewValue(target, func(text string) (time.Duration, error) {
		duration, err := time.ParseDuration(text)
		if _, numeric := strconv.ParseUint(text, 10, 64); numeric == nil {
			duration, err = time.ParseDuration(text + "ms")
		}
		if err != nil || duration <= 0 {
			return 0, fmt.Errorf("movetime %q: want a time like 1.5s, or milliseconds like 200", text)
		}
		return duration, nil
	}, "TIME")
}

// secondsValue is a number of seconds.
func secondsValue(target *float64) config.Value[float64] {
	return config.NewValue(target, func(text string) (float64, error) {
		n, err := strconv.ParseFloat(text, 64)
		if err != nil || !(n > 0 && n <= 3600) {
			return 0, fmt.Errorf("seconds %q: want a number over 0 and up to 3600", text)
		}
		return n, nil
	}, "SECONDS")
}

func playerValue(target *string) config.Value[string] {
	return config.NewValue(target, func(text string) (string, error) {
		if text == tui.Human {
			return text, nil
		}
		if _, err := engine.ParseLevel(text); err != nil {
			return "", fmt.Errorf("player %q: want %s or a level: %s", text, tui.Human, joined(levelNames()))
		}
		return text, nil
	}, "PLAYER")
}

// clockValue is a time control, kept as text.
func clockValue(target *string) config.Value[string] {
	return config.NewValue(target, func(text string) (string, error) {
		if clock, ok := tui.ParseClock(text); ok {
			return clock, nil
		}
		_, err := match.ParseControl(text)
		return text, err
	}, "TIME")
}

// wordFlag adds a flag whose value is one of some words, and completes it.
func wordFlag[T ~string](command *cobra.Command, target *T, name, about string, words []T, kind, help string) {
	list := make([]string, len(words))
	for i, word := range words {
		list[i] = string(word)
	}
	command.Flags().Var(config.NewValue(target, config.ParseWord[T](about, list), kind), name, help+joined(list))
	completeFlag(command, name, list...)
}

// size is a number of bytes.
type size = config.Size

// sizeValue is a number of bytes: 8GiB, 512M.
func sizeValue(target *size) config.Value[size] { return config.SizeValue(target) }

// durationValue is a duration as Go writes it.
func durationValue(target *time.Duration) config.Value[time.Duration] {
	return config.NewValue(target, func(text string) (time.Duration, error) {
		d, err := time.ParseDuration(text)
		if err != nil || d <= 0 || d > 24*time.Hour {
			return 0, fmt.Errorf("duration %q: want a time like 10s, at most a day", text)
		}
		return d, nil
	}, "TIME")
}

// markFolder completes a flag with folders.
func markFolder(command *cobra.Command, flag string) {
	if err := command.MarkFlagDirname(flag); err != nil {
		panic(err) // the flag does not exist: a broken program
	}
}
