// SPDX-License-Identifier: Apache-2.0

package index

import (
	"cairn/games/morris"
	"cairn/tablebase"
)

// fill solves the tiers of one group of moving men by retrograde analysis, ply by ply from
// the end of the game: a position is won as soon as one of its moves loses for the
// opponent, and lost when the last of its open moves wins for the opponent. Each move
// between two slots is unmade once, and drawn positions are visited only once.
type fill struct {
	*index
	job             tablebase.FillJob
	rank            *ranker
	hand, otherHand int            // men in hand of the side to move and of the other
	hands           tablebase.Tier // after a turn: the men in hand of the side then to move, and of the other
	large           int            // men of the larger side
	small           int            // men of the smaller one
	rows            *side          // placements of the larger side
	width           int            // columns
	sets            []uint32
	edges           []edge // moves of the larger side, row after row
	first           []int  // row → its first edge; one more at the end
	layers          [2]layer
	workspaces      []*workspace // one for each worker
}

// The two layers of a fill, by who is to move.
const (
	largeMoves = iota
	smallMoves
)

// edge is a move of the larger side: it leads to another row, whose columns are the columns
// of this row mapped by a symmetry.
type edge struct {
	row      uint32
	symmetry uint8
	from, to uint8
	closes   uint8 // mills
}

// layer holds the values of all slots with one side to move.
type layer struct {
	// value is the best value so far, and final once its ply is reached. While a position
	// may still be lost it is the best loss by a capture, Lost if there is none.
	value []byte
	open  []byte // moves without capture that have not been found to lose
	due   []plies
	found [][]uint16 // row → columns whose value became final at this ply
}

// plies is a set of plies up to 255.
type plies [4]uint64

func (p *plies) add(ply int)      { p[ply>>6] |= 1 << (ply & 63) }
func (p *plies) remove(ply int)   { p[ply>>6] &^= 1 << (ply & 63) }
func (p *plies) has(ply int) bool { return p[ply>>6]>>(ply&63)&1 != 0 }

// Need implements tablebase.Filler: a value and a counter for every slot of both
// layers, and lists of columns. Tiers of fewer men than make a mill are small.
func (ix *index) Need(group []tablebase.Tier) (bytes uint64, ok bool) {
	t := group[0]
	switch {
	case ix.LineWins || int(t.Own+t.Other) == len(ix.Points) || max(t.Own, t.Other) < morris.Fewest:
		return 0, false
	case t.Placing():
		return ix.placingNeed(t), true
	}
	return 5 * ix.Size(t), true
}

// Fill implements tablebase.Filler.
func (ix *index) Fill(group []tablebase.Tier, job tablebase.FillJob) ([][]byte, error) {
	t := group[0]
	if t.Placing() {
		return ix.fillPlacing(t, job)
	}
	f := ix.newFill(t, job)
	for i := range f.layers {
		slots := len(f.rows.men) * f.width
		f.layers[i] = layer{
			value: make([]byte, slots), open: make([]byte, slots),
			due: make([]plies, len(f.rows.men)), found: make([][]uint16, len(f.rows.men)),
		}
	}
	f.listEdges()
	for _, step := range []func() error{f.start, f.run, f.finish} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	var out [][]byte
	for _, t := range group {
		who := largeMoves
		if t.Own < t.Other {
			who = smallMoves
		}
		out = append(out, f.layers[who].value)
	}
	return out, nil
}

// newFill returns a fill for the rows and columns of a tier.
func (ix *index) newFill(t tablebase.Tier, job tablebase.FillJob) *fill {
	f := &fill{
		index: ix, job: job, rank: rankers(),
		large: int(max(t.Own, t.Other)), small: int(min(t.Own, t.Other)), width: int(ix.width(t)),
	}
	f.rows = ix.sides().of(f.large)
	f.sets = combinations(len(ix.Points)-f.large, f.small)
	for range job.Workers {
		f.workspaces = append(f.workspaces, &workspace{fill: f, best: make([]byte, f.width)})
	}
	return f
}

// tier returns the tier of given men after a turn.
func (f *fill) tier(own, other int) tablebase.Tier {
	t := f.hands
	t.Own, t.Other = uint8(own), uint8(other)
	return t
}

// listEdges lists the moves of the larger side from every row.
func (f *fill) listEdges() {
	for _, men := range f.rows.men {
		f.first = append(f.first, len(f.edges))
		for left := men; left != 0; left &= left - 1 {
			from := point(left)
			others := men ^ 1<<from
			for reach := f.Reach(men, from) &^ men; reach != 0; reach &= reach - 1 {
				to := point(reach)
				class := f.rows.class[f.rank.rank(others|1<<to)]
				f.edges = append(f.edges, edge{
					row: class >> classShift, symmetry: uint8(class & symmetryMask),
					from: from, to: to, closes: uint8(f.Mills(others, to)),
				})
			}
		}
	}
	f.first = append(f.first, len(f.edges))
}

// edgesOf returns the moves of the larger side from a row.
func (f *fill) edgesOf(row int) []edge { return f.edges[f.first[row]:f.first[row+1]] }

// each calls work for single rows.
func (f *fill) each(work func(b *workspace, row int)) error {
	return f.job.Each(len(f.rows.men), func(worker, from, to int) {
		for row := from; row < to; row++ {
			work(f.workspaces[worker], row)
		}
	})
}

// finish makes undecided positions draws.
func (f *fill) finish() error {
	return f.each(func(_ *workspace, row int) {
		for i := range f.layers {
			value, open := f.layers[i].row(row, f.width)
			for column, v := range value {
				if open[column] > 0 && tablebase.Value(v) < tablebase.Drawn {
					value[column] = byte(tablebase.Drawn)
				}
			}
		}
	})
}

// row returns the values and counters of a row.
func (l *layer) row(row, width int) (value, open []byte) {
	return rowOf(l.value, row, width), rowOf(l.open, row, width)
}

// rowOf returns a row of the values of a tier.
func rowOf(values []byte, row, width int) []byte {
	from, to := row*width, (row+1)*width
	return values[from:to:to]
}

// exchanged returns the row and column where the men given first have the rows.
func (f *fill) exchanged(rows *side, men, others uint32) (row, column int) {
	at, g, _ := rows.find(f.rank, men)
	return int(at), int(f.rank.short[f.rank.packed(g.apply(others), f.Full&^rows.men[at])])
}
