// SPDX-License-Identifier: Apache-2.0

package match_test

import (
	"net/http"
	"strings"
	"testing"

	"cairn/internal/web/webtest"
)

// The page and the stream of a rated match show that it is rated, both ratings,
// and at the end how they changed.
func TestRatedMatch(t *testing.T) {
	s := webtest.NewSite(t)
	ann, bob := s.Member("ann"), s.Member("bob")
	id := s.Rated("three", ann, bob)
	ann.Get("/match/"+id).Has("Rated", `href="/player/bob"`, "new").Lacks("Casual")
	before := bob.State(id)
	if !before.Rated || before.Sides.White.Rating != "new" || before.Sides.White.Profile != "/player/ann" || before.Sides.White.Change != "" {
		t.Errorf("before: got %+v", before.Sides.White)
	}
	stream := bob.Live(id, before.Seq)
	s.Play(id, ann, bob, webtest.WhiteWins...)
	last, _ := stream.Until(before.Seq + len(webtest.WhiteWins))
	for name, got := range map[string]string{"stream": last.Sides.Black.Change, "state": bob.State(id).Sides.Black.Change} {
		if !strings.HasPrefix(got, "−") {
			t.Errorf("%s: got change %q of the loser, want a loss", name, got)
		}
	}
	if last.End == nil || !strings.HasPrefix(last.End.Rating, "Your rating is now 1") || !strings.Contains(last.End.Rating, "?") {
		t.Errorf("the end in the stream: got %+v", last.End)
	}
	ann.Get("/match/"+id).Has("Your rating is now 1", "(+", "?")
	if got := s.Browser().State(id); got.End.Rating != "" || !strings.HasPrefix(got.Sides.White.Change, "+") {
		t.Errorf("a spectator: got %q, change %q", got.End.Rating, got.Sides.White.Change)
	}
	next := s.Rated("three", bob, ann)
	if got := ann.State(next).Sides.White; !strings.HasSuffix(got.Rating, "?") || got.Change != "" {
		t.Errorf("the next match: got %+v", got)
	}
}

// A casual match changes no rating.
func TestCasualMatch(t *testing.T) {
	s := webtest.NewSite(t)
	ann, bob := s.Member("ann"), s.Member("bob")
	id := ann.Create("three", "private")
	bob.Post("/join", webtest.Form("id", id)).Want(http.StatusOK)
	ann.Post("/match/"+id+"/start", nil).Want(http.StatusOK)
	s.Play(id, ann, bob, webtest.WhiteWins...)
	ann.Get("/match/"+id).Want(200).Has("Casual").Lacks("Rated", "Your rating")
	if got := ann.State(id); got.Rated || got.Sides.White.Rating != "" || got.Sides.White.Change != "" {
		t.Errorf("got %+v", got.Sides.White)
	}
}

// Guests cannot play rated: the form says why and keeps the chosen values.
func TestRatedGuest(t *testing.T) {
	s := webtest.NewSite(t)
	ann, guest := s.Member("ann"), s.Guest()
	for _, path := range []string{"/match", "/seek"} {
		guest.Post(path, webtest.Form("game", "six", "opponent", "private", "side", "black", "rated", "yes")).Want(http.StatusForbidden).
			Has("You need an account to play a rated game.", `action="/match"`, `value="six-mens-morris" selected`, `value="black" selected`)
		if got := guest.Send(path, `{"game":"six","opponent":"private","rated":true}`).Want(http.StatusForbidden).Refusal().Error.Key; got != "rated-guest" {
			t.Errorf("%s as JSON: got %q, want rated-guest", path, got)
		}
	}
	id := ann.Create("three", "private", "rated", "yes")
	guest.Get("/join?id="+id).Want(http.StatusOK).Has("ann invites you to a game.", "Rated", "Both players need an account", "/signup?next=/join?id="+id)
	if got := ann.Get("/join?id=" + id).Want(http.StatusOK).Path; got != "/match/"+id {
		t.Errorf("who has created it: got to %s, want the match", got)
	}
	s.Member("carl").Get("/join?id="+id).Want(http.StatusOK).Has("ann invites you to a game.", "You play Black.").Lacks("needs an account", "need an account")
	guest.Post("/join", webtest.Form("id", id)).Want(http.StatusForbidden).Has("Both players need an account", `value="`+id+`"`, "/signup?next=/join?id="+id)
	guest.Post("/signup", webtest.SignUp("bob")).Want(http.StatusOK)
	guest.Post("/join", webtest.Form("id", id)).Want(http.StatusOK).Has("Rated")
}

func TestRatedKinds(t *testing.T) {
	s := webtest.NewSite(t)
	ann := s.Member("ann")
	if id := ann.Create("three", "screen", "rated", "yes"); ann.State(id).Rated { // the box is for matches between people
		t.Error("a match at one screen is rated")
	}
	if got := ann.Send("/match", `{"game":"three","opponent":"screen","rated":true}`).Want(http.StatusBadRequest).Refusal().Error; got.Key != "rated-kind" {
		t.Errorf("as JSON: got %+v", got)
	}
	ann.Post("/match", webtest.Form("game", "three", "opponent", "private", "rated", "perhaps")).Want(http.StatusBadRequest)
	ann.Post("/seek", webtest.Form("game", "three", "rated", "perhaps")).Want(http.StatusBadRequest)
}

// Rated and casual seeks are not paired; the waiting page shows what is sought.
func TestRatedSeek(t *testing.T) {
	s := webtest.NewSite(t)
	ann, bob, eve := s.Member("ann"), s.Member("bob"), s.Member("eve")
	ann.Post("/seek", webtest.Form("game", "nine", "rated", "yes")).Want(200).Has("We look for an opponent rated near 1500")
	eve.Post("/seek", webtest.Form("game", "nine")).Want(200).Has("Looking for an opponent…").Lacks("opponent rated near")
	found := bob.Post("/seek", webtest.Form("game", "nine", "rated", "yes")).Want(200)
	id, ok := strings.CutPrefix(found.Path, "/match/")
	if !ok || !bob.State(id).Rated {
		t.Errorf("got to %s, want a rated match", found.Path)
	}
}

// A user who waits for a rated game is offered a casual one while another user
// waits for it.
func TestCasualInstead(t *testing.T) {
	s := webtest.NewSite(t)
	ann, bob := s.Member("ann"), s.Guest()
	wait := ann.Post("/seek", webtest.Form("game", "nine", "rated", "yes")).Want(200).Has("data-casual hidden").Path
	stream := ann.Open(wait + "/live")
	if got := stream.Next(); got.Wish != "nine-mens-morris 10m+5s rated" || got.Casual {
		t.Errorf("got %+v, want no waiting player", got)
	}
	bob.Post("/seek", webtest.Form("game", "nine")).Want(200).Has("Looking for an opponent…").Lacks("data-casual")
	if got := stream.Next(); got.Type != "waiting" || !got.Casual {
		t.Errorf("got %+v, want bob to be offered", got)
	}
	ann.Get(wait).Want(200).Has("A player is waiting for the same game, but casual", "Play casual instead", `name="clock" value="10m+5s"`).Lacks("data-casual hidden")
	found := ann.Post("/seek", webtest.Form("game", "nine-mens-morris", "clock", "10m+5s")).Want(200).Path
	if got := stream.Next(); got.Type != "found" || got.URL != found || !strings.HasPrefix(found, "/match/") {
		t.Errorf("got %+v, want %s, a match", got, found)
	}
}

// Of two tabs with different seeks the later one counts; the other tab reloads.
func TestTwoTabs(t *testing.T) {
	s := webtest.NewSite(t)
	ann := s.Member("ann")
	first := ann.Post("/seek", webtest.Form("game", "nine", "rated", "yes")).Want(200).Path
	stream := ann.Open(first + "/live")
	stream.Next()
	ann.Post("/seek", webtest.Form("game", "six")).Want(200)
	if got := stream.Next(); got.Type != "waiting" || got.Wish != "six-mens-morris 10m+5s casual" {
		t.Errorf("got %+v, want the later seek", got)
	}
	ann.Get(first).Want(200).Has("Six Men", `data-wish="six-mens-morris 10m+5s casual"`)
}

// Rated is off by default for friends and on against strangers.
func TestRatedChoice(t *testing.T) {
	s := webtest.NewSite(t)
	ann := s.Member("ann")
	const friend, anyone = `name="rated" value="yes"`, `name="seek-rated" value="yes"`
	ann.Get("/").Want(200).Has(anyone + " checked").Lacks(friend)
	ann.Get("/play").Want(200).Has(friend, anyone+" checked").Lacks(friend + " checked")
	ann.Get("/play?clock=3d&rated=no").Want(200).Lacks(friend+" checked", anyone+" checked")
	ann.Get("/play?rated=yes").Want(200).Has(friend+" checked", anyone+" checked")
	for name, c := range map[string]struct {
		path   string
		fields []string
		rated  bool
	}{
		"friend":                     {"/match", []string{"opponent", "private", "seek-rated", "yes"}, false},
		"rated friend":               {"/match", []string{"opponent", "private", "rated", "yes"}, true},
		"anyone, by the other box":   {"/seek", []string{"box", "seek-rated", "rated", "yes"}, false},
		"anyone, rated":              {"/seek", []string{"box", "seek-rated", "seek-rated", "yes"}, true},
		"anyone, of an earlier page": {"/seek", []string{"rated", "yes"}, true},
	} {
		p := ann.Post(c.path, webtest.Form(append(c.fields, "game", "six")...)).Want(200)
		if rated := strings.Contains(p.Body, `class="tag">Rated`) || strings.Contains(p.Body, "opponent rated near"); rated != c.rated {
			t.Errorf("%s: rated %t, want %t", name, rated, c.rated)
		}
	}
	for _, b := range []*webtest.Browser{s.Browser(), s.Guest()} {
		b.Get("/play").Want(200).Has("Guests can only play casual games.").Lacks(`name="rated"`)
		b.Get("/").Want(200).Lacks(`name="rated"`)
	}
}
