// SPDX-License-Identifier: Apache-2.0

package match_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"cairn/internal/web/webtest"
)

// seqOf returns the seq in the answer to a command.
func seqOf(p *webtest.Page) int {
	p.T.Helper()
	var answer struct{ Seq int }
	p.Want(http.StatusOK).JSON(&answer)
	return answer.Seq
}

func TestCommandJSON(t *testing.T) {
	s := webtest.NewSite(t)
	id, white, black := s.Pair("nine")
	start := white.State(id)
	first := fmt.Sprintf(`{"id":"one","expect":%d,"move":"d6"}`, start.Seq)
	if got, want := seqOf(white.Send("/match/"+id+"/move", first)), start.Seq+1; got != want {
		t.Errorf("a move: got seq %d, want %d", got, want)
	}
	if got, want := seqOf(white.Send("/match/"+id+"/move", first)), start.Seq+1; got != want {
		t.Errorf("the same again: got seq %d, want the first answer %d", got, want)
	}
	if got := white.State(id).Seq; got != start.Seq+1 {
		t.Errorf("after the same again: the match is at %d, want %d", got, start.Seq+1)
	}
	other := fmt.Sprintf(`{"id":"two","expect":%d,"move":"d7"}`, start.Seq)
	stale := black.Send("/match/"+id+"/move", other).Want(http.StatusConflict).Refusal()
	if stale.Error.Code != "stale" || stale.State == nil || stale.State.Seq != start.Seq+1 || stale.State.You != "black" {
		t.Errorf("a stale move: got %+v with state %+v, want stale with black's state", stale.Error, stale.State)
	}
}

// A command whose sender is gone before it is stored is no error of the server.
func TestSenderGone(t *testing.T) {
	log := &webtest.Journal{}
	s := webtest.NewSite(t, log.Serve)
	id, white, _ := s.Pair("nine")
	white.Send("/match/"+id+"/move", `{"move":"d6"}`).Want(http.StatusOK) // its session is known now
	gone, leave := context.WithCancel(t.Context())
	leave()
	r := httptest.NewRequestWithContext(gone, http.MethodPost, s.HTTP.URL+"/match/"+id+"/resign", strings.NewReader(`{"id":"late"}`))
	r.Header.Set("Content-Type", "application/json")
	for _, c := range white.Cookies() {
		r.AddCookie(c)
	}
	w := httptest.NewRecorder()
	s.Web.ServeHTTP(w, r)
	if w.Code != http.StatusServiceUnavailable || w.Body.Len() > 0 {
		t.Errorf("got %d %q, want no answer", w.Code, w.Body)
	}
	if strings.Contains(log.Text(), "ERROR") {
		t.Errorf("got log %s, want no error", log.Text())
	}
	if got := white.State(id).Status; got != "playing" {
		t.Errorf("got a match that is %s, want one that goes on", got)
	}
}

// A move after the time has run out is refused, however often it is sent and
// whether or not the server has ended the match before.
func TestLateMove(t *testing.T) {
	s := webtest.NewSite(t)
	s.Pass(0)
	for name, send := range map[string]func(by *webtest.Browser, id string, seq int){
		"program": func(by *webtest.Browser, id string, seq int) {
			body := fmt.Sprintf(`{"id":"late","expect":%d,"move":"d6"}`, seq)
			got := by.Send("/match/"+id+"/move", body).Want(http.StatusConflict).Refusal()
			if got.Error.Code != "over" || got.State == nil || got.State.Status != "over" || got.State.Seq <= seq {
				t.Errorf("got %+v with state %+v, want over with the state", got.Error, got.State)
			}
		},
		"form": func(by *webtest.Browser, id string, seq int) {
			by.Post("/match/"+id+"/move", webtest.Form("move", "d6", "expect", webtest.Itoa(seq))).
				Want(http.StatusConflict).Has("Black wins: White ran out of time.", "You lose")
		},
	} {
		id, white, black := s.Pair("nine", "clock", "1m+0s")
		s.Play(id, white, black, "a1", "a4")
		s.Pass(59 * time.Second)
		seq := white.State(id).Seq
		s.Clock.Advance(time.Second)
		for range 2 {
			send(white, id, seq)
		}
		s.Pass(0)
		if got := len(white.State(id).Line); got != 2 {
			t.Errorf("%s: the move was made: ply %d", name, got)
		}
	}
}

// Commands to a server that drains can be retried on the next server.
func TestCommandWhileStopping(t *testing.T) {
	s := webtest.NewSite(t)
	id, white, _ := s.Pair("nine", "clock", "5m+0s")
	if err := s.Live.Stop(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := white.Send("/match/"+id+"/move", `{"move":"d6"}`).Want(http.StatusServiceUnavailable).Refusal(); got.Error.Key != "stopping" {
		t.Errorf("got %+v, want stopping", got.Error)
	}
	white.Post("/match/"+id+"/move", webtest.Form("move", "d6")).Want(http.StatusServiceUnavailable).Has("Clocks are paused.")
}

func TestCommandRefused(t *testing.T) {
	s := webtest.NewSite(t)
	id, white, black := s.Pair("nine")
	s.Play(id, white, black, "d6")
	for name, c := range map[string]struct {
		by         *webtest.Browser
		path, body string
		status     int
		code, key  string
	}{
		"occupied":        {black, "move", `{"move":"d6"}`, 422, "illegal", "occupied"},
		"no such point":   {black, "move", `{"move":"h9"}`, 422, "illegal", "no-point"},
		"no move":         {black, "move", `{}`, 422, "illegal", "malformed"},
		"not the turn":    {white, "move", `{"move":"d7"}`, 403, "forbidden", "not-turn"},
		"a spectator":     {s.Guest(), "move", `{"move":"d7"}`, 403, "forbidden", "not-a-player"},
		"visitor":         {s.Browser(), "resign", `{}`, 403, "forbidden", "not-a-player"},
		"no redo":         {black, "redo", `{}`, 403, "forbidden", "no-redo"},
		"no offer":        {black, "answer", `{"offer":3,"yes":true}`, 409, "stale", "no-offer"},
		"started":         {white, "start", `{}`, 403, "forbidden", "started"},
		"claim too early": {white, "claim", `{}`, 403, "forbidden", "too-early"},
		"not over":        {white, "rematch", `{}`, 403, "forbidden", "not-over"},
		"no JSON":         {black, "move", `move=d7`, 400, "invalid", "request"},
		"two values":      {black, "move", `{} {}`, 400, "invalid", "request"},
		"a list":          {black, "move", `{"move":["d7"]}`, 400, "invalid", "request"},
		"a bad number":    {black, "move", `{"move":"d7","expect":"x"}`, 400, "invalid", "request"},
		"negative":        {black, "move", `{"move":"d7","expect":-1}`, 400, "invalid", "request"},
		"bad truth":       {black, "answer", `{"yes":"maybe"}`, 400, "invalid", "request"},
		"long id":         {black, "move", `{"id":"` + strings.Repeat("x", 65) + `"}`, 400, "invalid", "request"},
		"long move":       {black, "move", `{"move":"` + strings.Repeat("x", 201) + `"}`, 400, "invalid", "request"},
		"too large":       {black, "move", `{"move":"` + strings.Repeat("x", 70<<10) + `"}`, 413, "invalid", "too-large"},
		"no such action":  {black, "dance", `{}`, 404, "not_found", "no-page"},
	} {
		t.Run(name, func(t *testing.T) {
			got := c.by.Send("/match/"+id+"/"+c.path, c.body).Want(c.status).Refusal()
			if got.Error.Code != c.code || got.Error.Key != c.key || got.Error.Text == "" || strings.HasPrefix(got.Error.Text, "[") {
				t.Errorf("got %+v, want %s %s with a text", got.Error, c.code, c.key)
			}
		})
	}
	if got := black.Send("/match/zzzzzzz/move", `{"move":"d7"}`).Want(http.StatusNotFound).Refusal(); got.Error.Code != "not_found" {
		t.Errorf("an unknown match: got %+v", got.Error)
	}
	if got := black.State(id); got.Seq != white.State(id).Seq || len(got.Log) != 4 {
		t.Errorf("after all refusals: got seq %d and %d lines, want nothing changed", got.Seq, len(got.Log))
	}
}

// A refused form is explained on the page, and the typed values are kept.
func TestFormRefused(t *testing.T) {
	s := webtest.NewSite(t)
	id, white, black := s.Pair("nine")
	s.Play(id, white, black, "d6")
	black.Post("/match/"+id+"/move", webtest.Form("move", "d6")).Want(422).Has("d6: the point is occupied.", `value="d6"`, "data-board")
	black.Post("/match/"+id+"/move", webtest.Form("move", " A1 ")).Want(200) // letter case and blanks do not count
	if got := white.State(id).Last; len(got) != 1 || got[0] != "a1" {
		t.Errorf("got last %v, want a1", got)
	}
	white.Post("/match/"+id+"/move", webtest.Form("move", "d7", "expect", "1")).Want(http.StatusConflict).Has("The position has changed.")
	white.Post("/match/"+id+"/abort", nil).Want(http.StatusForbidden).Has("Both sides have moved")
}

func TestDrawDeclinedThenAgreed(t *testing.T) {
	s := webtest.NewSite(t)
	id, white, black := s.Pair("nine")
	white.Post("/match/"+id+"/draw", nil).Want(200).Has("You offered a draw.")
	offer := black.State(id).Offer
	black.Get("/match/"+id).Has("offers a draw. Do you accept?", `name="offer" value="`+webtest.Itoa(offer.ID)+`"`)
	black.Post("/match/"+id+"/answer", webtest.Form("offer", webtest.Itoa(offer.ID), "yes", "false")).Want(200).Has("Black declines the draw.")
	if white.State(id).Can.Draw {
		t.Error("a draw may be offered again at once")
	}
	black.Post("/match/"+id+"/draw", nil).Want(200)
	offer = white.State(id).Offer
	white.Post("/match/"+id+"/answer", webtest.Form("offer", webtest.Itoa(offer.ID), "yes", "true")).Want(200).Has("Draw by agreement")
	for _, b := range []*webtest.Browser{white, black} {
		if got := b.State(id); got.End == nil || got.End.Outcome != "drawn" || got.End.Title != "Draw by agreement" || got.End.Text != "" || got.Status != "over" {
			t.Errorf("got end %+v", got.End)
		}
	}
}

func TestUndoByConsent(t *testing.T) {
	s := webtest.NewSite(t)
	id, white, black := s.Pair("nine")
	s.Play(id, white, black, "d6", "a1")
	if got := black.State(id).Men; strings.Count(got, "b") != 1 {
		t.Fatalf("got men %s", got)
	}
	black.Post("/match/"+id+"/undo", nil).Want(200).Has("You asked to undo your move.")
	offer := white.State(id).Offer
	if offer == nil || offer.Kind != "undo" || offer.Mine {
		t.Fatalf("got offer %+v, want black's undo", offer)
	}
	white.Post("/match/"+id+"/answer", webtest.Form("offer", webtest.Itoa(offer.ID), "yes", "true")).Want(200)
	got := black.State(id)
	if strings.Contains(got.Men, "b") || got.Turn.String() != "black" {
		t.Errorf("after the undo: got men %s, %s to move", got.Men, got.Turn)
	}
	if text := logText(got.Log); !strings.Contains(text, "Black places on a1.") || !strings.Contains(text, "accepts the undo") {
		t.Errorf("the log has lost what was taken back:\n%s", text)
	}
}

func TestUndoRedoAtOneScreen(t *testing.T) {
	s := webtest.NewSite(t)
	b := s.Browser()
	id := b.Create("nine", "screen")
	for _, move := range []string{"d6", "a1", "d7"} {
		b.Post("/match/"+id+"/move", webtest.Form("move", move)).Want(200)
	}
	for want := 2; want >= 0; want-- {
		b.Post("/match/"+id+"/undo", nil).Want(200)
		if got := len(strings.ReplaceAll(b.State(id).Men, ".", "")); got != want {
			t.Errorf("after an undo: got %d men, want %d", got, want)
		}
	}
	if got := b.State(id).Can; got.Undo || !got.Redo {
		t.Errorf("at the start: may undo %v, may redo %v", got.Undo, got.Redo)
	}
	for range 3 {
		b.Post("/match/"+id+"/redo", nil).Want(200)
	}
	if got := b.State(id); got.Can.Redo || got.Turn.String() != "black" || got.You != "both" {
		t.Errorf("played again: may redo %v, %s to move, you are %s", got.Can.Redo, got.Turn, got.You)
	}
}

// Resignation, rematch with swapped sides, and the results of both.
func TestResignAndRematch(t *testing.T) {
	s := webtest.NewSite(t)
	id, white, black := s.Pair("nine")
	s.Play(id, white, black, "a1", "a4")
	white.Get("/match/"+id).Has("Do you want to resign this game?", "Yes, resign", "No, play on")
	white.Post("/match/"+id+"/resign", nil).Want(200).Has("You lose", "Black wins: White resigns.", "Rematch", "New game", "Home", `class="end card lost"`)
	black.Get("/match/"+id).Want(200).Has("You win", `class="end card won"`, `data-message>Black wins: White resigns.<`).Lacks(">White resigns.<", "The game is over.")
	if got := s.Browser().State(id).End; got == nil || got.Outcome != "decided" || got.Title != "Black wins: White resigns" || got.Text != "" {
		t.Errorf("a spectator: got %+v, want it said once", got)
	}
	white.Send("/match/"+id+"/move", `{"move":"d6"}`).Want(http.StatusConflict)
	if got := white.Send("/match/"+id+"/resign", `{}`).Want(http.StatusConflict).Refusal(); got.Error.Code != "over" || got.State == nil {
		t.Errorf("after the end: got %+v", got)
	}

	white.Post("/match/"+id+"/rematch", nil).Want(200).Has("You offered a rematch.")
	if white.State(id).Can.Rematch {
		t.Error("a rematch may be offered twice")
	}
	offer := black.State(id).Offer
	next := black.Post("/match/"+id+"/answer", webtest.Form("offer", webtest.Itoa(offer.ID), "yes", "true")).Want(200).Path
	if next == "/match/"+id || !strings.HasPrefix(next, "/match/") {
		t.Fatalf("agreed: got to %s, want another match", next)
	}
	if got := white.State(id).Rematch; got != next {
		t.Errorf("white's page leads to %q, want %s", got, next)
	}
	if got := white.State(strings.TrimPrefix(next, "/match/")).You; got != "black" {
		t.Errorf("in the rematch white is %s, want black", got)
	}
}

func TestAbort(t *testing.T) {
	s := webtest.NewSite(t)
	id, white, _ := s.Pair("nine")
	white.Post("/match/"+id+"/abort", nil).Want(200).Has("<h2 data-end-title>Game aborted</h2>")
}

// A player who is away for some time loses when the opponent claims it.
func TestClaim(t *testing.T) {
	s := webtest.NewSite(t)
	id, white, black := s.Pair("nine")
	s.Play(id, white, black, "d6", "a1", "d7")
	if white.State(id).Can.Claim {
		t.Error("a player who was just here can be claimed against")
	}
	s.Pass(18 * time.Second)
	if got := white.State(id); got.ClaimMS == nil || *got.ClaimMS > 43_000 || *got.ClaimMS < 40_000 || got.Can.Claim {
		t.Errorf("away for 18 s: got %v left and may claim %t, want some 42 s", got.ClaimMS, got.Can.Claim)
	}
	white.Get("/match/" + id).Want(200).Has("You can claim victory in 0:4")
	if got := s.Guest().State(id); got.ClaimMS != nil {
		t.Errorf("a spectator: got %d ms", *got.ClaimMS)
	}
	s.Pass(2 * time.Minute)
	if got := white.State(id); got.ClaimMS != nil || !got.Can.Claim || got.Sides.Black.Present || !strings.Contains(got.Message, "offline") {
		t.Errorf("away for two minutes: may claim %v, present %v, %q", got.Can.Claim, got.Sides.Black.Present, got.Message)
	}
	white.Post("/match/"+id+"/claim", nil).Want(200).Has("You win", "Black left the game.")
}

func logText(lines []webtest.LogLine) string {
	var out strings.Builder
	for _, line := range lines {
		fmt.Fprintln(&out, line.Seq, line.Text)
	}
	return out.String()
}
