// SPDX-License-Identifier: Apache-2.0

package api_test

import (
	"net/http"
	"strings"
	"sync"
	"testing"

	"cairn/internal/web/webtest"
)

// A repeated request with the same idempotency key and token gets the first answer, and
// nothing is created twice.
func TestIdempotencyKey(t *testing.T) {
	s := webtest.NewSite(t)
	ann, bob, cleo := program(s, "ann", all), program(s, "bob", all), program(s, "cleo", all)
	for request, body := range map[string]string{
		"POST /matches":    `{"game":"three","opponent":"private"}`,
		"POST /seeks":      `{"game":"six"}`,
		"POST /challenges": `{"to":"cleo","game":"three","clock":"3d"}`,
		"POST /uploads":    `{"game":"three","record":"1. a1 b2"}`,
	} {
		send := func(p *webtest.Program, key string) string {
			t.Helper()
			return p.Send(request, body, "Idempotency-Key", key).Want(http.StatusOK).Body
		}
		first := send(ann, "one")
		if again := send(ann, "one"); again != first {
			t.Errorf("%s: got %s, then %s", request, first, again)
		}
		if other := send(bob, "one"); other == first {
			t.Errorf("%s: another user got %s too", request, first)
		}
		other := ann.Send(request, body, "Idempotency-Key", "two")
		if request == "POST /challenges" { // the first one waits for an answer
			if got := other.Trouble(http.StatusConflict); got.Key != "challenge-open" {
				t.Errorf("another challenge: got %+v", got)
			}
		} else if other.Want(http.StatusOK).Body == first {
			t.Errorf("%s: another key got %s too", request, first)
		}
		ann.Send(request, body, "Idempotency-Key", strings.Repeat("x", 65)).Trouble(http.StatusBadRequest)
	}
	var list struct{ Challenges []struct{ From string } }
	cleo.Send("GET /challenges", "").Want(http.StatusOK).JSON(&list)
	if len(list.Challenges) != 2 {
		t.Errorf("got %+v, want two challenges", list)
	}
}

// Requests with the same key at the same time create one match.
func TestIdempotencyKeyAtOnce(t *testing.T) {
	s := webtest.NewSite(t)
	ann := program(s, "ann", all)
	answers := make([]string, 8)
	var group sync.WaitGroup
	for i := range answers {
		group.Go(func() {
			answers[i] = ann.Send("POST /matches", `{"game":"three","opponent":"private"}`, "Idempotency-Key", "key").Body
		})
	}
	group.Wait()
	for _, answer := range answers {
		if answer != answers[0] || !strings.Contains(answer, `"match"`) {
			t.Errorf("got %s and %s", answers[0], answer)
		}
	}
	var own struct{ Matches []struct{ Match string } }
	ann.Send("GET /account/matches", "").Want(http.StatusOK).JSON(&own)
	if len(own.Matches) != 1 {
		t.Errorf("got %+v, want one match", own)
	}
}

// A seek that has led to a match leads there again.
func TestIdempotencyKeyOfPairedSeek(t *testing.T) {
	s := webtest.NewSite(t)
	ann, bob := program(s, "ann", all), program(s, "bob", all)
	ask := func(p *webtest.Program) *webtest.Page {
		return p.Send("POST /seeks", `{"game":"six"}`, "Idempotency-Key", "key").Want(http.StatusOK)
	}
	ask(ann)
	match := field(ask(bob), "match")
	for _, p := range []*webtest.Program{ann, bob} {
		if got := field(ask(p), "match"); got != match {
			t.Errorf("got match %s, want %s", got, match)
		}
	}
}
