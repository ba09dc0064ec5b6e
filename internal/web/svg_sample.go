// SPDX-License-Identifier: Apache-2.0

package web

import "cairn/game"

// lively returns how a game may look after a few turns: a picture with men on it
// invites more than an empty board. It is the same for everybody, always.
func lively(g game.Game) game.View {
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
		if !takes(m) {
			quiet = append(quiet, m)
		}
	}
	if len(quiet) == 0 {
		return moves
	}
	return quiet
}
