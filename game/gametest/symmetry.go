// SPDX-License-Identifier: Apache-2.0

package gametest

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"cairn/game"
)

// Symmetry checks that a symmetry of the board commutes with the rules: the
// image of a position has the images of its moves, results and evaluations.
// image maps every point to its image. Further checks get a position and its
// image.
func Symmetry[P game.Position[P, M], M comparable](
	t *testing.T, def game.Def[P, M], name string, image func(game.Point) game.Point, checks ...func(t *testing.T, p, image P),
) {
	t.Helper()
	b := def.Board
	names := pointNames(b)
	point := func(text string) string {
		p, ok := b.Find(text)
		if !ok {
			return text
		}
		return b.Name(image(p))
	}
	commutes(t, def, name, mapping{
		men: func(men [2]uint64) (out [2]uint64) {
			for i := range b.Points {
				for s := range men {
					out[s] |= men[s] >> i & 1 << image(game.Point(i))
				}
			}
			return out
		},
		rest: func(fields []string) {
			for i := range fields {
				fields[i] = names.ReplaceAllStringFunc(fields[i], point)
			}
		},
		move:   func(text string) string { return names.ReplaceAllStringFunc(text, point) },
		result: func(r game.Result) game.Result { return r },
	}, checks)
}

// ColourSwap checks that exchanging the colours commutes with the rules. Further
// checks get a position and its image.
func ColourSwap[P game.Position[P, M], M comparable](t *testing.T, def game.Def[P, M], checks ...func(t *testing.T, p, image P)) {
	t.Helper()
	commutes(t, def, "colours", mapping{
		men: func(men [2]uint64) [2]uint64 { return [2]uint64{men[1], men[0]} },
		rest: func(fields []string) {
			for i, f := range fields {
				if white, black, pair := strings.Cut(f, ","); pair {
					fields[i] = black + "," + white
				} else {
					fields[i] = swapLetters(f)
				}
			}
		},
		move: func(text string) string { return text },
		result: func(r game.Result) game.Result {
			if winner, ok := r.Verdict.Winner(); ok {
				r.Verdict = game.Wins(winner.Other())
			}
			return r
		},
	}, checks)
}

// swapLetters exchanges the sides in the fields "w", "b", "wb" and "-".
func swapLetters(field string) string {
	switch field {
	case "w":
		return "b"
	case "b":
		return "w"
	}
	return field
}

// pointNames matches the names of the board's points, the longest first.
func pointNames(b *game.Board) *regexp.Regexp {
	var names []string
	for _, spot := range b.Points {
		names = append(names, regexp.QuoteMeta(spot.Name))
	}
	slices.SortFunc(names, func(a, b string) int { return len(b) - len(a) })
	return regexp.MustCompile(strings.Join(names, "|"))
}

// takenList is the captures of a move. Some notations list them alphabetically;
// in others the points of a chain stand there, in the order of the jumps.
var takenList = regexp.MustCompile(`(x[a-z][0-9]){2,}`)

func sortTaken(text string) string {
	return takenList.ReplaceAllStringFunc(text, func(list string) string {
		names := strings.Split(list[1:], "x")
		slices.Sort(names)
		return "x" + strings.Join(names, "x")
	})
}

// mapping is a map of positions, as it acts on the parts of their texts.
type mapping struct {
	men    func([2]uint64) [2]uint64
	rest   func(fields []string)
	move   func(string) string
	result func(game.Result) game.Result
}

func commutes[P game.Position[P, M], M comparable](
	t *testing.T, def game.Def[P, M], name string, f mapping, checks []func(t *testing.T, p, image P),
) {
	t.Run(def.ID+"/"+name, func(t *testing.T) {
		for seed := range games(t) {
			randomGame(&def, seed, 120, func(p P, moves []M) {
				text := def.Format(p)
				fields := strings.Split(text, " ")
				men, err := game.ParseRows(def.Board, fields[0])
				if err != nil {
					t.Fatal(err)
				}
				fields[0] = game.FormatRows(def.Board, f.men(men))
				f.rest(fields[1:])
				q, err := def.Parse(strings.Join(fields, " "))
				if err != nil {
					t.Fatalf("image of %q: %v", text, err)
				}
				if got, want := q.Result(), f.result(p.Result()); got != want {
					t.Fatalf("%q: result of the image is %v, want %v", text, got, want)
				}
				if def.Eval != nil && def.Eval(p) != def.Eval(q) {
					t.Fatalf("%q: evaluated %d, image %d", text, def.Eval(p), def.Eval(q))
				}
				for _, check := range checks {
					check(t, p, q)
				}
				got, want := moveTexts(&def, q), moveTexts(&def, p)
				for i := range want {
					if want[i] = f.move(want[i]); !slices.Contains(got, want[i]) {
						want[i] = sortTaken(want[i])
					}
				}
				slices.Sort(got)
				slices.Sort(want)
				if !slices.Equal(got, want) {
					t.Fatalf("%q: moves of the image\n got %v\nwant %v", text, got, want)
				}
			})
		}
	})
}

func moveTexts[P game.Position[P, M], M comparable](def *game.Def[P, M], p P) []string {
	var texts []string
	for _, m := range p.AppendMoves(nil) {
		texts = append(texts, def.FormatMove(p, m))
	}
	return texts
}
