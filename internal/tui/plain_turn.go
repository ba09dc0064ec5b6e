// SPDX-License-Identifier: Apache-2.0

package tui

import (
	"slices"
	"strings"
	"unicode"

	"cairn/game"
)

// enter asks for one turn. It returns when the turn is played or must be begun
// again; the caller asks again.
func (p *plain) enter() {
	in := p.session.input()
	p.input = in
	defer func() { p.input, p.placing = nil, false }()
	for going := p.first(in); going; going = p.further(in) {
		if m, done := in.Done(); done {
			p.play(m)
			return
		}
	}
}

func (p *plain) play(m game.Move) { p.submit(action{kind: actMove, text: m.Text}) }

// refuse writes why a touch or a move is refused.
func (p *plain) refuse(illegal *game.Illegal) { p.say(refusal(p.words, illegal)) }

// refuseText does the same for a typed text, which may not be meant as a move.
func (p *plain) refuseText(text string, illegal *game.Illegal) {
	if illegal.Why == game.WhyMalformed && !looksLikeMove(text) {
		p.say(p.words.Text("plain.unknown", "input", quote(text)))
		return
	}
	p.refuse(illegal)
}

// looksLikeMove reports whether a text is meant as a move: moves name points, which
// have a digit.
func looksLikeMove(text string) bool {
	odd := func(r rune) bool { return !unicode.IsPrint(r) }
	return strings.ContainsAny(text, "0123456789") && strings.IndexFunc(text, odd) < 0
}

// first asks for the source, or where to place a man if that is all that can be
// done. A whole move may be given there.
func (p *plain) first(in *game.Input) bool {
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
	case text == "" && !move:
		return false
	case text == "":
		return p.place(in, place)
	}
	if illegal := in.Type(text); illegal != nil {
		p.refuseText(text, illegal)
		return false
	}
	return true
}

// place asks where to place a man from the hand.
func (p *plain) place(in *game.Input, possible bool) bool {
	if !possible {
		p.refuse(&game.Illegal{Why: game.WhyHandEmpty})
		return false
	}
	board := p.session.board()
	p.placing = true
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
		p.refuseText(text, illegal)
	}
}

// further asks for what the turn still needs. A blank line ends the turn where
// it may end, and begins it again where it has only a source.
func (p *plain) further(in *game.Input) bool {
	path := len(in.Path())
	text, ok := p.ask(p.question(in))
	switch {
	case !ok:
		return p.input == in && len(in.Path()) < path && len(in.Path()) > 0 // a point was taken back
	case text == "" && in.MayEnd():
		m, _ := in.Move()
		p.play(m)
		return false
	case text == "":
		return in.Options()[0].Kind != game.To
	}
	if illegal := in.Type(text); illegal != nil {
		if illegal.Why == game.WhyMalformed {
			illegal.At = quote(text)
		}
		p.refuse(illegal)
	}
	return true
}

// question is the prompt for the next touch.
func (p *plain) question(in *game.Input) string {
	names := p.session.board().Names(in.Next())
	slices.Sort(names)
	points := strings.Join(names, " ")
	switch in.Options()[0].Kind {
	case game.Take:
		return p.words.Text("plain.take", "points", points)
	case game.Choice:
		return p.choice(in)
	case game.Via:
		if in.MayEnd() {
			return p.words.Text("plain.next.end", "points", points)
		}
		return p.words.Text("plain.next", "points", points)
	default:
		return p.words.Text("plain.target")
	}
}

// choice is the prompt for the way to make a step.
func (p *plain) choice(in *game.Input) string {
	var ways, letters []string
	for _, label := range p.session.match.Game().Info().Labels {
		if slices.ContainsFunc(in.Options(), func(t game.Touch) bool { return t.Label == label }) {
			ways, letters = append(ways, p.words.Label(label)), append(letters, label.Letter)
		}
	}
	or := p.words.Text("plain.choice.or")
	return p.words.Text("plain.choice", "ways", strings.Join(ways, or), "letters", strings.Join(letters, or))
}
