// SPDX-License-Identifier: Apache-2.0

package tui

import (
	"context"
	"strings"

	tea "charm.land/bubbletea/v2"

	"cairn/internal/study"
)

// studied is what a judge found, for the question of that number.
type studied struct {
	of     *boardPage
	number int
	err    error
	show   func(m *Model) // shows it
}

// study asks a judge in the background. What it finds is shown unless another question
// was asked or the game has changed meanwhile.
func (p *boardPage) study(m *Model, find func(context.Context) (show func(*Model), err error)) tea.Cmd {
	ctx, number := p.judging.begin(m.ctx)
	p.note = m.words.Text("hint.looking")
	return func() tea.Msg {
		show, err := find(ctx)
		return studied{p, number, err, show}
	}
}

// stopStudy ends the search for an answer.
func (p *boardPage) stopStudy() {
	p.judging.stop()
	p.note = ""
}

// found shows what a judge found.
func (p *boardPage) found(m *Model, s studied) {
	if p != m.play || s.number != p.judging.number {
		return
	}
	p.stopStudy()
	switch {
	case m.dialog != nil || m.menu != nil: // the player does something else now
	case s.err != nil:
		p.alarm = refusal(m.words, s.err)
	default:
		s.show(m)
	}
}

// askPosition judges the position shown.
func (p *boardPage) askPosition(m *Model, show func(*Model, *study.Position)) tea.Cmd {
	judge := p.session.judge(p.ply())
	switch {
	case judge == nil:
		p.alarm = m.words.Text("hint.none")
		return nil
	case p.session.computing():
		p.alarm = m.words.Text("screen.wait")
		return nil
	}
	return p.study(m, func(ctx context.Context) (func(*Model), error) {
		found, err := judge(ctx)
		return func(m *Model) { show(m, &found) }, err
	})
}

// hint shows what to play.
func (p *boardPage) hint(m *Model) tea.Cmd {
	s := p.session
	switch {
	case s.over():
		p.alarm = m.words.Text("screen.over")
		return nil
	case s.plan.task != nil:
		s.plan.task.hint(s.match, &s.log)
		return nil
	}
	return p.askPosition(m, func(m *Model, found *study.Position) {
		s.log.add(hintEntry(m.words, found, m.look.ascii))
	})
}

// values shows what every move is worth.
func (p *boardPage) values(m *Model) tea.Cmd {
	return p.askPosition(m, func(m *Model, found *study.Position) {
		m.dialog = &listDialog{
			title: m.words.Text("values.title"), keys: m.words.Text("values.keys"),
			lines: valueLines(m.words, found, m.look.ascii),
		}
	})
}

// reviewGame shows what the moves of a game that is over were worth. Its dialog shows
// the position of a move on the board.
func (p *boardPage) reviewGame(m *Model) tea.Cmd {
	if !p.session.over() {
		return nil // the letter may begin a coordinate
	}
	judge := p.session.review()
	if judge == nil {
		p.alarm = m.words.Text("hint.none")
		return nil
	}
	return p.study(m, func(ctx context.Context) (func(*Model), error) {
		r, err := judge(ctx)
		return func(m *Model) { p.showReview(m, &r) }, err
	})
}

func (p *boardPage) showReview(m *Model, r *study.Review) {
	p.review = r
	d := &listDialog{
		title: m.words.Text("review.title"), keys: m.words.Text("review.keys"), head: reviewHead(m.names(), r),
		choose: func(_ *Model, row int) { p.back = len(r.Turns) - row - 1 },
	}
	for i := range r.Turns {
		d.lines = append(d.lines, judgedText(m.words, &r.Turns[i], m.look.ascii))
	}
	m.dialog = d
}

// listDialog shows lines that may be more than there is room for, and lets one be
// chosen if that does something.
type listDialog struct {
	title, keys string
	head        []string
	lines       []string
	at          int // the chosen line; without choose, the first shown
	choose      func(m *Model, row int)
}

// listWidth is the least number of columns of a list.
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
		m.dialog = nil
		if d.choose != nil && len(d.lines) > 0 {
			d.choose(m, d.at)
		}
	default:
		m.dialog = nil
	}
	d.at = max(0, min(d.at, len(d.lines)-1))
	return nil
}

// width returns the columns there are for a line.
func (d *listDialog) width(m *Model) int { return max(listWidth/2, min(72, m.width-10)) }

// room returns how many lines are shown at a time.
func (d *listDialog) room(m *Model) int { return max(1, m.height-len(d.head)-9) }

func (d *listDialog) draw(m *Model) *canvas {
	lines := []message{{d.title, m.look.accent()}, {}}
	for _, text := range d.head {
		lines = append(lines, message{clip(text, d.width(m)), m.look.text()})
	}
	if len(d.head) > 0 {
		lines = append(lines, message{})
	}
	lines = append(lines, d.shown(m)...)
	return page(min(listWidth, d.width(m)), append(lines, message{}, message{clip(d.keys, d.width(m)), m.look.soft()})...)
}

// shown returns the lines around the chosen one. A long line without a choice is
// wrapped; else it is cut off.
func (d *listDialog) shown(m *Model) (out []message) {
	room, width := d.room(m), d.width(m)
	if d.choose == nil {
		for _, line := range d.lines[min(d.at, len(d.lines)):] {
			for _, part := range fold(line, width) {
				out = append(out, message{part, m.look.text()})
			}
		}
		return out[:min(room, len(out))]
	}
	first := max(0, min(d.at-room/2, len(d.lines)-room))
	for i := first; i < min(first+room, len(d.lines)); i++ {
		mark, paint := "  ", m.look.text()
		if i == d.at {
			mark, paint = string(m.look.glyphs().turn)+" ", m.look.bold()
		}
		out = append(out, message{clip(mark+d.lines[i], width), paint})
	}
	return out
}

// fold breaks a text into lines at blanks only, never within a move.
func fold(text string, width int) (lines []string) {
	line := ""
	for _, word := range strings.Fields(text) {
		switch {
		case line == "":
			line = word
		case columns(line)+1+columns(word) > width:
			lines, line = append(lines, line), "  "+word
		default:
			line += " " + word
		}
	}
	return append(lines, line)
}
