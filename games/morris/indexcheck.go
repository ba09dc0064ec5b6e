// SPDX-License-Identifier: Apache-2.0

package morris

import (
	"sync/atomic"

	"cairn/game"
)

// forward compares the values of a tier with what its moves lead to: from each
// slot along all its moves, a row at a time. With solving it has in common how
// slots are numbered and mapped, but no counters, no plies and no order of work.
type forward struct {
	*fill
	placing bool
	mine    []byte     // values of the tier
	after   []byte     // of the tier that moves lead to which take no man
	fewer   []byte     // of the tier that captures lead to, nil when they end the game
	least   [][]uint16 // worker → column of a row → the least value a move leaves to the opponent
	wrong   atomic.Uint64
}

// unmoved stands for the value that no move leaves.
const unmoved = 256

// Check implements game.Checker.
func (ix *index) Check(t game.Tier, job game.Job) (wrong uint64, ok bool, err error) {
	if _, ok := ix.Need([]game.Tier{t}); !ok {
		return 0, false, nil
	}
	f := &forward{fill: ix.newFill(t, job), placing: t.Placing(), mine: job.Below[t]}
	f.state |= uint32(t.Hand) | uint32(t.OtherHand)<<handBits
	if f.hands = t.Partner(); f.placing {
		f.hands = placed(t)
	}
	f.after = job.Below[f.hands]
	if own := f.hands.Own; own > 0 && own+f.hands.Hand > fewest {
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
	look := f.lookSmall
	if t.Own >= t.Other {
		look = f.lookLarge
	}
	err = job.Each(len(f.rows.men), func(worker, from, to int) {
		for row := from; row < to; row++ {
			look(f.bench[worker], row, f.least[worker])
			f.compare(row, f.least[worker])
		}
	})
	return f.wrong.Load(), true, err
}

// turn makes of the values of a tier with as many men on both sides those after a
// move as seen from the rows of who moved.
func (f *forward) turn() error {
	f.after = make([]byte, len(f.mine))
	return f.each(func(b *workbench, row int) {
		b.begin(f.rows.men[row])
		for column, set := range f.sets {
			at, to := f.exchanged(f.rows, f.rank.spreadOut(set, b.free), b.men)
			f.after[row*f.width+column] = f.mine[at*f.width+to]
		}
	})
}

// exchanged returns row and column where the men given first have the rows.
func (f *forward) exchanged(rows *side, men, others uint32) (row, column int) {
	at, g, _ := rows.find(f.rank, men)
	return int(at), int(f.rank.short[f.rank.packed(g.apply(others), f.full&^rows.men[at])])
}

// compare counts the values of a row that are not what they should be.
func (f *forward) compare(row int, least []uint16) {
	wrong := uint64(0)
	for column, v := range f.mine[row*f.width : (row+1)*f.width] {
		want := game.Lost
		if least[column] != unmoved {
			want = game.Value(before[least[column]])
		}
		if got := game.Value(v); got != want && (!f.job.Plain || got.Sign() != want.Sign()) {
			wrong++
		}
	}
	if wrong > 0 {
		f.wrong.Add(wrong)
	}
}

// rowOf returns a row of a tier's values.
func rowOf(values []byte, row uint32, width int) []byte {
	return values[int(row)*width : int(row+1)*width]
}
