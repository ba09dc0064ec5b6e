// SPDX-License-Identifier: Apache-2.0

package match_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cairn/internal/pagestate"
	"cairn/internal/web/webtest"
)

// The state is as docs/api.md describes it.
func TestState(t *testing.T) {
	s := webtest.NewSite(t)
	ann, bob := s.Member("ann"), s.Member("bob")
	id := ann.Create("nine", "private", "clock", "5m+3s")
	bob.Post("/join", webtest.Form("id", id)).Want(200)
	ann.Post("/match/"+id+"/start", nil).Want(200)
	s.Play(id, ann, bob, "a1", "a4", "d1", "b4", "g1xa4")
	bob.Get("/match/" + id).Want(200)
	got := bob.State(id)
	clock := func(side pagestate.SideState) bool {
		return side.ClockMS != nil && *side.ClockMS > 4*60_000 && *side.ClockMS <= 5*60_000+9_000
	}
	if !clock(got.Sides.White) || !clock(got.Sides.Black) || got.ServerMS == 0 {
		t.Errorf("clocks: got %v and %v at %d", got.Sides.White.ClockMS, got.Sides.Black.ClockMS, got.ServerMS)
	}
	moves := got.Moves
	if len(got.Times) != len(got.Line) {
		t.Errorf("got %d times of %d moves", len(got.Times), len(got.Line))
	}
	got.Sides.White.ClockMS, got.Sides.Black.ClockMS, got.ServerMS, got.Moves, got.Times = nil, nil, 0, nil, nil
	want := pagestate.State{
		Match: id, Seq: 8, Game: "nine-mens-morris", Status: "playing", Kind: "private", You: "black", Turn: 1,
		Men: "..........b..........www", Position: "3/3/3/1b4/3/3/www b 6,7 0", Clock: &pagestate.ClockState{InitialMS: 300_000, IncrementMS: 3_000}, Running: "black", Last: []string{"g1"}, Taken: []string{"a4"},
		Steps: []pagestate.StepState{{To: "g1", Takes: []string{"a4"}, Mills: [][]string{{"a1", "d1", "g1"}}}},
		Line:  []string{"a1", "a4", "d1", "b4", "g1xa4"},
		Can:   pagestate.Abilities{Draw: true, Undo: true, Resign: true}, Message: "Your turn: place a man.",
	}
	want.Sides.White = pagestate.SideState{Name: "ann", Profile: "/player/ann", Pieces: pagestate.Pieces{Hand: 6, Board: 3, Mills: 1}, Present: true}
	want.Sides.Black = pagestate.SideState{Name: "bob", Profile: "/player/bob", Pieces: pagestate.Pieces{Hand: 7, Lost: 1, Board: 1}, Present: true}
	want.Log = []pagestate.LogLine{
		{Seq: 1, Text: "Match created."},
		{Seq: 2, Text: "Black joined."},
		{Seq: 3, Text: "Game started."},
		{Seq: 4, Text: "White places on a1.", Move: true},
		{Seq: 5, Text: "Black places on a4.", Move: true},
		{Seq: 6, Text: "White places on d1.", Move: true},
		{Seq: 7, Text: "Black places on b4.", Move: true},
		{Seq: 8, Text: "White places on g1, closes a mill, takes a4.", Move: true},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("state differs (-want +got):\n%s", diff)
	}
	if len(moves) != 20 || moves[0].Text == "" || len(moves[0].Paths) != 1 || moves[0].Takes == nil {
		t.Errorf("got %d moves, want 20 placements", len(moves))
	}
}

// A move lists the men it takes, so that a page can remove them before the move
// is complete.
func TestStateTakes(t *testing.T) {
	s := webtest.NewSite(t)
	id, white, black := s.Pair("nine")
	s.Play(id, white, black, "a1", "a4", "d1", "b4")
	got := map[string][]string{}
	for _, move := range white.State(id).Moves {
		got[move.Text] = move.Takes
	}
	for move, want := range map[string][]string{"g1xa4": {"a4"}, "g1xb4": {"b4"}, "g4": {}} {
		if diff := cmp.Diff(want, got[move]); diff != "" {
			t.Errorf("%s takes (-want +got):\n%s", move, diff)
		}
	}
}

// The end has its result and reason as codes.
func TestStateEnd(t *testing.T) {
	s := webtest.NewSite(t)
	id, white, black := s.Pair("three")
	s.Play(id, white, black, webtest.WhiteWins...)
	for _, b := range []*webtest.Browser{white, black, s.Browser()} {
		if end := b.State(id).End; end == nil || end.Result != "white-wins" || end.Reason == "" || strings.Contains(end.Reason, " ") {
			t.Errorf("got %+v, want white-wins with a reason", end)
		}
	}
}

// Against the computer the clock of White runs at once; between two players neither does
// before both have moved.
func TestFirstClock(t *testing.T) {
	s := webtest.NewSite(t)
	ann, bob := s.Member("ann"), s.Member("bob")
	if got := ann.State(ann.Create("nine", "computer", "level", "novice", "clock", "5m+3s")); got.Running != "white" || got.FirstMS != nil {
		t.Errorf("against the computer: the clock of %q runs, %v for the first move", got.Running, got.FirstMS)
	}
	id := ann.Create("nine", "private", "clock", "5m+3s")
	bob.Post("/join", webtest.Form("id", id)).Want(200)
	ann.Post("/match/"+id+"/start", nil).Want(200)
	if got := ann.State(id); got.Running != "" || got.FirstMS == nil {
		t.Errorf("between two: the clock of %q runs, %v for the first move", got.Running, got.FirstMS)
	}
}

// Lists are never null; absent objects are.
func TestStateJSON(t *testing.T) {
	s := webtest.NewSite(t)
	b := s.Browser()
	id := b.Create("nine", "screen")
	r := s.Request(http.MethodGet, "/match/"+id)
	r.Header.Set("Accept", "application/json")
	var raw struct {
		Type  string
		State map[string]json.RawMessage
	}
	b.Do(r).Want(200).JSON(&raw)
	for field, want := range map[string]string{
		"last": "[]", "taken": "[]", "line": "[]", "times": "[]", "offer": "null", "end": "null", "rematch": `""`, "you": `"both"`, "running": `""`, "turn": `"white"`,
	} {
		if got := string(raw.State[field]); got != want {
			t.Errorf("%s: got %s, want %s", field, got, want)
		}
	}
	if raw.Type != "state" || !strings.HasPrefix(string(raw.State["moves"]), `[{"text":"`) || !strings.Contains(string(raw.State["sides"]), `"clock_ms":null`) {
		t.Errorf("got type %q, moves %.60s", raw.Type, raw.State["moves"])
	}
}

// Against the computer undo is free and takes both turns back.
func TestComputer(t *testing.T) {
	s := webtest.NewSite(t)
	b := s.Browser()
	id := b.Create("six", "computer", "level", "novice")
	stream := b.Live(id, 0)
	first := stream.Next().State
	if first.Sides.Black.Name != "Computer (Novice)" || !first.Sides.Black.Computer || !first.Sides.Black.Present || first.Can.Draw {
		t.Errorf("got %+v, may offer a draw %v", first.Sides.Black, first.Can.Draw)
	}
	b.Post("/match/"+id+"/move", webtest.Form("move", "a1")).Want(200)
	answered, _ := stream.Until(first.Seq + 2)
	if strings.Count(answered.Men, "b") != 1 || answered.Turn.String() != "white" {
		t.Errorf("the computer's answer: got men %s", answered.Men)
	}
	b.Post("/match/"+id+"/undo", nil).Want(200)
	if got := b.State(id).Men; strings.Trim(got, ".") != "" {
		t.Errorf("after the undo: got men %s, want none", got)
	}
}

// At one screen the other side answers an offer.
func TestScreenOffer(t *testing.T) {
	s := webtest.NewSite(t)
	b := s.Browser()
	id := b.Create("nine", "screen")
	b.Post("/match/"+id+"/draw", nil).Want(200).Has("Black, White offers a draw. Do you accept?")
	offer := b.State(id).Offer
	b.Post("/match/"+id+"/answer", webtest.Form("offer", webtest.Itoa(offer.ID), "yes", "yes")).Want(200).Has("Draw by agreement.")
	next := b.Post("/match/"+id+"/rematch", nil).Want(200).Path
	if next == "/match/"+id {
		t.Error("a rematch at one screen did not lead to it")
	}
}

// Messages say what to do in each phase.
func TestMessages(t *testing.T) {
	s := webtest.NewSite(t)
	for game, want := range map[string]string{
		"nine":          "White: place a man.",
		"fanorona":      "White: you must capture.",
		"fanorona-telo": "White: you must capture.",
	} {
		b := s.Browser()
		if got := b.State(b.Create(game, "screen")).Message; got != want {
			t.Errorf("%s: got %q, want %q", game, got, want)
		}
	}
	for game, want := range map[string]string{
		"lasker": "White: place or move a man.", "yote": "White: place or move a stone.",
	} {
		b := s.Browser()
		id := b.Create(game, "screen")
		for _, move := range []string{"a1", "b2"} {
			b.Post("/match/"+id+"/move", webtest.Form("move", move)).Want(200)
		}
		if got := b.State(id).Message; got != want {
			t.Errorf("%s: got %q", game, got)
		}
	}
	b := s.Browser()
	id := b.Create("three-mens-morris-nine-holes", "screen")
	for _, move := range strings.Fields("a1 b1 b3 b2 c2 c1") {
		b.Post("/match/"+id+"/move", webtest.Form("move", move)).Want(200)
	}
	if got := b.State(id).Message; got != "White: move a man to any empty point." {
		t.Errorf("flying: got %q", got)
	}
}
