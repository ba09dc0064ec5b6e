// SPDX-License-Identifier: Apache-2.0

package tui

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"cairn/client"
	"cairn/game"
	"cairn/internal/lang"
	"cairn/match"
)

// HasHands reports whether a game starts with pieces in hand; for other games displays omit
// hands.
func HasHands(g game.Game) bool {
	sides := g.Start().View().Sides
	return sides[game.White].Hand+sides[game.Black].Hand > 0
}

// Report returns the position as text: the board with coordinates; for each side pieces in
// hand and lost, mills, phase and clock; and the side to move or the result.
func Report(g Game, words *lang.Catalogue, ascii bool) string {
	glyphs := game.Unicode
	if ascii {
		glyphs = game.ASCII
	}
	m := g.Match()
	view := m.State().View()
	var out strings.Builder
	out.WriteString("\n" + m.Game().Info().Board.Text(view, glyphs) + "\n")
	for _, side := range game.Sides {
		out.WriteString(reportSide(g, words, view, side, [2]rune{glyphs.White, glyphs.Black}[side]) + "\n")
	}
	out.WriteString(g.Result(words))
	return out.String()
}

func reportSide(g Game, words *lang.Catalogue, v game.View, side game.Side, glyph rune) string {
	m, at := g.Match(), v.Sides[side]
	var facts []string
	if HasHands(m.Game()) {
		facts = append(facts, words.Text("report.hand", "count", at.Hand))
	}
	facts = append(facts, words.Text("report.lost", "count", at.Lost))
	if m.Game().Info().Mills {
		facts = append(facts, words.Count("report.mills", at.Mills))
	}
	if m.Game().Info().Phases {
		facts = append(facts, words.Phase(at.Phase))
	}
	if left := ClockText(g, side, m.Ply()); left != "" {
		facts = append(facts, words.Text("report.clock", "time", left))
	}
	name := words.Side(side) + " " + string(glyph)
	if who := g.Seat(words, side).Text; who != "" {
		name += " (" + who + ")"
	}
	return words.Text("report.side", "name", name, "facts", strings.Join(facts, ", "))
}

// result says how a match ended, or whose turn it is.
func result(m match.Match, words *lang.Catalogue) string {
	if end := m.Result(); end.Over() {
		return words.End(end.Verdict, string(end.Reason))
	}
	return words.Text("turn.now", "side", words.Players(m.Turn()))
}

// DecidedQuestion asks whether to continue a game that was decided.
func DecidedQuestion(g Game, words *lang.Catalogue) string {
	return words.Text("load.decided", "result", g.Result(words))
}

// ClockText writes the time that a side had left after ply turns; empty without a clock.
func ClockText(g Game, side game.Side, ply int) string {
	left, limited := g.Left(side, ply)
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

// printable returns a text of a file or a server without control characters.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if !strconv.IsPrint(r) {
			return -1
		}
		return r
	}, text)
}

// Quote quotes an input, shortened and with its control characters escaped.
func Quote(text string) string {
	if runes := []rune(text); len(runes) > 40 {
		text = string(runes[:40]) + "…"
	}
	return strconv.Quote(text)
}

// YesNo reads an answer: a word or a letter of the language. Ok reports whether the text is
// an answer.
func YesNo(words *lang.Catalogue, text string) (yes, ok bool) {
	text = strings.ToLower(text)
	if slices.Contains(strings.Fields(words.Text("answer.yes")), text) {
		return true, true
	}
	return false, slices.Contains(strings.Fields(words.Text("answer.no")), text)
}

// Refusal translates an error of an action: a refusal by the rules, the match or the server,
// or a fault.
func Refusal(words *lang.Catalogue, err error) string {
	if e, ok := errors.AsType[*client.Error](err); ok {
		return serverText(words, e)
	}
	if e, ok := errors.AsType[*refusal](err); ok {
		return words.Text(e.key, e.args...)
	}
	if e, ok := errors.AsType[*game.Illegal](err); ok {
		return words.Why(e)
	}
	if e, ok := errors.AsType[*match.Error](err); ok {
		return words.Text("refused." + string(e.Why))
	}
	return words.Text("fault", "error", err.Error())
}

// mirror writes the news and the board to the mirrors. A mirror is no longer used after a
// failed write.
func (l *Local) mirror() {
	words := l.options.Words.For(l.match.Game().Info())
	var lines []string
	for _, e := range l.log.News {
		lines = append(lines, e.Sentences(words, l.match.Game().Info().Board)...)
	}
	lines = append(lines, Report(l, words, false))
	l.mirrors = slices.DeleteFunc(l.mirrors, func(out io.Writer) bool {
		_, err := fmt.Fprintln(out, strings.Join(lines, "\n"))
		return err != nil
	})
}
