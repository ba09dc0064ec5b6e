// SPDX-License-Identifier: Apache-2.0

package tui

import (
	"cairn/game"
	"cairn/internal/lang"
	"cairn/match"
)

// Log is the log of a game.
type Log struct {
	Entries []LogEntry
	News    []LogEntry // the entries of the last action
}

// LogEntry is an event of a game as typed facts. Its sentences are made when it is
// displayed, in the language and with the names of the sides at that time.
type LogEntry struct {
	Ply   int // number of the turn; 0 for other events
	side  game.Side
	notes []game.Note

	key  string // of an entry that is no turn
	args []any
	text string // of the server

	End match.End // set if the event ended the game
}

// level is an argument of an entry: the name of a computer player, translated when displayed.
type level string

// Sentences returns the texts of an entry.
func (r LogEntry) Sentences(c *lang.Catalogue, b *game.Board) []string {
	var out []string
	switch {
	case r.Ply > 0:
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
	if r.End.Over() {
		out = append(out, c.End(r.End.Verdict, string(r.End.Reason)))
	}
	return out
}

// Add adds an entry, also to the news.
func (l *Log) Add(r LogEntry) {
	l.Entries = append(l.Entries, r)
	l.News = append(l.News, r)
}

// text adds an entry with a text of the catalogue.
func (l *Log) text(key string, args ...any) { l.Add(LogEntry{key: key, args: args}) }

// event adds an event of a match; m is the match after it.
func (l *Log) event(m match.Match, e match.Event) {
	r := LogEntry{End: e.End}
	switch side, _ := e.By.Side(); e.Kind {
	case match.Moved:
		r = turnEntry(m, m.Ply())
		r.End = e.End
	case match.Started, match.Resigned, match.Flagged:
		// logged by seats or as End
	default:
		r.key = "event." + string(e.Kind)
		r.args = []any{"side", side, "other", side.Other(), "plies", e.Plies}
	}
	if r.key != "" || r.Ply > 0 || r.End.Over() {
		l.Add(r)
	}
}

// turns adds the turns of a loaded game, without announcing them as news.
func (l *Log) turns(m match.Match) {
	for ply := 1; ply <= m.Ply(); ply++ {
		l.Entries = append(l.Entries, turnEntry(m, ply))
	}
	if m.Status() == match.Over {
		l.Entries = append(l.Entries, LogEntry{End: m.Result()})
	}
}

// turnEntry returns the entry of a turn.
func turnEntry(m match.Match, ply int) LogEntry {
	walk := m.Walk()
	return LogEntry{Ply: ply, side: walk.StateAt(ply - 1).Turn(), notes: walk.Notes(ply)}
}

// seats adds the sides of two players by number, or of a person and the computer.
func (l *Log) seats(p Plan) {
	if n := p.seats[game.White].number; n > 0 {
		l.text("seat.begins", "number", n, "side", game.White)
	}
	if side, ok := p.person().Side(); ok {
		l.text("seat.computer", "side", side, "other", side.Other(), "level", level(p.seats[side.Other()].level))
	}
}
