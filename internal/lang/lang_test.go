// SPDX-License-Identifier: Apache-2.0

package lang_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cairn/game"
	"cairn/game/gametest/tictactoe"
	"cairn/internal/lang"
)

func parse(t *testing.T, text string) *lang.Catalogue {
	t.Helper()
	c, err := lang.ParseLanguage("en", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestText(t *testing.T) {
	c := parse(t, `{plain: plain, one: "to {name}", two: "{a}{b}{a}", men.one: "{count} man", men.other: "{count} men of {side}"}`)
	for _, test := range []struct{ name, got, want string }{
		{"no arguments", c.Text("plain"), "plain"},
		{"one argument", c.Text("one", "name", "b3"), "to b3"},
		{"an argument twice", c.Text("two", "a", 1, "b", "-"), "1-1"},
		{"an argument that is not given", c.Text("one"), "to {name}"},
		{"an argument that looks like another", c.Text("two", "a", "{b}", "b", "x"), "{b}x{b}"},
		{"a missing key", c.Text("nowhere"), "[nowhere]"},
		{"a name without value", c.Text("one", "name"), "to {name}"},
		{"one thing", c.Count("men", 1), "1 man"},
		{"no things", c.Count("men", 0, "side", "x"), "0 men of x"},
	} {
		if test.got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, test.got, test.want)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	for name, text := range map[string]string{
		"not a map":       "- a\n- b\n",
		"a nested text":   "key:\n  inner: text\n",
		"a key twice":     "key: a\nkey: b\n",
		"a broken string": `key: "a`,
	} {
		if _, err := lang.ParseLanguage("en", []byte(text)); err == nil || !strings.Contains(err.Error(), "read catalogue") {
			t.Errorf("%s: got %v, want an error about the catalogue", name, err)
		}
	}
}

func TestSides(t *testing.T) {
	c := lang.English()
	if got, want := c.Side(game.White)+" "+c.Side(game.Black), "White Black"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	c = c.Naming("red", "blue")
	if got, want := c.Side(game.White)+" "+c.Side(game.Black), "Red Blue"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := c.End(game.BlackWins, "no-moves"), "Blue wins: Red cannot move."; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestTurn(t *testing.T) {
	const a3, b3, c3, a2 = 0, 1, 2, 3
	board := tictactoe.Standard.Board
	for _, test := range []struct {
		name  string
		notes []game.Note
		want  []string
	}{
		{"placed", []game.Note{{Kind: game.Placed, Point: b3}}, []string{"White places on b3."}},
		{"moved into a mill", []game.Note{
			{Kind: game.Moved, From: a3, Point: b3},
			{Kind: game.Mills, Count: 1},
			{Kind: game.Took, Point: c3},
		}, []string{"White moves a3 to b3, closes a mill, takes c3."}},
		{"two mills, two men", []game.Note{
			{Kind: game.Flew, From: a3, Point: b3},
			{Kind: game.Mills, Count: 2},
			{Kind: game.Took, Point: c3},
			{Kind: game.Took, Point: a2},
		}, []string{"White flies a3 to b3, closes 2 mills, takes c3 a2."}},
		{"chain", []game.Note{
			{Kind: game.Moved, From: a3, Point: b3},
			{Kind: game.Approach, Count: 1},
			{Kind: game.Took, Point: c3},
			{Kind: game.Moved, From: b3, Point: a3},
			{Kind: game.Withdrawal, Count: 2},
			{Kind: game.Took, Point: c3},
			{Kind: game.Took, Point: a2},
		}, []string{"White moves a3 to b3, takes c3 by approach, moves b3 to a3, takes c3 a2 by withdrawal."}},
		{"men counted but not named", []game.Note{
			{Kind: game.Approach, Count: 3},
			{Kind: game.Withdrawal, Count: 2},
		}, []string{"White takes 3 by approach, takes 2 by withdrawal."}},
		{"a phase of each side", []game.Note{
			{Kind: game.Jumped, From: a3, Point: c3},
			{Kind: game.Enters, Side: game.White, Phase: game.Sliding},
			{Kind: game.Enters, Side: game.Black, Phase: game.Flying},
		}, []string{"White jumps a3 to c3.", "White now moves pieces.", "Black can now fly."}},
	} {
		if diff := cmp.Diff(test.want, lang.English().Turn(board, game.White, test.notes)); diff != "" {
			t.Errorf("%s: want -, got +\n%s", test.name, diff)
		}
	}
}

func TestWhy(t *testing.T) {
	c := lang.English()
	for _, test := range []struct {
		illegal game.Illegal
		want    string
	}{
		{game.Illegal{Move: "d6", Why: game.WhyOccupied, At: "d6"}, "d6: the point is occupied."},
		{game.Illegal{Why: game.WhyHandEmpty}, "Illegal move: there are no pieces left in hand."},
	} {
		if got := c.Why(&test.illegal); got != test.want {
			t.Errorf("got %q, want %q", got, test.want)
		}
	}
}

func TestEnd(t *testing.T) {
	c := lang.English()
	for _, test := range []struct {
		verdict game.Verdict
		reason  string
		want    string
	}{
		{game.WhiteWins, "resignation", "White wins: Black resigns."},
		{game.BlackWins, "too-few-men", "Black wins: White has too few pieces left."},
		{game.Draw, "agreement", "Draw by agreement."},
		{game.Playing, "aborted", "Game aborted."},
	} {
		if got := c.End(test.verdict, test.reason); got != test.want {
			t.Errorf("got %q, want %q", got, test.want)
		}
	}
}

// Scores that promise a win or a loss are written as such.
func TestEstimate(t *testing.T) {
	c := parse(t, "study.win: win\nstudy.loss: loss\nstudy.win.in: win in {plies}\nstudy.loss.in: loss in {plies}\nstudy.decimal: .\n")
	for score, want := range map[int]string{0: "+0.0", -3: "+0.0", 134: "+1.3", -250: "−2.5", 99_991: "win in 9", -99_992: "loss in 8", 89_999: "win", -89_990: "loss"} {
		if got := c.Estimate(score); got != want {
			t.Errorf("%d: got %q, want %q", score, got, want)
		}
	}
}

// Texts about a side's move name who plays it: in French "Les Noirs", also with other
// colours; elsewhere the side.
func TestPlayers(t *testing.T) {
	for _, test := range []struct{ code, white, black, want string }{
		{"fr", "white", "black", "Les Noirs jouent."},
		{"fr", "red", "blue", "Les Bleus jouent."},
		{"de", "white", "black", "Schwarz ist am Zug."},
		{"en", "red", "blue", "Blue to move."},
	} {
		c, _ := lang.Load(test.code)
		c = c.Naming(test.white, test.black)
		if got := c.Text("turn.now", "side", c.Players(game.Black)); got != test.want {
			t.Errorf("%s: got %q, want %q", test.code, got, test.want)
		}
	}
}
