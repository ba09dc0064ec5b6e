// SPDX-License-Identifier: Apache-2.0

package measure

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"cairn/lab/bench"
)

// ScalePlan is a number of live games on one or several nodes.
type ScalePlan struct {
	Setup    string // as it is called in tables
	Game     string // rule set id
	Games    int
	Pace     time.Duration // mean time that a player thinks
	Duration time.Duration
	Watched  map[string]int // other processes whose use counts, by name: the database, the bus
	Kept     string         // folder whose growth counts; by default that of the first node
	Alone    int            // games that one process plays at most, gamesAlone by default
}

// ScaleRow is the cost of live games. Its JSON is documented.
type ScaleRow struct {
	Setup        string      `json:"setup"`
	Nodes        int         `json:"nodes"`
	Games        int         `json:"games"`
	PaceSeconds  float64     `json:"pace_s"`
	Seconds      float64     `json:"seconds"`
	MovesPerS    float64     `json:"moves_per_s"`
	P50MS        float64     `json:"p50_ms"`
	P99MS        float64     `json:"p99_ms"`
	Errors       int         `json:"errors"`
	Parts        []ScalePart `json:"parts"` // the nodes together first
	WirePerMove  int64       `json:"wire_bytes_per_move"`
	KeptPerMove  int64       `json:"kept_bytes_per_move"`
	CPUPerMoveUS float64     `json:"cpu_per_move_us"` // of all parts

	Faults []error `json:"-"`
}

// ScalePart is what one part of a site uses for a thousand games.
type ScalePart struct {
	Name   string  `json:"name"`
	Cores  float64 `json:"cores"`  // for 1,000 games
	Memory int64   `json:"memory"` // bytes, beyond what it uses without games, for 1,000 games
}

// Cores returns the processors that all parts use for a thousand games.
func (r ScaleRow) Cores() (sum float64) {
	for _, p := range r.Parts {
		sum += p.Cores
	}
	return sum
}

// Memory returns the bytes that all parts use for a thousand games.
func (r ScaleRow) Memory() (sum int64) {
	for _, p := range r.Parts {
		sum += p.Memory
	}
	return sum
}

// gamesAlone leaves room for two streams and up to two connections of each game where a
// process may have 20,000 open files, as on many systems.
const gamesAlone = 5000

// scale is a running Scale.
type scale struct {
	plan    ScalePlan
	nodes   []*bench.Process
	names   []string // of the watched parts
	samples []sample
	wire    atomic.Int64
}

// sample is the state of all parts at one time, the nodes first.
type sample struct {
	parts      []Usage
	wire, kept int64
}

// Scale plays games on nodes of one site, which no other games are played on, and
// returns what they cost.
func Scale(ctx context.Context, plan ScalePlan, nodes []*bench.Process) (ScaleRow, error) {
	s := &scale{plan: plan, nodes: nodes}
	for name := range plan.Watched {
		s.names = append(s.names, name)
	}
	s.plan.Kept, s.plan.Alone = cmp.Or(plan.Kept, nodes[0].Dir), cmp.Or(plan.Alone, gamesAlone)
	load := bench.ServePlan{Game: plan.Game, Games: plan.Games, Pace: plan.Pace, Duration: plan.Duration, Wire: &s.wire}.Of(nodes...)
	load.Memory, load.CPU = nil, s.takeSample
	if _, err := s.takeSample(); err != nil { // before there are games
		return ScaleRow{}, err
	}
	r, err := ServeShared(ctx, load, s.plan.Alone)
	if err != nil {
		return ScaleRow{}, err
	}
	if len(s.samples) != 3 {
		return ScaleRow{}, errors.New("the measurement has no begin or no end")
	}
	return s.row(r), nil
}

// takeSample takes a sample and returns the processor time of the nodes. It is the CPU
// of the load, which bench.Serve asks for when it begins and when it ends to count.
func (s *scale) takeSample() (time.Duration, error) {
	var nodes Usage
	for _, node := range s.nodes {
		u, err := UsageOf(node.Pid())
		if err != nil {
			return 0, fmt.Errorf("node: %w", err)
		}
		nodes.CPU, nodes.Memory = nodes.CPU+u.CPU, nodes.Memory+u.Memory
	}
	now := sample{parts: []Usage{nodes}, wire: s.wire.Load(), kept: sizeOf(s.plan.Kept)}
	for _, name := range s.names {
		u, err := UsageOf(s.plan.Watched[name])
		if err != nil {
			return 0, fmt.Errorf("%s: %w", name, err)
		}
		now.parts = append(now.parts, u)
	}
	s.samples = append(s.samples, now)
	return nodes.CPU, nil
}

// row returns the costs between the samples.
func (s *scale) row(r bench.ServeReport) ScaleRow {
	idle, begin, end := s.samples[0], s.samples[1], s.samples[2]
	moves := int64(max(r.Moves, 1))
	metered := max(1, moves*int64(min(r.Games, s.plan.Alone))/int64(r.Games)) // of the first process
	row := ScaleRow{
		Setup: s.plan.Setup, Nodes: len(s.nodes), Games: r.Games, PaceSeconds: s.plan.Pace.Seconds(), Seconds: r.Seconds,
		MovesPerS: r.MovesPerS, P50MS: r.P50MS, P99MS: r.P99MS, Errors: r.Errors, Faults: r.Faults,
		WirePerMove: (end.wire - begin.wire) / metered, KeptPerMove: max(0, end.kept-begin.kept) / moves,
	}
	thousands := float64(r.Games) / 1000
	for i, name := range append([]string{"nodes"}, s.names...) {
		used := end.parts[i].CPU - begin.parts[i].CPU
		row.CPUPerMoveUS += float64(used.Microseconds()) / float64(moves)
		row.Parts = append(row.Parts, ScalePart{
			Name: name, Cores: used.Seconds() / r.Seconds / thousands,
			Memory: int64(float64(max(0, end.parts[i].Memory-idle.parts[i].Memory)) / thousands),
		})
	}
	return row
}
