// SPDX-License-Identifier: Apache-2.0

package boardview

import (
	"cairn/game"
	"cairn/internal/web"
)

// Picture is a board that leads somewhere.
type Picture struct {
	Path, Name, Text string
	Live             bool   // a game that is being played
	Source           string // where a script asks for the next position; empty for other pictures
	Board            BoardView
}

// StartPicture draws the start of a game, which leads to its rules.
func StartPicture(t *web.Texts, g game.Game) Picture {
	info := g.Info()
	return Picture{
		Path: "/rules/" + info.ID, Name: t.Game(info),
		Board: NewBoardView(t, info.Board, Lively(g), BoardMarks{
			Name: t.Text("web.rules.board", "game", t.Game(info)), Small: true,
		}),
	}
}

func Takes(m game.Move) bool {
	for _, note := range m.Notes {
		switch note.Kind {
		case game.Took, game.Approach, game.Withdrawal:
			return true
		}
	}
	return false
}

// Lively returns a position after a few turns, as a picture that is livelier
// than an empty board. It is always the same.
func Lively(g game.Game) game.View {
	state := g.Start()
	for ply := range livelyPlies(state.View()) {
		moves := quietMoves(state.Moves())
		if len(moves) == 0 {
			break
		}
		const stride = 11 // leads all over the board: it divides no board evenly
		next, err := state.Play(moves[(ply*stride+len(moves)/2)%len(moves)].Text)
		if err != nil {
			break // not for a move of the list
		}
		state = next
	}
	return state.View()
}

// livelyPlies fills a good part of a board that begins empty; where men stand
// already, each side moves once.
func livelyPlies(start game.View) int {
	for _, man := range start.Men {
		if man != game.NoMan {
			return 2
		}
	}
	return len(start.Men) * 2 / 5
}

// quietMoves leaves out the moves that take men, unless all do.
func quietMoves(moves []game.Move) []game.Move {
	var quiet []game.Move
	for _, m := range moves {
		if !Takes(m) {
			quiet = append(quiet, m)
		}
	}
	if len(quiet) == 0 {
		return moves
	}
	return quiet
}
