// SPDX-License-Identifier: Apache-2.0

package gametest

import (
	"errors"
	"regexp"
	"slices"
	"strings"

	"cairn/game"
)

// faces checks that the neutral face of a position agrees with the fast one, and
// that its moves can be entered on every display.
func (l *laws[P, M]) faces(p P, moves []M, text string) {
	s, err := l.neutral.Parse(text)
	if err != nil {
		l.Fatalf("neutral parse %q: %v", text, err)
	}
	listed := s.Moves()
	if s.String() != text || s.Turn() != p.Turn() || s.Result() != p.Result() || s.Hash() != p.Hash() || len(listed) != len(moves) {
		l.Fatalf("%s: the neutral face differs", text)
	}
	l.uniqueTexts(listed, text)
	l.paths(s, listed, text)
	for i := 0; i < len(listed); i += len(listed)/sampledMoves + 1 {
		l.touched(listed, listed[i], text)
		l.typed(s, listed[i], text)
	}
	l.refuses(s, listed, text)
}

// sampledMoves is about how many moves of a position are entered.
const sampledMoves = 3

// uniqueTexts checks that texts are unique, also in lower case and without
// blanks.
func (l *laws[P, M]) uniqueTexts(listed []game.Move, text string) {
	seen := map[string]string{}
	for _, m := range listed {
		key := strings.ToLower(strings.ReplaceAll(m.Text, " ", ""))
		if other, twice := seen[key]; twice || key == "" {
			l.Fatalf("%s: %q and %q are written alike", text, m.Text, other)
		}
		seen[key] = m.Text
	}
}

// paths checks that every path enters one move, and that points determine touches.
func (l *laws[P, M]) paths(s game.State, listed []game.Move, text string) {
	b, v := l.def.Board, s.View()
	ends, begins := map[string]string{}, map[string]game.Touch{}
	for _, m := range listed {
		if len(m.Paths) == 0 {
			l.Fatalf("%s: %s has no path", text, m.Text)
		}
		for _, path := range m.Paths {
			if len(path) == 0 {
				l.Fatalf("%s: %s has an empty path", text, m.Text)
			}
			key := ""
			for i, touch := range path {
				key += " " + b.Name(touch.Point)
				if known, ok := begins[key]; ok && known != touch {
					l.Fatalf("%s: after %q the touch is %+v and %+v", text, key, known, touch)
				}
				begins[key] = touch
				l.kinds(v, m, path, i, text)
			}
			if other, twice := ends[key]; twice {
				l.Fatalf("%s: path %q enters %s and %s", text, key, m.Text, other)
			}
			ends[key] = m.Text
		}
	}
}

// kinds checks one touch of a path. No path begins with a Via or a Choice, a From
// is on a man, a Choice has a label, and labels are listed in Info.
func (l *laws[P, M]) kinds(v game.View, m game.Move, path game.Path, i int, text string) {
	touch, ok := path[i], true
	switch touch.Kind {
	case game.From:
		ok = i < len(path)-1 && (i > 0 || v.Men[touch.Point] != game.NoMan)
	case game.Via:
		ok = i > 0
	case game.Choice:
		ok = i > 0 && touch.Label != game.Label{}
	}
	known := touch.Label == game.Label{} || slices.Contains(l.def.Labels, touch.Label)
	if !ok || !known {
		l.Fatalf("%s: %s: touch %d of %v is %s %+v", text, m.Text, i+1, l.def.Board.Names(path.Points()), touch.Kind, touch.Label)
	}
}

// touched enters a move by each of its paths.
func (l *laws[P, M]) touched(listed []game.Move, m game.Move, text string) {
	for _, path := range m.Paths {
		picker := game.NewPicker(listed)
		for _, point := range path.Points() {
			if !picker.Touch(point) {
				l.Fatalf("%s: %s cannot be entered by %v", text, m.Text, l.def.Board.Names(path.Points()))
			}
		}
		if got, ok := picker.Move(); !ok || got.Text != m.Text {
			l.Fatalf("%s: %v enters %q, want %q", text, l.def.Board.Names(path.Points()), got.Text, m.Text)
		}
	}
}

// letterFirst matches names that can be typed without a separator.
var letterFirst = regexp.MustCompile(`^[a-z]+[0-9]+$`)

// typed enters a move as text: in any letter case, with blanks for the signs
// between points, with nothing where that is clear, as the points of its path with letter or number
// first, and by its stops alone, after which the rest is asked for.
func (l *laws[P, M]) typed(s game.State, m game.Move, text string) {
	path := m.Paths[0]
	var names, turned []string
	for _, point := range path.Points() {
		spelling := l.def.Board.Spellings(point)
		names, turned = append(names, spelling[0]), append(turned, spelling[1])
	}
	spaced := l.withBlanks(path, m.Text)
	texts := []string{
		m.Text, strings.ToUpper(m.Text), strings.ToLower(m.Text), " " + m.Text + " ",
		spaced, strings.ToUpper(spaced),
		strings.Join(names, " "), strings.Join(turned, " "), strings.ToUpper(strings.Join(turned, "-")),
	}
	if !slices.ContainsFunc(names, func(name string) bool { return !letterFirst.MatchString(name) }) {
		texts = append(texts, strings.ReplaceAll(spaced, " ", ""))
	}
	for _, typed := range texts {
		in := game.NewInput(&l.def.Info, s)
		if illegal := in.Type(typed); illegal != nil {
			l.Fatalf("%s: %s typed as %q: %v", text, m.Text, typed, illegal)
		}
		if got, ok := in.Move(); !ok || got.Text != m.Text {
			l.Fatalf("%s: %s typed as %q: got %q at %v", text, m.Text, typed, got.Text, l.def.Board.Names(in.Path()))
		}
	}
	if len(path.Stops()) == 0 {
		return
	}
	in := game.NewInput(&l.def.Info, s)
	if illegal := in.Type(strings.Join(l.def.Board.Names(path.Stops().Points()), " ")); illegal != nil {
		l.Fatalf("%s: %s typed by its stops: %v", text, m.Text, illegal)
	}
	for len(in.Path()) < len(path) {
		point := path[len(in.Path())].Point
		if illegal := in.Touch(point); illegal != nil {
			l.Fatalf("%s: %s typed by its stops, then %s: %v", text, m.Text, l.def.Board.Name(point), illegal)
		}
	}
	if got, ok := in.Move(); !ok || got.Text != m.Text {
		l.Fatalf("%s: %s typed by its stops: got %q", text, m.Text, got.Text)
	}
}

// withBlanks returns a move text with a blank in place of each sign between
// points and labels. A text that is not made of its path in this order, it
// returns as it is.
func (l *laws[P, M]) withBlanks(path game.Path, text string) string {
	var parts []string
	rest := text
	for _, t := range path {
		name := l.def.Board.Name(t.Point)
		if t.Kind == game.Choice {
			name = ""
		}
		at := strings.Index(rest, name)
		if at < 0 {
			return text
		}
		rest = rest[at+len(name):]
		part := name
		if letter := t.Label.Letter; letter != "" && strings.HasPrefix(rest, letter) {
			part, rest = name+letter, rest[len(letter):]
		}
		if name == "" && len(parts) > 0 {
			parts[len(parts)-1] += part
		} else {
			parts = append(parts, part)
		}
	}
	if rest != "" {
		return text
	}
	return strings.Join(parts, " ")
}

// refuses checks that texts which are no legal move are refused with a reason.
func (l *laws[P, M]) refuses(s game.State, listed []game.Move, text string) {
	wrong := []string{"", "-", "x", "a", "a1-", "zz9", "a1-a1", "a1xa1", "a1-a2x", "a1-b1Q", "ä1", "a1-a2A-", strings.Repeat("a1-", 500)}
	for i := 0; i < len(listed); i += len(listed)/sampledMoves + 1 {
		m := listed[i]
		wrong = append(wrong, m.Text+"xa1", m.Text+"-a1", m.Text[1:], m.Text[:len(m.Text)-1])
		for _, spelling := range []string{strings.ToUpper(m.Text), " " + m.Text, m.Text + " "} {
			if got, err := s.Find(spelling); err != nil || got.Text != m.Text {
				l.Fatalf("%s: find %q: got %q, %v, want %s", text, spelling, got.Text, err, m.Text)
			}
		}
	}
	for _, bad := range wrong {
		in := game.NewInput(&l.def.Info, s)
		if illegal := in.Type(bad); illegal == nil {
			if _, done := in.Done(); done {
				continue
			}
		}
		var illegal *game.Illegal
		if _, err := s.Play(bad); !errors.Is(err, game.ErrIllegal) || !errors.As(err, &illegal) {
			l.Fatalf("%s: play %q: got %v, want an illegal move", text, bad, err)
		}
		if over := s.Result().Over(); over != (illegal.Why == game.WhyOver) {
			l.Fatalf("%s: play %q: over is %v, reason is %q", text, bad, over, illegal.Why)
		}
	}
	if s.String() != text {
		l.Fatalf("%s: a refused move changed the state to %s", text, s)
	}
}
