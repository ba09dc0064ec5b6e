// SPDX-License-Identifier: Apache-2.0

package game

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// fold returns a move text without blanks, in lower case. Legal moves of a position stay
// different.
func fold(text string) string {
	return strings.ToLower(strings.Join(strings.Fields(text), ""))
}

// word is one part of a typed move: a point or a label.
type word struct {
	text  string // as typed, in lower case
	mark  rune   // last sign before it; 0 for none
	point Point
	known bool // the board has the point
	label Label
}

func (w word) isLabel() bool { return w.label != Label{} }

// usualMarks are the signs between the parts of a move text in most games. Other signs in
// legal moves of a game are read too.
const usualMarks = " -x"

// reader reads typed moves of one position. It knows the names of points and
// labels, and from the legal moves the signs between them.
type reader struct {
	points map[string]Point // in lower case, with letter or number first
	length int              // of the longest name
	labels []Label
	marks  string
	begun  bool // the text continues a turn
}

func newReader(info *Info, moves []Move, begun bool) *reader {
	r := &reader{points: map[string]Point{}, labels: info.Labels, marks: usualMarks, begun: true}
	for _, spelling := range [2]int{1, 0} { // the name as it is comes last and wins
		for i := range info.Board.Points {
			name := info.Board.Spellings(Point(i))[spelling]
			r.points[name] = Point(i)
			r.length = max(r.length, len(name))
		}
	}
	for _, m := range moves {
		r.addMarks(strings.ToLower(m.Text))
	}
	r.begun = begun
	return r
}

// addMarks adds the signs of a move text to marks.
func (r *reader) addMarks(text string) {
	for text != "" {
		if words := r.wordsAt(text, 0, false); len(words) > 0 {
			text = text[len(words[0].text):]
			continue
		}
		mark, size := utf8.DecodeRuneInString(text)
		if !strings.ContainsRune(r.marks, mark) {
			r.marks += string(mark)
		}
		text = text[size:]
	}
}

// maxReadings bounds the ways to read an ambiguous text.
const maxReadings = 16

// read returns the ways to read a text as points and labels, longest names first. With
// unknown it also accepts names of points that the board does not have.
func (r *reader) read(text string, unknown bool) [][]word {
	text = strings.ToLower(text)
	readable := make([]bool, len(text)+1) // byte → the text from it to the end can be read
	readable[len(text)] = true
	for i := len(text) - 1; i >= 0; i-- {
		if r.isMark(text, i) {
			_, size := utf8.DecodeRuneInString(text[i:])
			readable[i] = readable[i+size]
		}
		for _, w := range r.wordsAt(text, i, unknown) {
			readable[i] = readable[i] || readable[i+len(w.text)]
		}
	}
	var readings [][]word
	var walk func(i int, mark rune, words []word)
	walk = func(i int, mark rune, words []word) {
		switch {
		case len(readings) == maxReadings || !readable[i]:
			return
		case i == len(text):
			if len(words) > 0 {
				readings = append(readings, slices.Clone(words))
			}
			return
		}
		for _, w := range r.wordsAt(text, i, unknown) {
			w.mark = mark
			walk(i+len(w.text), 0, append(words, w))
		}
		if r.isMark(text, i) {
			mark, size := utf8.DecodeRuneInString(text[i:])
			walk(i+size, mark, words)
		}
	}
	walk(0, 0, nil)
	return readings
}

// isMark reports whether a sign is at a byte of the text. No text ends with a sign, and
// only the continuation of a turn begins with one.
func (r *reader) isMark(text string, i int) bool {
	mark, size := utf8.DecodeRuneInString(text[i:])
	return i+size < len(text) && (i > 0 || r.begun) && strings.ContainsRune(r.marks, mark)
}

// wordsAt returns the points and labels at a byte of the text, long names first and labels
// last.
func (r *reader) wordsAt(text string, i int, unknown bool) []word {
	var words []word
	for end := min(len(text), i+r.length); end > i; end-- {
		if p, ok := r.points[text[i:end]]; ok {
			words = append(words, word{text: text[i:end], point: p, known: true})
		}
	}
	if unknown && len(words) == 0 && i+2 <= len(text) && (looksLikePoint(text[i], text[i+1]) || looksLikePoint(text[i+1], text[i])) {
		words = append(words, word{text: text[i : i+2]})
	}
	for _, l := range r.labels {
		if letter := strings.ToLower(l.Letter); (i > 0 || r.begun) && strings.HasPrefix(text[i:], letter) {
			words = append(words, word{text: letter, label: l})
		}
	}
	return words
}

// looksLikePoint reports whether a letter and a digit could name a point of any board.
func looksLikePoint(letter, digit byte) bool {
	return 'a' <= letter && letter <= 'z' && '0' <= digit && digit <= '9'
}

// fits reports whether the words enter a path: they name all its stops, in order, and
// nothing else. Men to take, choices and labels may be left out.
func fits(words []word, path Path) bool {
	if len(path) == 0 {
		return len(words) == 0
	}
	t, named := path[0], len(words) > 0 && words[0].known && words[0].point == path[0].Point
	labelled := func(words []word) bool { return len(words) > 0 && words[0].isLabel() && words[0].label == t.Label }
	switch {
	case t.Kind == Choice && labelled(words) && fits(words[1:], path[1:]):
		return true
	case named && fits(words[1:], path[1:]):
		return true
	case named && labelled(words[1:]) && fits(words[2:], path[1:]):
		return true
	}
	return !t.Kind.Stop() && fits(words, path[1:])
}
