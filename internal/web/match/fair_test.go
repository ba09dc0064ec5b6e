// SPDX-License-Identifier: Apache-2.0

package match_test

import (
	"context"
	"net/http"
	"testing"
	"time"

	"github.com/coder/websocket"

	"cairn/internal/web"
	"cairn/internal/web/webtest"
)

// The page shows the limit of the first move, and no clock runs before it. After the
// limit the match is aborted without a result.
func TestFirstMoveLimit(t *testing.T) {
	s := webtest.NewSite(t)
	s.Pass(0) // only the test lets time pass
	id, white, black := s.Pair("nine", "clock", "5m+3s")
	s.Pass(20 * time.Second)
	white.Get("/match/"+id).Want(200).Has("data-first>First move within 0:2", "5:00")
	if got := black.State(id); got.FirstMS == nil || *got.FirstMS > 22_000 || *got.FirstMS < 21_000 || got.Running != "" || *got.Sides.White.ClockMS != 300_000 {
		t.Errorf("got the limit %v, running %q", got.FirstMS, got.Running)
	}
	white.Post("/match/"+id+"/move", webtest.Form("move", "a1")).Want(200)
	s.Pass(43 * time.Second)
	got := white.State(id)
	if got.Status != "over" || got.End.Title != "Game aborted" || got.End.Text != "Black did not make the first move in time. The game has no result." {
		t.Errorf("got %s with %+v, want aborted", got.Status, got.End)
	}
	white.Get("/match/" + id).Want(200).Has("Black did not make the first move in time. Game aborted.")
}

func TestNoLimitAfterTheFirstMoves(t *testing.T) {
	s := webtest.NewSite(t)
	id, white, black := s.Pair("nine", "clock", "5m+3s")
	s.Play(id, white, black, "a1", "a4")
	if got := white.State(id); got.FirstMS != nil || got.Running != "white" {
		t.Errorf("got the limit %v, running %q", got.FirstMS, got.Running)
	}
	white.Get("/match/" + id).Want(200).Has("data-first></p>")
}

// An offer is withdrawn by a plain form; the opponent can no longer accept it.
func TestWithdraw(t *testing.T) {
	s := webtest.NewSite(t)
	id, white, black := s.Pair("nine")
	s.Play(id, white, black, "a1", "a4")
	white.Post("/match/"+id+"/draw", nil).Want(200).Has("You offered a draw.", `action="/match/`+id+`/withdraw"`)
	offer := black.State(id).Offer
	white.Post("/match/"+id+"/withdraw", webtest.Form("offer", webtest.Itoa(offer.ID))).Want(200).Lacks("You offered a draw.").Has("White withdraws the offer.")
	if got := black.State(id).Offer; got != nil {
		t.Errorf("got the offer %+v, want none", got)
	}
	black.Send("/match/"+id+"/answer", `{"offer":`+webtest.Itoa(offer.ID)+`,"yes":true}`).Want(http.StatusConflict)
}

func TestRedoByConsent(t *testing.T) {
	s := webtest.NewSite(t)
	id, white, black := s.Pair("nine")
	s.Play(id, white, black, "a1", "a4")
	agree := func(b *webtest.Browser) {
		t.Helper()
		b.Post("/match/"+id+"/answer", webtest.Form("offer", webtest.Itoa(b.State(id).Offer.ID), "yes", "true")).Want(200)
	}
	if white.State(id).Can.Redo {
		t.Error("a redo may be asked for before an undo")
	}
	black.Post("/match/"+id+"/undo", nil).Want(200)
	agree(white)
	if got := white.State(id); !got.Can.Redo || len(got.Line) != 1 {
		t.Fatalf("after the undo: may redo %v at ply %d", got.Can.Redo, len(got.Line))
	}
	white.Post("/match/"+id+"/redo", nil).Want(200).Has("You asked to redo a move.")
	black.Get("/match/" + id).Want(200).Has("asks to redo a move. Do you accept?")
	agree(black)
	if got := white.State(id); len(got.Line) != 2 || got.Can.Redo || got.Line[1] != "a4" {
		t.Errorf("after the redo: ply %d, moves %v", len(got.Line), got.Line)
	}
	white.Get("/match/" + id).Has("Black accepts the redo.")
}

// A rematch is not offered against a player who has left.
func TestRematchAgainstNobody(t *testing.T) {
	s := webtest.NewSite(t)
	id, white, black := s.Pair("nine")
	s.Play(id, white, black, "a1", "a4")
	white.Post("/match/"+id+"/resign", nil).Want(200)
	if !black.State(id).Can.Rematch {
		t.Error("no rematch against a player who is there")
	}
	s.Pass(time.Minute)
	if black.State(id).Can.Rematch {
		t.Error("a rematch is offered against a player who has left")
	}
	if got := black.Send("/match/"+id+"/rematch", `{}`).Want(http.StatusForbidden).Refusal(); got.Error.Key != "opponent-gone" {
		t.Errorf("got %+v, want that the opponent has left", got.Error)
	}
}

// The players of a live game get frequent heartbeats, which their states announce;
// spectators do not.
func TestGameHeartbeat(t *testing.T) {
	s := webtest.NewSite(t, func(o *web.Options) { o.GameHeartbeat = 10 * time.Millisecond })
	id, white, _ := s.Pair("nine", "clock", "5m+3s")
	stream := white.Live(id, 0)
	if got := stream.Next(); got.Type != "state" || got.BeatMS != 10 {
		t.Errorf("got %s with a beat of %d ms, want a state with 10", got.Type, got.BeatMS)
	}
	for stream.Next().Type != "ping" {
	}
	if got := s.Browser().Live(id, 0).Next(); got.BeatMS != 0 {
		t.Errorf("a spectator got a beat of %d ms", got.BeatMS)
	}
}

// A player whose connection does not answer heartbeats is away for the opponent.
func TestCutLine(t *testing.T) {
	s := webtest.NewSite(t, func(o *web.Options) { o.GameHeartbeat = 10 * time.Millisecond })
	id, white, black := s.Pair("nine", "clock", "5m+3s")
	conn, _, err := websocket.Dial(context.Background(), s.HTTP.URL+"/match/"+id+"/live", &websocket.DialOptions{
		HTTPClient: white.Client, HTTPHeader: http.Header{"Origin": {s.HTTP.URL}},
	})
	if err != nil {
		t.Fatal(err)
	}
	defer conn.CloseNow() // it is never read, and so answers nothing
	stream := black.Live(id, 0)
	for here := true; here; {
		if m := stream.Next(); m.Type == "state" {
			here = m.State.Sides.White.Present
		}
	}
}
