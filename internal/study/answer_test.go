// SPDX-License-Identifier: Apache-2.0

package study_test

import (
	"strings"
	"testing"

	"cairn/catalog"
	"cairn/internal/study"
)

// Exact values replace contradicting scores, and add to the lines of a search.
func TestAnswerDoesNotContradictTables(t *testing.T) {
	exact := func(text string, value, plies int, keeps bool) study.Move {
		return study.Move{Text: text, Worth: study.Worth{Exact: true, Value: value, Plies: plies}, Keeps: keeps}
	}
	open := func(text string) study.Move { return study.Move{Text: text, Worth: study.Worth{Plies: -1}} }
	found := catalog.Answer{Move: "a", Score: 130, Depth: 5, Nodes: 9, Lines: []catalog.Answer{
		{Move: "a", Score: 130, Depth: 5, PV: []string{"a", "x"}}, {Move: "b", Score: 90, Depth: 5, PV: []string{"b"}}, {Move: "c", Score: -20, Depth: 5, PV: []string{"c"}},
	}}
	tests := map[string]struct {
		position study.Position
		want     string // moves in order, with ! after exact ones
		exact    bool
	}{
		"nothing is known":    {study.Position{Moves: []study.Move{open("a"), open("b"), open("c"), open("d")}}, "a b c", false},
		"the best move loses": {study.Position{Moves: []study.Move{exact("a", -1, 6, false), open("b"), open("c"), open("d")}}, "b c a!", false},
		"a win was not found": {study.Position{Moves: []study.Move{open("a"), open("b"), open("c"), exact("d", 1, 9, false)}}, "d! a b", false},
		"a draw among others": {study.Position{Moves: []study.Move{open("a"), open("b"), open("c"), exact("d", 0, -1, false)}}, "a b d!", false},
		"a known draw": {
			study.Position{Worth: study.Worth{Exact: true, Plies: -1}, Moves: []study.Move{open("a"), exact("b", -1, 4, false), open("c"), exact("d", 0, -1, true)}},
			"d! a c", true,
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			a := test.position.Answer(found, 3)
			var got []string
			for _, line := range a.Lines {
				text := line.Move
				if line.Exact {
					text += "!"
				}
				got = append(got, text)
			}
			if strings.Join(got, " ") != test.want || a.Move != a.Lines[0].Move || test.exact && (!a.Exact || a.Score != 0) {
				t.Errorf("got %v, %+v; want %s", got, a, test.want)
			}
		})
	}
}

// An answer of one line takes its move from the tables too.
func TestAnswerOfOneLine(t *testing.T) {
	p := study.Position{Moves: []study.Move{{Text: "b", Worth: study.Worth{Exact: true, Value: 1, Plies: 3}, Keeps: true}}}
	if got := p.Answer(catalog.Answer{Move: "a"}, 1); got.Move != "b" || !got.Exact {
		t.Errorf("got %+v, want the exact move b", got)
	}
}
