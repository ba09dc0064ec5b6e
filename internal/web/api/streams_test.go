// SPDX-License-Identifier: Apache-2.0

package api_test

import (
	"bufio"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"cairn/internal/web"
	"cairn/internal/web/webtest"
)

// stream is an open stream whose messages are compared with the document.
type stream struct {
	c       *checker
	pattern string
	lines   *bufio.Scanner
	events  bool // server-sent events
}

// ask asks for a stream as lines, or as server-sent events.
func (c *checker) ask(p *webtest.Program, events bool, address string) *http.Response {
	c.t.Helper()
	r := p.Site.Request(http.MethodGet, web.APIPrefix+address).WithContext(c.t.Context())
	r.Header.Set("Authorization", "Bearer "+p.Token)
	if events {
		r.Header.Set("Accept", "text/event-stream")
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		c.t.Fatal(err)
	}
	return answer
}

// read reads the messages of an answer that is a stream.
func (c *checker) read(pattern string, events bool, answer *http.Response) *stream {
	lines := bufio.NewScanner(answer.Body)
	lines.Buffer(nil, 1<<20)
	c.answered[pattern] = true
	return &stream{c, pattern, lines, events}
}

// open opens a stream.
func (c *checker) open(p *webtest.Program, events bool, pattern string, values ...string) *stream {
	c.t.Helper()
	address := strings.TrimPrefix(pattern, "GET ")
	for i, name := range pathNames(pattern) {
		address = strings.Replace(address, "{"+name+"}", values[i], 1)
	}
	answer := c.ask(p, events, address)
	c.t.Cleanup(func() { answer.Body.Close() })
	want := "application/x-ndjson"
	if events {
		want = "text/event-stream"
	}
	if got := answer.Header.Get("Content-Type"); answer.StatusCode != http.StatusOK || got != want {
		c.t.Fatalf("%s: got %d as %s, want %s", pattern, answer.StatusCode, got, want)
	}
	return c.read(pattern, events, answer)
}

// first checks the first message of a stream, or the error.
func (c *checker) first(p *webtest.Program, pattern, address string) {
	c.t.Helper()
	answer := c.ask(p, false, address)
	defer answer.Body.Close()
	if answer.StatusCode == http.StatusOK {
		if s := c.read(pattern, false, answer); s.lines.Scan() {
			s.check(s.lines.Text())
		}
		return
	}
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		c.t.Fatal(err)
	}
	c.check(pattern, &webtest.Page{Response: answer, T: c.t, Body: string(body), Path: address})
}

// until reads messages up to one of each of these types, in any order, and checks
// them all.
func (s *stream) until(types ...string) {
	s.c.t.Helper()
	missing := map[string]bool{}
	for _, kind := range types {
		missing[kind] = true
	}
	for len(missing) > 0 && s.lines.Scan() {
		text, is := s.lines.Text(), true
		if s.events {
			text, is = strings.CutPrefix(text, "data: ")
		}
		if is {
			delete(missing, s.check(text))
		}
	}
	if len(missing) > 0 {
		s.c.t.Fatalf("%s: the stream ended before %v: %v", s.pattern, missing, s.lines.Err())
	}
}

// check compares a message with its schema, and returns its type.
func (s *stream) check(text string) string {
	s.c.t.Helper()
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err == nil {
		err = s.c.schema(responsePointer(s.pattern, "application/x-ndjson")).Validate(value)
	}
	if err != nil {
		s.c.t.Errorf("%s: %v\n%.1000s", s.pattern, err, text)
	}
	var m struct{ Type string }
	if err := json.Unmarshal([]byte(text), &m); err != nil {
		s.c.t.Fatal(err)
	}
	return m.Type
}

// quickPings lets pings come soon; an option of a site.
func quickPings(o *web.Options) { o.Heartbeat = 20 * time.Millisecond }

// Server-sent events have the messages that lines have.
func TestServerSentEvents(t *testing.T) {
	s := webtest.NewSite(t, quickPings)
	newChecker(t).streams(program(s, "ann", all), program(s, "bob", all), true)
}

// streams opens all streams of a person. Every message is as the document says, from the
// first one to the last.
func (c *checker) streams(ann, bob *webtest.Program, events bool) {
	c.t.Helper()
	lobby, person := c.open(ann, events, "GET /lobby/events"), c.open(ann, events, "GET /events")
	lobby.until("lobby", "ping")
	person.until("ping")
	id := field(ann.Send("POST /seeks", `{"game":"six"}`), "seek")
	seek := c.open(ann, events, "GET /seeks/{id}/events", id)
	seek.until("waiting", "ping")
	lobby.until("lobby")
	met := field(bob.Send("POST /seeks/"+id+"/accept", ""), "match")
	seek.until("found", "bye")
	person.until("start")
	bob.Send("POST /matches/"+met+"/abort", "").Want(http.StatusOK)
	person.until("end")
	user := c.call(ann, "GET /account", "").Want(http.StatusOK)
	challenge := field(bob.Send("POST /challenges", `{"to":"`+field(user, "name")+`","game":"three","clock":"3d","side":"black"}`), "challenge")
	person.until("challenge")
	match := field(ann.Send("POST /challenges/"+challenge+"/accept", ""), "match")
	person.until("challenge-gone", "start", "turn")
	c.follow(ann, bob, events, match)
	person.until("end")
	if err := ann.Site.Accounts.LogOut(c.t.Context(), ann.Token); err != nil {
		c.t.Fatal(err)
	}
	person.until("bye")
	lobby.until("bye")
}

// follow plays a match that both players follow, up to the offer of a rematch.
func (c *checker) follow(white, black *webtest.Program, events bool, id string) {
	c.t.Helper()
	stream, other := c.open(white, events, "GET /matches/{id}/events", id), c.open(black, events, "GET /matches/{id}/events", id)
	stream.until("state", "ping")
	other.until("state")
	c.call(black, "POST /matches/{id}/phrases", `{"phrase":"hello"}`, id).Want(http.StatusOK)
	stream.until("aside")
	for _, p := range []*webtest.Program{white, black} {
		var m struct {
			State struct{ Moves []struct{ Text string } }
		}
		c.call(p, "GET /matches/{id}", "", id).Want(http.StatusOK).JSON(&m)
		c.call(p, "POST /matches/{id}/moves", `{"move":"`+m.State.Moves[0].Text+`"}`, id).Want(http.StatusOK)
		stream.until("state")
	}
	c.call(white, "POST /matches/{id}/resign", "", id).Want(http.StatusOK)
	stream.until("state", "ping")
	c.call(white, "POST /matches/{id}/rematch", "", id).Want(http.StatusOK)
	stream.until("state")
}
