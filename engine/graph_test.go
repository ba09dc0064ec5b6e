// SPDX-License-Identifier: Apache-2.0

package engine_test

import (
	"math/rand/v2"

	"cairn/game"
)

// graph is a game written down as data: both sides move one token along the
// edges from stop to stop. It serves to build situations that real games reach
// only after long play: circles, clocks, exchanges of captures.
type graph struct {
	stops [16]stop
	quiet int // clock that makes a draw; 0 is none
}

// stop is a node of a graph, with values for the side to move. Its outcome counts if it has
// no edges.
type stop struct {
	edges   []edge
	outcome int // 1 won, 0 drawn, -1 lost
	eval    int
}

// edge leads to another stop. A capture resets the clock, too.
type edge struct {
	to     uint8
	takes  int
	resets bool
}

// graphs holds the graphs in use; positions hold an index into it, since they may not hold
// pointers.
var graphs []*graph

// token is a position of a graph.
type token struct {
	graph, at uint8
	turn      game.Side
	clock     uint16
}

// hop is a move: the number of an edge.
type hop uint8

func (p token) stop() *stop       { return &graphs[p.graph].stops[p.at] }
func (p token) edge(m hop) edge   { return p.stop().edges[m] }
func (p token) Turn() game.Side   { return p.turn }
func (p token) Clock() int        { return int(p.clock) }
func (p token) Takes(m hop) int   { return p.edge(m).takes }
func (p token) Resets(m hop) bool { return p.edge(m).resets || p.edge(m).takes > 0 }
func (p token) Hash() uint64      { return game.Mix(uint64(p.at)<<1 | uint64(p.turn) + 1<<20) }

func (p token) AppendMoves(d []hop) []hop {
	for i := range p.stop().edges {
		d = append(d, hop(i))
	}
	return d
}

func (p token) Play(m hop) token {
	p.clock++
	if p.Resets(m) {
		p.clock = 0
	}
	p.at, p.turn = p.edge(m).to, p.turn.Other()
	return p
}

func (p token) Result() game.Result {
	switch s := p.stop(); {
	case len(s.edges) > 0:
		return game.Result{}
	case s.outcome > 0:
		return game.Result{Verdict: game.Wins(p.turn), Reason: game.Line}
	case s.outcome < 0:
		return game.Result{Verdict: game.Wins(p.turn.Other()), Reason: game.NoMoves}
	}
	return game.Result{Verdict: game.Draw, Reason: game.FullBoard}
}

// define makes a rule set of a graph, with only the parts that an engine uses.
func define(g *graph) game.Def[token, hop] {
	number := uint8(len(graphs) % 256)
	graphs = append(graphs[:number], g)
	return game.Def[token, hop]{
		Info:  game.Info{ID: "graph", Draws: game.Draws{Repetition: 3, Quiet: g.quiet}},
		Start: func() token { return token{graph: number} },
		Eval:  func(p token) int { return p.stop().eval },
	}
}

// randomGraph makes a graph whose last four stops are ends. With forward edges only it has
// no cycle; level graphs differ only in their ends.
func randomGraph(random *rand.Rand, forward, level bool) *graph {
	g := &graph{quiet: []int{0, 3, 100}[random.IntN(3)]}
	for i := range g.stops {
		s, first := &g.stops[i], 0
		if forward {
			first = i + 1
		}
		s.outcome = random.IntN(3) - 1
		if !level {
			s.eval = random.IntN(501) - 250
		}
		if i >= len(g.stops)-4 {
			continue
		}
		for range 1 + random.IntN(3) {
			s.edges = append(s.edges, edge{
				to:     uint8(first + random.IntN(min(i+5, len(g.stops))-first)),
				takes:  max(0, random.IntN(5)-2),
				resets: random.IntN(2) == 0,
			})
		}
	}
	return g
}
