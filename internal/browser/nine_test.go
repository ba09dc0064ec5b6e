// SPDX-License-Identifier: Apache-2.0

package browser_test

import (
	"strings"
	"testing"

	"cairn/game"
)

// nineGame is a whole game in which both sides close mills and fly, and White
// wins: two "easy" computers, seed 5500, played it.
const nineGame = `
	b2 a4 d7 c5 d6 d5 e5 c4 f6 b6 f2 b4xb2 f4xc5 b2xe5 e5 c5 c3 e4 f2-d2 a4-a1 d2-f2xc4 c5-c4 d7-a7 b2-d2 c3-d3
	a1-a4xd3 f4-g4 d2-b2xg4 f6-f4 e4-e3 a7-d7 c4-c5 d6-f6xa4 b2-d2 d7-d6 e3-e4 d6-d7 d2-b2xe5 f4-g4 e4-e5xf6
	d7-f6 b2-d2 g4-f4xd2 c5-c4 f6-c5 b4-b2 c5-f6xc4 b2-d2 f4-b2 e5-e4 b2-f4xd5 d2-b4 f6-b2 b6-a7 f4-d2xa7`

// A whole game of nine men's morris by clicks, from the first man to the win.
func TestNineMensMorris(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("a whole game takes long")
	}
	tb, white, black := meet(t, "nine")
	white.sees("Your turn: place a piece.")
	black.sees("Waiting for")
	moves := strings.Fields(nineGame)
	tb.play(moves[:11]...)

	// A mill asks at once for the capture, and lights only men that may be taken.
	black.touch("b4")
	black.sees("Choose the piece to take.")
	tb.advance("b4xb2")
	black.touch("b2")
	tb.shown()
	white.logged("Black places on b4, closes a mill, takes b2.")
	white.sees("1 mill")

	tb.play(moves[12:]...)
	white.logged("flies")
	if verdict := tb.state.Result().Verdict; verdict != game.WhiteWins {
		t.Fatalf("the game ends with %v, want a win of White", verdict)
	}
	white.sees("You win", "too few pieces")
	black.sees("You lose", "too few pieces")
	for _, p := range tb.seen {
		for _, label := range []string{"Rematch", "Play again", "Home"} {
			p.has(label)
		}
		p.lacks("Forfeit")
	}
	white.press("Home")
	white.arrives("/home")
	white.sees("Points: 1")
	black.open("/home")
	black.sees("Points: 0")
}
