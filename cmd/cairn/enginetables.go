// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"fmt"

	"cairn/game"
	"cairn/tablebase"
)

// prepare makes the engine and opens the tables, unless that is done. Tables
// that cannot be used are told once; thinking does without them.
func (d *dialogue) prepare(ctx context.Context) {
	if d.thinker == nil {
		d.thinker = d.entry.NewThinker(d.options.engine())
	}
	if d.opened || d.options.folder == "" {
		return
	}
	tables, err := d.program.openTables(ctx, d.entry, d.options.folder)
	switch {
	case ctx.Err() != nil: // another time
	case err != nil:
		d.opened = true
		d.complain(fmt.Errorf("tables: %w", err))
	default:
		d.opened, d.tables = true, tables
	}
}

// makeReady answers "isready" when everything is.
func (d *dialogue) makeReady(ctx context.Context, _ []string) error {
	d.start(ctx, false, func(ctx context.Context) {
		d.prepare(ctx)
		d.say("readyok")
	})
	return nil
}

func (d *dialogue) closeTables() error {
	tables := d.tables
	d.tables, d.opened = nil, false
	if tables == nil {
		return nil
	}
	return tables.Close()
}

// probe tells what the tables know of the position and its moves.
func (d *dialogue) probe(ctx context.Context, words []string) error {
	if len(words) > 0 {
		return fmt.Errorf("one word too many: %.40q", words[0])
	}
	d.start(ctx, false, func(ctx context.Context) {
		d.prepare(ctx)
		j, err := d.judge(ctx, d.state)
		if err != nil {
			d.complain(fmt.Errorf("probe: %w", err))
			return
		}
		for _, m := range j.Moves {
			if m.Known {
				d.say("move %s %s", m.Move, worthWords(m.Worth))
			}
		}
		d.say("value %s", worthWords(j.Worth))
	})
	return nil
}

// judge asks the tables, if there are any.
func (d *dialogue) judge(ctx context.Context, s game.State) (tablebase.Judgement, error) {
	if d.tables == nil {
		return tablebase.Judgement{}, nil
	}
	return d.tables.Judge(ctx, s)
}

// worthWords writes a value for programs.
func worthWords(w tablebase.Worth) string {
	switch {
	case !w.Known:
		return "unknown"
	case w.Plies < 0:
		return w.Value.String()
	}
	return fmt.Sprintf("%s %d", w.Value, w.Plies)
}
