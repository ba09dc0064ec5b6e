// SPDX-License-Identifier: Apache-2.0

package bench

import (
	"runtime"
	"time"

	"cairn/catalog"
)

// RulesRow is the speed of the rules of one game. Its JSON is documented.
type RulesRow struct {
	Game          string  `json:"game"`
	Depth         int     `json:"depth"`
	Nodes         uint64  `json:"nodes"`
	Seconds       float64 `json:"seconds"`
	NodesPerS     float64 `json:"nodes_per_s"`
	AllocsPerNode float64 `json:"allocs_per_node"`
}

// maxDepth bounds the depth of a count.
const maxDepth = 64

// farLonger bounds the time of a count, in multiples of the wanted time.
const farLonger = 8

// Rules counts perft from the start of a game on one core, deeper and deeper until
// a count takes long enough, or the next would take far longer.
func Rules(entry *catalog.Entry, seconds float64) RulesRow {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	count := entry.Bench(entry.Start())
	b, growth := counted(count, 1, 1), 1.0
	for b.Seconds < seconds && b.Seconds*growth < farLonger*seconds && b.Depth < maxDepth {
		deeper := counted(count, b.Depth+1, 1)
		if deeper.Nodes == 0 {
			break // all games are over
		}
		b, growth = deeper, float64(deeper.Nodes)/float64(b.Nodes)
	}
	if b.Seconds < seconds {
		b = counted(count, b.Depth, int(seconds/b.Seconds)+1)
	}
	b.Game = entry.Info().ID
	return b
}

// counted returns the mean of some counts to a depth.
func counted(count func(depth int) uint64, depth, times int) RulesRow {
	var before, after runtime.MemStats
	var nodes uint64
	runtime.ReadMemStats(&before)
	began := time.Now()
	for range times {
		nodes = count(depth)
	}
	seconds := time.Since(began).Seconds() / float64(times)
	runtime.ReadMemStats(&after)
	allocs := float64(after.Mallocs-before.Mallocs) / float64(times)
	return RulesRow{
		Depth: depth, Nodes: nodes, Seconds: seconds,
		NodesPerS: float64(nodes) / seconds, AllocsPerNode: allocs / float64(nodes),
	}
}
