// SPDX-License-Identifier: Apache-2.0

package bench

import (
	"context"
	"runtime"
	"time"

	"cairn/catalog"
	"cairn/engine"
	"cairn/game"
	"cairn/solver"
)

// EngineRow is the speed of the search in one position. Its JSON is documented.
type EngineRow struct {
	Game         string  `json:"game"`
	Position     string  `json:"position"`
	Depth        int     `json:"depth"`
	Nodes        uint64  `json:"nodes"`
	CPUSeconds   float64 `json:"cpu_seconds"`
	NodesPerCPUS float64 `json:"nodes_per_cpu_s"`
}

// Engine searches the sample positions of games on one core and reports each.
func Engine(ctx context.Context, entries []*catalog.Entry, movetime time.Duration, report func(EngineRow)) error {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	for _, entry := range entries {
		thinker := entry.NewThinker(engine.Options{})
		for _, state := range entry.Samples() {
			row, err := measureSearch(ctx, thinker, state, movetime)
			if err != nil {
				return err
			}
			row.Game = entry.Info().ID
			report(row)
		}
	}
	return nil
}

// Standard returns the games that are not variants of others.
func Standard(entries []*catalog.Entry) []*catalog.Entry {
	var list []*catalog.Entry
	for _, entry := range entries {
		if info := entry.Info(); info.Family == info.ID {
			list = append(list, entry)
		}
	}
	return list
}

// measureSearch searches one position, with a hash table that is allocated and empty.
func measureSearch(ctx context.Context, thinker catalog.Thinker, state game.State, movetime time.Duration) (EngineRow, error) {
	if _, err := thinker.Think(ctx, catalog.Question{State: state, Limits: engine.Limits{Nodes: 1}}); err != nil {
		return EngineRow{}, err
	}
	thinker.Clear()
	began := solver.CPUTime()
	answer, err := thinker.Think(ctx, catalog.Question{State: state, Limits: engine.Limits{Time: movetime}})
	if err != nil {
		return EngineRow{}, err
	}
	row := EngineRow{Position: state.String(), Depth: answer.Depth, Nodes: answer.Nodes, CPUSeconds: (solver.CPUTime() - began).Seconds()}
	if row.CPUSeconds > 0 {
		row.NodesPerCPUS = float64(row.Nodes) / row.CPUSeconds
	}
	return row, ctx.Err()
}
