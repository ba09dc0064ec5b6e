// SPDX-License-Identifier: Apache-2.0

package tui

import (
	"slices"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"cairn/game"
	"cairn/internal/study"
)

// boardPage is the page with the board: the turn being entered and where the cursor is.
type boardPage struct {
	session *session
	input   *game.Input
	board   *game.Board // of the input
	cursor  game.Point
	spell   speller
	alarm   string        // why the last key was refused; empty when it was not
	ending  bool          // the next Enter ends the turn
	scroll  int           // lines of the log hidden below
	seq     int           // version of the session the input belongs to
	note    string        // what is being done; empty for nothing
	back    int           // how many turns before the last one are shown, in a game that is over
	review  *study.Review // of the game, when it was asked for
	judging background    // the search for a hint, values or a review
}

func newBoardPage(s *session) *boardPage {
	p := &boardPage{session: s}
	p.cursor = centre(s.board())
	p.renew()
	return p
}

// renew begins the input of the present turn, if another has begun.
func (p *boardPage) renew() {
	s := p.session
	another := p.input == nil || p.board != s.board()
	if another {
		p.cursor = centre(s.board())
	}
	if another || p.seq != s.version() {
		p.input, p.board, p.seq = s.input(), s.board(), s.version()
		p.alarm, p.ending, p.scroll, p.back, p.review = "", false, 0, 0, nil
	}
	p.spell = speller{board: s.board()}
}

// centre returns the point nearest to the middle of a board.
func centre(b *game.Board) game.Point {
	best, least := game.Point(0), -1
	for i, spot := range b.Points {
		x, y := 2*spot.X-b.Width+1, 2*spot.Y-b.Height+1
		if far := x*x + y*y; least < 0 || far < least {
			best, least = game.Point(i), far
		}
	}
	return best
}

// open reports whether a person may touch the board.
func (p *boardPage) open() bool {
	return !p.session.idle() && !p.session.computing() && !p.session.waiting()
}

// marks returns what is marked on the board.
func (p *boardPage) marks() marks {
	m := marks{cursor: p.cursor, aim: !p.session.over(), path: p.input.Path()}
	if p.open() {
		m.lit = p.input.Next()
	}
	if len(m.path) == 0 {
		m.last = p.lastPoints()
	}
	return m
}

// ply returns the number of turns that are shown.
func (p *boardPage) ply() int { return max(0, p.session.match.Ply()-p.back) }

// step shows an earlier or a later position of a game that is over.
func (p *boardPage) step(by int) { p.back = min(max(0, p.back-by), p.session.match.Ply()) }

// lastPoints returns the points of the last turn shown: where a man came from, where
// it went, and whom it took.
func (p *boardPage) lastPoints() []game.Point {
	if p.ply() == 0 {
		return nil
	}
	var out []game.Point
	for _, n := range p.session.match.Notes(p.ply()) {
		switch n.Kind {
		case game.Placed, game.Took:
			out = append(out, n.Point)
		case game.Moved, game.Flew, game.Jumped:
			out = append(out, n.From, n.Point)
		}
	}
	return out
}

// press handles a key on the board page.
func (p *boardPage) press(m *Model, msg tea.KeyPressMsg) tea.Cmd {
	ending := p.ending
	p.alarm, p.ending = "", false
	if point, spelled := p.spell.feed(msg.Text); spelled {
		p.cursor = point
		return p.touch(m)
	}
	switch k := m.keys; {
	case key.Matches(msg, k.up, k.down, k.left, k.right):
		p.steer(m, msg)
	case key.Matches(msg, k.touch):
		if point, spelled := p.spell.finish(); spelled {
			p.cursor = point
		}
		if ending {
			return p.endTurn(m)
		}
		return p.touch(m)
	case key.Matches(msg, k.back):
		p.input.Back()
	case key.Matches(msg, k.end):
		p.ending = p.input.MayEnd()
	case key.Matches(msg, k.older):
		p.scroll += 3
	case key.Matches(msg, k.newer):
		p.scroll = max(0, p.scroll-3)
	default:
		return p.pressGame(m, msg)
	}
	return nil
}

// steer moves the cursor.
func (p *boardPage) steer(m *Model, msg tea.KeyPressMsg) {
	k := m.keys
	dx, dy := 0, 0
	if p.session.over() { // there is nothing to touch: the keys step through the game
		p.stopStudy()
		all := p.session.match.Ply()
		switch {
		case key.Matches(msg, k.up):
			p.step(-all)
		case key.Matches(msg, k.down):
			p.step(all)
		case key.Matches(msg, k.left):
			p.step(-1)
		default:
			p.step(1)
		}
		return
	}
	switch {
	case key.Matches(msg, k.up):
		dy = -1
	case key.Matches(msg, k.down):
		dy = 1
	case key.Matches(msg, k.left):
		dx = -1
	default:
		dx = 1
	}
	p.cursor = toward(p.session.board(), p.cursor, dx, dy)
}

// touch touches the point under the cursor. Touching the man of an unfinished
// chain again ends the turn; touching another man to move begins again.
func (p *boardPage) touch(m *Model) tea.Cmd {
	switch {
	case p.session.solved():
		return nil // the prompt says what can be done
	case p.session.over():
		p.alarm = m.words.Text("screen.over")
		return nil
	case p.session.computing():
		p.alarm = m.words.Text("screen.wait")
		return nil
	case p.session.waiting():
		return p.touchWaiting(m)
	}
	path := p.input.Path()
	if len(path) > 0 && p.cursor == path[len(path)-1] && p.input.MayEnd() && !slices.Contains(p.input.Next(), p.cursor) {
		return p.endTurn(m)
	}
	if illegal := p.input.Touch(p.cursor); illegal != nil && !p.restart(path) {
		p.alarm = refusal(m.words, illegal)
		return nil
	}
	if move, done := p.input.Done(); done {
		return m.do(action{kind: actMove, text: move.Text})
	}
	return nil
}

// click touches the point under the mouse.
func (p *boardPage) click(m *Model, x, y int) tea.Cmd {
	l := p.layout(m)
	point, ok := l.face.at(x-l.board.x, y-l.board.y)
	if !ok {
		return nil
	}
	p.cursor = point
	p.alarm, p.ending = "", false
	return p.touch(m)
}

// wheel scrolls the messages.
func (p *boardPage) wheel(msg tea.MouseWheelMsg) {
	switch msg.Button {
	case tea.MouseWheelUp:
		p.scroll++
	case tea.MouseWheelDown:
		p.scroll = max(0, p.scroll-1)
	}
}

// restart begins the turn again with the man at the cursor, when only another
// man to move had been touched. An empty point is no such beginning: it was
// meant as a target.
func (p *boardPage) restart(path []game.Point) bool {
	again := p.session.input()
	if len(path) != 1 || again.State().View().Men[p.cursor] == game.NoMan || again.Touch(p.cursor) != nil {
		return false
	}
	p.input = again
	return true
}

// endTurn plays the chain as far as it has come.
func (p *boardPage) endTurn(m *Model) tea.Cmd {
	move, ok := p.input.Move()
	if !ok {
		return nil
	}
	return m.do(action{kind: actMove, text: move.Text})
}

// prompt says what is to be done now.
func (p *boardPage) prompt(m *Model) string {
	s, words := m.session, m.names()
	switch {
	case p.note != "":
		return p.note
	case s.solved() && p.back == 0:
		return words.Text("puzzle.done")
	case s.table != nil && p.back == 0 && p.review == nil && p.tableFirst():
		return p.tablePrompt(m)
	case s.over() && p.review != nil && p.ply() > 0:
		return judgedText(words, &p.review.Turns[p.ply()-1], m.look.ascii)
	case s.over() && p.back > 0:
		return words.Text("screen.past", "ply", p.ply(), "count", s.match.Ply())
	case s.over():
		return words.Text("screen.ended")
	case s.computing():
		return words.Text("screen.thinking", "side", words.Side(s.match.Turn()))
	case p.ending:
		return words.Text("screen.ending")
	}
	return words.Text("screen."+p.promptKey(), "side", words.Side(s.match.Turn()))
}

func (p *boardPage) promptKey() string {
	in := p.input
	if len(in.Path()) == 0 {
		switch place, move := in.Starts(); {
		case place && move:
			return "both"
		case place:
			return "place"
		}
		return "move"
	}
	switch in.Options()[0].Kind {
	case game.Take:
		return "take"
	case game.Choice:
		return "choice"
	case game.Via:
		if in.MayEnd() {
			return "next.end"
		}
		return "next"
	default:
		return "target"
	}
}
