// SPDX-License-Identifier: Apache-2.0

package full

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"cairn/internal/study"
	"cairn/internal/tui"
	"cairn/internal/tui/canvas"
)

// runSearch analyses in the background and shows the result, unless another analysis was
// begun, the game has changed or a dialog was opened meanwhile.
func runSearch[T any](p *boardPage, m *Model, find func(context.Context) (T, error), show func(*Model, T)) tea.Cmd {
	if find == nil {
		p.alarm = m.words.Text("hint.none")
		return nil
	}
	p.stopSearch()
	ctx, cancel := context.WithCancel(m.ctx)
	p.cancel, p.note = cancel, m.words.Text("hint.looking")
	return func() tea.Msg {
		found, err := find(ctx)
		return reply(func(m *Model) tea.Cmd {
			if ctx.Err() != nil {
				return nil
			}
			p.stopSearch()
			switch {
			case m.front() != layer(p):
			case err != nil:
				p.alarm = tui.Refusal(m.words, err)
			default:
				show(m, found)
			}
			return nil
		})
	}
}

// stopSearch cancels the analysis.
func (p *boardPage) stopSearch() {
	p.cancel()
	p.note = ""
}

// hint logs the best moves.
func (p *boardPage) hint(m *Model) tea.Cmd {
	return runSearch(p, m, m.options.Position(p.game, p.ply()), func(m *Model, found study.Position) {
		p.game.Log().Add(tui.HintEntry(m.words, &found, m.look.ASCII))
	})
}

// values shows the value of every move.
func (p *boardPage) values(m *Model) tea.Cmd {
	return runSearch(p, m, m.options.Position(p.game, p.ply()), func(m *Model, found study.Position) {
		m.push(&listDialog{
			title: m.words.Text("values.title"), keys: m.words.Text("values.keys"),
			lines: tui.ValueLines(m.words, &found, m.look.ASCII),
		})
	})
}

// reviewGame shows the values of the moves of a game that is over. Its dialog shows the
// position of a move on the board.
func (p *boardPage) reviewGame(m *Model) tea.Cmd {
	if !p.over() {
		return nil // the letter may begin a coordinate
	}
	return runSearch(p, m, m.options.Review(p.game), func(m *Model, r study.Review) {
		p.review = &r
		d := &listDialog{
			title: m.words.Text("review.title"), keys: m.words.Text("review.keys"), head: tui.ReviewHead(m.names(), &r),
			choose: func(row int) { p.back = len(r.Turns) - row - 1 },
		}
		for i := range r.Turns {
			d.lines = append(d.lines, tui.JudgedText(m.words, &r.Turns[i], m.look.ASCII))
		}
		m.push(d)
	})
}

// listDialog shows a list that can be scrolled. If choose is set, a line can be chosen.
type listDialog struct {
	title, keys string
	head        []string
	lines       []string
	at          int // index of the chosen line; without choose, of the first visible line
	choose      func(row int)
}

// listWidth is the minimum width of a list.
const listWidth = 40

func (d *listDialog) press(m *Model, msg tea.KeyPressMsg) tea.Cmd {
	switch msg.String() {
	case "up", "k":
		d.at--
	case "down", "j":
		d.at++
	case "pgup":
		d.at -= d.room(m)
	case "pgdown":
		d.at += d.room(m)
	case "enter", "space":
		m.pop()
		if d.choose != nil && len(d.lines) > 0 {
			d.choose(d.at)
		}
	default:
		m.pop()
	}
	d.at = max(0, min(d.at, len(d.lines)-1))
	return nil
}

// width returns the columns of a line.
func (d *listDialog) width(m *Model) int { return max(listWidth/2, min(72, m.width-10)) }

// room returns the number of visible lines.
func (d *listDialog) room(m *Model) int { return max(1, m.height-len(d.head)-9) }

func (d *listDialog) draw(m *Model) *canvas.Canvas {
	width := d.width(m)
	lines := []canvas.Line{{Text: d.title, Paint: m.look.Accent()}, {}}
	for _, text := range d.head {
		lines = append(lines, canvas.Line{Text: m.look.Clip(text, width)})
	}
	if len(d.head) > 0 {
		lines = append(lines, canvas.Line{})
	}
	lines = append(lines, d.shown(m)...)
	keys := canvas.Line{Text: m.look.Clip(d.keys, width), Paint: m.look.Soft()}
	return canvas.Page(min(listWidth, width), append(lines, canvas.Line{}, keys)...)
}

// shown returns the lines around the chosen one, clipped; without a choice they are wrapped.
func (d *listDialog) shown(m *Model) (out []canvas.Line) {
	room, width := d.room(m), d.width(m)
	if d.choose == nil {
		for _, line := range d.lines[min(d.at, len(d.lines)):] {
			for _, part := range canvas.Fold(line, width) {
				out = append(out, canvas.Line{Text: part})
			}
		}
		return out[:min(room, len(out))]
	}
	first := max(0, min(d.at-room/2, len(d.lines)-room))
	for i := first; i < min(first+room, len(d.lines)); i++ {
		row := m.look.Row(d.lines[i], i == d.at)
		row.Text = m.look.Clip(row.Text, width)
		out = append(out, row)
	}
	return out
}
