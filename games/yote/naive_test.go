// SPDX-License-Identifier: Apache-2.0

package yote_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"cairn/game"
	"cairn/games/yote"
)

// naive is Yoté once more, written for nothing but obviousness: arrays, loops
// and texts of moves, sharing no code with the package.
type naive struct {
	rows, cols int
	cells      string // row by row: w, b or .
	hand       [2]int
	back       [2]string // the barred step of each side, as a move text
	turn       int

	threeDraw, barred, chains bool
}

func (n naive) side(s int) byte { return "wb"[s] }

func (n naive) name(r, c int) string { return string([]byte{'a' + byte(r), '0' + byte(c)}) }

func (n naive) at(r, c int) byte {
	if r < 0 || r >= n.rows || c < 0 || c >= n.cols {
		return '#'
	}
	return n.cells[r*n.cols+c]
}

func (n naive) with(cell string, man byte) naive {
	cells := []byte(n.cells)
	cells[int(cell[0]-'a')*n.cols+int(cell[1]-'0')] = man
	n.cells = string(cells)
	return n
}

func (n naive) onBoard(s int) int { return strings.Count(n.cells, string(n.side(s))) }

var directions = [][2]int{{0, 1}, {0, -1}, {1, 0}, {-1, 0}}

// next returns the position after each legal move, by the move's text.
func (n naive) next() map[string]naive {
	after := map[string]naive{}
	white, black := n.onBoard(0)+n.hand[0], n.onBoard(1)+n.hand[1]
	if white == 0 || black == 0 || n.threeDraw && white <= 3 && black <= 3 {
		return after
	}
	for r := range n.rows {
		for c := range n.cols {
			switch n.at(r, c) {
			case '.':
				n.place(r, c, after)
			case n.side(n.turn):
				n.step(r, c, after)
				n.jump(n.name(r, c), r, c, after)
			}
		}
	}
	return after
}

// pass ends a turn that leaves a barred step, or none.
func (n naive) pass(back string) naive {
	n.back[n.turn] = back
	n.turn = 1 - n.turn
	return n
}

func (n naive) place(r, c int, after map[string]naive) {
	if n.hand[n.turn] == 0 {
		return
	}
	n = n.with(n.name(r, c), n.side(n.turn))
	n.hand[n.turn]--
	after[n.name(r, c)] = n.pass("")
}

func (n naive) step(r, c int, after map[string]naive) {
	for _, d := range directions {
		to := n.name(r+d[0], c+d[1])
		text := n.name(r, c) + "-" + to
		if n.at(r+d[0], c+d[1]) != '.' || text == n.back[n.turn] {
			continue
		}
		back := ""
		if n.barred {
			back = to + "-" + n.name(r, c)
		}
		after[text] = n.with(n.name(r, c), '.').with(to, n.side(n.turn)).pass(back)
	}
}

// jump adds the jumps of the stone at a place to the text of the turn so far.
func (n naive) jump(text string, r, c int, after map[string]naive) {
	enemy := n.side(1 - n.turn)
	for _, d := range directions {
		if n.at(r+d[0], c+d[1]) != enemy || n.at(r+2*d[0], c+2*d[1]) != '.' {
			continue
		}
		to := n.name(r+2*d[0], c+2*d[1])
		m := n.with(n.name(r, c), '.').with(to, n.side(n.turn)).take(n.name(r+d[0], c+d[1]))
		if m.onBoard(1-n.turn) == 0 {
			after[text+"-"+to] = m.pass("")
		}
		for i, man := range []byte(m.cells) {
			if man != enemy {
				continue
			}
			extra := n.name(i/n.cols, i%n.cols)
			longer := text + "-" + to + "x" + extra
			after[longer] = m.take(extra).pass("")
			if n.chains {
				m.take(extra).jump(longer, r+2*d[0], c+2*d[1], after)
			}
		}
	}
}

// take removes a stone of the opponent, and its barred step with it.
func (n naive) take(cell string) naive {
	n = n.with(cell, '.')
	if strings.HasPrefix(n.back[1-n.turn], cell) {
		n.back[1-n.turn] = ""
	}
	return n
}

func (n naive) perft(depth int) uint64 {
	if depth == 0 {
		return 1
	}
	var count uint64
	for _, m := range n.next() {
		count += m.perft(depth - 1)
	}
	return count
}

// naiveCase is a rule set with its naive start.
type naiveCase struct {
	def   game.Def[yote.Position, yote.Move]
	start naive
}

func naiveCases(t *testing.T) []naiveCase {
	t.Helper()
	var cases []naiveCase
	for _, def := range all(t) {
		cases = append(cases, naiveCase{def, naive{
			rows: def.Board.Height, cols: def.Board.Width,
			cells: strings.Repeat(".", len(def.Board.Points)), hand: [2]int{12, 12},
			threeDraw: def.ID != yote.NoThreeDraw.ID && def.ID != yote.Free.ID,
			barred:    def.ID != yote.FreeReturn.ID && def.ID != yote.Free.ID,
			chains:    def.ID == yote.Multi.ID,
		}})
	}
	return cases
}

func TestNaivePerft(t *testing.T) {
	for _, c := range naiveCases(t) {
		t.Run(c.def.ID, func(t *testing.T) {
			deepest := 3
			if id := c.def.ID; id == "yote" || id == "yote-5x5" {
				deepest = 4 // the naive rules are slow
			}
			for depth := range deepest + 1 {
				if got, want := game.Perft(c.def.Start(), depth), c.start.perft(depth); got != want {
					t.Errorf("perft %d: got %d, want %d", depth, got, want)
				}
			}
		})
	}
}

// TestNaiveGames walks random games side by side with the naive rules, and from
// every position of theirs two turns deep.
func TestNaiveGames(t *testing.T) {
	const games, turns = 5, 150
	for _, c := range naiveCases(t) {
		t.Run(c.def.ID, func(t *testing.T) {
			for seed := range uint64(games) {
				random := rand.New(rand.NewPCG(seed, 2))
				p, n := c.def.Start(), c.start
				for range turns {
					texts := compareMoves(t, c.def, p, n)
					if len(texts) == 0 {
						break
					}
					text := texts[random.IntN(len(texts))]
					p, n = p.Play(find(t, c.def, p, text)), n.next()[text]
				}
			}
		})
	}
}

// compareMoves checks that both list the same moves now, and as many after
// every one of them, and returns their texts.
func compareMoves(t *testing.T, def game.Def[yote.Position, yote.Move], p yote.Position, n naive) []string {
	t.Helper()
	var got, want []string
	after := n.next()
	for text := range after {
		want = append(want, text)
	}
	for _, m := range p.AppendMoves(nil) {
		text := def.FormatMove(p, m)
		got = append(got, text)
		if fast, slow := len(p.Play(m).AppendMoves(nil)), len(after[text].next()); fast != slow {
			t.Fatalf("%s: after %s: got %d moves, want %d", def.Format(p), text, fast, slow)
		}
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Fatalf("%s: moves:\n got %v\nwant %v", def.Format(p), got, want)
	}
	return got
}
