// SPDX-License-Identifier: Apache-2.0

package index

import (
	"slices"

	"cairn/games/morris"
	"cairn/tablebase"
)

// before maps a value to the value of the move that leads there.
var before = func() (table [256]byte) {
	for v := range table {
		table[v] = byte(tablebase.Value(v).Before())
	}
	return table
}()

// start gives every slot the value of its best capture and the number of its
// other moves.
func (f *fill) start() error {
	steps := []func(*workspace, int){(*workspace).takeSmall, (*workspace).startLarge, (*workspace).startSmall}
	if f.equal() {
		steps = slices.Insert(steps, 2, (*workspace).exchange)
	}
	share := started / float64(len(steps))
	for i, step := range steps {
		f.job.Report(share*float64(i), share*float64(i+1))
		if err := f.each(step); err != nil {
			return err
		}
	}
	return nil
}

// equal reports whether the sides have as many men, so that a side that loses
// one becomes the smaller.
func (f *fill) equal() bool { return f.large == f.small && f.large > morris.Fewest }

// takeSmall finds the best capture of the larger side for a row in which it has a mill.
// Until startSmall, the layer of the smaller side holds these values.
func (b *workspace) takeSmall(row int) {
	if b.Milled(b.rows.men[row]) == 0 {
		return
	}
	best, _ := b.layers[smallMoves].row(row, b.width)
	if b.small == morris.Fewest {
		fillWith(best, byte(tablebase.Won))
		return
	}
	b.begin(b.rows.men[row])
	b.listLines()
	values := b.lacking(b.tier(b.small-1, b.large), row)
	for column, set := range b.sets {
		best[column] = before[b.leastTaken(set, values)]
	}
}

// lacking returns a row of a tier below.
func (f *fill) lacking(tier tablebase.Tier, row int) []byte {
	return rowOf(f.job.Below[tier], row, int(f.index.width(tier)))
}

// leastTaken returns the least value to the smaller side, which is then to move,
// when one of its men is taken. The values are of the row with a man less.
func (b *workspace) leastTaken(set uint32, values []byte) byte {
	targets := set &^ b.inMills(set)
	if targets == 0 {
		targets = set
	}
	least := byte(tablebase.Won)
	for ; targets != 0; targets &= targets - 1 {
		least = min(least, values[b.rank.short[set^targets&-targets]])
	}
	return least
}

func fillWith(values []byte, v byte) {
	for i := range values {
		values[i] = v
	}
}

// startLarge starts a row of the larger side.
func (b *workspace) startLarge(row int) {
	b.begin(b.rows.men[row])
	var worth [largest]uint32
	moves := uint32(0)
	value, open := b.layers[largeMoves].row(row, b.width)
	for _, e := range b.edgesOf(row) {
		if e.closes == 0 {
			worth[b.places[e.to]]++
			moves++
			continue
		}
		if b.Several && e.closes > 1 {
			b.startSeveral(value, e)
			continue
		}
		best, _ := b.layers[smallMoves].row(int(e.row), b.width)
		b.mapTo(b.rows, e.row, &b.rows.symmetries[e.symmetry], 1<<e.to)
		for column, set := range b.sets {
			if image := b.table.at(set); image < blocked {
				value[column] = max(value[column], best[b.rank.short[image]])
			}
		}
	}
	b.table.make(&worth, count(b.free))
	for column, set := range b.sets {
		open[column] = byte(moves - b.table.at(set)) // moves to points the smaller side holds
	}
	b.schedule(largeMoves, row)
}

// startSeveral finds the best captures for the columns of a row of the larger
// side in which a move closes more than one mill and takes as many men.
func (b *workspace) startSeveral(value []byte, e edge) {
	for column, set := range b.sets {
		if set>>b.places[e.to]&1 == 0 {
			value[column] = max(value[column], before[b.takeSeveral(b.men, b.rank.spreadOut(set, b.free))])
		}
	}
}

// takeSeveral returns the least value to the opponent that captures in a
// position leave, by the rules.
func (b *workspace) takeSeveral(own, opposing uint32) byte {
	p := b.Position(own, opposing, b.hand, b.otherHand)
	b.moves = p.AppendMoves(b.moves[:0])
	least := byte(tablebase.Won)
	for _, m := range b.moves {
		if p.Takes(m) == 0 {
			continue
		}
		tier, slot, ok := b.Rank(p.Play(m))
		if !ok {
			return byte(tablebase.Lost) // too few are left
		}
		least = min(least, b.job.Below[tier][slot])
	}
	return least
}

// startSmall starts a row of the smaller side.
func (b *workspace) startSmall(row int) {
	b.beginSmall(row)
	b.takeLarge(row)
	value, open := b.layers[smallMoves].row(row, b.width)
	for column, set := range b.sets {
		moves := 0
		for men := set; men != 0; men &= men - 1 {
			moves += count(b.near[point(men)] &^ set)
		}
		closing, most := b.bestClosing(set)
		value[column], open[column] = most, byte(moves-closing)
	}
	b.schedule(smallMoves, row)
}

// bestClosing returns the number of moves of the smaller side that close mills, and the
// value of the best of them.
func (b *workspace) bestClosing(set uint32) (moves int, most byte) {
	several := false
	for closing := b.closing(set); closing != 0; closing &= closing - 1 {
		to := closing & -closing
		movers := b.movers[point(to)]
		moves += count(movers)
		if b.Several {
			several = several || b.twice[point(to)] != 0
			movers &^= b.twice[point(to)]
		}
		for ; movers != 0; movers &= movers - 1 {
			most = max(most, b.best[b.rank.short[set^to^movers&-movers]])
		}
	}
	if several {
		most = max(most, before[b.takeSeveral(b.rank.spreadOut(set, b.free), b.men)])
	}
	return moves, most
}

// closing returns the points where the smaller side can close a mill, and sets movers to
// the men that can.
func (b *workspace) closing(set uint32) uint32 {
	var points uint32
	for _, line := range b.lines {
		to := line &^ set
		if to&(to-1) != 0 || to == 0 {
			continue
		}
		at, movers := point(to), b.near[point(to)]&set&^line
		if points&to == 0 {
			b.movers[at], b.twice[at] = 0, 0
		}
		b.twice[at] |= b.movers[at] & movers
		b.movers[at] |= movers
		points |= to
	}
	return points
}

// takeLarge finds the best capture of the smaller side for the columns of a row in which
// it has a mill.
func (b *workspace) takeLarge(row int) {
	if b.equal() {
		_, best := b.layers[smallMoves].row(row, b.width)
		copy(b.best, best)
		return
	}
	b.listMilled()
	if b.large == morris.Fewest {
		fillWith(b.best, byte(tablebase.Won))
		return
	}
	b.leastLarge(b.best)
	for _, column := range b.milled {
		b.best[column] = before[b.best[column]]
	}
}

// listMilled lists the columns in which the smaller side has a mill.
func (b *workspace) listMilled() {
	b.milled = b.milled[:0]
	for column, set := range b.sets {
		if b.inMills(set) != 0 {
			b.milled = append(b.milled, uint16(column))
		}
	}
}

// leastLarge finds for the columns listed the least value to the larger side,
// which is then to move, when one of its men is taken.
func (b *workspace) leastLarge(least []byte) {
	for _, column := range b.milled {
		least[column] = byte(tablebase.Won)
	}
	below, rows := b.tier(b.large-1, b.small), b.sides().of(b.large-1)
	for targets := b.Takeable(b.men); targets != 0; targets &= targets - 1 {
		row, g, _ := rows.find(b.rank, b.men^targets&-targets)
		b.mapTo(rows, row, g, 0)
		values := b.lacking(below, int(row))
		for _, column := range b.milled {
			least[column] = min(least[column], values[b.rank.short[b.table.at(b.sets[column])]])
		}
	}
}

// exchange is takeLarge for sides of as many men: with the placements exchanged
// takeSmall has found the values. They are kept in the counters of the smaller side,
// since other rows still need the values of takeSmall.
func (b *workspace) exchange(row int) {
	b.begin(b.rows.men[row])
	b.listLines()
	l := &b.layers[smallMoves]
	_, best := l.row(row, b.width)
	for column, set := range b.sets {
		if b.inMills(set) == 0 {
			continue
		}
		at, to := b.exchanged(b.rows, b.rank.spreadOut(set, b.free), b.men)
		best[column] = l.value[at*b.width+to]
	}
}

// schedule notes at which plies values of a row become final as they are.
func (b *workspace) schedule(who, row int) {
	l := &b.layers[who]
	value, open := l.row(row, b.width)
	for column, v := range value {
		if v := tablebase.Value(v); v > tablebase.Drawn || v < tablebase.Drawn && open[column] == 0 {
			b.due(l, row, v.Plies(), 1)
		}
	}
}

// due notes that n values of a row become final at a ply.
func (b *workspace) due(l *layer, row, ply, n int) {
	l.due[row].add(b.code(ply))
	b.waiting[b.code(ply)] += n
	b.last = max(b.last, ply)
}
