// SPDX-License-Identifier: Apache-2.0

package tui

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"cairn/client"
	"cairn/game"
	"cairn/internal/lang"
	"cairn/match"
)

// report describes the game of a session in a language.
type report struct {
	session *session
	words   *lang.Catalogue
}

// board returns the whole game: the board with coordinates, and for each side men in
// hand and lost, mills on the board and phase; last, whose turn it is or how it ended.
func (r report) board(ascii bool) string {
	g := game.Unicode
	if ascii {
		g = game.ASCII
	}
	view := r.session.match.State().View()
	var out strings.Builder
	out.WriteString("\n" + r.session.board().Text(view, g) + "\n")
	for _, side := range game.Sides {
		glyph := [2]rune{g.White, g.Black}[side]
		out.WriteString(r.side(view, side, glyph) + "\n")
	}
	out.WriteString(r.turn())
	return out.String()
}

// side returns one side's line of board.
func (r report) side(v game.View, side game.Side, glyph rune) string {
	s, words := r.session, r.words
	at := v.Sides[side]
	var facts []string
	if s.traits.hands {
		facts = append(facts, words.Text("report.hand", "count", at.Hand))
	}
	facts = append(facts, words.Text("report.lost", "count", at.Lost))
	if s.traits.mills {
		facts = append(facts, words.Count("report.mills", at.Mills))
	}
	if s.match.Game().Info().Phases {
		facts = append(facts, words.Phase(at.Phase))
	}
	if left := r.clock(side, s.match.Ply()); left != "" {
		facts = append(facts, words.Text("report.clock", "time", left))
	}
	name := words.Side(side) + " " + string(glyph)
	if who := r.seat(side); who != "" {
		name += " (" + who + ")"
	}
	return words.Text("report.side", "name", name, "facts", strings.Join(facts, ", "))
}

// key differs between two boards that look different.
func (r report) key() string {
	s := r.session
	return fmt.Sprint(s.match.Game().Info().ID, s.plan.seats, s.match.Ply(), s.match.State(), s.match.Result(), s.over())
}

// seat says who plays a side; it is empty for one of two people.
func (r report) seat(side game.Side) string {
	s, words := r.session, r.words
	if s.table != nil {
		return s.table.seatText(words, side)
	}
	switch at := s.plan.seats[side]; {
	case at.level == puzzleSeat:
		return ""
	case !at.human():
		return words.Text("seat.level", "level", words.Player(at.level))
	case s.names[side] != "":
		return printable(s.names[side])
	case at.number > 0:
		return words.Text("seat.player", "number", at.number)
	case !s.plan.seats[side.Other()].human():
		return words.Text("seat.you")
	default:
		return ""
	}
}

// printable returns a text of a file without characters that would control the
// terminal.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if !strconv.IsPrint(r) {
			return -1
		}
		return r
	}, text)
}

// turn says whose turn it is, or how the game ended.
func (r report) turn() string {
	s, words := r.session, r.words
	if s.table != nil && s.table.state.End != nil {
		return s.table.endText()
	}
	if end := s.match.Result(); end.Over() {
		return words.End(end.Verdict, string(end.Reason))
	}
	return words.Text("turn.now", "side", words.Side(s.match.Turn()))
}

// decided asks whether to go on from a game that was decided.
func (r report) decided() string { return r.words.Text("load.decided", "result", r.turn()) }

// clock returns the time a side had left after ply turns, empty without clocks.
func (r report) clock(side game.Side, ply int) string {
	left, limited := r.left(side, ply)
	if !limited {
		return ""
	}
	left = left.Round(time.Second)
	if left >= 48*time.Hour {
		return fmt.Sprintf("%dd %02d:%02d", left/(24*time.Hour), left/time.Hour%24, left/time.Minute%60)
	}
	if left >= time.Hour {
		return fmt.Sprintf("%d:%02d:%02d", left/time.Hour, left/time.Minute%60, left/time.Second%60)
	}
	return fmt.Sprintf("%d:%02d", left/time.Minute, left/time.Second%60)
}

// left returns the time a side had left after ply turns; false without clocks.
func (r report) left(side game.Side, ply int) (time.Duration, bool) {
	s := r.session
	if s.table != nil {
		return s.table.left(side, s.options.Now())
	}
	if s.match.Setup().Control.Kind == match.NoClock {
		return 0, false
	}
	if at, known := s.match.LeftAt(ply); known && ply < s.match.Ply() {
		return at[side], true
	}
	return s.match.Clock().Remaining(side, s.options.Now()), true
}

// refusal returns why an action was refused, in words: what the rules say, what
// the match says, or what went wrong with a file.
func refusal(words *lang.Catalogue, err error) string {
	var illegal *game.Illegal
	var refused *match.Error
	var occupied occupiedError
	var wrong wrongMoveError
	var server *client.Error
	var declined declinedError
	var nowhere placeError
	switch {
	case errors.As(err, &server):
		return serverText(words, server)
	case errors.As(err, &declined):
		return declined.text(words)
	case errors.As(err, &nowhere):
		return nowhere.in(words)
	case errors.Is(err, errNoPlayer):
		return words.Text("lobby.spectator")
	case errors.As(err, &illegal):
		return words.Why(illegal)
	case errors.As(err, &refused):
		return words.Text("refused." + string(refused.Why))
	case errors.As(err, &occupied):
		return words.Text("file.occupied", "file", occupied.file)
	case errors.As(err, &wrong):
		return words.Text("puzzle.wrong", "move", wrong.move)
	default:
		return words.Text("fault", "error", err.Error())
	}
}

// mirror is a display that writes the log and the board as text. After a failed
// write it writes no more; the game goes on.
type mirror struct {
	out    io.Writer
	failed bool
}

func (m *mirror) show(s *session) {
	if m.failed {
		return
	}
	words := s.options.Words.For(s.match.Game().Info())
	for _, e := range s.log.news {
		for _, line := range e.sentences(words, s.board()) {
			m.print(line)
		}
	}
	m.print(report{s, words}.board(false))
}

func (m *mirror) print(text string) {
	if _, err := fmt.Fprintln(m.out, text); err != nil {
		m.failed = true
	}
}
