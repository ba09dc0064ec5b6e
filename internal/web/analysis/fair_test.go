// SPDX-License-Identifier: Apache-2.0

package analysis_test

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"testing"

	"cairn/engine"
	"cairn/internal/failure"
	"cairn/internal/fair"
	"cairn/internal/live/computer"
	"cairn/internal/study/analyst"
	"cairn/internal/web/analysis"
	"cairn/internal/web/webtest"
)

// A position of a running match between people, rated or casual, is refused, as page, as JSON and to
// the script, and shown when the match is over.
func TestRunningMatch(t *testing.T) {
	for name, begin := range map[string]func(*webtest.Site) (string, *webtest.Browser, *webtest.Browser){
		"rated": func(s *webtest.Site) (string, *webtest.Browser, *webtest.Browser) {
			ann, bob := s.Member("ann"), s.Member("bob")
			return s.Rated("three", ann, bob), ann, bob
		},
		"casual": func(s *webtest.Site) (string, *webtest.Browser, *webtest.Browser) { return s.Pair("three") },
	} {
		t.Run(name, func(t *testing.T) {
			s := site(t)
			id, ann, bob := begin(s)
			testRunning(t, s, id, ann, bob)
		})
	}
}

func testRunning(t *testing.T, s *webtest.Site, id string, ann, bob *webtest.Browser) {
	s.Play(id, ann, bob, "b2", "a1")
	position := url.Values{"position": {"3/1w1/b2 w 2,2 0"}}.Encode()
	paths := []string{"/analysis/three-mens-morris?" + position, "/analysis/three/state?" + position}
	for _, path := range paths {
		for _, b := range []*webtest.Browser{ann, s.Browser()} {
			b.Get(path).Want(http.StatusForbidden).Has("a game between two players that is running here")
			r := s.Request("GET", path)
			r.Header.Set("Accept", "application/json")
			if got := b.Do(r).Want(http.StatusForbidden).Refusal().Error; got.Key != "running" {
				t.Errorf("%s: got %+v", path, got)
			}
		}
	}
	ann.Get("/analysis/three-mens-morris").Want(200)
	ann.Get("/analysis/three-mens-morris?match=" + id).Want(http.StatusForbidden)
	bob.Post("/match/"+id+"/resign", nil).Want(200)
	for _, path := range paths {
		ann.Get(path).Want(200)
	}
}

// A match is opened with its whole line; one between two people only when it is over.
func TestFromMatch(t *testing.T) {
	s := site(t)
	ann, bob := s.Member("ann"), s.Member("bob")
	id := s.Rated("three", ann, bob)
	s.Play(id, ann, bob, "b2", "a1", "c3")
	path := "/analysis/three-mens-morris?match=" + id
	ann.Get(path).Want(http.StatusForbidden).Has("a game between two players that is running here")
	bob.Post("/match/"+id+"/resign", nil).Want(200)
	ann.Get("/match/" + id).Has(path[:len(path)-len(id)])
	ann.Get(path).Want(200).Has(`"move":"c3"`, `data-at="2"`, "Black to move.")
	ann.Get(path+"&ply=1").Want(200).Has(`data-at="0"`, "Black to move.")
	ann.Get("/analysis/six-mens-morris?match=" + id).Want(404)
	ann.Get("/analysis/three?match=nothing").Want(404)
}

// A tree is written as a record with its variations, which is opened again.
func TestRecord(t *testing.T) {
	b := site(t).Browser()
	const sent = `{"game":"three-mens-morris","start":"3/3/3 w 3,3 0","comment":"All\n\nof it","nodes":[
		{"parent":-1,"move":"b2"},{"parent":0,"move":"a1","comment":"weak\n[%arrow a1-a2] [%circle b2]"},{"parent":0,"move":"a2"},{"parent":2,"move":"a3"}]}`
	p := b.Post("/analysis/three/record", webtest.Form("tree", sent)).Want(200).Has("# weak", "# [%arrow a1-a2] [%circle b2]", "# All", "  2  a2", "game: three-mens-morris")
	b.Post("/analysis", webtest.Form("record", p.Body)).Want(200).Has(`"comment":"weak\n[%arrow a1-a2] [%circle b2]"`, `"move":"a3"`, `data-at="1"`)
	b.SendFile("/analysis", "game.txt", p.Body, "record", "not this").Want(200).Has(`"comment":"weak\n[%arrow a1-a2] [%circle b2]"`, `"move":"a3"`)
	b.Post("/analysis", webtest.Form("record", "nonsense")).Want(400).Has("This game cannot be read", ">nonsense</textarea>")
	b.SendFile("/analysis", "game.txt", "nonsense").Want(400).Has("This game cannot be read")
	b.Send("/analysis", `{"record":"nonsense"}`).Want(400)
	b.Post("/analysis/three/record", webtest.Form("tree", `{"start":"3/3/3 w 3,3 0","nodes":[{"parent":-1,"move":"z"}]}`)).Want(http.StatusUnprocessableEntity)
	b.Post("/analysis/three/record", webtest.Form("tree", `{"start":"3/3/3 w 3,3 0","nodes":[{"parent":7,"move":"a1"}]}`)).Want(400)
	b.Post("/analysis/three/record", webtest.Form("tree", `{"start":"x","nodes":[]}`)).Want(400)
}

// Values without tables are estimated by the engine, and marked as estimates.
func TestEstimate(t *testing.T) {
	b := site(t).Browser()
	var got struct {
		Value string
		Exact bool
		Score *int
	}
	for try := 0; got.Score == nil && try < 20; try++ { // a busy machine may leave no time for a search
		r := b.Site.Request("GET", "/analysis/fanorona")
		r.Header.Set("Accept", "application/json")
		b.Do(r).Want(200).JSON(&got)
	}
	if got.Value != "unknown" || got.Exact || got.Score == nil {
		t.Errorf("got %+v, want an estimate", got)
	}
	stream := b.Open("/analysis/fanorona/live?lines=2")
	_, data, err := stream.Conn.Read(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var message struct {
		Lines []struct{ Move, Text, Class string }
		Worth struct{ Text string }
		Moves []struct {
			Move  string
			Worth struct{ Text string }
		}
	}
	if err := json.Unmarshal(data, &message); err != nil || len(message.Lines) != 2 || message.Lines[0].Class != "estimate" {
		t.Fatalf("got %s, %v, want lines", data, err)
	}
	// One value of a position on the page: the lines, the list and the chip agree.
	if message.Worth.Text != message.Moves[0].Worth.Text {
		t.Errorf("the position is worth %s, its best move %s", message.Worth.Text, message.Moves[0].Worth.Text)
	}
	for _, line := range message.Lines {
		for _, m := range message.Moves {
			if m.Move == line.Move && m.Worth.Text != line.Text {
				t.Errorf("%s is worth %s in the lines, %s in the list", line.Move, line.Text, m.Worth.Text)
			}
		}
	}
}

// Each error that ends a search has its own text.
func TestEnded(t *testing.T) {
	for err, want := range map[error]string{
		analyst.ErrReplaced: "search-replaced", engine.ErrOver: "search-over", fair.ErrBusy: "search-busy", computer.ErrRunning: "running", io.ErrUnexpectedEOF: "search-failed",
	} {
		var got *failure.Error
		if !errors.As(analysis.Ended(err), &got) || got.Key != want {
			t.Errorf("%v: got %v, want the key %s", err, got, want)
		}
	}
}
