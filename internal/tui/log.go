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

// messageLog is the log of a game.
type messageLog struct {
	entries []logEntry
	news    []logEntry // those of the last action
}

// text adds an entry that is only a text.
func (l *messageLog) text(key string, args ...any) {
	l.add(logEntry{key: key, args: args})
}

// add adds an entry, also to the news of the last action.
func (l *messageLog) add(r logEntry) {
	l.entries = append(l.entries, r)
	l.news = append(l.news, r)
}

// event adds an event of a match, which stands after it.
func (l *messageLog) event(m match.Match, e match.Event) {
	r := logEntry{end: e.End}
	switch side, _ := e.By.Side(); e.Kind {
	case match.Moved:
		r = turnEntry(m, m.Ply())
		r.end = e.End
	case match.Started, match.Resigned, match.Flagged:
		// The entry of the seats or of the end says it.
	default:
		r.key = "event." + string(e.Kind)
		r.args = []any{"side", side, "other", side.Other(), "plies", e.Plies}
	}
	if r.key != "" || r.ply > 0 || r.end.Over() {
		l.add(r)
	}
}

// turns adds the turns of a loaded game, which are no news.
func (l *messageLog) turns(m match.Match) {
	for ply := 1; ply <= m.Ply(); ply++ {
		l.entries = append(l.entries, turnEntry(m, ply))
	}
	if m.Status() == match.Over {
		l.entries = append(l.entries, logEntry{end: m.Result()})
	}
}

// turnEntry returns the entry of the turn that led to a ply.
func turnEntry(m match.Match, ply int) logEntry {
	walk := m.Walk()
	return logEntry{
		ply:   ply,
		side:  walk.StateAt(ply - 1).Turn(),
		move:  walk.Turns()[ply-1].Move,
		notes: walk.Notes(ply),
	}
}

// seats adds who has which side, when chance decided it.
func (l *messageLog) seats(p plan) {
	if n := p.seats[game.White].number; n > 0 {
		l.text("seat.begins", "number", n, "side", game.White)
	}
	if side, ok := p.person().Side(); ok {
		l.text("seat.computer", "side", side, "other", side.Other(), "level", level(p.seats[side.Other()].level))
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
	for i, r := range p.session.log.entries {
		look := p.look.soft()
		if i == len(p.session.log.entries)-1 {
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
