// SPDX-License-Identifier: Apache-2.0

package web_test

import (
	"net/http"
	"strings"
	"testing"
)

// A rated match says so, shows both ratings, and at the end what became of
// them, on the page and in its stream.
func TestRatedMatch(t *testing.T) {
	s := newSite(t)
	ann, bob := s.member("ann"), s.member("bob")
	id := s.rated("three", ann, bob)
	ann.get("/match/"+id).has("Rated", `href="/player/bob"`, "new").lacks("Casual")
	before := bob.state(id)
	if !before.Rated || before.Sides.White.Rating != "new" || before.Sides.White.Profile != "/player/ann" || before.Sides.White.Change != "" {
		t.Errorf("before: got %+v", before.Sides.White)
	}
	stream := bob.live(id, before.Seq)
	s.play(id, ann, bob, whiteWins...)
	last, _ := stream.until(before.Seq + len(whiteWins))
	for name, got := range map[string]string{"stream": last.Sides.Black.Change, "state": bob.state(id).Sides.Black.Change} {
		if !strings.HasPrefix(got, "−") {
			t.Errorf("%s: got change %q of the loser, want a loss", name, got)
		}
	}
	if last.End == nil || !strings.HasPrefix(last.End.Rating, "Your rating is now 1") || !strings.Contains(last.End.Rating, "?") {
		t.Errorf("the end in the stream: got %+v", last.End)
	}
	ann.get("/match/"+id).has("Your rating is now 1", "(+", "?")
	if got := s.browser().state(id); got.End.Rating != "" || !strings.HasPrefix(got.Sides.White.Change, "+") {
		t.Errorf("a spectator: got %q, change %q", got.End.Rating, got.Sides.White.Change)
	}
	next := s.rated("three", bob, ann)
	if got := ann.state(next).Sides.White; !strings.HasSuffix(got.Rating, "?") || got.Change != "" {
		t.Errorf("the next match: got %+v", got)
	}
}

// A casual match changes no rating.
func TestCasualMatch(t *testing.T) {
	s := newSite(t)
	ann, bob := s.member("ann"), s.member("bob")
	id := ann.create("three", "private")
	bob.post("/join", form("id", id)).want(http.StatusOK)
	ann.post("/match/"+id+"/start", nil).want(http.StatusOK)
	s.play(id, ann, bob, whiteWins...)
	ann.get("/match/"+id).want(200).has("Casual").lacks("Rated", "Your rating")
	if got := ann.state(id); got.Rated || got.Sides.White.Rating != "" || got.Sides.White.Change != "" {
		t.Errorf("got %+v", got.Sides.White)
	}
}

// Guests are told what they lack, and lose nothing they chose.
func TestRatedGuest(t *testing.T) {
	s := newSite(t)
	ann, guest := s.member("ann"), s.guest()
	for _, path := range []string{"/match", "/seek"} {
		guest.post(path, form("game", "six", "opponent", "private", "side", "black", "rated", "yes")).want(http.StatusForbidden).
			has("You need an account to play a rated game.", `action="/match"`, `value="six-mens-morris" selected`, `value="black" selected`)
		if got := guest.send(path, `{"game":"six","opponent":"private","rated":true}`).want(http.StatusForbidden).refusal().Error.Key; got != "rated-guest" {
			t.Errorf("%s as JSON: got %q, want rated-guest", path, got)
		}
	}
	id := ann.create("three", "private", "rated", "yes")
	guest.get("/join?id="+id).want(http.StatusOK).has("ann invites you to a game.", "Rated", "Both players need an account", "/signup?next=/join?id="+id)
	ann.get("/join?id=" + id).want(http.StatusOK).has("ann invites you to a game.").lacks("needs an account")
	guest.post("/join", form("id", id)).want(http.StatusForbidden).has("Both players need an account", `value="`+id+`"`, "/signup?next=/join?id="+id)
	guest.post("/signup", signUp("bob")).want(http.StatusOK)
	guest.post("/join", form("id", id)).want(http.StatusOK).has("Rated")
}

func TestRatedKinds(t *testing.T) {
	s := newSite(t)
	ann := s.member("ann")
	if id := ann.create("three", "screen", "rated", "yes"); ann.state(id).Rated { // the box of the form means people
		t.Error("a match at one screen is rated")
	}
	if got := ann.send("/match", `{"game":"three","opponent":"screen","rated":true}`).want(http.StatusBadRequest).refusal().Error; got.Key != "rated-kind" {
		t.Errorf("as JSON: got %+v", got)
	}
	ann.post("/match", form("game", "three", "opponent", "private", "rated", "perhaps")).want(http.StatusBadRequest)
	ann.post("/seek", form("game", "three", "rated", "perhaps")).want(http.StatusBadRequest)
}

// Rated and casual seeks do not meet; the waiting page says whom it looks for.
func TestRatedSeek(t *testing.T) {
	s := newSite(t)
	ann, bob, eve := s.member("ann"), s.member("bob"), s.member("eve")
	ann.post("/seek", form("game", "nine", "rated", "yes")).want(200).has("We look for an opponent rated near 1500")
	eve.post("/seek", form("game", "nine")).want(200).has("Looking for an opponent…").lacks("Somebody near")
	found := bob.post("/seek", form("game", "nine", "rated", "yes")).want(200)
	id, ok := strings.CutPrefix(found.path, "/match/")
	if !ok || !bob.state(id).Rated {
		t.Errorf("got to %s, want a rated match", found.path)
	}
}

// Who waits for a rated game is offered a casual one while somebody waits for it.
func TestCasualInstead(t *testing.T) {
	s := newSite(t)
	ann, bob := s.member("ann"), s.guest()
	wait := ann.post("/seek", form("game", "nine", "rated", "yes")).want(200).has("data-casual hidden").path
	stream := ann.open(wait + "/live")
	if got := stream.next(); got.Wish != "nine-mens-morris none rated" || got.Casual {
		t.Errorf("got %+v, want nobody to wait", got)
	}
	bob.post("/seek", form("game", "nine")).want(200).has("Looking for an opponent…").lacks("data-casual")
	if got := stream.next(); got.Type != "waiting" || !got.Casual {
		t.Errorf("got %+v, want to be told of bob", got)
	}
	ann.get(wait).want(200).has("A player is waiting for the same game, but casual", "Play casual instead", `name="clock" value="none"`).lacks("data-casual hidden")
	found := ann.post("/seek", form("game", "nine-mens-morris", "clock", "none")).want(200).path
	if got := stream.next(); got.Type != "found" || got.URL != found || !strings.HasPrefix(found, "/match/") {
		t.Errorf("got %+v, want %s, a match", got, found)
	}
}

// Two tabs wait for different games: the later one counts, and the other follows.
func TestTwoTabs(t *testing.T) {
	s := newSite(t)
	ann := s.member("ann")
	first := ann.post("/seek", form("game", "nine", "rated", "yes")).want(200).path
	stream := ann.open(first + "/live")
	stream.next()
	ann.post("/seek", form("game", "six")).want(200)
	if got := stream.next(); got.Type != "waiting" || got.Wish != "six-mens-morris none casual" {
		t.Errorf("got %+v, want the later seek", got)
	}
	ann.get(first).want(200).has("Six Men", `data-wish="six-mens-morris none casual"`)
}

func TestRatedChoice(t *testing.T) {
	s := newSite(t)
	ann := s.member("ann")
	ann.get("/").want(200).has(`name="rated" value="yes"`)
	ann.get("/play").want(200).has(`name="rated" id="rated" value="yes" checked`)
	ann.get("/play?rated=no").want(200).has(`name="rated" id="rated" value="yes">`)
	for _, b := range []*browser{s.browser(), s.guest()} {
		b.get("/play").want(200).has("Guests can only play casual games.").lacks(`name="rated"`)
		b.get("/").want(200).lacks(`name="rated"`)
	}
}
