// SPDX-License-Identifier: Apache-2.0

package tui

import (
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"cairn/game"
	"cairn/internal/lang"
)

// View implements tea.Model.
func (m *Model) View() tea.View {
	v := tea.NewView(m.screen().String())
	v.AltScreen = true
	v.MouseMode = tea.MouseModeCellMotion
	v.WindowTitle = m.words.Text("menu.title")
	return v
}

// screen draws everything.
func (m *Model) screen() *canvas {
	c := newCanvas(m.width, m.height)
	switch {
	case m.small():
		m.tooSmall(c)
	case m.menu != nil:
		m.menu.draw(m, c)
	case m.errand != nil:
		m.errand.draw(m, c)
	case m.lobby != nil:
		m.lobby.draw(m, c)
	case m.play != nil:
		m.play.draw(m, c)
	}
	if m.dialog != nil {
		m.drawDialog(c)
	}
	return c
}

func (p *boardPage) layout(m *Model) layout {
	return arrange(p.session.board(), m.width, m.height)
}

func (p *boardPage) draw(m *Model, c *canvas) {
	l := p.layout(m)
	view := p.input.View()
	if !p.open() {
		view = m.session.match.Walk().StateAt(p.ply()).View()
	}
	c.draw(l.board.x, l.board.y, l.face.draw(m.look, view, p.marks()))
	beside := &panel{canvas: c, look: m.look, words: m.names(), session: m.session, view: view, ply: p.ply()}
	beside.sides(l.sides)
	beside.log(l.log, p.scroll)
	p.drawStatus(m, c, l.status)
	p.drawKeys(m, c, l.keys)
}

// drawStatus says what is to be done, or why the last key was refused.
func (p *boardPage) drawStatus(m *Model, c *canvas, r rect) {
	text, paint := p.prompt(m), m.look.accent()
	if p.alarm != "" {
		text, paint = p.alarm, m.look.alarm()
	}
	for i, line := range wrap(text, r.width) {
		if i < r.height {
			c.write(r.x, r.y+i, line, paint)
		}
	}
}

// drawKeys draws as many keys as fit; the keys for help and leaving always do.
func (p *boardPage) drawKeys(m *Model, c *canvas, r rect) {
	keys := m.keys.short()
	if m.session.table != nil {
		keys = m.keys.online(m.session.table)
	}
	tail := keys[len(keys)-2:]
	width := func(i int) int { return columns(keys[i].Help().Key+" "+keys[i].Help().Desc) + 2 }
	room := r.width - width(len(keys)-2) - width(len(keys)-1) + 2
	shown := keys[:0:0]
	for i := range len(keys) - 2 {
		if room -= width(i); room < 0 {
			break
		}
		shown = append(shown, keys[i])
	}
	x := r.x
	for _, k := range append(shown, tail...) {
		x = c.write(x, r.y, k.Help().Key, m.look.bold()) + 1
		x = c.write(x, r.y, k.Help().Desc, m.look.soft()) + 2
	}
}

// drawDialog puts the dialog over the page: in the middle, but colours, which change
// the board, and lists, which are about it, beside the board.
func (m *Model) drawDialog(c *canvas) {
	box := frame(m.look, m.dialog.draw(m))
	x, y := max(0, (m.width-box.width)/2), max(0, (m.height-box.height)/2)
	switch m.dialog.(type) {
	case *colourDialog, *listDialog:
		x = max(0, m.width-box.width-1)
	}
	c.draw(x, y, box)
}

// small reports whether the window is too small for the page.
func (m *Model) small() bool {
	switch {
	case m.menu != nil:
		return m.width < menuWidth || m.height < menuHeight
	case m.errand != nil || m.lobby != nil:
		return m.width < menuWidth || m.height < lobbyLeast
	case m.play != nil:
		return !m.play.layout(m).fits
	}
	return false
}

// enough returns a size of the window that would do, close to the present one.
func (m *Model) enough() (width, height int) {
	if m.menu != nil || m.errand != nil || m.lobby != nil {
		return max(m.width, menuWidth), max(m.height, menuHeight)
	}
	const widest, highest = 120, 60
	least := -1
	for w := m.width; w <= max(m.width, widest); w++ {
		for h := m.height; h <= max(m.height, highest); h++ {
			more := w - m.width + 2*(h-m.height) // a line is about as high as two columns are wide
			if least >= 0 && more >= least {
				break
			}
			if fits(m.session.board(), w, h) {
				width, height, least = w, h, more
			}
		}
	}
	return width, height
}

// tooSmall says that the window is.
func (m *Model) tooSmall(c *canvas) {
	width, height := m.enough()
	lines := wrap(m.words.Text("screen.small", "width", m.width, "height", m.height, "columns", width, "lines", height), m.width)
	for i, line := range lines {
		c.write(0, max(0, (m.height-len(lines))/2)+i, strings.TrimSpace(line), m.look.text())
	}
}

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
	ply     int       // that is shown
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
	about := report{p.session, p.words}
	clock := about.clock(side, p.ply)
	end := r.x + r.width - lipgloss.Width(clock)
	p.write(end, r.y, clock, name)
	who, room := about.seat(side), end-x-3
	if columns(who) > room && !p.session.plan.seats[side].human() {
		who = p.words.Player(p.session.plan.seats[side].level) // better whole than half a longer text
	}
	if columns(who) > room && p.session.table != nil {
		who = p.session.table.shortSeat(p.words, side, room)
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

// doing says a side's phase and how many mills it has on the board, in games that
// have them.
func (p *panel) doing(side game.Side) string {
	var facts []string
	if p.session.match.Game().Info().Phases {
		facts = append(facts, p.words.Phase(p.view.Sides[side].Phase))
	}
	if p.session.traits.mills {
		facts = append(facts, p.words.Count("panel.mills", p.view.Sides[side].Mills))
	}
	return strings.Join(facts, ", ")
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
