// SPDX-License-Identifier: Apache-2.0

package match_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"cairn/internal/web"
	"cairn/internal/web/webtest"
)

// Every change reaches the opponent's page, with each log line once.
func TestLive(t *testing.T) {
	s := webtest.NewSite(t)
	id, white, black := s.Pair("nine")
	seq := black.State(id).Seq
	stream := black.Live(id, seq)
	s.Play(id, white, black, "d6")
	state, lines := stream.Until(seq + 1)
	if got := logText(lines); got != fmt.Sprintf("%d White places on d6.\n", seq+1) {
		t.Errorf("got log %q", got)
	}
	if state.Turn.String() != "black" || len(state.Moves) != 23 || state.Message != "Your turn: place a man." || state.Last[0] != "d6" {
		t.Errorf("got %s to move, %d moves, %q, last %v", state.Turn, len(state.Moves), state.Message, state.Last)
	}
	s.Play(id, white, black) // no moves
	seqOf(black.Send("/match/"+id+"/move", `{"move":"a1"}`))
	if state, _ := stream.Until(seq + 2); len(state.Moves) != 0 {
		t.Errorf("not one's turn: got %d moves, want none", len(state.Moves))
	}
}

// A page that reconnects at any seq gets each missed event once.
func TestLiveResume(t *testing.T) {
	s := webtest.NewSite(t)
	b := s.Browser()
	id := b.Create("nine", "screen")
	for i, move := range strings.Fields("a1 a4 d1 b4 d2 d3 f4 g4 b6 f6") {
		b.Post("/match/"+id+"/move", webtest.Form("move", move)).Want(200)
		if i%3 == 2 {
			b.Post("/match/"+id+"/undo", nil).Want(200)
			b.Post("/match/"+id+"/redo", nil).Want(200)
		}
	}
	end := b.State(id)
	whole := logText(end.Log)
	for since := range end.Seq {
		stream := b.Live(id, since)
		state, lines := stream.Until(end.Seq)
		stream.Conn.CloseNow()
		if state.Men != end.Men {
			t.Errorf("since %d: got men %s, want %s", since, state.Men, end.Men)
		}
		var want []webtest.LogLine
		for _, line := range end.Log {
			if line.Seq > since {
				want = append(want, line)
			}
		}
		if got := logText(lines); got != logText(want) {
			t.Errorf("since %d: got log\n%s\nwant\n%s\nof\n%s", since, got, logText(want), whole)
		}
	}
	stream := b.Live(id, 999) // a seq from before a restart
	if state, _ := stream.Until(end.Seq); state.Seq != end.Seq || len(state.Log) != len(end.Log) {
		t.Errorf("from the future: got seq %d and %d lines, want all", state.Seq, len(state.Log))
	}
}

// Two streams get the same states while both sides move concurrently.
func TestLiveRace(t *testing.T) {
	s := webtest.NewSite(t)
	id, white, black := s.Pair("nine")
	seq := white.State(id).Seq
	moves := strings.Fields("a1 a4 a7 b4 d1 b2 d2 d3 d7 e3 f2 c3xa1")
	streams := []*webtest.Stream{white.Live(id, seq), black.Live(id, seq), s.Browser().Live(id, 0)}
	s.Play(id, white, black, moves...)
	for i, stream := range streams {
		_, lines := stream.Until(seq + len(moves))
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
	s := webtest.NewSite(t)
	white, black := s.Browser(), s.Browser()
	id := white.Create("nine", "private")
	stream := white.Live(id, white.State(id).Seq)
	if first := stream.Next().State; !first.Sides.White.Present || first.Sides.Black.Name != "" {
		t.Errorf("alone: got %+v", first.Sides)
	}
	black.Post("/join", webtest.Form("id", id)).Want(200)
	for {
		state := stream.Next().State
		if state.Sides.Black.Present {
			if state.Sides.Black.Name == "" || !state.Can.Start || state.Status != "ready" {
				t.Errorf("both here: got name %q, may start %v, %s", state.Sides.Black.Name, state.Can.Start, state.Status)
			}
			return
		}
	}
}

func TestLiveEnds(t *testing.T) {
	s := webtest.NewSite(t)
	ann := s.Member("ann")
	id := ann.Create("nine", "private")
	if got := s.Browser().Live(id, 0).Closed(); got != 4004 {
		t.Errorf("a match one may not see: got close code %d, want 4004", got)
	}
	stream, other := ann.Live(id, 0), ann.Open("/seek/nothing/live")
	if got := other.Closed(); got != 4004 {
		t.Errorf("no such seek: got close code %d, want 4004", got)
	}
	stream.Next()
	ann.Post("/logout", nil).Want(200)
	if got := stream.Closed(); got != 4001 {
		t.Errorf("logged out: got close code %d, want 4001", got)
	}
	guest := s.Guest()
	stream = guest.Live(guest.Create("nine", "screen"), 0)
	stream.Next()
	if got := s.Web.Streams.Count(); got == 0 {
		t.Error("got no streams, want one")
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	ended := make(chan websocket.StatusCode)
	go func() { ended <- stream.Closed() }()
	if err := s.Web.Close(ctx); err != nil {
		t.Error(err)
	}
	if got := <-ended; got != websocket.StatusGoingAway {
		t.Errorf("the server stops: got close code %d, want %d", got, websocket.StatusGoingAway)
	}
	if got := s.Web.Streams.Count(); got != 0 {
		t.Errorf("got %d streams after closing, want none", got)
	}
	if got := guest.Open("/seek/nothing/live").Closed(); got != websocket.StatusGoingAway && got != 4004 {
		t.Errorf("after closing: got close code %d", got)
	}
}

func TestLiveOrigin(t *testing.T) {
	s := webtest.NewSite(t)
	b := s.Guest()
	id := b.Create("nine", "screen")
	_, response, err := websocket.Dial(context.Background(), s.HTTP.URL+"/match/"+id+"/live", &websocket.DialOptions{
		HTTPClient: b.Client, HTTPHeader: http.Header{"Origin": {"https://evil.example"}},
	})
	if err == nil || response == nil || response.StatusCode != http.StatusForbidden {
		t.Errorf("a page of another site: got %v, want 403", err)
	}
}

// Quiet streams get heartbeats. With them the server notices that a session has
// ended, and that the match can be claimed from an absent opponent.
func TestHeartbeat(t *testing.T) {
	s := webtest.NewSite(t, func(o *web.Options) { o.Heartbeat, o.GameHeartbeat = 10*time.Millisecond, 10*time.Millisecond })
	id, white, black := s.Pair("nine")
	s.Play(id, white, black, "d6", "a1", "d7")
	stream := white.Live(id, white.State(id).Seq)
	for stream.Next().Type != "ping" {
	}
	s.Pass(2 * time.Minute)
	for !stream.Next().State.Can.Claim {
	}
	for stream.Next().Type != "ping" { // reported once
	}
	cookie := white.Client.Jar.Cookies(webtest.MustURL(t, s.HTTP.URL))[0]
	if err := s.Accounts.LogOut(context.Background(), cookie.Value); err != nil { // as another server would
		t.Fatal(err)
	}
	if got := stream.Closed(); got != 4001 {
		t.Errorf("got close code %d, want 4001", got)
	}
	waiting := s.Browser()
	seek := waiting.Open(waiting.Post("/seek", webtest.Form("game", "six")).Path + "/live")
	for seek.Next().Type != "ping" {
	}
}
