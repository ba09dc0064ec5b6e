// SPDX-License-Identifier: Apache-2.0

package web_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"cairn/internal/web"
)

// stream is the live stream of a page.
type stream struct {
	t    *testing.T
	conn *websocket.Conn
	ctx  context.Context
}

// open opens a stream as a browser's script does.
func (b *browser) open(path string) *stream {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	b.t.Cleanup(cancel)
	conn, _, err := websocket.Dial(ctx, b.site.http.URL+path, &websocket.DialOptions{
		HTTPClient: b.client, HTTPHeader: http.Header{"Origin": {b.site.http.URL}},
	})
	if err != nil {
		b.t.Fatal(err)
	}
	conn.SetReadLimit(1 << 20)
	b.t.Cleanup(func() { conn.CloseNow() })
	return &stream{b.t, conn, ctx}
}

func (b *browser) live(id string, since int) *stream {
	b.t.Helper()
	return b.open(fmt.Sprintf("/match/%s/live?since=%d", id, since))
}

// message is what a stream brings.
type message struct {
	Type   string
	State  web.PageState
	URL    string
	Wish   string
	Casual bool
}

func (s *stream) next() message {
	s.t.Helper()
	_, data, err := s.conn.Read(s.ctx)
	if err != nil {
		s.t.Fatal(err)
	}
	var m message
	if err := json.Unmarshal(data, &m); err != nil {
		s.t.Fatal(err)
	}
	return m
}

// until reads states until one is at a seq, and returns all log lines it saw.
func (s *stream) until(seq int) (last web.PageState, lines []logLine) {
	s.t.Helper()
	for last.Seq < seq {
		last = s.next().State
		lines = append(lines, last.Log...)
	}
	return last, lines
}

// closed returns the code the stream ends with.
func (s *stream) closed() websocket.StatusCode {
	s.t.Helper()
	for {
		if _, _, err := s.conn.Read(s.ctx); err != nil {
			return websocket.CloseStatus(err)
		}
	}
}

// Every change reaches the opponent's page, and says what happened once.
func TestLive(t *testing.T) {
	s := newSite(t)
	id, white, black := s.pair("nine")
	seq := black.state(id).Seq
	stream := black.live(id, seq)
	s.play(id, white, black, "d6")
	state, lines := stream.until(seq + 1)
	if got := logText(lines); got != fmt.Sprintf("%d White places on d6.\n", seq+1) {
		t.Errorf("got log %q", got)
	}
	if state.Turn.String() != "black" || len(state.Moves) != 23 || state.Message != "Your turn: place a man." || state.Last[0] != "d6" {
		t.Errorf("got %s to move, %d moves, %q, last %v", state.Turn, len(state.Moves), state.Message, state.Last)
	}
	s.play(id, white, black) // nothing
	seqOf(black.send("/match/"+id+"/move", `{"move":"a1"}`))
	if state, _ := stream.until(seq + 2); len(state.Moves) != 0 {
		t.Errorf("not one's turn: got %d moves, want none", len(state.Moves))
	}
}

// A page that was cut off gets what it missed: nothing lost, nothing doubled, at
// whatever seq it comes back and whatever happened meanwhile.
func TestLiveResume(t *testing.T) {
	s := newSite(t)
	b := s.browser()
	id := b.create("nine", "screen")
	for i, move := range strings.Fields("a1 a4 d1 b4 d2 d3 f4 g4 b6 f6") {
		b.post("/match/"+id+"/move", form("move", move)).want(200)
		if i%3 == 2 {
			b.post("/match/"+id+"/undo", nil).want(200)
			b.post("/match/"+id+"/redo", nil).want(200)
		}
	}
	end := b.state(id)
	whole := logText(end.Log)
	for since := range end.Seq {
		stream := b.live(id, since)
		state, lines := stream.until(end.Seq)
		stream.conn.CloseNow()
		if state.Men != end.Men {
			t.Errorf("since %d: got men %s, want %s", since, state.Men, end.Men)
		}
		var want []logLine
		for _, line := range end.Log {
			if line.Seq > since {
				want = append(want, line)
			}
		}
		if got := logText(lines); got != logText(want) {
			t.Errorf("since %d: got log\n%s\nwant\n%s\nof\n%s", since, got, logText(want), whole)
		}
	}
	stream := b.live(id, 999) // a page from another life of the server
	if state, _ := stream.until(end.Seq); state.Seq != end.Seq || len(state.Log) != len(end.Log) {
		t.Errorf("from the future: got seq %d and %d lines, want all", state.Seq, len(state.Log))
	}
}

// Two streams see the same while both sides move as fast as they can.
func TestLiveRace(t *testing.T) {
	s := newSite(t)
	id, white, black := s.pair("nine")
	seq := white.state(id).Seq
	moves := strings.Fields("a1 a4 a7 b4 d1 b2 d2 d3 d7 e3 f2 c3xa1")
	streams := []*stream{white.live(id, seq), black.live(id, seq), s.browser().live(id, 0)}
	s.play(id, white, black, moves...)
	for i, stream := range streams {
		_, lines := stream.until(seq + len(moves))
		var got []int
		for _, line := range lines {
			if line.Seq > seq && (len(got) == 0 || got[len(got)-1] != line.Seq) {
				got = append(got, line.Seq)
			}
		}
		if len(got) != len(moves) || got[0] != seq+1 || got[len(got)-1] != seq+len(moves) {
			t.Errorf("stream %d: got events %v, want %d to %d", i, got, seq+1, seq+len(moves))
		}
	}
}

func TestLivePresence(t *testing.T) {
	s := newSite(t)
	white, black := s.browser(), s.browser()
	id := white.create("nine", "private")
	stream := white.live(id, white.state(id).Seq)
	if first := stream.next().State; !first.Sides.White.Present || first.Sides.Black.Name != "" {
		t.Errorf("alone: got %+v", first.Sides)
	}
	black.post("/join", form("id", id)).want(200)
	for {
		state := stream.next().State
		if state.Sides.Black.Present {
			if state.Sides.Black.Name == "" || !state.Can.Start || state.Status != "ready" {
				t.Errorf("both here: got name %q, may start %v, %s", state.Sides.Black.Name, state.Can.Start, state.Status)
			}
			return
		}
	}
}

func TestLiveEnds(t *testing.T) {
	s := newSite(t)
	ann := s.member("ann")
	id := ann.create("nine", "private")
	if got := s.browser().live(id, 0).closed(); got != 4004 {
		t.Errorf("a match one may not see: got close code %d, want 4004", got)
	}
	stream, other := ann.live(id, 0), ann.open("/seek/nothing/live")
	if got := other.closed(); got != 4004 {
		t.Errorf("no such seek: got close code %d, want 4004", got)
	}
	stream.next()
	ann.post("/logout", nil).want(200)
	if got := stream.closed(); got != 4001 {
		t.Errorf("logged out: got close code %d, want 4001", got)
	}
	guest := s.guest()
	stream = guest.live(guest.create("nine", "screen"), 0)
	stream.next()
	if got := s.web.Streams(); got == 0 {
		t.Error("got no streams, want one")
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	ended := make(chan websocket.StatusCode)
	go func() { ended <- stream.closed() }()
	if err := s.web.Close(ctx); err != nil {
		t.Error(err)
	}
	if got := <-ended; got != websocket.StatusGoingAway {
		t.Errorf("the server stops: got close code %d, want %d", got, websocket.StatusGoingAway)
	}
	if got := s.web.Streams(); got != 0 {
		t.Errorf("got %d streams after closing, want none", got)
	}
	if got := guest.open("/seek/nothing/live").closed(); got != websocket.StatusGoingAway && got != 4004 {
		t.Errorf("after closing: got close code %d", got)
	}
}

func TestLiveOrigin(t *testing.T) {
	s := newSite(t)
	b := s.guest()
	id := b.create("nine", "screen")
	_, response, err := websocket.Dial(context.Background(), s.http.URL+"/match/"+id+"/live", &websocket.DialOptions{
		HTTPClient: b.client, HTTPHeader: http.Header{"Origin": {"https://evil.example"}},
	})
	if err == nil || response == nil || response.StatusCode != http.StatusForbidden {
		t.Errorf("a page of another site: got %v, want 403", err)
	}
}

// The waiting page is told at once.
func TestLiveSeek(t *testing.T) {
	s := newSite(t)
	ann := s.browser()
	wait := ann.post("/seek", form("game", "nine")).path
	stream := ann.open(wait + "/live")
	if got := stream.next(); got.Type != "waiting" || got.Wish != "nine-mens-morris none casual" || got.Casual {
		t.Errorf("got %+v, want to wait", got)
	}
	found := s.browser().post("/seek", form("game", "nine")).path
	if got := stream.next(); got.Type != "found" || got.URL != found {
		t.Errorf("got %+v, want found %s", got, found)
	}
	stranger := s.guest().open(wait + "/live")
	if got := stranger.closed(); got != 4004 {
		t.Errorf("a stranger: got close code %d, want 4004", got)
	}
	bob := s.browser()
	wait = bob.post("/seek", form("game", "six")).path
	stream = bob.open(wait + "/live")
	bob.post(wait+"/cancel", nil).want(200)
	if got := stream.closed(); got != 4004 {
		t.Errorf("cancelled: got close code %d, want 4004", got)
	}
}

// Quiet streams show that they live. Meanwhile a session may end elsewhere, and
// an opponent may stay away for so long that the match can be claimed.
func TestHeartbeat(t *testing.T) {
	s := newSite(t, func(o *web.Options) { o.Heartbeat = 10 * time.Millisecond })
	id, white, black := s.pair("nine")
	s.play(id, white, black, "d6", "a1", "d7")
	stream := white.live(id, white.state(id).Seq)
	for stream.next().Type != "ping" {
	}
	s.clock.advance(2 * time.Minute)
	for !stream.next().State.Can.Claim {
	}
	for stream.next().Type != "ping" { // told once
	}
	cookie := white.client.Jar.Cookies(mustURL(t, s.http.URL))[0]
	if err := s.accounts.LogOut(context.Background(), cookie.Value); err != nil { // as another server would
		t.Fatal(err)
	}
	if got := stream.closed(); got != 4001 {
		t.Errorf("got close code %d, want 4001", got)
	}
	waiting := s.browser()
	seek := waiting.open(waiting.post("/seek", form("game", "six")).path + "/live")
	for seek.next().Type != "ping" {
	}
}
