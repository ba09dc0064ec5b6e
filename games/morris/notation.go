// SPDX-License-Identifier: Apache-2.0

package morris

import (
	"fmt"
	"slices"
	"strings"

	"cairn/game"
)

// formatPosition writes "rows side handW,handB clock", and the remembered moves
// where a way back may be barred.
func formatPosition(p Position) string {
	r := p.rules()
	text := fmt.Sprintf("%s %s %d,%d %d", game.FormatRows(&r.Board, p.wide()), p.Turn().Letter(),
		p.handOf(game.White), p.handOf(game.Black), p.Clock())
	if r.barred {
		text += " " + p.formatLast()
	}
	return text
}

func (p Position) formatLast() string {
	var moves [2]game.Leap
	var has [2]bool
	for _, s := range game.Sides {
		l := p.lastOf(s)
		moves[s], has[s] = game.Leap{From: game.Point(l.from()), To: game.Point(l.to())}, l != 0
	}
	return game.FormatLeaps(&p.rules().Board, moves, has)
}

// wide returns the men by side in the form the shared readers and writers use.
func (p Position) wide() [2]uint64 {
	return [2]uint64{uint64(p.men(game.White)), uint64(p.men(game.Black))}
}

// fromTo returns the points of a move; ok is false for a placement, which has
// no from.
func (p Position) fromTo(m Move) (from, to game.Point, ok bool) {
	to = game.Point(point(m.own &^ p.own))
	if m.places() {
		return 0, to, false
	}
	return game.Point(point(m.own & p.own)), to, true
}

// formatMove writes "d6", "d6-d7" and captures as "xa1", alphabetically.
func formatMove(p Position, m Move) string {
	b := &p.rules().Board
	from, to, moves := p.fromTo(m)
	text := b.Name(to)
	if moves {
		text = b.Name(from) + "-" + text
	}
	if m.taken == 0 {
		return text
	}
	names := b.Names(points(m.taken))
	slices.Sort(names)
	return text + "x" + strings.Join(names, "x")
}

// points lists the men of a set.
func points(men uint32) []game.Point {
	var list []game.Point
	for ; men != 0; men &= men - 1 {
		list = append(list, game.Point(point(men)))
	}
	return list
}

// paths returns the touches of a move: from, to, then the men taken in every
// order in which they can be taken.
func paths(p Position, m Move) []game.Path {
	var stem game.Path
	from, to, moves := p.fromTo(m)
	if moves {
		stem = append(stem, game.Touch{Point: from, Kind: game.From})
	}
	stem = append(stem, game.Touch{Point: to, Kind: game.To})
	var all []game.Path
	p.rules().orders(stem, p.opposing, m.taken, &all)
	return all
}

func (b *board) orders(path game.Path, opposing, rest uint32, all *[]game.Path) {
	if rest == 0 {
		*all = append(*all, slices.Clone(path))
		return
	}
	for next := b.takeable(opposing) & rest; next != 0; next &= next - 1 {
		man := next & -next
		b.orders(append(path, game.Touch{Point: game.Point(point(man)), Kind: game.Take}), opposing&^man, rest&^man, all)
	}
}
