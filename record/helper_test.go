// SPDX-License-Identifier: Apache-2.0

package record_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"time"

	"pgregory.net/rapid"

	"cairn/game"
	"cairn/game/gametest/tictactoe"
	"cairn/record"
)

var toy = game.Erase(tictactoe.Standard)

func findToy(id string) (game.Game, error) {
	if id != toy.Info().ID {
		return nil, fmt.Errorf("game %q is unknown", id)
	}
	return toy, nil
}

func newWalk() *record.Walk { return record.Begin(toy, toy.Start()) }

// do plays moves; "<" is undo and ">" is redo.
func do(t rapid.TB, w *record.Walk, actions string) *record.Walk {
	t.Helper()
	for i, action := range strings.Fields(actions) {
		ok := true
		switch action {
		case "<":
			ok = w.Undo()
		case ">":
			ok = w.Redo()
		default:
			if _, err := w.Play(action, time.Duration(i+1)*time.Second); err != nil {
				t.Fatal(err)
			}
		}
		if !ok {
			t.Fatalf("action %d, %s: nothing to do", i, action)
		}
	}
	return w
}

// moves writes turns in short: "b2 a1(a3 c3|c1)" is two turns, the second with
// two variations.
func moves(line record.Line) string {
	var words []string
	for _, t := range line {
		word := t.Move
		if len(t.Others) > 0 {
			word += "(" + movesOf(t.Others) + ")"
		}
		words = append(words, word)
	}
	return strings.Join(words, " ")
}

func movesOf(lines []record.Line) string {
	var texts []string
	for _, line := range lines {
		texts = append(texts, moves(line))
	}
	return strings.Join(texts, "|")
}

// drawWalk is a walk after random actions.
func drawWalk(t *rapid.T) *record.Walk {
	w := newWalk()
	for range rapid.IntRange(0, 40).Draw(t, "actions") {
		drawAction(t, w)
	}
	return w
}

func drawAction(t *rapid.T, w *record.Walk) {
	switch action := rapid.IntRange(0, 9).Draw(t, "action"); {
	case action < 3:
		w.Undo()
	case action < 4:
		w.Redo()
	case !w.Result().Over():
		move := rapid.SampledFrom(w.State().Moves()).Draw(t, "move").Text
		took := time.Duration(rapid.Int64Range(0, 1e7).Draw(t, "took")) * time.Millisecond
		if _, err := w.Play(move, took); err != nil {
			t.Fatal(err)
		}
	}
}

// drawRecord is a record with variations, odd names and any kind of end.
func drawRecord(t *rapid.T) record.Record {
	r := drawWalk(t).Record()
	r.Players = [2]string{drawName(t), drawName(t)}
	r.Control = drawName(t)
	if rapid.Bool().Draw(t, "dated") {
		r.Date = time.Unix(rapid.Int64Range(-1e10, 1e10).Draw(t, "date"), 0).UTC()
	}
	if r.Verdict == game.Playing && rapid.Bool().Draw(t, "ended") {
		r.Verdict = rapid.SampledFrom([]game.Verdict{game.WhiteWins, game.BlackWins, game.Draw}).Draw(t, "verdict")
		r.Reason = rapid.SampledFrom([]string{"resignation", "time", "agreement"}).Draw(t, "reason")
	}
	r.Comment = drawComment(t)
	for i := range r.Turns {
		r.Turns[i].Comment = drawComment(t)
		for _, other := range r.Turns[i].Others {
			other[0].Comment = drawComment(t)
		}
	}
	for _, line := range r.Undone {
		line[len(line)-1].Comment = drawComment(t)
	}
	if rapid.Bool().Draw(t, "clocked") {
		for i := range r.Clock {
			r.Clock[i] = time.Duration(rapid.Int64Range(0, 1e7).Draw(t, "left")) * time.Millisecond
		}
	}
	for _, name := range rapid.SliceOfNDistinct(
		rapid.SampledFrom([]string{"event", "yes", "1", "Round 2", "~", "é", "- a", "<<", "'x", "a #b", "null", "&a", "*b"}),
		0, 4, rapid.ID[string]).Draw(t, "extras") {
		r.Extra = append(r.Extra, record.Extra{Name: name, Value: drawName(t)})
	}
	return r
}

// comments are hard to keep.
var comments = []string{
	"a good move", "two\nlines", "# marked", "- move: b2", "a: b", "é \"quoted\"", "move: x\n- y\n# z", "---", "...",
	"a\n\nb", "\na", "a\n", "\n", "\n\n", " ", "  a", "\ta", "a ", "a\t", "a\r\nb\r\n", "\r", "  w b\n  . .\n", "\x00", "\x1b[2J", "\x7f", "\u0085",
	"\u2028", "\u202e", "\uFEFF", "\uFFFD", "Bien joué\u00a0!", "\u00a0", "\U0001F468\u200d\U0001F469", `"`, `""`, `"a"`, `"a\tb"`, `"a "`, `"\"a \""`, "`a `", `\`, "#", "##", "cairn record 1",
	"undone:", "%YAML 1.2", "&a", "a #b",
}

func drawComment(t *rapid.T) string {
	return rapid.OneOf(rapid.Just(""), rapid.SampledFrom(comments), rapid.String()).Draw(t, "comment")
}

func drawName(t *rapid.T) string {
	return rapid.OneOf(
		rapid.String(),
		rapid.SampledFrom([]string{
			"", " ", "Ann", "1", "1e3", "~", "null", "yes", "\"", `a"b`, "'", "# not", "a: b", "- a", "a #b", "|", ">",
			"\n", "\r\n", "a\nb", "\n a", " a\n", "\t", "\x00", "\u0085", "\u2028", "\uFEFF", "\uFFFD", "é", "Ḿalagasy",
			"王", "\U0001F600", "2026-11-02", "&a", "*a", "!!int 3", "{", "[", "%", "@", "`", "\x7f", "\u200b", "---", "...",
		}),
	).Draw(t, "name")
}

func encode(t rapid.TB, f record.Format, r record.Record) string {
	t.Helper()
	var out bytes.Buffer
	if err := f.Encode(&out, r); err != nil {
		t.Fatalf("encode as %s: %v", f.Name(), err)
	}
	return out.String()
}

func decode(t rapid.TB, f record.Format, text string) record.Record {
	t.Helper()
	r, _, err := f.Decode(strings.NewReader(text))
	if err != nil {
		t.Fatalf("decode %s: %v\n%s", f.Name(), err, text)
	}
	return r
}

// example is the record that the golden files and docs/records.md show.
func example(t rapid.TB) record.Record {
	t.Helper()
	r := do(t, newWalk(), "b2 a1 c3 < c1 a3 <").Record()
	r.Players = [2]string{"Ann", "Béla"}
	r.Date = time.Date(2026, 11, 2, 18, 30, 0, 0, time.UTC)
	r.Control = "5m+3s"
	r.Clock = record.TimesLeft{5 * time.Minute, 5*time.Minute + time.Second}
	r.Comment = "A toy game."
	r.Extra = []record.Extra{{Name: "event", Value: "Club evening"}}
	r.Turns[1].Comment = "The corner is weak."
	r.Verdict, r.Reason = game.WhiteWins, "resignation"
	return r
}

// uncommented is the example without comments, clocks and unknown fields.
func uncommented(t rapid.TB) record.Record {
	t.Helper()
	r := example(t)
	r.Clock, r.Comment, r.Extra, r.Turns[1].Comment = record.TimesLeft{}, "", nil, ""
	return r
}

// tangled is a game with variations in variations.
func tangled(t rapid.TB) record.Record {
	t.Helper()
	return do(t, newWalk(), "b2 a1 c3 a3 < < a2 < c1 a3 c3 b3 b1 < < a2 < <").Record()
}

func mustReplay(t rapid.TB, r record.Record) *record.Walk {
	t.Helper()
	w, err := record.Replay(toy, r)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// faultOf returns the fault in an error.
func faultOf(t rapid.TB, err error) *record.Fault {
	t.Helper()
	var fault *record.Fault
	if !errors.As(err, &fault) {
		t.Fatalf("got error %v, want a *record.Fault", err)
	}
	return fault
}

// shuttle is a game that never ends: a turn either takes the man to the other bank
// or closes two mills, which is irreversible. Unlike tic-tac-toe it has
// repetition, quiet turns and mills.
var shuttle = game.Erase(game.Def[shuttlePosition, shuttleMove]{
	Info: game.Info{
		ID: "shuttle", Revision: 2, Name: "Shuttle", Family: "shuttle", Variant: "standard",
		Board: &game.Board{}, Men: 1, Draws: game.Draws{Repetition: 3, Quiet: 100},
	},
	Start: func() shuttlePosition { return shuttlePosition{} },
	Format: func(p shuttlePosition) string {
		return fmt.Sprintf("%d,%d,%d %s %d", p.bank[0], p.bank[1], p.mills, p.turn.Letter(), p.clock)
	},
	Parse: func(text string) (p shuttlePosition, err error) {
		var turn string
		_, err = fmt.Sscanf(text, "%d,%d,%d %s %d", &p.bank[0], &p.bank[1], &p.mills, &turn, &p.clock)
		if err != nil {
			return p, fmt.Errorf("position %q: want three numbers, a side and a clock", text)
		}
		p.turn, err = game.ParseSide(turn)
		return p, err
	},
	FormatMove: func(_ shuttlePosition, m shuttleMove) string { return string(m) },
	Paths:      func(shuttlePosition, shuttleMove) []game.Path { return nil },
	View:       func(shuttlePosition) game.View { return game.View{} },
	Explain:    func(shuttlePosition, game.Path) (game.Why, string) { return game.WhyMalformed, "" },
	Notes: func(p shuttlePosition, m shuttleMove) []game.Note {
		if m == "mill" {
			return []game.Note{{Kind: game.Mills, Side: p.turn, Count: 2}}
		}
		return []game.Note{{Kind: game.Moved, Side: p.turn}}
	},
})

type shuttleMove string

type shuttlePosition struct {
	bank  [2]int
	mills int
	turn  game.Side
	clock int
}

func (p shuttlePosition) Turn() game.Side           { return p.turn }
func (p shuttlePosition) Clock() int                { return p.clock }
func (p shuttlePosition) Takes(shuttleMove) int     { return 0 }
func (p shuttlePosition) Result() game.Result       { return game.Result{} }
func (p shuttlePosition) Resets(m shuttleMove) bool { return m == "mill" }

func (p shuttlePosition) AppendMoves(dst []shuttleMove) []shuttleMove {
	return append(dst, "go", "mill")
}

func (p shuttlePosition) Play(m shuttleMove) shuttlePosition {
	if m == "mill" {
		p.mills++
		p.clock = 0
	} else {
		p.bank[p.turn] ^= 1
		p.clock++
	}
	p.turn = p.turn.Other()
	return p
}

func (p shuttlePosition) Hash() uint64 {
	return game.Mix(uint64(p.bank[0]) | uint64(p.bank[1])<<1 | uint64(p.turn)<<2 | uint64(p.mills)<<3)
}
