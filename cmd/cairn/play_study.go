// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"cairn/catalog"
	"cairn/engine"
	"cairn/internal/study"
	"cairn/internal/study/puzzle"
	"cairn/internal/tui"
)

// judge returns what is known of a position: by tables, and where they do not answer
// by the engine, which searches as long as its best level.
func judge(ctx context.Context, entry *catalog.Entry, q tui.Question) (study.Position, error) {
	p, err := study.Exact(ctx, entry, q.State)
	if err != nil || p.Exact || len(p.Moves) == 0 {
		return p, err
	}
	answer, err := entry.Think(ctx, catalog.Question{State: q.State, Recent: q.Recent, Level: engine.Master, Seed: q.Seed})
	if err != nil {
		return p, err
	}
	for i := range p.Moves {
		if m := &p.Moves[i]; m.Text == answer.Move && !m.Exact {
			m.Score, m.Depth = answer.Score, max(answer.Depth, 1)
			p.Score, p.Depth = m.Score, m.Depth
		}
	}
	return p, nil
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
