// SPDX-License-Identifier: Apache-2.0

package offline_test

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"cairn/catalog"
	"cairn/internal/offline"
)

// page sends requests as a page does, and remembers the record.
type page struct {
	t      *testing.T
	screen *offline.Screen
	now    time.Time
}

func newPage(t *testing.T) *page {
	t.Helper()
	s := &page{t: t, now: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)}
	s.screen = offline.NewScreen(catalog.Standard(), func() time.Time { return s.now })
	return s
}

func (p *page) send(q offline.PageRequest) offline.Answer {
	p.t.Helper()
	data, err := json.Marshal(q)
	if err != nil {
		p.t.Fatal(err)
	}
	p.now = p.now.Add(time.Second)
	var a offline.Answer
	if err := json.Unmarshal(p.screen.Call(data), &a); err != nil {
		p.t.Fatal(err)
	}
	return a
}

// do sends a request that must succeed.
func (p *page) do(q offline.PageRequest) offline.Answer {
	p.t.Helper()
	a := p.send(q)
	if a.Error != "" {
		p.t.Fatalf("%+v: %s", q, a.Error)
	}
	return a
}

// A person who moves at random plays the novice in every game: the computer answers
// until the game is over, or for many turns.
func TestWholeGames(t *testing.T) {
	for _, e := range catalog.Standard().All() {
		t.Run(e.Info().ID, func(t *testing.T) {
			s, random := newPage(t), rand.New(rand.NewPCG(1, 2))
			a := s.do(offline.PageRequest{Do: "new", Game: e.Info().ID, Level: "novice", Side: "black"})
			for range 60 {
				if a.State.End != nil {
					break
				}
				if a.State.Turn.String() != a.State.You {
					if len(a.State.Moves) != 0 {
						t.Fatal("a person may move for the computer")
					}
					a = s.do(offline.PageRequest{Do: "think"})
					continue
				}
				moves := a.State.Moves
				a = s.do(offline.PageRequest{Do: "move", Move: moves[random.IntN(len(moves))].Text})
			}
			if got := len(a.Moves); got < 5 {
				t.Errorf("got %d moves", got)
			}
			again := s.do(offline.PageRequest{Do: "load", Record: a.Record, Level: "novice", Side: "black"})
			if again.State.Men != a.State.Men || again.State.Turn != a.State.Turn || len(again.Moves) != len(a.Moves) {
				t.Errorf("got %+v, want %+v", again.State, a.State)
			}
		})
	}
}

func TestUndo(t *testing.T) {
	s := newPage(t)
	s.do(offline.PageRequest{Do: "new", Game: "nine"})
	for _, move := range []string{"d6", "d2", "f4"} {
		s.do(offline.PageRequest{Do: "move", Move: move})
	}
	a := s.do(offline.PageRequest{Do: "undo"})
	if len(a.Moves) != 2 || !a.State.Can.Redo {
		t.Errorf("got %v, redo %v", a.Moves, a.State.Can.Redo)
	}
	a = s.do(offline.PageRequest{Do: "load", Record: a.Record}) // what was undone is kept
	a = s.do(offline.PageRequest{Do: "redo"})
	if got := strings.Join(a.Moves, " "); got != "d6 d2 f4" {
		t.Errorf("got %q", got)
	}
	for range 3 {
		a = s.do(offline.PageRequest{Do: "undo"})
	}
	if a.State.Can.Undo || len(a.Moves) != 0 {
		t.Errorf("got %v, undo %v", a.Moves, a.State.Can.Undo)
	}
}

// Against the computer, undo takes back its reply as well.
func TestUndoOwn(t *testing.T) {
	s := newPage(t)
	s.do(offline.PageRequest{Do: "new", Game: "six", Level: "easy", Side: "white"})
	a := s.send(offline.PageRequest{Do: "new", Game: "six", Level: "easy", Side: "white"})
	a = s.do(offline.PageRequest{Do: "move", Move: a.State.Moves[0].Text})
	if a = s.do(offline.PageRequest{Do: "think"}); len(a.Moves) != 2 {
		t.Fatalf("got %v", a.Moves)
	}
	if a = s.do(offline.PageRequest{Do: "undo"}); len(a.Moves) != 0 || a.State.Turn.String() != "white" {
		t.Errorf("got %v, %s to move", a.Moves, a.State.Turn)
	}
}

// A refused request has a reason and changes nothing.
func TestRefusals(t *testing.T) {
	s := newPage(t)
	s.do(offline.PageRequest{Do: "setup", Lang: "de", Texts: map[string]string{"web.error.record": "Unlesbar: {fault}"}})
	if a := s.send(offline.PageRequest{Do: "move", Move: "d6"}); a.Error == "" || a.State != nil {
		t.Errorf("got %+v", a)
	}
	s.do(offline.PageRequest{Do: "new", Game: "nine"})
	before := s.do(offline.PageRequest{Do: "move", Move: "d6"})
	for name, c := range map[string]struct {
		request offline.PageRequest
		want    string
	}{
		"occupied":     {offline.PageRequest{Do: "move", Move: "d6"}, "d6"},
		"touched":      {offline.PageRequest{Do: "why", Path: []string{"d6"}}, "d6"},
		"no point":     {offline.PageRequest{Do: "why", Path: []string{"z9"}}, "z9"},
		"redo":         {offline.PageRequest{Do: "redo"}, ""},
		"unknown":      {offline.PageRequest{Do: "jump"}, ""},
		"unknown game": {offline.PageRequest{Do: "new", Game: "chess"}, "chess"},
		"no record":    {offline.PageRequest{Do: "load", Record: "nothing"}, "Unlesbar"},
	} {
		t.Run(name, func(t *testing.T) {
			a := s.send(c.request)
			if a.Error == "" || !strings.Contains(a.Error, c.want) {
				t.Errorf("got the error %q", a.Error)
			}
			if a.Record != before.Record {
				t.Errorf("got\n%s\nwant\n%s", a.Record, before.Record)
			}
		})
	}
	if got := string(s.screen.Call([]byte("{"))); !strings.Contains(got, `"error"`) {
		t.Errorf("got %s", got)
	}
}
