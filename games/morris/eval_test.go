// SPDX-License-Identifier: Apache-2.0

package morris_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"cairn/game"
	"cairn/games/morris"
)

// Each case has one thing that makes its first position the better one.
func TestEval(t *testing.T) {
	tests := []struct{ name, better, worse string }{
		{"a man", "ww1/3/3/6/3/3/bb1 w 6,6 0", "w2/3/3/6/3/3/bb1 w 6,6 0"},
		{"the same seen by the other side", "ww1/3/3/6/3/3/b2 w 6,6 0", "ww1/3/3/6/3/3/b2 b 6,6 0"},
		{"a mill to close", "ww1/3/3/6/3/b2/2b w 7,7 0", "w2/2w/3/6/3/3/bb1 w 7,7 0"},
		{"a mill to run", "www/w1w/3/6/b1b/1b1/b1b w 0,0 0", "w2/2w/1w1/w4w/b1b/1b1/b1b w 0,0 0"},
		{"freedom", "1bw/3/3/b3b1/1w1/1w1/w1b w 0,0 0", "wb1/3/3/b3b1/1w1/1w1/w1b w 0,0 0"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			better, worse := evaluate(t, test.better), evaluate(t, test.worse)
			if better <= worse {
				t.Errorf("%s is worth %d, %s %d: want more for the first", test.better, better, test.worse, worse)
			}
		})
	}
	each(t, func(t *testing.T, d def) {
		if got := d.Eval(d.Start()); got != 0 {
			t.Errorf("start: got %d, want 0", got)
		}
	})
}

func evaluate(t *testing.T, text string) int {
	t.Helper()
	p, err := morris.Nine.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return morris.Nine.Eval(p)
}

// Every term is what its comment says, counted point by point.
func TestTerms(t *testing.T) {
	for _, d := range []def{morris.Six, morris.Nine, morris.NineNoFlying, morris.Lasker, morris.Twelve} {
		t.Run(d.ID, func(t *testing.T) {
			lines, random := linesOf(d.Board), rand.New(rand.NewPCG(1, 0))
			for range 300 {
				p := d.Start()
				for range random.IntN(70) {
					moves := p.AppendMoves(nil)
					if next := p.Play(moves[random.IntN(len(moves))]); !next.Result().Over() {
						p = next
					}
				}
				compareTerms(t, d, p, lines)
			}
		})
	}
}

// compareTerms judges a position with one weight at a time.
func compareTerms(t *testing.T, d def, p morris.Position, lines [][3]game.Point) {
	t.Helper()
	v := d.View(p)
	us := v.Turn
	own, other := count(d, v, us, lines), count(d, v, us.Other(), lines)
	for name, c := range map[string]struct {
		weights morris.Terms
		want    func(counts) int
	}{
		"man":     {morris.Terms{Man: 1}, func(c counts) int { return c.men }},
		"two":     {morris.Terms{Two: 1}, func(c counts) int { return c.twos }},
		"live":    {morris.Terms{Live: 1}, func(c counts) int { return c.live }},
		"safe":    {morris.Terms{Safe: 1}, func(c counts) int { return c.safe }},
		"mill":    {morris.Terms{Mill: 1}, func(c counts) int { return c.mills }},
		"double":  {morris.Terms{Double: 1}, func(c counts) int { return c.doubles }},
		"step":    {morris.Terms{Step: 1}, func(c counts) int { return c.steps }},
		"blocked": {morris.Terms{Blocked: 1}, func(c counts) int { return c.blocked }},
	} {
		got := morris.EvalWith(morris.Weights{Placing: c.weights, Moving: c.weights, Flying: c.weights})(p)
		if want := c.want(own) - c.want(other); got != want {
			t.Fatalf("%s: %s: got %d, want %d", d.Format(p), name, got, want)
		}
	}
	turn := morris.Terms{Turn: 1}
	if got := morris.EvalWith(morris.Weights{Placing: turn, Moving: turn, Flying: turn})(p); got != own.live {
		t.Fatalf("%s: turn: got %d, want %d", d.Format(p), got, own.live)
	}
}

// counts are the terms of one side.
type counts struct{ men, twos, live, safe, mills, doubles, steps, blocked int }

func count(d def, v game.View, s game.Side, lines [][3]game.Point) (c counts) {
	mine, theirs := game.ManOf(s), game.ManOf(s.Other())
	c.men = v.Sides[s].Board + v.Sides[s].Hand
	var milled []game.Point
	for _, line := range lines {
		if holds(v, line, mine) == 3 {
			c.mills++
			milled = append(milled, line[:]...)
		}
	}
	for _, line := range lines {
		gap := slices.IndexFunc(line[:], func(p game.Point) bool { return v.Men[p] == game.NoMan })
		if holds(v, line, mine) != 2 || gap < 0 {
			continue
		}
		c.twos++
		goes := func(side game.Side, man game.Man, from []game.Point) bool {
			return slices.ContainsFunc(beside(d, line[gap]), func(p game.Point) bool {
				return v.Men[p] == man && !slices.Contains(line[:], p) && (from == nil || slices.Contains(from, p))
			}) || from == nil && v.Sides[side].Phase != game.Sliding
		}
		if goes(s, mine, nil) {
			c.live++
			if !goes(s.Other(), theirs, nil) {
				c.safe++
			}
		}
		if len(milled) > 0 && goes(s, mine, milled) {
			c.doubles++
		}
	}
	for p := range d.Board.Points {
		if v.Men[p] != mine {
			continue
		}
		ways := 0
		for _, to := range beside(d, game.Point(p)) {
			if v.Men[to] == game.NoMan {
				ways++
			}
		}
		c.steps += ways
		if ways == 0 {
			c.blocked++
		}
	}
	return c
}

func holds(v game.View, line [3]game.Point, man game.Man) (n int) {
	for _, p := range line {
		if v.Men[p] == man {
			n++
		}
	}
	return n
}

func beside(d def, p game.Point) (points []game.Point) {
	for _, edge := range d.Board.Edges {
		switch p {
		case edge[0]:
			points = append(points, edge[1])
		case edge[1]:
			points = append(points, edge[0])
		}
	}
	return points
}

// linesOf finds the mills of a board: two edges in a row, in one direction.
func linesOf(b *game.Board) (lines [][3]game.Point) {
	for _, first := range b.Edges {
		for _, second := range b.Edges {
			if first[1] != second[0] {
				continue
			}
			from, over, to := b.Points[first[0]], b.Points[first[1]], b.Points[second[1]]
			if (over.X-from.X)*(to.Y-over.Y) == (over.Y-from.Y)*(to.X-over.X) {
				lines = append(lines, [3]game.Point{first[0], first[1], second[1]})
			}
		}
	}
	return lines
}

// BenchmarkEval judges positions of random games.
func BenchmarkEval(b *testing.B) {
	random, p := rand.New(rand.NewPCG(2, 0)), morris.Nine.Start()
	var positions []morris.Position
	for range 40 {
		moves := p.AppendMoves(nil)
		p = p.Play(moves[random.IntN(len(moves))])
		positions = append(positions, p)
	}
	b.ReportAllocs()
	sum := 0
	for b.Loop() {
		for _, p := range positions {
			sum += morris.Nine.Eval(p)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(positions)), "ns/position")
	if sum == 0 {
		b.Error("every position is even")
	}
}
