// SPDX-License-Identifier: Apache-2.0

package index

import (
	"encoding/binary"

	"cairn/games/morris"
	"cairn/tablebase"
)

// run goes from ply to ply until no value is left that becomes final. The rows
// of a ply with many such values are taken in parts, so that the lists of their
// columns stay short: what a ply passes on becomes final later.
func (f *fill) run() error {
	final, slots := 0, 2*len(f.layers[0].value)
	for ply := 0; ply <= f.last(); ply++ {
		if ply > tablebase.MaxPlies && !f.job.WDLOnly {
			return tablebase.ErrTooLong
		}
		waiting := f.waiting(f.code(ply))
		share := started + (1-started)*float64(final)/float64(slots)
		f.job.Report(share, share)
		parts := 1 + 16*waiting/slots // so that an eighth of a byte a slot is listed
		for part := range parts {
			if err := f.part(ply, part, parts); err != nil {
				return err
			}
		}
		final = min(final+waiting, slots)
	}
	return nil
}

// started is about the share of the work that is done before the first ply.
const started = 0.3

// part carries on what becomes final at a ply in one of some parts of the rows.
func (f *fill) part(ply, part, parts int) error {
	from, to := part*len(f.rows.men)/parts, (part+1)*len(f.rows.men)/parts
	for _, b := range f.bench {
		b.found = [2][]uint16{b.found[0][:0], b.found[1][:0]}
	}
	err := f.each(func(b *workbench, row int) {
		f.layers[0].found[row], f.layers[1].found[row] = nil, nil
		if from <= row && row < to {
			b.collect(row, f.code(ply))
		}
	})
	if err != nil {
		return err
	}
	return f.each(func(b *workbench, row int) { b.spread(row, ply) })
}

// last returns the last ply at which a value becomes final.
func (f *fill) last() int {
	last := -1
	for _, b := range f.bench {
		last = max(last, b.last)
	}
	return last
}

// waiting returns how many values become final at a ply, or a few more, and
// forgets that.
func (f *fill) waiting(ply int) (n int) {
	for _, b := range f.bench {
		n += b.waiting[ply]
		b.waiting[ply] = 0
	}
	return n
}

// code returns the ply that stands for a ply in values that become final at it.
// Where only wins and losses count, games may last longer than a Value can hold:
// plies are used again, since what is final has become Won or Lost by then.
func (f *fill) code(ply int) int {
	const first, many = 2, tablebase.MaxPlies - 4
	if ply < first || !f.job.WDLOnly {
		return ply
	}
	return first + (ply-first)%many
}

// collect lists the columns of a row whose values become final at a ply.
func (b *workbench) collect(row, ply int) {
	for i := range b.layers {
		l := &b.layers[i]
		if !l.due[row].has(ply) {
			continue
		}
		value, open := l.row(row, b.width)
		from, final := len(b.found[i]), tablebase.Won
		if ply%2 == 0 {
			b.found[i], final = appendLost(b.found[i], value, open, byte(tablebase.LostIn(ply))), tablebase.Lost
		} else {
			b.found[i] = appendWon(b.found[i], value, byte(tablebase.WonIn(ply)))
		}
		l.found[row] = b.found[i][from:]
		if b.job.WDLOnly {
			l.due[row].remove(ply)
			for _, column := range l.found[row] {
				value[column] = byte(final)
			}
		}
	}
}

const (
	lowBits  = 0x0101010101010101
	highBits = 0x8080808080808080
)

// zeroes returns a word that is not zero exactly when a byte of x is.
func zeroes(x uint64) uint64 { return (x - lowBits) &^ x & highBits }

// appendWon appends the places of a value. Thirty-two bytes are looked at
// together: a byte is zero where it equals the value wanted.
func appendWon(dst []uint16, value []byte, want byte) []uint16 {
	const step = 32
	pattern, i := lowBits*uint64(want), 0
	for ; i+step <= len(value); i += step {
		part := value[i : i+step : i+step]
		if zeroes(binary.LittleEndian.Uint64(part)^pattern)|zeroes(binary.LittleEndian.Uint64(part[8:])^pattern)|
			zeroes(binary.LittleEndian.Uint64(part[16:])^pattern)|zeroes(binary.LittleEndian.Uint64(part[24:])^pattern) == 0 {
			continue
		}
		for j, v := range part {
			if v == want {
				dst = append(dst, uint16(i+j))
			}
		}
	}
	for ; i < len(value); i++ {
		if value[i] == want {
			dst = append(dst, uint16(i))
		}
	}
	return dst
}

// appendLost is appendWon for losses, which need that no move is open.
func appendLost(dst []uint16, value, open []byte, want byte) []uint16 {
	from := len(dst)
	dst = appendWon(dst, value, want)
	kept := dst[:from]
	for _, column := range dst[from:] {
		if open[column] == 0 {
			kept = append(kept, column)
		}
	}
	return kept
}

// spread carries what became final at a ply to the positions of a row whose
// moves lead there.
func (b *workbench) spread(row, ply int) {
	begun := false
	if found := b.layers[largeMoves].found[row]; len(found) > 0 {
		begun = true
		b.beginSmall(row)
		b.spreadSmall(row, ply, found)
	}
	for _, e := range b.edgesOf(row) {
		found := b.layers[smallMoves].found[e.row]
		if len(found) == 0 || e.closes > 0 {
			continue
		}
		if !begun {
			begun = true
			b.begin(b.rows.men[row])
		}
		b.mapFrom(e)
		b.spreadLarge(row, ply, found)
	}
}

// spreadSmall carries values to the moves of the smaller side, which stay in
// their row. A man in a mill closed it, so that move was a capture.
func (b *workbench) spreadSmall(row, ply int, found []uint16) {
	reached := b.reached[:0]
	for _, column := range found {
		set := b.sets[column]
		for men := set &^ b.inMills(set); men != 0; men &= men - 1 {
			man := men & -men
			for from := b.near[point(man)%morris.MaxPoints] &^ set; from != 0; from &= from - 1 {
				reached = append(reached, b.rank.short[set^man^from&-from])
			}
		}
	}
	b.reached = reached
	b.apply(smallMoves, row, ply)
}

// spreadLarge carries values along one move of the larger side, by the table
// made for it.
func (b *workbench) spreadLarge(row, ply int, found []uint16) {
	reached := b.reached[:0]
	for _, column := range found {
		if set := b.table.at(b.sets[column]); set < blocked {
			reached = append(reached, b.rank.short[set])
		}
	}
	b.reached = reached
	b.apply(largeMoves, row, ply)
}

// apply enters in the positions that were reached in a row that one of their moves
// became final at a ply.
func (b *workbench) apply(who, row, ply int) {
	l := &b.layers[who]
	value, open := l.row(row, b.width)
	if ply%2 == 0 {
		if n := win(value, b.reached, byte(tablebase.WonIn(b.code(ply+1)))); n > 0 {
			b.due(l, row, ply+1, n)
		}
		return
	}
	after := tablebase.LostIn(b.code(ply + 1))
	for _, column := range lose(open, b.reached) {
		switch v := tablebase.Value(value[column]); {
		case v <= after:
			value[column] = byte(after)
			b.due(l, row, ply+1, 1)
		case v < tablebase.Drawn:
			b.due(l, row, v.Plies(), 1) // a capture puts it off
		}
	}
}

// win raises values to a win, and returns how many were lower.
func win(value []byte, columns []uint16, to byte) (n int) {
	for _, column := range columns {
		if value[column] < to {
			value[column] = to
			n++
		}
	}
	return n
}

// lose takes a move from each of the columns, and returns those that have none
// left, in the same memory.
func lose(open []byte, columns []uint16) []uint16 {
	none := 0
	for _, column := range columns {
		open[column]--
		if open[column] == 0 {
			columns[none] = column
			none++
		}
	}
	return columns[:none]
}
