// SPDX-License-Identifier: Apache-2.0

package boardview

import (
	"slices"

	"cairn/game"
	"cairn/internal/web"
)

// Picture is a small board that links to a page.
type Picture struct {
	Path, Name, Text string
	Live             bool   // a game that is being played
	Source           string // where a script asks for the next position; empty for other pictures
	Board            BoardView
}

// NewPicture draws a position of a game.
func NewPicture(t *web.Texts, info *game.Info, path string, v game.View) Picture {
	name := t.Game(info)
	return Picture{Path: path, Name: name, Board: NewBoardView(t, info.Board, v, BoardMarks{Name: t.Text("web.js.board", "game", name), Small: true})}
}

// StartPicture draws the start of a game, which leads to its rules.
func StartPicture(t *web.Texts, g game.Game) Picture {
	p := NewPicture(t, g.Info(), "/rules/"+g.Info().ID, Lively(g))
	p.Board.Name = t.Text("web.rules.board", "game", p.Name)
	return p
}

// Takes reports whether a move captures.
func Takes(m game.Move) bool {
	return slices.ContainsFunc(m.Notes, func(note game.Note) bool {
		return note.Kind == game.Took || note.Kind == game.Approach || note.Kind == game.Withdrawal
	})
}

// Lively returns a position after a few turns, for pictures that are not empty. Each game
// has one such position.
func Lively(g game.Game) game.View {
	state := g.Start()
	for ply := range livelyPlies(state.View()) {
		moves := quietMoves(state.Moves())
		if len(moves) == 0 {
			break
		}
		const stride = 11 // spreads the moves over the board
		next, err := state.Play(moves[(ply*stride+len(moves)/2)%len(moves)].Text)
		if err != nil {
			break // cannot happen: the move is legal
		}
		state = next
	}
	return state.View()
}

// livelyPlies fills a good part of a board that begins empty; where men stand
// already, each side moves once.
func livelyPlies(start game.View) int {
	if slices.ContainsFunc(start.Men, func(man game.Man) bool { return man != game.NoMan }) {
		return 2
	}
	return len(start.Men) * 2 / 5
}

// quietMoves leaves out the moves that capture, unless all do.
func quietMoves(moves []game.Move) []game.Move {
	if quiet := slices.DeleteFunc(slices.Clone(moves), Takes); len(quiet) > 0 {
		return quiet
	}
	return moves
}
