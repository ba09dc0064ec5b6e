// SPDX-License-Identifier: Apache-2.0

package morris

// placeSmall solves a row of the larger side, the smaller one to move. A man of
// a mill may have closed it, the others came without.
func (p *placing) placeSmall(b *workbench, row int, out []byte) {
	b.begin(p.rows.men[row])
	b.listLines()
	p.takeLarge(b)
	after := p.rowAfter(row)
	for column, set := range p.sets {
		in := b.inMills(set)
		if in == 0 {
			lowerAll(out, p.fewer[column*p.small:(column+1)*p.small], after[column])
			continue
		}
		p.pass(out, set, set&^in, after[column])
		if p.several {
			in = p.passSeveral(b, out, set, in)
		}
		p.pass(out, set, in, b.best[column])
	}
}

// lowerAll lowers what is found so far in some columns.
func lowerAll(out []byte, columns []uint16, v byte) {
	for _, column := range columns {
		if v < out[column] {
			out[column] = v
		}
	}
}

// listFewer lists for each column those with a man of the smaller side less.
func (p *placing) listFewer() {
	for _, set := range p.sets {
		for men := set; men != 0; men &= men - 1 {
			p.fewer = append(p.fewer, p.rank.short[set^men&-men])
		}
	}
}

// pass passes a value on to the slots without one of the men.
func (p *placing) pass(out []byte, set, men uint32, v byte) {
	for ; men != 0; men &= men - 1 {
		to := p.rank.short[set^men&-men]
		out[to] = min(out[to], v)
	}
}

// passSeveral passes on the values of placements that closed more than one mill,
// and returns the men that closed one.
func (p *placing) passSeveral(b *workbench, out []byte, set, men uint32) uint32 {
	once, twice := uint32(0), uint32(0)
	for _, line := range b.lines {
		if set&line == line {
			twice |= once & line
			once |= line
		}
	}
	for left := twice; left != 0; left &= left - 1 {
		man := left & -left
		p.pass(out, set, man, b.takeSeveral(p.rank.spreadOut(set^man, b.free), b.men))
	}
	return men &^ twice
}

// takeLarge finds for the columns in which the smaller side has a mill what
// closing it leaves to the larger one.
func (p *placing) takeLarge(b *workbench) {
	if p.over {
		return // to nothing
	}
	b.listMilled()
	if p.caught == nil {
		b.leastLarge(b.best)
		return
	}
	for _, column := range b.milled {
		row, g, _ := p.rows.find(p.rank, p.rank.spreadOut(p.sets[column], b.free))
		at := p.rank.short[p.rank.packed(g.apply(b.men), p.full&^p.rows.men[row])]
		b.best[column] = p.caught[row][at]
	}
}
