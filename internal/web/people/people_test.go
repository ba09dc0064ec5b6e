// SPDX-License-Identifier: Apache-2.0

package people_test

import (
	"net/http"
	"strings"
	"testing"

	"cairn/internal/web/webtest"
)

// challenge sends a challenge with the form and returns the path of its page.
func challenge(b *webtest.Browser, name string, more ...string) string {
	b.T.Helper()
	p := b.Post("/challenge/"+name, webtest.Form(append([]string{"game", "three"}, more...)...)).Want(http.StatusOK)
	if !strings.HasPrefix(p.Path, "/challenges/") {
		b.T.Fatalf("got to %s, want /challenges/ID\n%s", p.Path, p.Main())
	}
	return p.Path
}

// A player challenges another from the profile, without script.
func TestChallengeByForm(t *testing.T) {
	s := webtest.NewSite(t)
	ann, bob := s.Member("ann"), s.Member("bob")
	ann.Get("/player/bob").Want(200).Has(`href="/challenge/bob"`)
	ann.Get("/challenge/bob?game=three").Want(200).Has("Challenge bob", `<option value="three-mens-morris" selected>`)
	path := challenge(ann, "bob", "side", "white", "clock", "3d")
	ann.Get(path).Want(200).Has("Waiting for bob…", "3 days", "Casual", `http-equiv="refresh"`)
	bob.Get(path).Want(200).Has("ann challenges you", "Accept", "Please ask again later")
	bob.Get("/challenges").Want(200).Has(`href="/player/ann"`, path+"/accept")
	s.Browser().Get(path).Want(200).Has(`name="login"`)
	s.Member("eve").Get(path).Want(404).Has("This challenge does not exist")

	p := bob.Post(path+"/accept", nil).Want(200)
	id, ok := strings.CutPrefix(p.Path, "/match/")
	if !ok {
		t.Fatalf("got to %s, want the match", p.Path)
	}
	if got := ann.Get(path).Path; got != "/match/"+id {
		t.Errorf("the challenger got to %s", got)
	}
	s.Play(id, ann, bob, webtest.WhiteWins...)
	ann.Get("/player/bob").Want(200).Has("Your score against this player: 1 – 0")
	bob.Get("/player/ann").Want(200).Has("Your score against this player: 0 – 1")
	ann.Get("/player/ann").Want(200).Lacks("Your score", "/challenge/ann")
	s.Browser().Get("/player/ann").Want(200).Has("/challenge/ann").Lacks("Your score", "/player/ann/follow")
}

func TestChallengeDeclinedByForm(t *testing.T) {
	s := webtest.NewSite(t)
	ann, bob := s.Member("ann"), s.Member("bob")
	path := challenge(ann, "bob")
	bob.Post(path+"/decline", webtest.Form("reason", "later")).Want(200).Has("Challenge declined.")
	ann.Get(path).Want(200).Has("bob declined your challenge", "Please ask again later.", "Challenge again").Lacks(`http-equiv="refresh"`)
	ann.Get("/challenges").Want(200).Has("Declined")
	bob.Post(path+"/accept", nil).Want(200).Has("You declined this challenge")

	path = challenge(ann, "bob")
	ann.Post(path+"/cancel", nil).Want(200).Has("Challenge cancelled.")
	bob.Post(path+"/accept", nil).Want(404).Has("This challenge does not exist or was cancelled.")
	if got := bob.Send(path+"/decline", `{"reason":"rude words"}`).Want(400).Refusal().Error.Fields["reason"]; got == "" {
		t.Error("a reason of one's own was not refused")
	}
}

// A refused challenge is shown on the form with its values.
func TestChallengeFormRefused(t *testing.T) {
	s := webtest.NewSite(t)
	ann, bob := s.Member("ann"), s.Member("bob")
	ann.Post("/challenge/bob", webtest.Form("game", "chess", "clock", "soon", "side", "black")).Want(400).Has(`<option value="black" selected>`)
	ann.Get("/challenge/nobody").Want(404)
	if got := ann.Get("/challenge/ann").Path; got != "/player/ann" {
		t.Errorf("oneself: got to %s", got)
	}
	s.Guest().Post("/challenge/bob", webtest.Form("game", "three")).Want(403).Has("You need an account for this.")

	challenge(ann, "bob")
	bob.Post("/challenge/ann", webtest.Form("game", "three")).Want(403).Has("This player has already challenged you.", `href="/challenges"`)
	bob.Post("/player/ann/block", nil).Want(200).Has("Player blocked.", "Unblock").Lacks(`href="/challenge/ann"`)
	ann.Post("/challenge/bob", webtest.Form("game", "three")).Want(403).Has("This player does not accept challenges from you.")
	bob.Get("/challenges").Want(200).Has("No one is challenging you right now.")
	bob.Post("/settings/challenges", webtest.Form("allow", "nobody")).Want(200).Has(`<option value="nobody" selected>`)
	bob.Post("/player/ann/unblock", nil).Want(200)
	ann.Post("/challenge/bob", webtest.Form("game", "three")).Want(403).Has("This player does not accept challenges from you.")
	bob.Send("/settings/challenges", `{"allow":"friends"}`).Want(400)
	bob.Post("/settings/challenges", webtest.Form("allow", "everyone")).Want(200)
	challenge(ann, "bob")
}

func TestFollowing(t *testing.T) {
	s := webtest.NewSite(t)
	s.Pass(0) // time stands still
	ann, bob, eve := s.Member("ann"), s.Member("bob"), s.Member("eve")
	ann.Get("/following").Want(200).Has("You follow no one yet.")
	ann.Post("/player/bob/follow", nil).Want(200).Has("You now follow this player.", "/player/bob/unfollow")
	ann.Post("/player/eve/block", webtest.Form("next", "/following")).Want(200).Has("Blocked", "/player/eve/unblock")
	ann.Get("/following").Has("offline").Lacks("Watch:")

	hidden := bob.Create("three", "private")
	eve.Post("/join", webtest.Form("id", hidden)).Want(200)
	bob.Post("/match/"+hidden+"/start", nil).Want(200)
	ann.Get("/following").Has("online").Lacks("Watch:", hidden) // a private game is not revealed
	shown := bob.Create("three", "private", "shown", "yes")
	eve.Post("/join", webtest.Form("id", shown)).Want(200)
	bob.Post("/match/"+shown+"/start", nil).Want(200)
	ann.Get("/following").Has("Watch: Three Men's Morris", "/match/"+shown)

	ann.Post("/player/bob/unfollow", webtest.Form("next", "//evil.example")).Want(200).Has("You no longer follow this player.")
	ann.Post("/player/ann/follow", nil).Want(400)
	ann.Post("/player/nobody/follow", nil).Want(404)
}

// until reads a stream until it shows the wanted challenges.
func until(stream *webtest.Stream, want string) {
	for m := stream.Next(); m.Type != "challenges" || m.Seen != want; m = stream.Next() {
	}
}

// The pages of challenges change by their stream.
func TestChallengesLive(t *testing.T) {
	s := webtest.NewSite(t)
	ann, bob := s.Member("ann"), s.Member("bob")
	stream := bob.Open("/challenges/live")
	until(stream, "")
	path := challenge(ann, "bob")
	id := strings.TrimPrefix(path, "/challenges/")
	bob.Get("/challenges").Has(`data-challenges="` + id + `:open"`)
	until(stream, id+":open")
	own := ann.Open("/challenges/live?id=" + id)
	until(own, id+":open")
	bob.Post(path+"/decline", nil).Want(200)
	until(own, id+":declined")
}

// Programs get challenges as JSON.
func TestChallengeJSON(t *testing.T) {
	s := webtest.NewSite(t)
	s.Pass(0) // time stands still
	ann, bob := s.Member("ann"), s.Member("bob")
	var sent struct{ Challenge, URL string }
	ann.Send("/challenge/bob", `{"game":"three","clock":"5m+3s","rated":true}`).Want(200).JSON(&sent)
	r := s.Request(http.MethodGet, "/challenges")
	r.Header.Set("Accept", "application/json")
	var list struct {
		Challenges []struct {
			ID, Status, Clock string
			Mine, Rated       bool
		}
	}
	bob.Do(r).Want(200).JSON(&list)
	if len(list.Challenges) != 1 || list.Challenges[0].ID != sent.Challenge || list.Challenges[0].Mine || !list.Challenges[0].Rated {
		t.Errorf("got %+v", list)
	}
	var accepted struct{ Match, URL string }
	bob.Send(sent.URL+"/accept", `{}`).Want(200).JSON(&accepted)
	if accepted.URL != "/match/"+accepted.Match {
		t.Errorf("got %+v", accepted)
	}
}
