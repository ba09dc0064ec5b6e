// SPDX-License-Identifier: Apache-2.0

package index

import (
	"cairn/games/morris"
	"cairn/tablebase"
)

// placing solves a tier with men in hand. Placements cannot be repeated, so one pass over
// the rows is enough. It embeds a fill of the tier after a placement, with the opponent to
// move: each value there is propagated to the slots of this tier with one man less. A
// placement does not change which side is larger, so there are two cases:
//
//	the larger side places   rows lead to rows, by a symmetry for the whole row
//	the smaller side places  within one row
//
// Before converts the values at the end. Until then they are from the point of view of
// the opponent: the least value is the best for the mover.
type placing struct {
	*fill           // of the tier after a placement
	before *side    // rows of the tier itself
	out    []byte   // its values
	wide   int      // its columns
	fewer  []uint16 // column after a placement → columns with one man of the smaller side less
	after  []byte   // values of placements that take no man
	over   bool     // losing a man loses the game
	caught [][]byte // if the mover has the rows: row with a mill → values when the best man is taken
}

// nowhere is not a point.
const nowhere = morris.MaxPoints

// placingNeed returns the bytes for a tier with men in hand, the tiers below excluded: its
// own values, and the values of captures.
func (ix *index) placingNeed(t tablebase.Tier) uint64 { return ix.Size(t) + ix.Size(placed(t)) }

// placed returns the tier after a placement that takes no man.
func placed(t tablebase.Tier) tablebase.Tier {
	t.Own, t.Hand = t.Own+1, t.Hand-1
	return t.Partner()
}

// fillPlacing returns the values of a tier with men in hand.
func (ix *index) fillPlacing(t tablebase.Tier, job tablebase.FillJob) ([][]byte, error) {
	to := placed(t)
	p := &placing{
		fill: ix.newFill(to, job), before: ix.sides().of(int(max(t.Own, t.Other))),
		out: make([]byte, ix.Size(t)), wide: int(ix.width(t)),
		after: job.Below[to], over: int(to.Own+to.Hand) == morris.Fewest,
	}
	p.hand, p.otherHand = int(t.Hand), int(t.OtherHand)
	p.hands = to
	const caught = 0.2 // about the share of the work
	job.Report(0, caught)
	if to.Other >= to.Own {
		p.caught = make([][]byte, len(p.rows.men))
		if err := p.each(p.catch); err != nil {
			return nil, err
		}
	}
	p.listFewer()
	place := p.placeSmall
	if t.Own >= t.Other {
		place = p.placeLarge
	}
	job.Report(caught, 1)
	err := job.Each(len(p.before.men), func(worker, from, to int) {
		for row := from; row < to; row++ {
			out := rowOf(p.out, row, p.wide)
			fillWith(out, byte(tablebase.Won))
			place(p.workspaces[worker], row, out)
			for column, v := range out {
				out[column] = before[v]
			}
		}
	})
	return [][]byte{p.out}, err
}

// catch finds the values of closing a mill in a row in which the mover has one. There may
// be no man to take.
func (p *placing) catch(b *workspace, row int) {
	switch {
	case p.Milled(p.rows.men[row]) == 0:
	case p.small == 0:
		p.caught[row] = rowOf(p.after, row, p.width)
	case p.over:
		p.caught[row] = make([]byte, p.width)
	default:
		b.begin(p.rows.men[row])
		b.listLines()
		values := p.lacking(p.tier(p.small-1, p.large), row)
		caught := make([]byte, p.width)
		for column, set := range p.sets {
			caught[column] = b.leastTaken(set, values)
		}
		p.caught[row] = caught
	}
}

// placeLarge solves a row of the larger side, which is to move.
func (p *placing) placeLarge(b *workspace, row int, out []byte) {
	men := p.before.men[row]
	b.begin(men)
	for free := b.free; free != 0; free &= free - 1 {
		to := point(free)
		at, g, _ := p.rows.find(p.rank, men|1<<to)
		b.mapFrom(at, g, nowhere)
		values := rowOf(p.after, int(at), p.width)
		switch mills := p.Mills(men, to); {
		case mills > 1 && p.Several && p.small > 0:
			p.placeSeveral(b, out)
			continue
		case mills > 0:
			values = p.caught[at]
		}
		lower(out, values, p.sets, &b.table, &p.rank.short)
	}
}

// lower lowers the values of a row to the values of a row that a table maps to it.
func lower(out, values []byte, sets []uint32, t *table, numbers *[1 << shortest]uint16) {
	for column, v := range values[:len(sets)] {
		to := numbers[t.at(sets[column])&(1<<shortest-1)]
		if v < out[to] {
			out[to] = v
		}
	}
}

// placeSeveral is placeLarge for a placement that closes several mills and takes as many
// men.
func (p *placing) placeSeveral(b *workspace, out []byte) {
	for _, set := range p.sets {
		set = b.table.at(set)
		to := p.rank.short[set]
		out[to] = min(out[to], b.takeSeveral(b.men, p.rank.spreadOut(set, b.free)))
	}
}

// placeSmall solves a row of the larger side, the smaller side to move. A man in a mill
// closed it when it was placed.
func (p *placing) placeSmall(b *workspace, row int, out []byte) {
	b.begin(p.rows.men[row])
	b.listLines()
	p.takeLarge(b)
	after := rowOf(p.after, row, p.width)
	for column, set := range p.sets {
		in := b.inMills(set)
		if in == 0 {
			lowerAll(out, p.fewer[column*p.small:(column+1)*p.small], after[column])
			continue
		}
		p.pass(out, set, set&^in, after[column])
		if p.Several {
			in = p.passSeveral(b, out, set, in)
		}
		p.pass(out, set, in, b.best[column])
	}
}

// lowerAll lowers the values of some columns.
func lowerAll(out []byte, columns []uint16, v byte) {
	for _, column := range columns {
		if v < out[column] {
			out[column] = v
		}
	}
}

// listFewer lists for each column the columns with one man of the smaller side less.
func (p *placing) listFewer() {
	for _, set := range p.sets {
		for men := set; men != 0; men &= men - 1 {
			p.fewer = append(p.fewer, p.rank.short[set^men&-men])
		}
	}
}

// pass propagates a value to the slots without one of the men.
func (p *placing) pass(out []byte, set, men uint32, v byte) {
	for ; men != 0; men &= men - 1 {
		to := p.rank.short[set^men&-men]
		out[to] = min(out[to], v)
	}
}

// passSeveral propagates the values of placements that closed several mills, and returns
// the men that closed one.
func (p *placing) passSeveral(b *workspace, out []byte, set, men uint32) uint32 {
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

// takeLarge finds the values of closing a mill in the columns in which the smaller side has
// one.
func (p *placing) takeLarge(b *workspace) {
	if p.over {
		return // best stays Lost
	}
	b.listMilled()
	if p.caught == nil {
		b.leastLarge(b.best)
		return
	}
	for _, column := range b.milled {
		row, at := p.exchanged(p.rows, p.rank.spreadOut(p.sets[column], b.free), b.men)
		b.best[column] = p.caught[row][at]
	}
}
