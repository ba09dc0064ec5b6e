// SPDX-License-Identifier: Apache-2.0

package notify_test

import (
	"encoding/json"
	"net/http"
	"testing"

	"cairn/internal/web/webtest"
)

// notices is a message of the stream.
type notices struct {
	Type    string
	Waiting []string
	Calls   []string
	Label   string
	Found   *struct{ URL, Text string }
}

// read returns the next message of a stream, without heartbeats.
func read(t *testing.T, s *webtest.Stream) notices {
	t.Helper()
	for {
		_, data, err := s.Conn.Read(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		var m notices
		if err := json.Unmarshal(data, &m); err != nil {
			t.Fatal(err)
		}
		if m.Type != "ping" {
			return m
		}
	}
}

// until reads messages until one lists a number of games that wait.
func until(t *testing.T, s *webtest.Stream, waiting int) notices {
	t.Helper()
	for {
		if m := read(t, s); len(m.Waiting) == waiting {
			return m
		}
	}
}

// game starts a private game without a clock and returns its id.
func game(white, black *webtest.Browser) string {
	id := white.Create("nine", "private")
	black.Post("/join", webtest.Form("id", id)).Want(http.StatusOK)
	white.Post("/match/"+id+"/start", nil).Want(http.StatusOK)
	return id
}

func move(b *webtest.Browser, id, move string) *webtest.Page {
	return b.Post("/match/"+id+"/move", webtest.Form("move", move)).Want(http.StatusOK)
}

func TestStream(t *testing.T) {
	s := webtest.NewSite(t)
	ann, bob := s.Member("ann"), s.Member("bob")
	stream := ann.Open("/notices/live")
	if m := read(t, stream); m.Type != "notices" || len(m.Waiting) != 0 || m.Label != "Running games" {
		t.Errorf("at first: got %+v", m)
	}
	id := game(bob, ann)
	move(bob, id, "a1")
	if m := until(t, stream, 1); m.Waiting[0] != id || m.Label != "Your turn in 1 game" {
		t.Errorf("after a move: got %+v", m)
	}
	move(ann, id, "d1")
	if m := until(t, stream, 0); m.Label != "Running games" {
		t.Errorf("after the answer: got %+v", m)
	}
	if got := s.Browser().Open("/notices/live").Closed(); got != 4004 {
		t.Errorf("without a session: got %d", got)
	}
}

// Games against the computer do not wait for anyone.
func TestComputerDoesNotWait(t *testing.T) {
	s := webtest.NewSite(t)
	ann := s.Member("ann")
	id := ann.Create("three", "computer", "level", "novice")
	if m := read(t, ann.Open("/notices/live")); m.Label != "Running games" || len(m.Waiting) != 0 {
		t.Errorf("got %+v", m)
	}
	ann.Get("/running").Want(http.StatusOK).Has("/match/" + id)
}

// A player with an open seek learns on every page that an opponent was found.
func TestFound(t *testing.T) {
	s := webtest.NewSite(t)
	ann, bob := s.Member("ann"), s.Member("bob")
	stream := ann.Open("/notices/live")
	read(t, stream)
	ann.Post("/seek", webtest.Form("game", "nine")).Want(http.StatusOK)
	path := bob.Post("/seek", webtest.Form("game", "nine")).Want(http.StatusOK).Path
	for {
		if m := read(t, stream); m.Found != nil {
			if m.Found.URL != path || m.Found.Text == "" {
				t.Errorf("got %+v, want %s", m.Found, path)
			}
			return
		}
	}
}

// A challenge is shown on every page of the challenged.
func TestChallenged(t *testing.T) {
	s := webtest.NewSite(t)
	ann, bob := s.Member("ann"), s.Member("bob")
	stream := ann.Open("/notices/live")
	read(t, stream)
	bob.Post("/challenge/ann", webtest.Form("game", "nine")).Want(http.StatusOK)
	for {
		m := read(t, stream)
		if len(m.Calls) == 0 {
			continue
		}
		if m.Label != "1 challenge" || m.Found == nil || m.Found.URL != "/challenges/"+m.Calls[0] || m.Found.Text != "bob challenges you" {
			t.Errorf("got %+v, %+v", m, m.Found)
		}
		break
	}
	ann.Get("/running").Want(http.StatusOK).Has("1 challenge", "/challenges")
}

// After a move without a clock a link leads to the next game that waits.
func TestNext(t *testing.T) {
	s := webtest.NewSite(t)
	ann, bob := s.Member("ann"), s.Member("bob")
	ann.Get("/running").Want(http.StatusOK).Has("You have no running games.")
	one, two := game(ann, bob), game(ann, bob)
	const link = `data-next-game>Next game</a>`
	ann.Get("/match/" + one).Want(http.StatusOK).Lacks(link)
	move(ann, one, "a1").Has(`href="/next?after=`+one, link)
	if got := ann.Get("/next?after=" + one).Path; got != "/match/"+two {
		t.Errorf("next: got %s, want /match/%s", got, two)
	}
	move(ann, two, "a1").Lacks(link)
	if got := ann.Get("/next?after=" + two).Path; got != "/running" {
		t.Errorf("next without a game that waits: got %s", got)
	}
	bob.Get("/running").Want(http.StatusOK).Has("/match/"+one, "/match/"+two, "Your turn.")
	s.Browser().Get("/match/" + one).Lacks("data-next-game")
}

// The badge is on every page of a player, and the settings turn its parts off.
func TestBadge(t *testing.T) {
	s := webtest.NewSite(t)
	s.Browser().Get("/").Want(http.StatusOK).Lacks("data-notices", "notices.js")
	ann := s.Member("ann")
	ann.Get("/").Want(http.StatusOK).Has(`data-notices="/notices/live"`, `data-tab="on"`, `data-chime="off"`, "notices.js")
	form := webtest.Form("lang", "", "board", "slate", "men", "red-blue", "scheme", "dark", "motion", "reduced", "sound", "on", "chime", "on")
	ann.Post("/settings", form).Want(http.StatusOK)
	ann.Get("/").Want(http.StatusOK).Has(`data-tab="off"`, `data-chime="on"`)
}
