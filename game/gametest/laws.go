// SPDX-License-Identifier: Apache-2.0

package gametest

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"testing"

	"cairn/game"
)

// Run checks every law of the contract on positions of random games.
func Run[P game.Position[P, M], M comparable](t *testing.T, def game.Def[P, M]) {
	t.Helper()
	t.Run(def.ID, func(t *testing.T) {
		l := &laws[P, M]{T: t, def: &def, neutral: game.Erase(def), hashes: map[uint64]string{}}
		l.info()
		for seed := range games(t) {
			randomGame(&def, seed, 200, func(p P, moves []M) {
				l.position(p, moves)
			})
			if t.Failed() {
				return
			}
		}
	})
}

type laws[P game.Position[P, M], M comparable] struct {
	*testing.T
	def     *game.Def[P, M]
	neutral game.Game
	hashes  map[uint64]string // hash → identity, to see collisions
}

func (l *laws[P, M]) info() {
	i := l.def.Info
	if i.ID == "" || i.Name == "" || i.Family == "" || i.Variant == "" || i.Revision < 1 || i.Men < 1 {
		l.Errorf("info is incomplete: %+v", i)
	}
	if i.Draws != game.StandardDraws {
		l.Errorf("draws: got %+v, want the platform's %+v", i.Draws, game.StandardDraws)
	}
	for n := 1; n < len(i.Board.Points); n++ {
		a, b := i.Board.Points[n-1], i.Board.Points[n]
		if b.Y < a.Y || b.Y == a.Y && b.X <= a.X {
			l.Errorf("point %s is listed after %s: points go row by row", b.Name, a.Name)
		}
	}
}

func (l *laws[P, M]) position(p P, moves []M) {
	l.Helper()
	text := l.def.Format(p)
	if over := p.Result().Over(); over != (len(moves) == 0) {
		l.Fatalf("%s: over is %v with %d moves", text, over, len(moves))
	}
	l.orderIsFixed(p, moves, text)
	l.textsRoundTrip(p, text)
	l.identity(p, text)
	l.view(p, text)
	l.faces(p, moves, text)
	for _, m := range moves {
		l.move(p, m, text)
	}
}

func (l *laws[P, M]) orderIsFixed(p P, moves []M, text string) {
	var mark M
	again := p.AppendMoves([]M{mark})
	if again[0] != mark || !slices.Equal(again[1:], moves) {
		l.Fatalf("%s: AppendMoves does not append the same moves again", text)
	}
}

func (l *laws[P, M]) textsRoundTrip(p P, text string) {
	back, err := l.def.Parse(text)
	if err != nil {
		l.Fatalf("parse %q: %v", text, err)
	}
	if back != p {
		l.Fatalf("parse %q: got %q, another position", text, l.def.Format(back))
	}
}

// identity checks that the hash ignores the clock and nothing else.
func (l *laws[P, M]) identity(p P, text string) {
	key, later := withoutClock(text)
	if other, seen := l.hashes[p.Hash()]; seen && other != key {
		l.Fatalf("%q and %q have the same hash", key, other)
	}
	l.hashes[p.Hash()] = key
	q, err := l.def.Parse(later)
	if err != nil {
		l.Fatalf("parse %q: %v", later, err)
	}
	if q == p || q.Hash() != p.Hash() || q.Clock() != p.Clock()+100 {
		l.Fatalf("%q and %q differ in more than the clock", text, later)
	}
	if p.Result() != q.Result() || !slices.Equal(p.AppendMoves(nil), q.AppendMoves(nil)) {
		l.Fatalf("%q: the clock changes moves or result", text)
	}
}

// withoutClock returns a position text without its clock, and with a clock 100
// higher. The clock is the only field that is a bare number.
func withoutClock(text string) (key, later string) {
	fields := strings.Split(text, " ")
	for i, f := range fields {
		if n, err := strconv.Atoi(f); err == nil {
			fields[i] = strconv.Itoa(n + 100)
			later = strings.Join(fields, " ")
			fields[i] = "?"
		}
	}
	return strings.Join(fields, " "), later
}

func (l *laws[P, M]) view(p P, text string) {
	v := l.def.View(p)
	for _, s := range game.Sides {
		side, board := v.Sides[s], 0
		for _, man := range v.Men {
			if man == game.ManOf(s) {
				board++
			}
		}
		if board != side.Board || side.Board+side.Hand+side.Lost != l.def.Men || side.Lost < 0 {
			l.Fatalf("%s: %s has %d on the board, view says %+v of %d", text, s, board, side, l.def.Men)
		}
		if side.Mills < 0 || side.Mills > 0 && !l.def.Mills {
			l.Fatalf("%s: %s has %d mills in a game with mills %v", text, s, side.Mills, l.def.Mills)
		}
		if first := l.def.View(l.def.Start()).Sides[s].Phase; side.Phase != first && !l.def.Phases {
			l.Fatalf("%s: %s is %s in a game without phases that begins with %s", text, s, side.Phase, first)
		}
	}
	if v.Turn != p.Turn() {
		l.Fatalf("%s: view says %s to move", text, v.Turn)
	}
	if l.def.QuietLimit(p) < 1 {
		l.Fatalf("%s: quiet limit %d", text, l.def.QuietLimit(p))
	}
}

// move checks the position after a single move.
func (l *laws[P, M]) move(p P, m M, text string) {
	q, name := p.Play(m), l.def.FormatMove(p, m)
	us, them := p.Turn(), p.Turn().Other()
	if q.Turn() != them {
		l.Fatalf("%s: after %s the turn does not pass", text, name)
	}
	before, after := l.def.View(p), l.def.View(q)
	taken := before.Sides[them].Board - after.Sides[them].Board
	if got := p.Takes(m); got != taken {
		l.Fatalf("%s: %s takes %d, says %d", text, name, taken, got)
	}
	placed := before.Sides[us].Hand - after.Sides[us].Hand
	if men := after.Sides[us].Board - before.Sides[us].Board; men != placed || after.Sides[them].Hand != before.Sides[them].Hand {
		l.Fatalf("%s: %s places %d of hand, %d on the board", text, name, placed, men)
	}
	resets, clock := taken > 0 || placed > 0, p.Clock()+1
	if resets {
		clock = 0
	}
	if p.Resets(m) != resets || q.Clock() != clock {
		l.Fatalf("%s: %s: resets is %v and the clock %d, want %v and %d", text, name, p.Resets(m), q.Clock(), resets, clock)
	}
	if notes := l.def.Notes(p, m); len(notes) == 0 {
		l.Fatalf("%s: %s has no notes", text, name)
	}
}

// FuzzTexts fuzzes both parsers of some rule sets: any text is either refused
// or a position that fulfils the laws, and any move text is either refused with
// a reason or legal.
func FuzzTexts[P game.Position[P, M], M comparable](f *testing.F, defs ...game.Def[P, M]) {
	f.Helper()
	for i := range defs {
		randomGame(&defs[i], 3, 60, func(p P, moves []M) {
			if len(moves) > 0 {
				f.Add(uint8(i), defs[i].Format(p), defs[i].FormatMove(p, moves[len(moves)/2]))
			}
		})
	}
	f.Fuzz(func(t *testing.T, index uint8, position, move string) {
		def := defs[int(index)%len(defs)]
		p, err := def.Parse(position)
		if err != nil {
			return
		}
		if back, err := def.Parse(def.Format(p)); err != nil || back != p {
			t.Fatalf("%q: its own text %q reads as another position: %v", position, def.Format(p), err)
		}
		if over := p.Result().Over(); over != (len(p.AppendMoves(nil)) == 0) {
			t.Fatalf("%q: over is %v with %d moves", position, over, len(p.AppendMoves(nil)))
		}
		s, err := game.Erase(def).Parse(position)
		if err != nil {
			t.Fatalf("%q: the neutral face refuses: %v", position, err)
		}
		s.View()
		if _, err := s.Play(move); err != nil && !errors.Is(err, game.ErrIllegal) {
			t.Fatalf("%q: play %q: got %v, want nil or an illegal move", position, move, err)
		}
	})
}
