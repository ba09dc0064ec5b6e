// SPDX-License-Identifier: Apache-2.0

package match_test

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cairn/game"
	"cairn/internal/pagestate"
	"cairn/internal/web/webtest"
)

// listener follows a match by changes.
type listener struct {
	*webtest.Browser
	stream  *webtest.Stream
	state   pagestate.State
	changes int
}

func listen(b *webtest.Browser, id string) *listener {
	return &listener{Browser: b, stream: b.Open("/match/" + id + "/live?changes=1")}
}

// until reads the stream up to a seq.
func (l *listener) until(seq int) {
	l.T.Helper()
	for l.state.Seq < seq {
		switch m := l.stream.Next(); m.Type {
		case "state":
			l.state = m.State
		case "change":
			if m.Since != l.state.Seq {
				l.T.Fatalf("got a change since %d, want %d", m.Since, l.state.Seq)
			}
			l.state = withChange(l.T, l.state, m.Change)
			l.changes++
		}
	}
}

// withChange adds a change to a state, as docs/api.md describes.
func withChange(t *testing.T, s pagestate.State, c pagestate.Change) pagestate.State {
	t.Helper()
	s.Seq, s.Turn, s.Men, s.Position, s.Running, s.ServerMS, s.FirstMS = c.Seq, c.Turn, c.Men, c.Position, c.Running, c.ServerMS, c.FirstMS
	s.Last, s.Taken, s.Steps = append([]string{}, c.Last...), append([]string{}, c.Taken...), append([]pagestate.StepState{}, c.Steps...)
	s.Line, s.Times = append(slices.Clone(s.Line), c.Line...), append(slices.Clone(s.Times), c.Times...)
	s.Log, s.Offer, s.ClaimMS, s.Message = c.Log, c.Offer, c.ClaimMS, c.Message
	merge(t, c.Sides.White, &s.Sides.White)
	merge(t, c.Sides.Black, &s.Sides.Black)
	can := map[string]bool{}
	for _, name := range c.Can {
		can[name] = true
	}
	s.Can = pagestate.Abilities{}
	merge(t, can, &s.Can)
	s.Moves = []pagestate.MoveState{}
	for _, packed := range c.Moves {
		s.Moves = append(s.Moves, unpack(t, packed))
	}
	return s
}

// merge overwrites the fields of a struct that another value has.
func merge(t *testing.T, from, to any) {
	t.Helper()
	text, err := json.Marshal(from)
	if err == nil {
		err = json.Unmarshal(text, to)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// unpack reads TEXT|PATHS|TAKES|MILLS.
func unpack(t *testing.T, packed string) pagestate.MoveState {
	t.Helper()
	part := append(strings.Split(packed, "|"), "", "", "")
	m := pagestate.MoveState{Text: part[0], Takes: strings.Fields(part[2])}
	for _, path := range strings.Split(part[1], ";") {
		var points []string
		var kinds []game.TouchKind
		for _, touch := range strings.Fields(path) {
			kind := strings.IndexByte("ftvxc", touch[0])
			if kind < 0 {
				t.Fatalf("%q: unknown touch %q", packed, touch)
			}
			points, kinds = append(points, touch[1:]), append(kinds, game.TouchKind(kind))
		}
		m.Paths, m.Kinds = append(m.Paths, points), append(m.Kinds, kinds)
	}
	if part[3] != "" {
		for _, line := range strings.Split(part[3], ";") {
			m.Mills = append(m.Mills, strings.Fields(line))
		}
	}
	return m
}

// still removes the fields that depend on the time.
func still(s pagestate.State) pagestate.State {
	s.ServerMS, s.FirstMS, s.Sides.White.ClockMS, s.Sides.Black.ClockMS, s.Log = 0, nil, nil, nil, nil
	return s
}

// A state with its changes is the whole state, for both players and a spectator.
func TestChanges(t *testing.T) {
	for _, id := range []string{"nine", "fanorona", "yote"} {
		t.Run(id, func(t *testing.T) {
			s := webtest.NewSite(t)
			match, white, black := s.Pair(id)
			all := []*listener{listen(white, match), listen(black, match), listen(s.Browser(), match)}
			seq, random := white.State(match).Seq, rand.New(rand.NewPCG(1, 2))
			for _, l := range all {
				l.until(seq)
			}
			for range 30 {
				mover := all[0]
				if mover.state.Turn == game.Black {
					mover = all[1]
				}
				if len(mover.state.Moves) == 0 {
					break
				}
				move := mover.state.Moves[random.IntN(len(mover.state.Moves))].Text
				seqOf(mover.Send("/match/"+match+"/move", `{"move":"`+move+`"}`))
				seq++
				for i, l := range all {
					l.until(seq)
					if diff := cmp.Diff(still(l.Browser.State(match)), still(l.state)); diff != "" {
						t.Fatalf("viewer %d after %s differs (-whole +changed):\n%s", i, move, diff)
					}
				}
			}
			for i, l := range all {
				if l.changes < 10 {
					t.Errorf("viewer %d: got %d changes, want more", i, l.changes)
				}
			}
		})
	}
}

// Events other than moves are sent as a state; later moves are sent as changes again.
func TestChangesElse(t *testing.T) {
	s := webtest.NewSite(t)
	id, white, black := s.Pair("nine")
	l := listen(black, id)
	seq := black.State(id).Seq
	l.until(seq)
	s.Play(id, white, black, "a1", "a4")
	l.until(seq + 2)
	white.Post("/match/"+id+"/draw", nil).Want(200)
	l.until(seq + 3)
	if l.state.Offer == nil {
		t.Error("got no offer, want that of a draw")
	}
	s.Play(id, white, black, "d1")
	l.until(seq + 4)
	want := black.State(id)
	if diff := cmp.Diff(still(want), still(l.state)); diff != "" {
		t.Errorf("differs (-whole +changed):\n%s", diff)
	}
	if l.changes < 2 {
		t.Errorf("got %d changes, want 2 at least", l.changes)
	}
}
