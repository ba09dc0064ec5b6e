// SPDX-License-Identifier: Apache-2.0

package uci

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"cairn/catalog"
	"cairn/engine"
)

// The largest values of options.
const (
	mostThreads  = 64
	mostTableMiB = 4096
	mostLines    = 256
)

// fullStrength is the value of the option Level without a level: the search is limited by
// "go" alone.
const fullStrength = "full"

// options are the values that "setoption" changes.
type options struct {
	threads  uint64
	tableMiB uint64
	level    engine.Level // empty for fullStrength
	folder   string       // of solved tables; empty for none
	seed     uint64       // 0 for a random one
	lines    uint64       // best moves to report
	ponder   bool         // print the expected reply
}

// engine returns the options of the engine.
func (o *options) engine() engine.Options {
	return engine.Options{Threads: int(o.threads), TableBytes: int(o.tableMiB << 20)}
}

// option is one option: its type and value in the form of UCI, and its setter.
type option struct {
	name, kind string
	set        func(value string) error
}

// settings returns all options. The first is the game, if there is a choice.
func (d *dialogue) settings() []option {
	if d.given.Games == nil {
		return d.options.all(d.game)
	}
	kind := "combo default " + d.game.Info().ID
	for _, entry := range d.given.Games.All() {
		kind += " var " + entry.Info().ID
	}
	return append([]option{{"Game", kind, d.setGame}}, d.options.all(d.game)...)
}

// setGame changes the game and sets its start position.
func (d *dialogue) setGame(name string) error {
	entry, err := d.given.Games.Find(name)
	if err != nil {
		return fmt.Errorf("%.40q: %w", name, err)
	}
	if entry.Info().ID == d.game.Info().ID {
		return nil
	}
	entry.UseTables(d.options.folder)
	if d.options.level != "" && entry.Offers(d.options.level) != nil {
		d.options.level = ""
	}
	d.game, d.thinker, d.playedLine = entry, nil, lineFrom(entry.Start())
	return d.closeTables()
}

// optionSynonyms are other names of options, in lower case.
var optionSynonyms = map[string]string{"table": "Hash", "ugi_variant": "Game", "uci_variant": "Game"}

// all returns the options that every game has.
func (o *options) all(game *catalog.Entry) []option {
	levels := append([]string{fullStrength}, game.Levels()...)
	level := fullStrength
	if o.level != "" {
		level = string(o.level)
	}
	folder := o.folder
	if folder == "" {
		folder = "<empty>"
	}
	return []option{
		{"Threads", spin(o.threads, 1, mostThreads), number(&o.threads, 1, mostThreads)},
		{"Hash", spin(o.tableMiB, 1, mostTableMiB), number(&o.tableMiB, 1, mostTableMiB)},
		{"Level", "combo default " + level + " var " + strings.Join(levels, " var "), func(value string) error {
			if !slices.Contains(levels, value) {
				return fmt.Errorf("%.40q: want one of %s", value, strings.Join(levels, ", "))
			}
			o.level = engine.Level(strings.TrimPrefix(value, fullStrength))
			return nil
		}},
		{"Tables", "string default " + folder, func(value string) error {
			o.folder = strings.TrimPrefix(value, "<empty>")
			return nil
		}},
		{"Seed", spin(o.seed, 0, math.MaxUint64), number(&o.seed, 0, math.MaxUint64)},
		{"MultiPV", spin(o.lines, 1, mostLines), number(&o.lines, 1, mostLines)},
		{"Ponder", fmt.Sprintf("check default %t", o.ponder), func(value string) error {
			if value != "true" && value != "false" {
				return fmt.Errorf("%.40q: want true or false", value)
			}
			o.ponder = value == "true"
			return nil
		}},
	}
}

func spin(value, least, most uint64) string {
	return fmt.Sprintf("spin default %d min %d max %d", value, least, most)
}

// number reads a whole number within bounds.
func number(target *uint64, least, most uint64) func(string) error {
	return func(value string) error {
		n, err := strconv.ParseUint(value, 10, 64)
		if err != nil || n < least || n > most {
			return fmt.Errorf("%.40q: want a whole number from %d to %d", value, least, most)
		}
		*target = n
		return nil
	}
}

// setOption handles "name NAME value VALUE". It drops the engine or the tables if they depend
// on the option; they are made again when needed.
func (d *dialogue) setOption(_ context.Context, words []string) error {
	if len(words) < 2 || words[0] != "name" || len(words) > 2 && words[2] != "value" {
		return errors.New(`want "name" with a name, then "value" with a value`)
	}
	before := d.options
	if err := d.set(words[1], strings.Join(words[min(3, len(words)):], " ")); err != nil {
		return err
	}
	if d.options.threads != before.threads || d.options.tableMiB != before.tableMiB {
		d.thinker = nil
	}
	if d.options.folder != before.folder {
		d.game.UseTables(d.options.folder)
		return d.closeTables()
	}
	return nil
}

// set changes the option of that name, in any letter case.
func (d *dialogue) set(name, value string) error {
	var names []string
	for _, option := range d.settings() {
		if strings.EqualFold(option.name, name) || option.name == optionSynonyms[strings.ToLower(name)] {
			if err := option.set(value); err != nil {
				return fmt.Errorf("%s %w", option.name, err)
			}
			return nil
		}
		names = append(names, option.name)
	}
	return fmt.Errorf("unknown option %.40q: want one of %s", name, strings.Join(names, ", "))
}
