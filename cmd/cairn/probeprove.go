// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"cairn/catalog"
	"cairn/game"
	"cairn/tablebase"
)

// proofJSON is what "probe --prove --json" tells.
type proofJSON struct {
	Value     string  `json:"value"`
	Positions uint64  `json:"positions"`
	Seconds   float64 `json:"seconds"`
}

// prove searches for the value of a position. It makes no tables: with those of
// men in hand there would be nothing to search.
func (p *program) prove(ctx context.Context, entry *catalog.Entry, state game.State, flags probeFlags) (err error) {
	dir, err := p.tablesFolder(flags.tables)
	if err != nil {
		return err
	}
	tables, err := entry.OpenTables(dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, tables.Close()) }()
	start := time.Now()
	proof, err := tables.Prove(ctx, state, int64(flags.memory), p.proofBar(start))
	switch seconds := time.Since(start).Seconds(); {
	case errors.Is(err, tablebase.ErrMissing):
		return fmt.Errorf("%w: \"cairn solve\" makes the tables of moving men that a proof needs", err)
	case errors.Is(err, tablebase.ErrFar):
		return fmt.Errorf("%w: here men may move while others are in hand, so that a search could go round in circles", err)
	case err != nil:
		return err
	case flags.asJSON:
		return p.printJSON(proofJSON{proof.Value.String(), proof.Positions, seconds})
	default:
		fmt.Fprintln(p.out, proof.Value)
		fmt.Fprintf(p.err, "%d positions in %.1f s\n", proof.Positions, seconds)
	}
	return nil
}

// proofBar returns what tells on standard error, every few seconds, how far a
// proof has come. How much is left nobody knows before the end.
func (p *program) proofBar(start time.Time) func(positions uint64) {
	const every = 5 * time.Second
	told := start
	return func(positions uint64) {
		if now := time.Now(); now.Sub(told) >= every {
			told = now
			took := now.Sub(start)
			fmt.Fprintf(p.err, "%s: %d positions, %.0f a second\n", took.Round(time.Second), positions,
				float64(positions)/took.Seconds())
		}
	}
}
