// SPDX-License-Identifier: Apache-2.0

package plain

import (
	"slices"
	"strings"
	"unicode"

	"cairn/game"
	"cairn/internal/tui"
	"cairn/match"
)

// lineTurn is a turn being entered.
type lineTurn struct {
	plain   *display
	in      *game.Input
	placing bool // a piece from the hand is placed
}

// enter asks for one turn. It returns when the turn is played or has to be restarted.
func (p *display) enter() {
	t := &lineTurn{plain: p, in: game.NewInput(p.game.Match().Game().Info(), p.game.Match().State())}
	p.entering = t
	defer func() { p.entering = nil }()
	for going := t.first(); going; going = t.further() {
		if m, done := t.in.Done(); done {
			t.play(m)
			return
		}
	}
}

// back removes the last point; it reports whether the turn had been begun.
func (t *lineTurn) back() bool {
	if len(t.in.Path()) == 0 && !t.placing {
		return false
	}
	t.in.Back()
	return true
}

func (t *lineTurn) play(m game.Move) { t.plain.submit(tui.Action{Kind: match.Move, Text: m.Text}) }

// refuseText writes the reason why a text is no legal move. It is called unknown unless it
// looks like a move.
func (t *lineTurn) refuseText(text string, illegal *game.Illegal) {
	if illegal.Why == game.WhyMalformed && !looksLikeMove(text) {
		t.plain.say(t.plain.words.Text("plain.unknown", "input", tui.Quote(text)))
		return
	}
	t.plain.refuse(illegal)
}

// looksLikeMove reports whether a text may be meant as a move: the name of a point has a digit.
func looksLikeMove(text string) bool {
	odd := func(r rune) bool { return !unicode.IsPrint(r) }
	return strings.ContainsAny(text, "0123456789") && strings.IndexFunc(text, odd) < 0
}

// first asks for the source, or for the target if pieces can only be placed. A whole move
// may be typed there.
func (t *lineTurn) first() bool {
	p, in := t.plain, t.in
	key := "plain.source"
	place, move := in.Starts()
	switch {
	case place && !move:
		key = "plain.place"
	case place:
		key = "plain.source.place"
	}
	text, ok := p.ask(p.words.Text(key, "side", p.words.Side(in.State().Turn())))
	switch {
	case !ok:
		return false
	case text == "" && place && move:
		return t.place()
	case text == "":
		return false
	}
	if illegal := in.Type(text); illegal != nil {
		t.refuseText(text, illegal)
		return false
	}
	return true
}

// place asks where to place a piece from the hand.
func (t *lineTurn) place() bool {
	p, in, board := t.plain, t.in, t.plain.game.Match().Game().Info().Board
	t.placing = true
	for {
		text, ok := p.ask(p.words.Text("plain.target"))
		if !ok || text == "" {
			return false
		}
		illegal := in.Type(text)
		if point, lone := board.Read(text); lone && in.State().View().Men[point] != game.NoMan {
			illegal = &game.Illegal{Why: game.WhyOccupied, At: board.Name(point)}
		} else if illegal == nil && in.Touches()[0].Kind != game.To {
			illegal = &game.Illegal{Why: game.WhyOccupied, At: board.Name(in.Path()[0])}
		}
		if illegal == nil {
			return true
		}
		in.Reset()
		t.refuseText(text, illegal)
	}
}

// further asks for the next step of the turn. A blank line ends a turn that may end, and
// restarts a turn that has only a source.
func (t *lineTurn) further() bool {
	in, path := t.in, len(t.in.Path())
	text, ok := t.plain.ask(t.question())
	switch {
	case !ok:
		return len(in.Path()) < path && len(in.Path()) > 0 // a point was taken back
	case text == "" && in.MayEnd():
		m, _ := in.Move()
		t.play(m)
		return false
	case text == "":
		return in.Options()[0].Kind != game.To
	}
	illegal := in.Type(text)
	if illegal != nil && len(in.Path()) == 1 {
		illegal = t.whole(text, illegal)
	}
	if illegal != nil {
		if illegal.Why == game.WhyMalformed {
			illegal.At = tui.Quote(text)
		}
		t.plain.refuse(illegal)
	}
	return true
}

// whole enters a whole move that was typed instead of the destination. It returns why the text
// is none; illegal says why it is no destination.
func (t *lineTurn) whole(text string, illegal *game.Illegal) *game.Illegal {
	info := t.plain.game.Match().Game().Info()
	again := game.NewInput(info, t.in.State())
	switch reason := again.Type(text); {
	case reason == nil && len(again.Path()) > 1:
		t.in = again
		return nil
	case reason != nil && illegal.At == info.Board.Name(t.in.Path()[0]): // it begins with the source
		return reason
	}
	return illegal
}

// question is the prompt for the next touch.
func (t *lineTurn) question() string {
	p, in := t.plain, t.in
	names := p.game.Match().Game().Info().Board.Names(in.Next())
	slices.Sort(names)
	points := strings.Join(names, " ")
	switch in.Options()[0].Kind {
	case game.Take:
		return p.words.Text("plain.take", "points", points)
	case game.Choice:
		return t.choice()
	case game.Via:
		if in.MayEnd() {
			return p.words.Text("plain.next.end", "points", points)
		}
		return p.words.Text("plain.next", "points", points)
	default:
		return p.words.Text("plain.target")
	}
}

// choice is the prompt for the choice of a step.
func (t *lineTurn) choice() string {
	p := t.plain
	var ways, letters []string
	for _, label := range p.game.Match().Game().Info().Labels {
		if slices.ContainsFunc(t.in.Options(), func(at game.Touch) bool { return at.Label == label }) {
			ways, letters = append(ways, p.words.Label(label)), append(letters, label.Letter)
		}
	}
	or := p.words.Text("plain.choice.or")
	return p.words.Text("plain.choice", "ways", strings.Join(ways, or), "letters", strings.Join(letters, or))
}
