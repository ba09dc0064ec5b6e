// SPDX-License-Identifier: Apache-2.0

package morris

import "cairn/game"

// view shows a position.
func view(info *game.Info, p Position) game.View {
	return game.ViewOf(info, p.wide(), [2]int{p.handOf(game.White), p.handOf(game.Black)}, p.Turn(), p.phase)
}

// notes tells what a move does.
func notes(info *game.Info, p Position, m Move) []game.Note {
	r, us := p.rules(), p.Turn()
	from, to, moves := p.fromTo(m)
	note := game.Note{Kind: game.Placed, Side: us, Point: to}
	if moves {
		note.Kind, note.From = game.Moved, from
		if r.neighbours[from]>>to&1 == 0 {
			note.Kind = game.Flew
		}
	}
	list := []game.Note{note}
	if closed := r.mills(p.own^m.own, uint8(to)); closed > 0 {
		kind := game.Mills
		if r.lineWins {
			kind = game.LineMade
		}
		list = append(list, game.Note{Kind: kind, Side: us, Count: closed})
	}
	for _, man := range points(m.taken) {
		list = append(list, game.Note{Kind: game.Took, Side: us, Point: man})
	}
	after := p.Play(m)
	if after.Result().Over() {
		return list // no phase comes after the end
	}
	return append(list, game.PhaseNotes(view(info, p), view(info, after))...)
}
