// SPDX-License-Identifier: Apache-2.0

package api_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"cairn/internal/web/webtest"
)

// An operation refuses parameters and fields that it does not have, and numbers and choices
// that are none, and names them.
func TestUnknownRefused(t *testing.T) {
	s := webtest.NewSite(t)
	ann := program(s, "ann", all)
	match := field(ann.Send("POST /matches", `{"game":"three","opponent":"screen"}`), "match")
	for _, c := range []struct{ request, body, name string }{
		{"GET /matches?players=bob", "", "players"},
		{"GET /account?x=", "", "x"},
		{"GET /matches/" + match + "?ply=1", "", "ply"},
		{"GET /matches/" + match + "/events?since=abc", "", "since"},
		{"GET /matches/" + match + "/events?since=-1", "", "since"},
		{"GET /events?sinse=1", "", "sinse"},
		{"GET /leaderboards/nine?bots=maybe", "", "bots"},
		{"GET /analysis/three?match=" + match + "&ply=x", "", "ply"},
		{"POST /matches/" + match + "/moves", `{"move":"a1","expected":1}`, "expected"},
		{"POST /matches/" + match + "/resign", `{"sure":true}`, "sure"},
		{"POST /matches?x=1", `{"game":"three","opponent":"screen"}`, "x"},
		{"POST /matches", `{"game":"three","opponent":"screen","color":"white"}`, "color"},
		{"POST /matches", `{ "game": "three", "opponent": "screen", "Side": "white" }`, "Side"},
		{"POST /seeks", `{"game":"three","minutes":5}`, "minutes"},
		{"POST /guests", `{"name":"me"}`, "name"},
		{"POST /account/logout", `{"all":true}`, "all"},
	} {
		problem := ann.Send(c.request, c.body).Trouble(http.StatusBadRequest)
		if problem.Code != "invalid" || len(problem.Fields) != 1 || problem.Fields[c.name] == "" {
			t.Errorf("%s %s: got %+v, want the name %s", c.request, c.body, problem, c.name)
		}
	}
	ann.Send("GET /account", "").Want(http.StatusOK) // still logged in
}

// A move is read in any spelling that the terminal reads, and stored as the game writes it.
func TestSpelling(t *testing.T) {
	s := webtest.NewSite(t)
	ann := program(s, "ann", all)
	match := field(ann.Send("POST /matches", `{"game":"nine","opponent":"screen"}`), "match")
	for _, move := range []string{"D6", "6f", "b6 ", " 4B", "\u00a0f4"} {
		ann.Send("POST /matches/"+match+"/moves", `{"move":"`+move+`"}`).Want(http.StatusOK)
	}
	for move, key := range map[string]string{"6D": "occupied", "h9": "no-point", "d6-d7": "must-place", "nonsense": "malformed"} {
		if got := ann.Send("POST /matches/"+match+"/moves", `{"move":"`+move+`"}`).Trouble(http.StatusUnprocessableEntity); got.Key != key {
			t.Errorf("%s: got %s, want %s", move, got.Key, key)
		}
	}
	var m struct {
		State struct {
			Line     []string
			Position string
		}
	}
	ann.Send("GET /matches/"+match, "").Want(http.StatusOK).JSON(&m)
	if got := strings.Join(m.State.Line, " "); got != "d6 f6 b6 b4 f4" || m.State.Position == "" {
		t.Errorf("got %s at %q", got, m.State.Position)
	}
}

// A client that reads only after it has sent a large body gets the answer.
func TestTooLarge(t *testing.T) {
	s := webtest.NewSite(t)
	ann := program(s, "ann", all)
	conn, err := net.Dial("tcp", strings.TrimPrefix(s.HTTP.URL, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if err := conn.SetDeadline(time.Now().Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	body := `{"game":"` + strings.Repeat("x", 8<<20) + `"}`
	_, err = fmt.Fprintf(conn, "POST /api/v1/matches HTTP/1.1\r\nHost: cairn\r\nAuthorization: Bearer %s\r\nContent-Length: %d\r\n\r\n%s", ann.Token, len(body), body)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusRequestEntityTooLarge || !strings.Contains(string(text), `"key":"too-large"`) {
		t.Errorf("got %d %s, %v, want 413", answer.StatusCode, text, err)
	}
}
