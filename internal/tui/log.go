// SPDX-License-Identifier: Apache-2.0

package tui

import (
	"fmt"
	"strings"

	"charm.land/lipgloss/v2"
)

// log draws the last messages, the latest at the bottom, under a rule. Scroll
// is how many lines are hidden below.
func (p *panel) log(r rect, scroll int) {
	p.rule(r.x, r.y, r.width)
	lines := p.messages(r.width)
	room := r.height - 1
	end := len(lines) - min(scroll, max(0, len(lines)-room))
	for i, line := range lines[max(0, end-room):end] {
		p.write(r.x, r.y+1+i, line.text, line.paint)
	}
}

// message is a line of the log.
type message struct {
	text  string
	paint paint
}

// messages returns all remarks as lines of a width, turns with their number.
func (p *panel) messages(width int) []message {
	const indent = 4
	var out []message
	for i, r := range p.session.remarks {
		look := p.look.soft()
		if i == len(p.session.remarks)-1 {
			look = p.look.text()
		}
		if r.end.Over() {
			look = p.look.accent()
		}
		head := strings.Repeat(" ", indent)
		if r.ply > 0 {
			head = fmt.Sprintf("%3d ", r.ply)
		}
		for _, sentence := range r.sentences(p.words, p.session.board()) {
			for _, line := range wrap(sentence, width-indent) {
				out = append(out, message{head + line, look})
				head = strings.Repeat(" ", indent)
			}
		}
	}
	return out
}

func (p *panel) rule(x, y, width int) {
	p.write(x, y, strings.Repeat(string(p.look.glyphs().bar), max(width, 0)), p.look.soft())
}

// wrap breaks a text into lines of at most width columns, between words where
// it can.
func wrap(text string, width int) []string {
	if width < 1 {
		return nil
	}
	return strings.Split(lipgloss.Wrap(text, width, ""), "\n")
}

// clip cuts a text to a width.
func clip(text string, width int) string {
	if lipgloss.Width(text) <= width {
		return text
	}
	out, used := "", 0
	for _, r := range text {
		used += lipgloss.Width(string(r))
		if used > width {
			break
		}
		out += string(r)
	}
	return out
}
