// SPDX-License-Identifier: Apache-2.0

package full

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"cairn/game"
	"cairn/internal/lang"
	"cairn/internal/tui"
	"cairn/internal/tui/canvas"
)

// View implements tea.Model.
func (m *Model) View() tea.View {
	v := tea.NewView(m.draw().String())
	v.AltScreen = true
	v.MouseMode = tea.MouseModeCellMotion
	v.WindowTitle = m.words.Text("menu.title")
	return v
}

// draw draws the page in front and the dialogs over it.
func (m *Model) draw() *canvas.Canvas {
	c := canvas.New(m.width, m.height)
	switch p := m.page(); {
	case p == nil:
	case m.small():
		m.tooSmall(c)
	default:
		p.draw(m, c)
	}
	if d := m.dialog(); d != nil {
		m.drawDialog(c, d)
	}
	return c
}

func (p *boardPage) layout(m *Model) canvas.Layout {
	return canvas.Arrange(p.board, m.width, m.height)
}

func (p *boardPage) draw(m *Model, c *canvas.Canvas) {
	l := p.layout(m)
	view := p.input.View()
	if !p.open() {
		view = p.game.Match().Walk().StateAt(p.ply()).View()
	}
	c.Draw(l.Board.X, l.Board.Y, l.Face.Draw(m.look, view, p.marks()))
	beside := &panel{Canvas: c, look: m.look, words: m.names(), game: p.game, info: p.game.Match().Game().Info(), view: view, ply: p.ply()}
	beside.sides(l.Sides)
	beside.log(l.Log, p.scroll)
	p.drawStatus(m, c, l.Status)
	p.drawKeys(m, c, l.Keys)
}

// drawStatus writes the prompt, or the error message of the last key.
func (p *boardPage) drawStatus(m *Model, c *canvas.Canvas, r canvas.Rect) {
	text, paint := p.prompt(m), m.look.Accent()
	if p.alarm != "" {
		text, paint = p.alarm, m.look.Alarm()
	}
	c.WriteWrapped(r, text, paint)
}

// drawKeys draws as many keys as fit; the keys for help and leaving always do.
func (p *boardPage) drawKeys(m *Model, c *canvas.Canvas, r canvas.Rect) {
	names := foot(p.game, m.words, m.home == nil)
	width := func(name string) int {
		shown, text := keyText(m.options.Words, name)
		return canvas.Columns(shown+" "+text) + 2
	}
	last := len(names) - 2
	room := r.Width - width(names[last]) - width(names[last+1]) + 2
	n := 0
	for n < last && width(names[n]) <= room {
		room -= width(names[n])
		n++
	}
	x := r.X
	for _, name := range slices.Delete(names, n, last) {
		shown, text := keyText(m.options.Words, name)
		x = c.Write(x, r.Y, shown, m.look.Bold()) + 1
		x = c.Write(x, r.Y, text, m.look.Soft()) + 2
	}
}

// drawDialog draws a dialog in the middle of the page, over a board where it covers least.
func (m *Model) drawDialog(c *canvas.Canvas, d dialog) {
	box := m.look.Frame(d.draw(m))
	p, ok := m.page().(*boardPage)
	if !ok || m.small() {
		c.DrawCentred(box)
		return
	}
	right, bottom := max(0, m.width-box.Width-1), max(0, m.height-box.Height)
	best, least := canvas.Rect{}, -1
	for _, x := range []int{right, 0, right / 2} {
		for _, y := range []int{bottom / 2, bottom, 0} {
			at := canvas.Rect{X: x, Y: y, Width: box.Width, Height: box.Height}
			if covered := p.covered(m, at); least < 0 || covered < least {
				best, least = at, covered
			}
		}
	}
	c.Draw(best.X, best.Y, box)
}

// covered returns how much of the board a box covers: the points, and far more for those touched
// and the cursor.
func (p *boardPage) covered(m *Model, box canvas.Rect) (sum int) {
	l := p.layout(m)
	for i := range p.board.Points {
		point := game.Point(i)
		tile := l.Face.Tile(point)
		tile.X, tile.Y = tile.X+l.Board.X, tile.Y+l.Board.Y
		if !tile.Overlaps(box) {
			continue
		}
		if sum++; point == p.cursor || slices.Contains(p.input.Path(), point) {
			sum += 100
		}
	}
	return sum
}

// least returns the size closest to the window that is large enough.
func (p *boardPage) least(m *Model) (width, height int) {
	const widest, highest = 120, 60
	least := -1
	for w := m.width; w <= max(m.width, widest); w++ {
		for h := m.height; h <= max(m.height, highest); h++ {
			more := w - m.width + 2*(h-m.height) // a line is about as high as two columns are wide
			if least >= 0 && more >= least {
				break
			}
			if canvas.Arrange(p.board, w, h).Fits {
				width, height, least = w, h, more
			}
		}
	}
	return width, height
}

// tooSmall draws the message that the window is too small.
func (m *Model) tooSmall(c *canvas.Canvas) {
	width, height := m.page().least(m)
	lines := canvas.Wrap(m.words.Text("screen.small", "width", m.width, "height", m.height, "columns", width, "lines", height), m.width)
	for i, line := range lines {
		c.Write(0, max(0, (m.height-len(lines))/2)+i, strings.TrimSpace(line), m.look.Text())
	}
}

// panel draws the sides and the log beside the board.
type panel struct {
	*canvas.Canvas
	look  canvas.Look
	words *lang.Catalogue
	game  tui.Game
	info  *game.Info
	view  game.View // of the shown position
	ply   int       // of the shown position
}

// sides draws the name of the game and both sides.
func (p *panel) sides(r canvas.Rect) {
	title, draw, lines := 2, p.side, canvas.SideLines+1
	if r.Height < canvas.FullSides {
		title, draw, lines = 1, p.dense, 2
	}
	p.WriteWrapped(canvas.Rect{X: r.X, Y: r.Y, Width: r.Width, Height: title}, p.words.Game(p.info), p.look.Accent())
	for i, side := range game.Sides {
		draw(canvas.Rect{X: r.X, Y: r.Y + title + i*lines, Width: r.Width}, side)
	}
}

// side draws one side at length: its name, pieces in hand and lost, phase and mills.
func (p *panel) side(r canvas.Rect, side game.Side) {
	p.head(r, side)
	at := p.view.Sides[side]
	line := r.Y + 1
	if tui.HasHands(p.game.Match().Game()) {
		p.tray(canvas.Rect{X: r.X, Y: line, Width: r.Width, Height: 1}, "panel.hand", side, at.Hand)
		line++
	}
	p.tray(canvas.Rect{X: r.X, Y: line, Width: r.Width, Height: 1}, "panel.lost", side, at.Lost)
	p.Write(r.X+2, line+1, p.look.Clip(p.phaseAndMills(side), r.Width-2), p.look.Soft())
}

// head draws the line with the side's name, who plays it, and its clock.
func (p *panel) head(r canvas.Rect, side game.Side) {
	if p.turning(side) {
		p.Write(r.X, r.Y, p.look.Pointer(), p.look.Accent())
	}
	x := p.Write(r.X+2, r.Y, p.swatch(side), p.look.Man(side))
	name := p.look.Text()
	if p.turning(side) {
		name = p.look.Bold()
	}
	x = p.Write(x+1, r.Y, p.words.Side(side), name)
	clock := tui.ClockText(p.game, side, p.ply)
	end := r.X + r.Width - canvas.Columns(clock)
	p.Write(end, r.Y, clock, name)
	p.Write(x+2, r.Y, p.seatText(p.game.Seat(p.words, side), end-x-3), p.look.Soft())
}

// seatText returns the text of a seat, shortened to a number of columns.
func (p *panel) seatText(at tui.Seat, room int) string {
	if canvas.Columns(at.Text) <= room || at.Short == nil {
		return p.look.Clip(at.Text, room)
	}
	bare := at.Short("")
	left := room - canvas.Columns(bare)
	if left < 3 {
		return p.look.Clip(strings.Trim(bare, ", "), room)
	}
	return p.look.Clip(at.Short(p.look.Clip(at.Name, left)), room)
}

// swatch returns a piece of the side, with a margin if it is drawn on the colour of the board.
func (p *panel) swatch(side game.Side) string {
	man := string(p.look.Glyph(side))
	if p.look.Colour {
		return " " + man + " "
	}
	return man
}

// turning reports whether a side is to move.
func (p *panel) turning(side game.Side) bool {
	return p.game.Stage() != tui.Ended && p.game.Match().Turn() == side
}

// phaseAndMills describes the phase and the mills of a side, in games that have them.
func (p *panel) phaseAndMills(side game.Side) string {
	var facts []string
	if p.info.Phases {
		facts = append(facts, p.words.Phase(p.view.Sides[side].Phase))
	}
	if p.info.Mills {
		facts = append(facts, p.words.Count("panel.mills", p.view.Sides[side].Mills))
	}
	return strings.Join(facts, ", ")
}

// tray draws pieces off the board with their number, or only the number if they do not fit.
func (p *panel) tray(r canvas.Rect, key string, side game.Side, men int) {
	p.Write(r.X+2, r.Y, p.words.Text(key), p.look.Soft())
	x := r.X + 2 + max(canvas.Columns(p.words.Text("panel.hand")), canvas.Columns(p.words.Text("panel.lost"))) + 1
	room := p.info.Men
	number := strconv.Itoa(men)
	if x+room+2+1+len(number) > r.X+r.Width {
		p.Write(x, r.Y, number, p.look.Text())
		return
	}
	ground := p.look.Man(side)
	p.Fill(x, r.Y, room+2, 1, ground)
	for i := range men {
		p.Set(x+1+i, r.Y, p.look.Glyph(side), ground)
	}
	p.Write(x+room+3, r.Y, number, p.look.Text())
}

// dense draws one side in two lines.
func (p *panel) dense(r canvas.Rect, side game.Side) {
	p.head(r, side)
	at := p.view.Sides[side]
	text := ""
	if tui.HasHands(p.game.Match().Game()) {
		text = p.words.Text("report.hand", "count", at.Hand) + ", "
	}
	text += p.words.Text("report.lost", "count", at.Lost) + ", " + p.phaseAndMills(side)
	p.Write(r.X+2, r.Y+1, p.look.Clip(text, r.Width-2), p.look.Soft())
}

// log draws the last messages under a rule, the latest at the bottom. Scroll is how many
// lines are hidden below.
func (p *panel) log(r canvas.Rect, scroll int) {
	p.look.Rule(p.Canvas, r.X, r.Y, r.Width)
	lines := p.messages(r.Width)
	room := r.Height - 1
	end := len(lines) - min(scroll, max(0, len(lines)-room))
	for i, line := range lines[max(0, end-room):end] {
		p.Write(r.X, r.Y+1+i, line.Text, line.Paint)
	}
}

// messages returns the log as lines of a width, turns with their numbers.
func (p *panel) messages(width int) []canvas.Line {
	const indent = 4
	var out []canvas.Line
	entries := p.game.Log().Entries
	for i, r := range entries {
		look := p.look.Soft()
		if i == len(entries)-1 {
			look = p.look.Text()
		}
		if r.End.Over() {
			look = p.look.Accent()
		}
		head := strings.Repeat(" ", indent)
		if r.Ply > 0 {
			head = fmt.Sprintf("%3d ", r.Ply)
		}
		for _, sentence := range r.Sentences(p.words, p.info.Board) {
			for _, line := range canvas.Wrap(sentence, width-indent) {
				out = append(out, canvas.Line{Text: head + line, Paint: look})
				head = strings.Repeat(" ", indent)
			}
		}
	}
	return out
}
