// SPDX-License-Identifier: Apache-2.0

package match_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"cairn/catalog"
	"cairn/internal/web/boardview"
	"cairn/internal/web/site"
	"cairn/internal/web/webtest"
	"cairn/record"
)

// Downloads in all formats contain the same game, which replays by the rules.
func TestDownload(t *testing.T) {
	s := webtest.NewSite(t)
	ann, bob := s.Member("ann"), s.Member("bob")
	id := ann.Create("nine", "private", "clock", "5m+3s")
	bob.Post("/join", webtest.Form("id", id)).Want(200)
	ann.Post("/match/"+id+"/start", nil).Want(200)
	s.Play(id, ann, bob, "a1", "a4", "d1", "b4", "g1xa4")
	for extension, kind := range map[string]string{"txt": "text/plain", "json": "application/json", "yaml": "application/yaml", "yml": "application/yaml"} {
		p := ann.Get("/match/" + id + "." + extension).Want(200)
		if got := p.Header.Get("Content-Type"); !strings.HasPrefix(got, kind) {
			t.Errorf("%s: got type %s, want %s", extension, got, kind)
		}
		if got := p.Header.Get("Content-Disposition"); !strings.Contains(got, "cairn-"+id+"."+extension) {
			t.Errorf("%s: got disposition %s", extension, got)
		}
		r, walk, err := record.Read(strings.NewReader(p.Body), nil, catalog.Standard().Game)
		if err != nil {
			t.Errorf("%s: %v", extension, err)
			continue
		}
		if walk.Ply() != 5 || r.Players != [2]string{"ann", "bob"} || r.Control != "5m+3s" {
			t.Errorf("%s: got %d turns of %v at %s", extension, walk.Ply(), r.Players, r.Control)
		}
	}
}

// A seat shows the mills on the board; the end shows how many were closed.
func TestMills(t *testing.T) {
	s := webtest.NewSite(t)
	id, white, black := s.Pair("nine")
	s.Play(id, white, black, "a1", "b2", "a4", "b4", "a7xb2", "b2", "d7", "b6xd7")
	white.Get("/match/" + id + "?ply=5").Want(200).Has("1 mill<")
	white.Get("/match/" + id + "?ply=4").Want(200).Lacks("1 mill<")
	if got := white.State(id).Sides; got.White.Mills != 1 || got.Black.Mills != 1 {
		t.Errorf("got %d and %d mills, want one of each", got.White.Mills, got.Black.Mills)
	}
	white.Post("/match/"+id+"/resign", nil).Want(200).Has("Mills closed: White 1, Black 1.")
}

// Phases are shown only where the game has some.
func TestPhases(t *testing.T) {
	s := webtest.NewSite(t)
	b := s.Browser()
	b.Get("/match/" + b.Create("nine", "screen")).Has(`<span data-phase>placing</span>`)
	b.Get("/match/" + b.Create("fanorona", "screen")).Has(`<span data-phase hidden>`).Lacks(`<span data-phase>`)
}

// step is the link to another move as a page writes it.
func step(name, href string) string {
	label := map[string]string{"first": "First", "previous": "Previous", "next": "Next", "last": "Last"}[name]
	text := `data-go="` + name + `" role="link" aria-label="` + label + `" title="` + label + `"`
	if href == "" {
		return text + ` aria-disabled="true"`
	}
	return text + ` href="` + href + `"`
}

// A finished game can be replayed with links, without script.
func TestReplay(t *testing.T) {
	s := webtest.NewSite(t)
	id, white, black := s.Pair("three")
	s.Play(id, white, black, "a1", "b1", "a2", "b2", "a3")
	page := "/match/" + id
	first := white.Get(page+"?ply=0").Want(200).Has("Move 0 of 5", `class="match past"`, step("next", "?ply=1"), step("last", page), step("first", ""), "Starting position.")
	if strings.Contains(first.Body, `class="man `) {
		t.Error("men stand on the board at the start")
	}
	for ply := 1; ply <= 5; ply++ {
		p := black.Get(page + "?ply=" + webtest.Itoa(ply)).Want(200).Has(`data-ply="` + webtest.Itoa(ply) + `" aria-current="step"`)
		if got := strings.Count(p.Body, `class="man `); got != ply {
			t.Errorf("move %d: got %d men", ply, got)
		}
	}
	white.Get(page+"?ply=4").Has(step("next", page), step("previous", "?ply=3"))
	white.Get(page+"?ply=5").Has(step("previous", "?ply=4"), step("next", ""), "You win", s.HTTP.URL+page+"?ply=5").Lacks(`class="match past"`)
	for _, bad := range []string{"-1", "6", "x", "99999999999999999999"} {
		white.Get(page + "?ply=" + bad).Want(200).Lacks(`class="match past"`)
	}
}

// During a game a player can look back without script: the page says so, offers no
// move, does not reload, and leads back.
func TestLookBack(t *testing.T) {
	s := webtest.NewSite(t)
	id, white, black := s.Pair("nine")
	page := "/match/" + id
	s.Play(id, white, black, "d6", "a1")
	white.Get(page).Has(`href="?path=`, `http-equiv="refresh"`, step("previous", "?ply=1"), step("last", "")).Lacks(`class="match past"`)
	for ply, at := range []string{"Move 0 of 2", "Move 1 of 2", "Move 2 of 2"} {
		p := white.Get(page+"?ply="+webtest.Itoa(ply)).Want(200).
			Has(at, `class="match past"`, `<a href="`+page+`" data-return>Back to the game</a>`).Lacks(`href="?path=`, `http-equiv="refresh"`)
		if !strings.Contains(p.Body, `"line":["d6","a1"]`) || !strings.Contains(p.Body, `"you":"white","turn":"white"`) {
			t.Errorf("move %d: the script does not get the present", ply)
		}
	}
	black.Get(page + "?ply=1").Has(`<li><a href="?ply=1" data-ply="1" aria-current="step"><b>d6</b>`)
}

// The list shows how long each move took.
func TestTimes(t *testing.T) {
	s := webtest.NewSite(t)
	id, white, black := s.Pair("nine")
	s.Play(id, white, black, "d6")
	s.Clock.Advance(7 * time.Second)
	seqOf(black.Send("/match/"+id+"/move", `{"move":"a1"}`))
	s.Clock.Advance(65 * time.Second)
	seqOf(white.Send("/match/"+id+"/move", `{"move":"d7"}`))
	times := white.State(id).Times
	if len(times) != 3 || times[1] < 7000 || times[2] < 65_000 {
		t.Fatalf("got times %v", times)
	}
	texts := site.Content().Texts("en")
	for i, move := range []string{"a1", "d7"} {
		took := boardview.TookText(texts, time.Duration(times[i+1])*time.Millisecond)
		white.Get("/match/" + id).Has(`<b>` + move + `</b> <small>` + took + `</small>`)
	}
}

// The JSON of all turns agrees with the pages of each turn.
func TestTurns(t *testing.T) {
	s := webtest.NewSite(t)
	id, white, black := s.Pair("nine")
	s.Play(id, white, black, "a1", "b2", "a4", "b4", "a7xb2")
	var got struct {
		Match string
		Turns []struct {
			Move, Text, Men, Turn, Board string
			Last, Taken                  []string
			Sides                        map[string]struct {
				Phase                    string
				Hand, Lost, Board, Mills int
			}
		}
		End *struct{ Title string }
	}
	white.Get("/match/" + id + "/turns").Want(200).JSON(&got)
	if got.Match != id || len(got.Turns) != 6 || got.End != nil {
		t.Fatalf("got match %s, %d turns, end %v", got.Match, len(got.Turns), got.End)
	}
	for ply, turn := range got.Turns {
		white.Get("/match/"+id+"?ply="+webtest.Itoa(ply)).Want(200).Has(turn.Text, turn.Board)
	}
	last := got.Turns[5]
	if last.Move != "a7xb2" || last.Turn != "black" || last.Men != white.State(id).Men || last.Board == got.Turns[4].Board {
		t.Errorf("the last turn: got %+v", last)
	}
	if !cmp.Equal(last.Last, []string{"a7"}) || !cmp.Equal(last.Taken, []string{"b2"}) {
		t.Errorf("the last turn: went over %v, took %v", last.Last, last.Taken)
	}
	if side := last.Sides["white"]; side.Mills != 1 || side.Hand != 6 || side.Phase != "placing" || last.Sides["black"].Lost != 1 {
		t.Errorf("the last turn: got %+v", last.Sides)
	}
	if start := got.Turns[0]; start.Move != "" || start.Text != "Starting position." || len(start.Last) != 0 {
		t.Errorf("the start: got %+v", start)
	}
	white.Post("/match/"+id+"/resign", nil).Want(200)
	black.Get("/match/" + id + "/turns").Want(200).JSON(&got)
	if got.End == nil || got.End.Title != "You win" {
		t.Errorf("the end: got %+v, want You win", got.End)
	}
}

// The turns and the page of a replay have the clocks of that ply, and how long each
// turn took.
func TestReplayClocks(t *testing.T) {
	s := webtest.NewSite(t)
	ann, bob := s.Member("ann"), s.Member("bob")
	id := ann.Create("nine", "private", "clock", "5m+3s")
	bob.Post("/join", webtest.Form("id", id)).Want(200)
	ann.Post("/match/"+id+"/start", nil).Want(200)
	s.Play(id, ann, bob, "a1", "a4", "d1")
	var got struct {
		Turns []struct {
			TookMS *int64 `json:"took_ms"`
			Sides  map[string]struct {
				ClockMS *int64 `json:"clock_ms"`
			}
		}
	}
	if err := json.Unmarshal([]byte(ann.Get("/match/"+id+"/turns").Want(200).Body), &got); err != nil {
		t.Fatal(err)
	}
	if len(got.Turns) != 4 {
		t.Fatalf("got %d turns, want 4", len(got.Turns))
	}
	for ply, turn := range got.Turns {
		for side, of := range turn.Sides {
			if turn.TookMS == nil || of.ClockMS == nil || *of.ClockMS < 4*60_000 {
				t.Errorf("ply %d: %s has the clock %v after %v", ply, side, of.ClockMS, turn.TookMS)
			}
		}
	}
	bob.Post("/match/"+id+"/resign", nil).Want(200)
	ann.Get("/match/" + id + "?ply=0").Want(200).Has("5:00")
	plain, _, _ := s.Pair("nine")
	if body := ann.Get("/match/" + plain + "/turns").Body; strings.Contains(body, `"clock_ms":0`) {
		t.Errorf("a match without a clock has clocks: %s", body)
	}
}
