// SPDX-License-Identifier: Apache-2.0

package tui

import (
	"strconv"

	"charm.land/lipgloss/v2"

	"cairn/game"
	"cairn/internal/lang"
)

// Lines of the sides when there is room: the title with a line below it, then
// each side in sideLines and a line between them.
const (
	sideLines = 4
	fullSides = 2 + 2*sideLines + 1
)

// panel draws what stands beside the board.
type panel struct {
	*canvas
	look    look
	words   *lang.Catalogue
	session *session
	view    game.View // as shown on the board
}

// sides draws the name of the game and both sides.
func (p *panel) sides(r rect) {
	info := p.session.match.Game().Info()
	title := wrap(p.words.Game(info), r.width)
	if r.height < fullSides {
		title = title[:min(1, len(title))]
	}
	for i, line := range title[:min(2, len(title))] {
		p.write(r.x, r.y+i, line, p.look.accent())
	}
	if r.height < fullSides {
		for i, side := range game.Sides {
			p.dense(rect{r.x, r.y + 1 + 2*i, r.width, 2}, side)
		}
		return
	}
	for i, side := range game.Sides {
		p.side(rect{r.x, r.y + 2 + i*(sideLines+1), r.width, sideLines}, side)
	}
}

// side draws one side at length: who it is, its men in hand and lost, its
// phase and its mills.
func (p *panel) side(r rect, side game.Side) {
	p.head(r, side)
	at := p.view.Sides[side]
	line := r.y + 1
	if p.session.traits.hands {
		p.tray(rect{r.x, line, r.width, 1}, "panel.hand", side, at.Hand)
		line++
	}
	p.tray(rect{r.x, line, r.width, 1}, "panel.lost", side, at.Lost)
	p.write(r.x+2, line+1, clip(p.doing(side), r.width-2), p.look.soft())
}

// head draws the line with the side's name, who plays it, and its clock.
func (p *panel) head(r rect, side game.Side) {
	if p.turning(side) {
		p.set(r.x, r.y, p.look.glyphs().turn, p.look.accent())
	}
	x := p.write(r.x+2, r.y, p.swatch(side), p.look.man(side))
	name := p.look.text()
	if p.turning(side) {
		name = p.look.bold()
	}
	x = p.write(x+1, r.y, p.words.Side(side), name)
	clock := p.session.clockText(side)
	end := r.x + r.width - lipgloss.Width(clock)
	p.write(end, r.y, clock, name)
	who, room := p.session.seatText(p.words, side), end-x-3
	if columns(who) > room {
		who = p.words.Player(p.session.plan.seats[side].level) // better whole than half a longer text
	}
	p.write(x+2, r.y, clip(who, room), p.look.soft())
}

// swatch shows a man of the side, in colour on a piece of board.
func (p *panel) swatch(side game.Side) string {
	man := string(p.look.glyph(side))
	if p.look.colour {
		return " " + man + " "
	}
	return man
}

// turning reports whether a side is to move.
func (p *panel) turning(side game.Side) bool {
	return !p.session.over() && p.session.match.Turn() == side
}

// doing says a side's phase and how many mills it has closed.
func (p *panel) doing(side game.Side) string {
	text := p.words.Phase(p.view.Sides[side].Phase)
	if p.session.traits.mills {
		text += ", " + p.words.Count("panel.mills", p.session.match.Mills()[side])
	}
	return text
}

// tray draws men that are not on the board, on a strip of board, with their
// number. Where they do not fit there is the number only.
func (p *panel) tray(r rect, key string, side game.Side, men int) {
	p.write(r.x+2, r.y, p.words.Text(key), p.look.soft())
	x := r.x + 2 + max(columns(p.words.Text("panel.hand")), columns(p.words.Text("panel.lost"))) + 1
	room := p.session.match.Game().Info().Men
	number := strconv.Itoa(men)
	if x+room+2+1+len(number) > r.x+r.width {
		p.write(x, r.y, number, p.look.text())
		return
	}
	ground := p.look.man(side)
	p.fill(x, r.y, room+2, 1, ground)
	for i := range men {
		p.set(x+1+i, r.y, p.look.glyph(side), ground)
	}
	p.write(x+room+3, r.y, number, p.look.text())
}

// dense draws one side in two lines.
func (p *panel) dense(r rect, side game.Side) {
	p.head(r, side)
	at := p.view.Sides[side]
	text := ""
	if p.session.traits.hands {
		text = p.words.Text("report.hand", "count", at.Hand) + ", "
	}
	text += p.words.Text("report.lost", "count", at.Lost) + ", " + p.doing(side)
	p.write(r.x+2, r.y+1, clip(text, r.width-2), p.look.soft())
}
