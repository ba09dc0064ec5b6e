// SPDX-License-Identifier: Apache-2.0

package boardview_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"cairn/game"
)

var writePicker = flag.Bool("picker", false, "rewrite static/test/picker.json")

// pickerFile has touches and the resulting states of game.Picker. picker.test.js
// tests the script with the same file.
const pickerFile = "../static/test/picker.json"

// pickerCase is a position with a walk of touches.
type pickerCase struct {
	Game     string        `json:"game"`
	Position string        `json:"position"`
	Points   []string      `json:"points"`
	Moves    []pickerMove  `json:"moves"`
	Touches  []pickerTouch `json:"touches"`
}

type pickerMove struct {
	Text  string     `json:"text"`
	Paths [][]string `json:"paths"`
}

// pickerTouch is one touch, or a step back when the point is empty, and how the
// picker stands after it.
type pickerTouch struct {
	Point      string   `json:"point"`
	Taken      bool     `json:"taken"`
	Path       []string `json:"path"`
	Next       []string `json:"next"`
	Move       string   `json:"move"`
	Candidates int      `json:"candidates"`
}

func TestPickerFile(t *testing.T) {
	var cases []pickerCase
	for _, c := range [][2]string{
		{"nine-mens-morris", "3/3/3/6/3/3/3 w 9,9 0"},
		{"nine-mens-morris", "ww1/bb1/3/6/3/3/3 w 7,7 0"},
		{"nine-mens-morris-multi", "ww1/3/3/5w/3/1b1/bbw w 5,6 0"},
		{"lasker-morris", "w2/1b1/3/6/3/3/3 w 9,9 0"},
		{"fanorona-telo", "bbb/b1w/www w 0"},
		{"fanorona-dimy", "bbbbb/bbbbb/wb1wb/wwwww/wwwww w 0"},
		{"fanorona", "bbbb1b1b1/bbbbbw2b/bwb3wbw/www1w2ww/wwww1wwww b 0"},
		{"yote", "1wb3/6/1w4/6/6 b 10,11 -,- 0"},
		{"yote-multi", "1wb1w1/6/1w4/6/6 b 9,11 -,- 0"},
	} {
		cases = append(cases, walkPicker(t, c[0], c[1]))
	}
	want, err := json.Marshal(cases)
	if err != nil {
		t.Fatal(err)
	}
	want = append(bytes.ReplaceAll(want, []byte(`,{"game"`), []byte(",\n{\"game\"")), '\n')
	if *writePicker {
		if err := os.WriteFile(pickerFile, want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(pickerFile)
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("%s differs from game.Picker (%v); run the test with -picker, and then the tests of the scripts", pickerFile, err)
	}
}

// walkPicker touches points at random, some of them not offered, and goes
// back now and then.
func walkPicker(t *testing.T, id, position string) pickerCase {
	t.Helper()
	e := find(t, id)
	b, s := e.Info().Board, state(t, e, position)
	c := pickerCase{Game: id, Position: position}
	for p := range b.Points {
		c.Points = append(c.Points, b.Name(game.Point(p)))
	}
	for _, m := range s.Moves() {
		move := pickerMove{Text: m.Text}
		for _, path := range m.Paths {
			move.Paths = append(move.Paths, b.Names(path.Points()))
		}
		c.Moves = append(c.Moves, move)
	}
	random := rand.New(rand.NewPCG(uint64(len(position)), 7))
	k := game.NewPicker(s.Moves())
	for range 40 {
		touch := pickerTouch{}
		switch {
		case len(k.Next()) == 0 || random.IntN(12) == 0:
			touch.Taken = k.Back()
		default:
			p := goOn(k, random)
			if random.IntN(4) == 0 {
				p = game.Point(random.IntN(len(b.Points)))
			}
			touch.Point, touch.Taken = b.Name(p), k.Touch(p)
		}
		move, _ := k.Move()
		touch.Path, touch.Next = b.Names(k.Path()), b.Names(k.Next())
		touch.Move, touch.Candidates = move.Text, len(k.Candidates())
		c.Touches = append(c.Touches, touch)
	}
	return c
}

// goOn returns the next point of a candidate, so that long chains are entered
// more often than short ones.
func goOn(k *game.Picker, random *rand.Rand) game.Point {
	moves, depth := k.Candidates(), len(k.Path())
	for {
		paths := moves[random.IntN(len(moves))].Paths
		if path := paths[random.IntN(len(paths))]; len(path) > depth {
			if p := path[depth].Point; slices.Contains(k.Next(), p) {
				return p
			}
		}
	}
}
