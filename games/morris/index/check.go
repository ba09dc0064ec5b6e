// SPDX-License-Identifier: Apache-2.0

package index

import (
	"sync/atomic"

	"cairn/games/morris"
	"cairn/tablebase"
)

// forward compares the values of a tier with the values of the positions its moves lead
// to, a row at a time. It shares only the numbering and mapping of slots with the solver:
// it has no counters, no plies and no order of work.
type forward struct {
	*fill
	placing bool
	mine    []byte     // values of the tier
	after   []byte     // of the tier that moves lead to which take no man
	fewer   []byte     // of the tier that captures lead to, nil when they end the game
	least   [][]uint16 // worker → column of a row → the least value a move leaves to the opponent
	wrong   atomic.Uint64
}

// unmoved marks a position without a move in least.
const unmoved = 256

// Check implements tablebase.Checker.
func (ix *index) Check(t tablebase.Tier, job tablebase.FillJob) (wrong uint64, ok bool, err error) {
	if _, ok := ix.Need([]tablebase.Tier{t}); !ok {
		return 0, false, nil
	}
	f := &forward{fill: ix.newFill(t, job), placing: t.Placing(), mine: job.Below[t]}
	f.hand, f.otherHand = int(t.Hand), int(t.OtherHand)
	if f.hands = t.Partner(); f.placing {
		f.hands = placed(t)
	}
	f.after = job.Below[f.hands]
	if own := f.hands.Own; own > 0 && own+f.hands.Hand > morris.Fewest {
		f.fewer = job.Below[f.tier(int(own)-1, int(f.hands.Other))]
	}
	for range job.Workers {
		f.least = append(f.least, make([]uint16, f.width))
	}
	if t == f.hands {
		if err := f.turn(); err != nil {
			return 0, true, err
		}
	}
	follow := f.followSmall
	if t.Own >= t.Other {
		follow = f.followLarge
	}
	err = job.Each(len(f.rows.men), func(worker, from, to int) {
		for row := from; row < to; row++ {
			follow(f.workspaces[worker], row, f.least[worker])
			f.compare(row, f.least[worker])
		}
	})
	return f.wrong.Load(), true, err
}

// turn sets the values after a move in a tier with as many men on both sides, with the
// rows numbered by the side that moved.
func (f *forward) turn() error {
	f.after = make([]byte, len(f.mine))
	return f.each(func(b *workspace, row int) {
		b.begin(f.rows.men[row])
		for column, set := range f.sets {
			at, to := f.exchanged(f.rows, f.rank.spreadOut(set, b.free), b.men)
			f.after[row*f.width+column] = f.mine[at*f.width+to]
		}
	})
}

// compare counts the wrong values of a row.
func (f *forward) compare(row int, least []uint16) {
	wrong := uint64(0)
	for column, v := range rowOf(f.mine, row, f.width) {
		want := tablebase.Lost
		if least[column] != unmoved {
			want = tablebase.Value(before[least[column]])
		}
		if got := tablebase.Value(v); got != want && (!f.job.WDLOnly || got.Sign() != want.Sign()) {
			wrong++
		}
	}
	if wrong > 0 {
		f.wrong.Add(wrong)
	}
}

// followLarge follows the moves of the side that has the rows.
func (f *forward) followLarge(b *workspace, row int, least []uint16) {
	men := f.rows.men[row]
	b.begin(men)
	b.listLines()
	for column := range least {
		least[column] = unmoved
	}
	if f.placing {
		f.followTo(b, men, b.free, least)
		return
	}
	for left := men; left != 0; left &= left - 1 {
		f.followTo(b, men^left&-left, f.Reach(men, point(left))&b.free, least)
	}
}

// followTo follows the moves of one man of the larger side, who is not among the
// others, to some points.
func (f *forward) followTo(b *workspace, others, reach uint32, least []uint16) {
	rows := f.sides().of(count(others) + 1)
	width, fewer := int(f.index.width(f.hands)), 0
	if f.small > 0 {
		fewer = int(f.index.width(f.tier(f.small-1, count(others)+1)))
	}
	for ; reach != 0; reach &= reach - 1 {
		to := point(reach)
		at, g, _ := rows.find(f.rank, others|1<<to)
		b.mapTo(rows, at, g, 1<<to)
		switch mills := f.Mills(others, to); {
		case mills == 0 || f.small == 0:
			f.followQuiet(b, rowOf(f.after, int(at), width), least)
		case mills > 1 && f.Several:
			f.followCaptures(b, least, func(set uint32) byte { return b.takeSeveral(b.men, f.rank.spreadOut(set, b.free)) })
		case f.fewer == nil:
			f.followCaptures(b, least, func(uint32) byte { return byte(tablebase.Lost) })
		default:
			values := rowOf(f.fewer, int(at), fewer)
			f.followCaptures(b, least, func(set uint32) byte { return b.leastOf(values, set) })
		}
	}
}

// followQuiet follows a move that takes no man, by the table made for it.
func (f *forward) followQuiet(b *workspace, values []byte, least []uint16) {
	for column, set := range f.sets {
		if image := b.table.at(set); image < blocked {
			least[column] = min(least[column], uint16(values[f.rank.short[image]]))
		}
	}
}

// followCaptures follows a move that takes men.
func (f *forward) followCaptures(b *workspace, least []uint16, value func(set uint32) byte) {
	for column, set := range f.sets {
		if b.table.at(set) < blocked {
			least[column] = min(least[column], uint16(value(set)))
		}
	}
}

// leastOf returns the least value when a man of the smaller side is taken, by the
// table made for the move.
func (b *workspace) leastOf(values []byte, set uint32) byte {
	targets := set &^ b.inMills(set)
	if targets == 0 {
		targets = set
	}
	least := byte(tablebase.Won)
	for ; targets != 0; targets &= targets - 1 {
		least = min(least, values[b.rank.short[b.table.at(set^targets&-targets)]])
	}
	return least
}

// followSmall follows the moves of the side that has the columns.
func (f *forward) followSmall(b *workspace, row int, least []uint16) {
	b.beginSmall(row)
	after := rowOf(f.after, row, int(f.index.width(f.hands)))
	taken := f.takenLarge(b)
	follow := func(column int, set, others, reach uint32) {
		for reach &^= set; reach != 0; reach &= reach - 1 {
			to := reach & -reach
			v := byte(tablebase.Lost)
			switch mills := b.closed(others|to, to); {
			case mills == 0:
				v = after[f.rank.short[others|to]]
			case mills > 1 && f.Several:
				v = b.takeSeveral(f.rank.spreadOut(set, b.free), b.men)
			case f.fewer != nil:
				v = taken(others | to)
			}
			least[column] = min(least[column], uint16(v))
		}
	}
	for column, set := range f.sets {
		least[column] = unmoved
		if f.placing {
			follow(column, set, set, b.all)
			continue
		}
		for men := set; men != 0; men &= men - 1 {
			follow(column, set, set^men&-men, b.near[point(men)])
		}
	}
}

// closed returns how many mills of a set go through one of its men.
func (b *workspace) closed(set, man uint32) (n int) {
	for _, line := range b.lines {
		if line&man != 0 && set&line == line {
			n++
		}
	}
	return n
}

// takenLarge returns a function from the set of the smaller side to the least value that
// a capture of a man of the larger side leaves.
func (f *forward) takenLarge(b *workspace) func(set uint32) byte {
	men, fewer := f.Takeable(b.men), f.tier(f.large-1, int(f.hands.Other))
	width := int(f.index.width(fewer))
	if fewer.Own < fewer.Other {
		rows := f.sides().of(int(fewer.Other))
		return func(set uint32) byte {
			least := byte(tablebase.Won)
			for left := men; left != 0; left &= left - 1 {
				row, column := f.exchanged(rows, f.rank.spreadOut(set, b.free), b.men^left&-left)
				least = min(least, f.fewer[row*width+column])
			}
			return least
		}
	}
	rows := f.sides().of(f.large - 1)
	var tables []table
	var values [][]byte
	for left := men; left != 0 && f.fewer != nil; left &= left - 1 {
		row, g, _ := rows.find(f.rank, b.men^left&-left)
		b.mapTo(rows, row, g, 0)
		tables, values = append(tables, b.table), append(values, rowOf(f.fewer, int(row), width))
	}
	return func(set uint32) byte {
		least := byte(tablebase.Won)
		for i := range tables {
			least = min(least, values[i][f.rank.short[tables[i].at(set)]])
		}
		return least
	}
}
