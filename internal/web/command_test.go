// SPDX-License-Identifier: Apache-2.0

package web_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
)

// seqOf reads the answer to a command that was done.
func seqOf(p *page) int {
	p.t.Helper()
	var answer struct{ Seq int }
	p.want(http.StatusOK).json(&answer)
	return answer.Seq
}

func TestCommandJSON(t *testing.T) {
	s := newSite(t)
	id, white, black := s.pair("nine")
	start := white.state(id)
	first := fmt.Sprintf(`{"id":"one","expect":%d,"move":"d6"}`, start.Seq)
	if got, want := seqOf(white.send("/match/"+id+"/move", first)), start.Seq+1; got != want {
		t.Errorf("a move: got seq %d, want %d", got, want)
	}
	if got, want := seqOf(white.send("/match/"+id+"/move", first)), start.Seq+1; got != want {
		t.Errorf("the same again: got seq %d, want the first answer %d", got, want)
	}
	if got := white.state(id).Seq; got != start.Seq+1 {
		t.Errorf("after the same again: the match is at %d, want %d", got, start.Seq+1)
	}
	other := fmt.Sprintf(`{"id":"two","expect":%d,"move":"d7"}`, start.Seq)
	stale := black.send("/match/"+id+"/move", other).want(http.StatusConflict).refusal()
	if stale.Error.Code != "stale" || stale.State == nil || stale.State.Seq != start.Seq+1 || stale.State.You != "black" {
		t.Errorf("a stale move: got %+v with state %+v, want stale with black's state", stale.Error, stale.State)
	}
}

func TestCommandRefused(t *testing.T) {
	s := newSite(t)
	id, white, black := s.pair("nine")
	s.play(id, white, black, "d6")
	for name, c := range map[string]struct {
		by         *browser
		path, body string
		status     int
		code, key  string
	}{
		"occupied":       {black, "move", `{"move":"d6"}`, 422, "illegal", "occupied"},
		"no such point":  {black, "move", `{"move":"h9"}`, 422, "illegal", "no-point"},
		"no move":        {black, "move", `{}`, 422, "illegal", "malformed"},
		"not the turn":   {white, "move", `{"move":"d7"}`, 403, "forbidden", "not-turn"},
		"a spectator":    {s.guest(), "move", `{"move":"d7"}`, 403, "forbidden", "not-a-player"},
		"nobody":         {s.browser(), "resign", `{}`, 403, "forbidden", "not-a-player"},
		"no redo":        {black, "redo", `{}`, 403, "forbidden", "not-free"},
		"no offer":       {black, "answer", `{"offer":3,"yes":true}`, 409, "stale", "no-offer"},
		"started":        {white, "start", `{}`, 403, "forbidden", "started"},
		"nobody left":    {white, "claim", `{}`, 403, "forbidden", "too-early"},
		"not over":       {white, "rematch", `{}`, 403, "forbidden", "not-over"},
		"no JSON":        {black, "move", `move=d7`, 400, "invalid", "request"},
		"two values":     {black, "move", `{} {}`, 400, "invalid", "request"},
		"a list":         {black, "move", `{"move":["d7"]}`, 400, "invalid", "request"},
		"a bad number":   {black, "move", `{"move":"d7","expect":"x"}`, 400, "invalid", "request"},
		"negative":       {black, "move", `{"move":"d7","expect":-1}`, 400, "invalid", "request"},
		"bad truth":      {black, "answer", `{"yes":"maybe"}`, 400, "invalid", "request"},
		"long id":        {black, "move", `{"id":"` + strings.Repeat("x", 65) + `"}`, 400, "invalid", "request"},
		"long move":      {black, "move", `{"move":"` + strings.Repeat("x", 201) + `"}`, 400, "invalid", "request"},
		"too large":      {black, "move", `{"move":"` + strings.Repeat("x", 70<<10) + `"}`, 413, "invalid", "too-large"},
		"no such action": {black, "dance", `{}`, 404, "not_found", "no-page"},
	} {
		t.Run(name, func(t *testing.T) {
			got := c.by.send("/match/"+id+"/"+c.path, c.body).want(c.status).refusal()
			if got.Error.Code != c.code || got.Error.Key != c.key || got.Error.Text == "" || strings.HasPrefix(got.Error.Text, "[") {
				t.Errorf("got %+v, want %s %s with a text", got.Error, c.code, c.key)
			}
		})
	}
	if got := black.send("/match/zzzzzzz/move", `{"move":"d7"}`).want(http.StatusNotFound).refusal(); got.Error.Code != "not_found" {
		t.Errorf("an unknown match: got %+v", got.Error)
	}
	if got := black.state(id); got.Seq != white.state(id).Seq || len(got.Log) != 4 {
		t.Errorf("after all refusals: got seq %d and %d lines, want nothing changed", got.Seq, len(got.Log))
	}
}

// What is refused in a form is told on the page, and what was typed stays.
func TestFormRefused(t *testing.T) {
	s := newSite(t)
	id, white, black := s.pair("nine")
	s.play(id, white, black, "d6")
	black.post("/match/"+id+"/move", form("move", "d6")).want(422).has("d6: the point is occupied.", `value="d6"`, "data-board")
	black.post("/match/"+id+"/move", form("move", " A1 ")).want(200) // letter case and blanks do not count
	if got := white.state(id).Last; len(got) != 1 || got[0] != "a1" {
		t.Errorf("got last %v, want a1", got)
	}
	white.post("/match/"+id+"/move", form("move", "d7", "expect", "1")).want(http.StatusConflict).has("The position has changed.")
	white.post("/match/"+id+"/abort", nil).want(http.StatusForbidden).has("Both sides have moved")
}

func TestDrawDeclinedThenAgreed(t *testing.T) {
	s := newSite(t)
	id, white, black := s.pair("nine")
	white.post("/match/"+id+"/draw", nil).want(200).has("You offered a draw.")
	offer := black.state(id).Offer
	black.get("/match/"+id).has("offers a draw. Do you accept?", `name="offer" value="`+itoa(offer.ID)+`"`)
	black.post("/match/"+id+"/answer", form("offer", itoa(offer.ID), "yes", "false")).want(200).has("Black declines the draw.")
	if white.state(id).Can.Draw {
		t.Error("a draw may be offered again at once")
	}
	black.post("/match/"+id+"/draw", nil).want(200)
	offer = white.state(id).Offer
	white.post("/match/"+id+"/answer", form("offer", itoa(offer.ID), "yes", "true")).want(200).has("Draw by agreement")
	for _, b := range []*browser{white, black} {
		if got := b.state(id); got.End == nil || got.End.Title != "Draw by agreement" || got.End.Text != "" || got.Status != "over" {
			t.Errorf("got end %+v", got.End)
		}
	}
}

func TestUndoByConsent(t *testing.T) {
	s := newSite(t)
	id, white, black := s.pair("nine")
	s.play(id, white, black, "d6", "a1")
	if got := black.state(id).Men; strings.Count(got, "b") != 1 {
		t.Fatalf("got men %s", got)
	}
	black.post("/match/"+id+"/undo", nil).want(200).has("You asked to undo your move.")
	offer := white.state(id).Offer
	if offer == nil || offer.Kind != "undo" || offer.Mine {
		t.Fatalf("got offer %+v, want black's undo", offer)
	}
	white.post("/match/"+id+"/answer", form("offer", itoa(offer.ID), "yes", "true")).want(200)
	got := black.state(id)
	if strings.Contains(got.Men, "b") || got.Turn.String() != "black" {
		t.Errorf("after the undo: got men %s, %s to move", got.Men, got.Turn)
	}
	if text := logText(got.Log); !strings.Contains(text, "Black places on a1.") || !strings.Contains(text, "accepts the undo") {
		t.Errorf("the log has lost what was taken back:\n%s", text)
	}
}

func TestUndoRedoAtOneScreen(t *testing.T) {
	s := newSite(t)
	b := s.browser()
	id := b.create("nine", "screen")
	for _, move := range []string{"d6", "a1", "d7"} {
		b.post("/match/"+id+"/move", form("move", move)).want(200)
	}
	for want := 2; want >= 0; want-- {
		b.post("/match/"+id+"/undo", nil).want(200)
		if got := len(strings.ReplaceAll(b.state(id).Men, ".", "")); got != want {
			t.Errorf("after an undo: got %d men, want %d", got, want)
		}
	}
	if got := b.state(id).Can; got.Undo || !got.Redo {
		t.Errorf("at the start: may undo %v, may redo %v", got.Undo, got.Redo)
	}
	for range 3 {
		b.post("/match/"+id+"/redo", nil).want(200)
	}
	if got := b.state(id); got.Can.Redo || got.Turn.String() != "black" || got.You != "both" {
		t.Errorf("played again: may redo %v, %s to move, you are %s", got.Can.Redo, got.Turn, got.You)
	}
}

// Forfeit, rematch with colours exchanged, and results for both.
func TestResignAndRematch(t *testing.T) {
	s := newSite(t)
	id, white, black := s.pair("nine")
	white.get("/match/"+id).has("Do you want to forfeit this game?", "Yes, forfeit", "No, play on")
	white.post("/match/"+id+"/resign", nil).want(200).has("You lose", "Black wins: White forfeits.", "Rematch", "Play again", "Home")
	black.get("/match/" + id).want(200).has("You win")
	if got := s.browser().state(id).End; got == nil || got.Title != "Black wins: White forfeits" || got.Text != "" {
		t.Errorf("a spectator: got %+v, want it said once", got)
	}
	white.send("/match/"+id+"/move", `{"move":"d6"}`).want(http.StatusConflict)
	if got := white.send("/match/"+id+"/resign", `{}`).want(http.StatusConflict).refusal(); got.Error.Code != "over" || got.State == nil {
		t.Errorf("after the end: got %+v", got)
	}

	white.post("/match/"+id+"/rematch", nil).want(200).has("You offered a rematch.")
	if white.state(id).Can.Rematch {
		t.Error("a rematch may be offered twice")
	}
	offer := black.state(id).Offer
	next := black.post("/match/"+id+"/answer", form("offer", itoa(offer.ID), "yes", "true")).want(200).path
	if next == "/match/"+id || !strings.HasPrefix(next, "/match/") {
		t.Fatalf("agreed: got to %s, want another match", next)
	}
	if got := white.state(id).Rematch; got != next {
		t.Errorf("white's page leads to %q, want %s", got, next)
	}
	if got := white.state(strings.TrimPrefix(next, "/match/")).You; got != "black" {
		t.Errorf("in the rematch white is %s, want black", got)
	}
}

func TestAbort(t *testing.T) {
	s := newSite(t)
	id, white, _ := s.pair("nine")
	white.post("/match/"+id+"/abort", nil).want(200).has("<h2 data-end-title>Game aborted</h2>")
}

// Who goes away may be claimed against, after a while.
func TestClaim(t *testing.T) {
	s := newSite(t)
	id, white, black := s.pair("nine")
	s.play(id, white, black, "d6", "a1", "d7")
	if white.state(id).Can.Claim {
		t.Error("a player who was just here can be claimed against")
	}
	s.clock.advance(2 * 60e9)
	if got := white.state(id); !got.Can.Claim || got.Sides.Black.Present || !strings.Contains(got.Message, "offline") {
		t.Errorf("away for two minutes: may claim %v, present %v, %q", got.Can.Claim, got.Sides.Black.Present, got.Message)
	}
	white.post("/match/"+id+"/claim", nil).want(200).has("You win", "Black left the game.")
}

func logText(lines []logLine) string {
	var out strings.Builder
	for _, line := range lines {
		fmt.Fprintln(&out, line.Seq, line.Text)
	}
	return out.String()
}
