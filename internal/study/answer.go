// SPDX-License-Identifier: Apache-2.0

package study

import (
	"cmp"
	"slices"

	"cairn/catalog"
	"cairn/engine"
)

// Whole reports whether tables know the position and all its moves.
func (p *Position) Whole() bool {
	return p.Exact && !slices.ContainsFunc(p.Moves, func(m Move) bool { return !m.Exact })
}

// score returns an exact worth as a score of the engine.
func (w Worth) score() int {
	return engine.Solved{Known: true, Value: engine.Value(w.Value), Plies: w.Plies}.Score()
}

// Answer merges the result of a search with the tables: exact values replace scores, and
// moves that keep an exact result come first. It has at most so many lines.
func (p *Position) Answer(found catalog.Answer, lines int) catalog.Answer {
	merged := found
	merged.Lines = nil
	for _, line := range found.Lines {
		if m, _ := p.Find(line.Move); !m.Exact {
			line.Exact = false
			merged.Lines = append(merged.Lines, line)
		}
	}
	for _, m := range p.Moves {
		if m.Exact {
			merged.Lines = append(merged.Lines, exactLine(m, found))
		}
	}
	slices.SortStableFunc(merged.Lines, func(a, b catalog.Answer) int {
		return cmp.Or(cmp.Compare(p.keeps(b.Move), p.keeps(a.Move)), cmp.Compare(b.Score, a.Score))
	})
	merged.Lines = merged.Lines[:min(len(merged.Lines), lines)]
	if len(merged.Lines) > 0 {
		first := merged.Lines[0]
		merged.Move, merged.Score, merged.Depth, merged.PV, merged.Exact = first.Move, first.Score, first.Depth, first.PV, first.Exact
	}
	if p.Exact {
		merged.Score, merged.Exact = p.score(), true
	}
	return merged
}

// exactLine returns the line of an exact move: the line of the search if its score
// agrees with the tables, else the move alone.
func exactLine(m Move, found catalog.Answer) catalog.Answer {
	for _, line := range found.Lines {
		if line.Move == m.Text && line.Score == m.score() {
			line.Exact = true
			return line
		}
	}
	return catalog.Answer{
		Move: m.Text, Score: m.score(), Exact: true, PV: []string{m.Text},
		Depth: found.Depth, Nodes: found.Nodes, Elapsed: found.Elapsed,
	}
}

// keeps returns 1 for a move that is known to keep the result, else 0.
func (p *Position) keeps(text string) int {
	if m, _ := p.Find(text); m.Keeps {
		return 1
	}
	return 0
}
