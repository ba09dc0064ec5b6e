// SPDX-License-Identifier: Apache-2.0

package full

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"cairn/game"
	"cairn/internal/study"
	"cairn/internal/tui"
	"cairn/internal/tui/canvas"
	"cairn/match"
)

// boardPage is the page with the board: the turn being entered and the cursor.
type boardPage struct {
	game      tui.Game
	input     *game.Input
	board     *game.Board // of the input
	cursor    game.Point
	spell     canvas.Speller
	alarm     string        // error message of the last key; empty for none
	ending    bool          // the next Enter ends the turn
	confirmed bool          // value of ending before the present key
	scroll    int           // how many lines the log is scrolled back
	version   int           // of the game when the input was begun
	note      string        // shown while an analysis is under way
	back      int           // after the end: how many turns before the last the shown position is
	review    *study.Review // of the game; nil unless requested
	cancel    func()        // ends the analysis for a hint, values or a review
}

func newBoardPage(g tui.Game) *boardPage {
	p := &boardPage{game: g, cancel: func() {}}
	p.renew()
	return p
}

// renew begins the input of the present turn, unless it has begun already.
func (p *boardPage) renew() {
	board := p.game.Match().Game().Info().Board
	another := p.input == nil || p.board != board
	if another {
		p.cursor = centre(board)
	}
	if another || p.version != p.game.Version() {
		p.input, p.board, p.version = p.newInput(), board, p.game.Version()
		p.alarm, p.ending, p.scroll, p.back, p.review = "", false, 0, 0, nil
	}
	p.spell = canvas.Speller{Board: board}
}

func (p *boardPage) newInput() *game.Input {
	m := p.game.Match()
	return game.NewInput(m.Game().Info(), m.State())
}

// close ends the search and the stream of a match on a server.
func (p *boardPage) close() {
	p.stopSearch()
	_, _ = p.game.Do(tui.Action{Kind: tui.Lobby}) // a local game refuses it
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
func (p *boardPage) open() bool { return p.game.Stage() == tui.Entering }

// over reports whether the game has ended, not only its puzzle.
func (p *boardPage) over() bool {
	stage := p.game.Stage()
	return stage == tui.Ended || stage == tui.Solved && p.game.Match().Status() == match.Over
}

// marks returns the highlights of the board.
func (p *boardPage) marks() canvas.Marks {
	m := canvas.Marks{Cursor: p.cursor, Aim: !p.over(), Path: p.input.Path()}
	if p.open() {
		m.Lit = p.input.Next()
	}
	if len(m.Path) == 0 {
		m.Last = p.lastPoints()
	}
	return m
}

// ply returns the number of turns shown.
func (p *boardPage) ply() int { return max(0, p.game.Match().Ply()-p.back) }

// lastPoints returns the points of the last turn shown: source, target and taken pieces.
func (p *boardPage) lastPoints() []game.Point {
	if p.ply() == 0 {
		return nil
	}
	var out []game.Point
	for _, n := range p.game.Match().Notes(p.ply()) {
		switch n.Kind {
		case game.Placed, game.Took:
			out = append(out, n.Point)
		case game.Moved, game.Flew, game.Jumped:
			out = append(out, n.From, n.Point)
		}
	}
	return out
}

// enter handles the key that touches a point, or ends the turn.
func (p *boardPage) enter(m *Model) tea.Cmd {
	if point, spelled := p.spell.Finish(); spelled {
		p.cursor = point
	}
	if p.confirmed {
		return p.endTurn(m)
	}
	return p.touch(m)
}

// touch touches the point under the cursor. A second touch of the piece of an unfinished
// chain ends the turn; a touch of another piece to move restarts it.
func (p *boardPage) touch(m *Model) tea.Cmd {
	if !p.open() {
		return p.choose(m, tui.Touch)
	}
	path := p.input.Path()
	if len(path) > 0 && p.cursor == path[len(path)-1] && p.input.MayEnd() && !slices.Contains(p.input.Next(), p.cursor) {
		return p.endTurn(m)
	}
	if illegal := p.input.Touch(p.cursor); illegal != nil && !p.restart(path) {
		p.alarm = tui.Refusal(m.words, illegal)
		return nil
	}
	if move, done := p.input.Done(); done {
		return m.do(tui.Action{Kind: match.Move, Text: move.Text})
	}
	return nil
}

// click touches the point under the mouse.
func (p *boardPage) click(m *Model, x, y int) tea.Cmd {
	l := p.layout(m)
	point, ok := l.Face.At(x-l.Board.X, y-l.Board.Y)
	if !ok {
		return nil
	}
	p.cursor = point
	p.alarm, p.ending = "", false
	return p.touch(m)
}

// restart restarts the turn with the piece at the cursor, if nothing but the source was
// touched before. An empty point was meant as a target.
func (p *boardPage) restart(path []game.Point) bool {
	again := p.newInput()
	if len(path) != 1 || again.State().View().Men[p.cursor] == game.NoMan || again.Touch(p.cursor) != nil {
		return false
	}
	p.input = again
	return true
}

// endTurn plays the turn as entered so far.
func (p *boardPage) endTurn(m *Model) tea.Cmd {
	move, ok := p.input.Move()
	if !ok {
		return nil
	}
	return m.do(tui.Action{Kind: match.Move, Text: move.Text})
}

// prompt returns the text of the status line.
func (p *boardPage) prompt(m *Model) string {
	words, at := m.names(), p.game.Match()
	switch {
	case p.note != "":
		return p.note
	case p.game.Stage() == tui.Solved && p.back == 0:
		return p.game.Status(words, false)
	case p.over() && p.review != nil && p.ply() > 0:
		return tui.JudgedText(words, &p.review.Turns[p.ply()-1], m.look.ASCII)
	case p.over() && p.back > 0:
		return words.Text("screen.past", "ply", p.ply(), "count", at.Ply())
	}
	if text := p.game.Status(words, len(p.input.Path()) > 0); text != "" {
		return text
	}
	if p.ending {
		return words.Text("screen.ending")
	}
	return words.Text("screen."+p.promptKey(), "side", words.Side(at.Turn()))
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
