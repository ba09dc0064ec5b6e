// SPDX-License-Identifier: Apache-2.0

package tui

import (
	"slices"
	"strings"

	"cairn/game"
)

// enter asks for one turn, touch by touch. It returns when the turn is played
// or must be begun anew; the caller asks again.
func (p *plain) enter() {
	k := p.session.pick()
	for going := p.first(k); going; going = p.further(k) {
		if m, done := k.finished(); done {
			p.play(m)
			return
		}
	}
}

func (p *plain) play(m game.Move) { p.submit(action{kind: actMove, text: m.Text}) }

// refuse tells why a touch or a move is refused.
func (p *plain) refuse(why error) { p.say(refusal(p.words, why)) }

// first asks for the source. A whole move may be given there.
func (p *plain) first(k *pick) bool {
	key := "plain.source"
	place, _ := k.starts()
	if place {
		key = "plain.source.place"
	}
	text, ok := p.ask(p.words.Text(key, "side", p.words.Side(k.state.Turn())))
	switch {
	case !ok:
		return false
	case text == "":
		return p.place(k, place)
	}
	typed, ok := steps(k.board, text)
	if !ok {
		p.say(p.words.Text("plain.unknown", "input", quote(text)))
		return false
	}
	if bare := typed[0]; len(typed) > 1 || bare.letter != 0 || len(bare.takes) > 0 {
		p.whole(k, typed)
		return false
	}
	if why := k.touch(typed[0].point); why != nil {
		p.refuse(why)
		return false
	}
	return true
}

// place asks where to place a man from the hand.
func (p *plain) place(k *pick, possible bool) bool {
	if !possible {
		p.refuse(&game.Illegal{Why: game.WhyHandEmpty})
		return false
	}
	for {
		text, ok := p.ask(p.words.Text("plain.target"))
		if !ok || text == "" {
			return false
		}
		typed, ok := steps(k.board, text)
		if !ok || len(typed) > 1 {
			p.say(p.words.Text("plain.unknown", "input", quote(text)))
			continue
		}
		if k.state.View().Men[typed[0].point] != game.NoMan {
			p.refuse(&game.Illegal{Why: game.WhyOccupied, At: k.board.Name(typed[0].point)})
			continue
		}
		if why := k.enter(typed); why != nil {
			p.refuse(why)
			continue
		}
		return true
	}
}

// further asks for whatever the turn still needs. A blank line ends the turn
// where it may end, and begins it anew where it has only a source.
func (p *plain) further(k *pick) bool {
	text, ok := p.ask(p.question(k))
	switch {
	case !ok:
		return false
	case text == "" && k.mayEnd():
		m, _ := k.picker.Move()
		p.play(m)
		return false
	case text == "":
		return k.stage() != stageTarget
	}
	if why := k.answer(text); why != nil {
		p.refuse(why)
	}
	return true
}

// question is the prompt for the next touch.
func (p *plain) question(k *pick) string {
	names := k.board.Names(k.picker.Next())
	slices.Sort(names)
	points := strings.Join(names, " ")
	switch k.stage() {
	case stageTake:
		return p.words.Text("plain.take", "points", points)
	case stageChoice:
		return p.words.Text("plain.choice")
	case stageNext:
		if k.mayEnd() {
			return p.words.Text("plain.next.end", "points", points)
		}
		return p.words.Text("plain.next", "points", points)
	default:
		return p.words.Text("plain.target")
	}
}

// whole plays a move that was given at once, and asks for captures and for
// approach or withdrawal where they were left out.
func (p *plain) whole(k *pick, typed []step) {
	moves := slices.DeleteFunc(slices.Clone(k.moves), func(m game.Move) bool {
		written, ok := steps(k.board, m.Text)
		return !ok || !fits(typed, written)
	})
	text := write(k.board, typed)
	if i := slices.IndexFunc(moves, func(m game.Move) bool { return m.Text == text }); i >= 0 {
		p.play(moves[i])
		return
	}
	if len(moves) == 0 {
		p.refuse(k.ask(text, ""))
		return
	}
	narrow := newPick(k.board, k.state, moves)
	for queue := touches(typed); ; {
		queue = narrow.follow(queue)
		if m, done := narrow.picker.Move(); done {
			p.play(m)
			return
		}
		if !p.further(narrow) {
			return
		}
	}
}
