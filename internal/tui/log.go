// SPDX-License-Identifier: Apache-2.0

package tui

import (
	"fmt"
	"strings"

	"charm.land/lipgloss/v2"

	"cairn/game"
	"cairn/internal/lang"
	"cairn/match"
)

// logEntry is an event of the game, kept as facts. Its sentences are made when it
// is shown, in the language and with the colours of that moment.
type logEntry struct {
	ply   int // number of the turn; 0 for other events
	side  game.Side
	move  string
	notes []game.Note

	key  string // of other texts
	args []any
	text string // or the text itself, as a server sent it

	end match.End // set when the game ended with it
}

// level is a computer player among the arguments of an entry.
type level string

// sentences returns the texts of an entry.
func (r logEntry) sentences(c *lang.Catalogue, b *game.Board) []string {
	var out []string
	switch {
	case r.ply > 0:
		out = c.Turn(b, r.side, r.notes)
	case r.key != "":
		args := make([]any, len(r.args))
		for i, a := range r.args {
			switch a := a.(type) {
			case game.Side:
				args[i] = c.Side(a)
			case level:
				args[i] = c.Player(string(a))
			default:
				args[i] = a
			}
		}
		out = []string{c.Text(r.key, args...)}
	case r.text != "":
		out = []string{r.text}
	}
	if r.end.Over() {
		out = append(out, c.End(r.end.Verdict, string(r.end.Reason)))
	}
	return out
}

// logText adds an entry that is only a text.
func (s *session) logText(key string, args ...any) {
	s.add(logEntry{key: key, args: args})
}

// add puts an entry into the log and among the news of the last action.
func (s *session) add(r logEntry) {
	s.log = append(s.log, r)
	s.news = append(s.news, r)
}

// logEvent adds an event of the match.
func (s *session) logEvent(e match.Event) {
	r := logEntry{end: e.End}
	switch side, _ := e.By.Side(); e.Kind {
	case match.Moved:
		r = s.turnEntry(s.match.Ply())
		r.end = e.End
	case match.Started, match.Resigned, match.Flagged:
		// The entry of the seats or of the end says it.
	default:
		r.key = "event." + string(e.Kind)
		r.args = []any{"side", side, "other", side.Other(), "plies", e.Plies}
	}
	if r.key != "" || r.ply > 0 || r.end.Over() {
		s.add(r)
	}
}

// turnEntry returns the entry of the turn that led to a ply.
func (s *session) turnEntry(ply int) logEntry {
	walk := s.match.Walk()
	return logEntry{
		ply:   ply,
		side:  walk.StateAt(ply - 1).Turn(),
		move:  walk.Turns()[ply-1].Move,
		notes: walk.Notes(ply),
	}
}

// logSeats adds who has which side, when chance decided it.
func (s *session) logSeats() {
	if s.plan.puzzle != nil {
		s.logPuzzle()
		return
	}
	for _, side := range game.Sides {
		if n := s.plan.seats[side].number; n > 0 && side == game.White {
			s.logText("seat.begins", "number", n, "side", side)
		}
	}
	if p, ok := s.person().Side(); ok {
		s.logText("seat.computer", "side", p, "other", p.Other(), "level", level(s.plan.seats[p.Other()].level))
	}
}

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

// messages returns the log as lines of a width, turns with their number.
func (p *panel) messages(width int) []message {
	const indent = 4
	var out []message
	for i, r := range p.session.log {
		look := p.look.soft()
		if i == len(p.session.log)-1 {
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
