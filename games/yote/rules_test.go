// SPDX-License-Identifier: Apache-2.0

package yote_test

import (
	"slices"
	"strings"
	"testing"

	"cairn/game"
	"cairn/games/yote"
)

func TestResult(t *testing.T) {
	playing := game.Result{}
	white := func(r game.Reason) game.Result { return game.Result{Verdict: game.WhiteWins, Reason: r} }
	black := func(r game.Reason) game.Result { return game.Result{Verdict: game.BlackWins, Reason: r} }
	few := game.Result{Verdict: game.Draw, Reason: game.FewEach}
	cases := []struct {
		name, position string
		want           map[string]game.Result // by rule set; "" stands for the others
	}{
		{"start", "6/6/6/6/6 w 12,12 -,- 0", map[string]game.Result{"": playing}},
		{"white has no stones", "4b1/6/6/6/6 w 0,0 -,- 0", map[string]game.Result{"": black(game.NoMen)}},
		{"black has no stones", "4w1/6/6/6/6 b 0,0 -,- 0", map[string]game.Result{"": white(game.NoMen)}},
		{"no stones comes before three each", "wwww2/6/6/6/6 b 3,0 -,- 0", map[string]game.Result{"": white(game.NoMen)}},
		{"the side that moved has no stones", "4w1/6/6/6/6 w 2,0 -,- 0", map[string]game.Result{"": white(game.NoMen)}},
		{"stones in hand only", "4b1/6/6/6/6 w 4,4 -,- 0", map[string]game.Result{"": playing}},
		{"three each", "www3/6/bbb3/6/6 w 0,0 -,- 0", map[string]game.Result{"": few, "yote-no-three-draw": playing, "yote-free": playing}},
		{"three each in hand", "w5/6/b5/6/6 w 2,2 -,- 0", map[string]game.Result{"": few, "yote-no-three-draw": playing, "yote-free": playing}},
		{"one against three", "www3/6/b5/6/6 b 0,0 -,- 0", map[string]game.Result{"": few, "yote-no-three-draw": playing, "yote-free": playing}},
		{"four against three", "www3/6/bbb3/6/6 w 1,0 -,- 0", map[string]game.Result{"": playing}},
		{"blocked", "wbb3/b5/b5/6/6 w 0,0 -,- 0", map[string]game.Result{"": black(game.NoMoves)}},
		{"three each comes before no move", "w5/b5/b5/6/6 w 0,0 a1a0,- 0", map[string]game.Result{
			"": few, "yote-no-three-draw": black(game.NoMoves), "yote-free": playing,
		}},
		{"blocked but for a jump", "wb4/b5/b5/b5/6 w 0,0 -,- 0", map[string]game.Result{"": playing}},
		{"blocked but for the hand", "wbb3/b5/b5/6/6 w 1,0 -,- 0", map[string]game.Result{"": playing}},
		{"only move barred", "w5/b5/b5/6/4bb w 0,0 a1a0,- 0", map[string]game.Result{
			"": black(game.NoMoves), "yote-free-return": playing, "yote-free": playing,
		}},
		{"the opponent's bar does not bind", "w5/b5/b5/6/4bb w 0,0 -,e3e4 0", map[string]game.Result{"": playing}},
	}
	for _, c := range cases {
		for _, def := range yote.Defs {
			t.Run(c.name+"/"+def.ID, func(t *testing.T) {
				want, special := c.want[def.ID]
				if !special {
					want = c.want[""]
				}
				p := must(t, def, c.position)
				if got := p.Result(); got != want {
					t.Errorf("got %v, want %v", got, want)
				}
				if moves := p.AppendMoves(nil); want.Over() != (len(moves) == 0) {
					t.Errorf("result %v with %d moves", want, len(moves))
				}
			})
		}
	}
}

// A board so small that it fills up: stones in hand do not save the side to move.
func TestFullBoard(t *testing.T) {
	def, err := yote.New(1, 2)
	if err != nil {
		t.Fatal(err)
	}
	p := play(t, def, "2 w 12,12 -,- 0", "a0", "a1")
	if got, want := p.Result(), (game.Result{Verdict: game.BlackWins, Reason: game.NoMoves}); got != want {
		t.Errorf("got %v, want %v", got, want)
	}
}

// play plays moves from a position.
func play(t *testing.T, def game.Def[yote.Position, yote.Move], position string, moves ...string) yote.Position {
	t.Helper()
	p := must(t, def, position)
	for _, text := range moves {
		p = p.Play(find(t, def, p, text))
	}
	return p
}

func TestPlay(t *testing.T) {
	const four = "b4w/3w1b/1b4/4w1/1w1b2 b 0,0 b2b3,e4e3 7"
	cases := []struct {
		name, position string
		moves          []string
		want           string
	}{
		{"placement", "6/6/6/6/6 w 12,12 -,- 0", []string{"b3"}, "6/3w2/6/6/6 b 11,12 -,- 0"},
		{"placement clears the clock", "w5/6/6/6/6 w 9,9 -,- 8", []string{"b3"}, "w5/3w2/6/6/6 b 8,9 -,- 0"},
		{"step", "w5/6/6/6/5b w 9,9 -,- 8", []string{"a0-b0"}, "6/w5/6/6/5b b 9,9 a0b0,- 9"},
		{"step of each", "w5/6/6/6/5b w 9,9 -,- 8", []string{"a0-b0", "e5-d5"}, "6/w5/6/5b/6 w 9,9 a0b0,e5d5 10"},
		{"jump and extra", "wb4/6/6/6/4bb w 9,9 -,- 8", []string{"a0-a2xe4"}, "2w3/6/6/6/5b b 9,9 -,- 0"},
		{"jump, nothing more to take", "wb4/6/6/6/6 w 9,9 -,- 8", []string{"a0-a2"}, "2w3/6/6/6/6 b 9,9 -,- 0"},
		{"step replaces the last step", four, []string{"b5-b4"}, "b4w/3wb1/1b4/4w1/1w1b2 w 0,0 b2b3,b5b4 8"},
		{"the stone steps on", four, []string{"e3-d3"}, "b4w/3w1b/1b4/3bw1/1w4 w 0,0 b2b3,e3d3 8"},
		{"placement clears the bar", "w5/6/6/6/5b w 9,9 a1a0,- 1", []string{"c3"}, "w5/6/3w2/6/5b b 8,9 -,- 0"},
		{"jump clears the bar", "wb4/6/6/6/4bb w 9,9 b0a0,- 1", []string{"a0-a2xe4"}, "2w3/6/6/6/5b b 9,9 -,- 0"},
		{"the stone is jumped", "wb4/6/6/6/4bb w 9,9 -,b1a1 1", []string{"a0-a2xe4"}, "2w3/6/6/6/5b b 9,9 -,- 0"},
		{"the stone is the extra", "wb4/6/6/6/4bb w 9,9 -,e3e4 1", []string{"a0-a2xe4"}, "2w3/6/6/6/5b b 9,9 -,- 0"},
		{"another stone is taken", "wb4/6/6/6/4bb w 9,9 -,e3e4 1", []string{"a0-a2xe5"}, "2w3/6/6/6/4b1 b 9,9 -,e3e4 0"},
		{"the clock stops", "w5/6/6/6/5b w 9,9 -,- 9998", []string{"a0-b0", "e5-d5", "b0-c0"}, "6/6/w5/5b/6 b 9,9 b0c0,e5d5 9999"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if got := yote.Standard.Format(play(t, yote.Standard, c.position, c.moves...)); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

// legal reports whether a text is a legal move.
func legal(def game.Def[yote.Position, yote.Move], p yote.Position, text string) bool {
	return slices.ContainsFunc(p.AppendMoves(nil), func(m yote.Move) bool { return def.FormatMove(p, m) == text })
}

func TestBarredReturn(t *testing.T) {
	const start = "6/2w3/6/3w2/b4b w 3,3 -,- 0"
	cases := []struct {
		name, position string
		moves          []string
		try            string
		want           bool
	}{
		{"straight back", start, []string{"b2-b3", "e0-d0"}, "b3-b2", false},
		{"another way", start, []string{"b2-b3", "e0-d0"}, "b3-a3", true},
		{"another stone to that cell", "6/1ww3/6/6/b4b w 3,3 -,- 0", []string{"b2-b3", "e0-d0"}, "b1-b2", true},
		{"a stone placed on that cell", start, []string{"b2-b3", "e0-d0"}, "b2", true},
		{"a turn later, placed between", start, []string{"b2-b3", "e0-d0", "a0", "d0-c0"}, "b3-b2", true},
		{"a turn later, stepped between", start, []string{"b2-b3", "e0-d0", "d3-d4", "d0-c0"}, "b3-b2", true},
		{"round the corner and back", start, []string{"b2-b3", "e0-d0", "b3-c3", "d0-c0"}, "c3-b3", false},
		{"round a square", start, []string{"b2-b3", "e0-d0", "b3-c3", "d0-c0", "c3-c2", "e5-d5"}, "c2-b2", true},
		{"Black too", start, []string{"b2-b3", "e0-d0", "b3-c3"}, "d0-e0", false},
		{"each side its own", start, []string{"b2-b3", "e0-d0", "b3-c3"}, "e5-d5", true},
		{"a jump over the way back", "3b2/6/3w2/6/b4b w 3,3 -,- 0", []string{"c3-b3", "c3"}, "b3-d3xa3", true},
		{"a jump is never barred", "6/6/wb4/6/b4b w 3,3 b0c0,- 0", nil, "c0-c2xe0", true},
	}
	for _, c := range cases {
		for _, def := range yote.Defs {
			t.Run(c.name+"/"+def.ID, func(t *testing.T) {
				want := c.want || def.ID == yote.FreeReturn.ID || def.ID == yote.Free.ID
				p := play(t, def, c.position, c.moves...)
				if got := legal(def, p, c.try); got != want {
					t.Errorf("%s: %s: legal is %v, want %v", def.Format(p), c.try, got, want)
				}
			})
		}
	}
}

// The bar makes another position, the clock does not.
func TestHash(t *testing.T) {
	base := must(t, yote.Standard, "w5/6/6/6/5b w 9,8 -,- 0")
	cases := []struct {
		name, position string
		same           bool
	}{
		{"clock", "w5/6/6/6/5b w 9,8 -,- 50", true},
		{"side", "w5/6/6/6/5b b 9,8 -,- 0", false},
		{"colours", "b5/6/6/6/5w b 8,9 -,- 0", false},
		{"hands", "w5/6/6/6/5b w 8,9 -,- 0", false},
		{"own bar", "w5/6/6/6/5b w 9,8 a1a0,- 0", false},
		{"own other bar", "w5/6/6/6/5b w 9,8 b0a0,- 0", false},
		{"opposing bar", "w5/6/6/6/5b w 9,8 -,e4e5 0", false},
		{"stone", "1w4/6/6/6/5b w 9,8 -,- 0", false},
	}
	seen := map[uint64]string{base.Hash(): "base"}
	for _, c := range cases {
		h := must(t, yote.Standard, c.position).Hash()
		if same := h == base.Hash(); same != c.same {
			t.Errorf("%s: same hash is %v, want %v", c.name, same, c.same)
		}
		if other, twice := seen[h]; twice && !c.same {
			t.Errorf("%s: the hash of %s", c.name, other)
		}
		seen[h] = c.name
	}
}

// Six jumps take twelve stones, the extra always one no later jump needs. With
// eleven the sixth finds none left to take besides.
func TestLongestChain(t *testing.T) {
	cases := []struct{ name, position, move string }{
		{"twelve stones", "wb1b1b/4bb/1b1b1b/b4b/3b1b w 0,0 -,- 0", "a0-a2xa5-a4xb5-c4xc5-c2xd5-c0xe5-e0xe3"},
		{"eleven stones", "wb1b1b/4bb/1b1b1b/b4b/5b w 0,1 -,- 0", "a0-a2xa5-a4xb5-c4xc5-c2xd5-c0xe5-e0"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			p := must(t, yote.Multi, c.position)
			q := p.Play(find(t, yote.Multi, p, c.move))
			if got := yote.Multi.View(q); got.Sides[game.Black].Board != 0 || got.Sides[game.White].Board != 1 {
				t.Errorf("got %s, want the white stone alone", yote.Multi.Format(q))
			}
			for _, m := range p.AppendMoves(nil) {
				if text := yote.Multi.FormatMove(p, m); strings.Count(text, "-") > 6 {
					t.Errorf("%s has more than six jumps", text)
				}
			}
		})
	}
}

func TestChains(t *testing.T) {
	cases := []struct {
		name, position, move string
		want                 bool
	}{
		{"stops after the first", "wb4/6/1b4/6/4bb w 5,5 -,- 0", "a0-a2xe5", true},
		{"goes on", "wb4/2b3/6/6/4bb w 5,5 -,- 0", "a0-a2xe5-c2xe4", true},
		{"goes on, nothing left to take", "wb4/2b3/6/6/5b w 5,5 -,- 0", "a0-a2xe5-c2", true},
		{"takes the stone it would need", "wb4/2b3/6/6/5b w 5,5 -,- 0", "a0-a2xb2-c2xe5", false},
		{"frees the landing cell", "wb4/2b3/2b3/6/6 w 5,5 -,- 0", "a0-a2xc2-c2", true},
		{"landing cell still held", "wb4/2b3/2b3/6/5b w 5,5 -,- 0", "a0-a2xe5-c2", false},
		{"needs its extra stone", "wb4/2b3/6/6/4bb w 5,5 -,- 0", "a0-a2xe5-c2", false},
		{"over the cell it left", "wb4/b1b3/1b4/6/5b w 5,5 -,- 0", "a0-a2xe5-c2xb0", true},
		{"comes home", "wb4/b1b3/1b4/6/3bbb w 5,5 -,- 0", "a0-a2xe5-c2xe4-c0xe3-a0", true},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			p := must(t, yote.Multi, c.position)
			if got := legal(yote.Multi, p, c.move); got != c.want {
				t.Errorf("%s: legal is %v, want %v", c.move, got, c.want)
			}
			if chain := strings.Count(c.move, "-") > 1; chain && legal(yote.Standard, must(t, yote.Standard, c.position), c.move) {
				t.Errorf("%s is legal without the option", c.move)
			}
		})
	}
}
