// SPDX-License-Identifier: Apache-2.0

package index

import (
	"encoding/binary"

	"cairn/games/morris"
	"cairn/tablebase"
)

// run propagates values ply by ply until none becomes final. A ply with many final values
// is processed in parts of its rows, so that the lists of columns stay short: the values
// that it propagates become final later.
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

// started is the share of the time before the first ply, measured.
const started = 0.3

// part propagates the values that become final at a ply in a part of the rows.
func (f *fill) part(ply, part, parts int) error {
	from, to := part*len(f.rows.men)/parts, (part+1)*len(f.rows.men)/parts
	for _, b := range f.workspaces {
		b.found = [2][]uint16{b.found[0][:0], b.found[1][:0]}
	}
	err := f.each(func(b *workspace, row int) {
		f.layers[0].found[row], f.layers[1].found[row] = nil, nil
		if from <= row && row < to {
			b.collect(row, f.code(ply))
		}
	})
	if err != nil {
		return err
	}
	return f.each(func(b *workspace, row int) { b.spread(row, ply) })
}

// last returns the last ply at which a value becomes final.
func (f *fill) last() int {
	last := -1
	for _, b := range f.workspaces {
		last = max(last, b.last)
	}
	return last
}

// waiting returns an upper bound of the number of values that become final at a ply, and
// resets it.
func (f *fill) waiting(ply int) (n int) {
	for _, b := range f.workspaces {
		n += b.waiting[ply]
		b.waiting[ply] = 0
	}
	return n
}

// code returns the ply that encodes a ply in values that become final at it. Without
// distances games may last longer than a Value can hold: codes are reused, since final
// values have become Won or Lost by then.
func (f *fill) code(ply int) int {
	const first, many = 2, tablebase.MaxPlies - 4
	if ply < first || !f.job.WDLOnly {
		return ply
	}
	return first + (ply-first)%many
}

// collect lists the columns of a row whose values become final at a ply.
func (b *workspace) collect(row, ply int) {
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

// appendWon appends the indexes of a value. It compares thirty-two bytes at a time: after
// an xor a byte is zero if it equals the value.
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

// appendLost is appendWon for losses, which are final only without open moves.
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

// spread propagates the values that became final at a ply to a row.
func (b *workspace) spread(row, ply int) {
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
		b.mapFrom(e.row, &b.rows.symmetries[e.symmetry], e.from)
		b.spreadLarge(row, ply, found)
	}
}

// spreadSmall propagates values along moves of the smaller side, which stay in their row. A
// man in a mill closed it, so its move was a capture.
func (b *workspace) spreadSmall(row, ply int, found []uint16) {
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

// spreadLarge propagates values along one move of the larger side, by its table.
func (b *workspace) spreadLarge(row, ply int, found []uint16) {
	reached := b.reached[:0]
	for _, column := range found {
		if set := b.table.at(b.sets[column]); set < blocked {
			reached = append(reached, b.rank.short[set])
		}
	}
	b.reached = reached
	b.apply(largeMoves, row, ply)
}

// apply updates the reached positions of a row by a move that became final at a ply.
func (b *workspace) apply(who, row, ply int) {
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
			b.due(l, row, v.Plies(), 1) // a capture loses later
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

// lose decrements the open moves of the columns, and returns the columns without any, in
// place.
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
