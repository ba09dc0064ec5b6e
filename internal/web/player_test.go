// SPDX-License-Identifier: Apache-2.0

package web_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
)

func TestPlayer(t *testing.T) {
	s := newSite(t)
	ann, bob := s.member("ann"), s.member("bob")
	s.browser().get("/player/ann").want(200).has("ann", "Points: 0", "No finished games yet.").lacks("<svg class=\"graph\"", "My account", "@example.org")
	for range 2 {
		id := s.rated("three", ann, bob)
		s.play(id, ann, bob, whiteWins...)
	}
	six := s.rated("six", bob, ann)
	s.play(six, bob, ann, "a1", "b2")
	bob.post("/match/"+six+"/resign", nil).want(http.StatusOK)
	today := s.clock.now().UTC().Format("2006-01-02")
	p := s.browser().get("/player/ANN").want(200).has(
		"<h1>ann", "Member since "+today, "Points: 3", "Three Men's Morris", "Six Men's Morris", `<svg class="graph"`, "<title", "in 2 rated games", "Show as table",
		"/match/"+six, "/games?player=ann", `href="/player/bob"`, `href="?game=six-mens-morris#graph"`,
	).lacks("My account", "@example.org")
	if !strings.Contains(strings.Join(strings.Fields(p.body), ""), `<tdclass="number">2</td><tdclass="number">2</td><tdclass="number">0</td><tdclass="number">0</td>`) {
		t.Errorf("got no row of 2 rated games, 2 wins, no losses, no draws in\n%s", p.main())
	}
	s.browser().get("/player/ann?game=six-mens-morris").want(200).has("Rating in Six Men's Morris", "in 1 rated game,")
	s.browser().get("/player/ann?game=chess").want(200).has("Rating in Three Men's Morris")
	ann.get("/player/ann").want(200).has("My account", `class="badge you"`)
}

func TestPlayerJSON(t *testing.T) {
	s := newSite(t)
	ann, bob := s.member("ann"), s.member("bob")
	s.play(s.rated("three", ann, bob), ann, bob, whiteWins...)
	r := s.request(http.MethodGet, "/player/bob")
	r.Header.Set("Accept", "application/json")
	var got struct {
		Name    string
		SinceMS int64 `json:"since_ms"`
		Games   []struct {
			Game              string
			Losses, Rated     int
			Rating, Deviation float64
		}
	}
	p := s.browser().do(r).want(200).json(&got)
	if got.Name != "bob" || got.SinceMS == 0 || len(got.Games) != 1 || got.Games[0].Losses != 1 || got.Games[0].Rated != 1 || got.Games[0].Rating >= 1500 || got.Games[0].Deviation >= 350 {
		t.Errorf("got %+v", got)
	}
	if strings.Contains(p.body, "@") {
		t.Errorf("the profile tells the e-mail: %s", p.body)
	}
}

// A name nobody has can be corrected at once.
func TestNoPlayer(t *testing.T) {
	s := newSite(t)
	s.member("ann")
	for _, name := range []string{"nobody", "Guest-ABCDE", "a/b", "%", strings.Repeat("x", 10_000), `"><script>`} {
		s.browser().get("/player/"+url.PathEscape(name)).want(404).has("This player does not exist.", `action="/player"`)
		s.browser().get("/player?name=" + url.QueryEscape(name)).want(404).has(`action="/player"`)
	}
	if got := s.browser().get("/player?name=+Ann+").want(200).path; got != "/player/Ann" {
		t.Errorf("got to %s, want the profile", got)
	}
	r := s.request(http.MethodGet, "/player/nobody")
	r.Header.Set("Accept", "application/json")
	if got := s.browser().do(r).want(404).refusal().Error.Key; got != "no-player" {
		t.Errorf("as JSON: got %q, want no-player", got)
	}
}

func TestLeaderboard(t *testing.T) {
	s := newSite(t)
	ann, bob := s.member("ann"), s.member("bob")
	s.browser().get("/leaderboard/three-mens-morris").want(200).has("No ranked players yet.", "/play?game=three-mens-morris")
	for i := range 18 {
		white, black := ann, bob
		if i%3 == 2 {
			white, black = bob, ann
		}
		s.play(s.rated("three", white, black), white, black, whiteWins...)
	}
	p := ann.get("/leaderboard/three-mens-morris").want(200).has(`href="/player/ann"`, `href="/player/bob"`, "±", `class="you"`)
	if strings.Index(p.body, `"/player/ann"`) > strings.Index(p.body, `"/player/bob"`) {
		t.Error("bob, who lost two of three, stands before ann")
	}
	ann.get("/leaderboard").want(200).has(`href="/leaderboard/three-mens-morris"`, `href="/player/ann"`, "No ranked players yet")
	ann.get("/player/ann").lacks(`? <span class="muted">±`)
	r := s.request(http.MethodGet, "/leaderboard/three-mens-morris")
	r.Header.Set("Accept", "application/json")
	var got struct {
		Leaders []struct {
			Rank, Games       int
			Name              string
			Rating, Deviation float64
		}
	}
	s.browser().do(r).want(200).json(&got)
	if len(got.Leaders) != 2 || got.Leaders[0].Name != "ann" || got.Leaders[0].Rank != 1 || got.Leaders[0].Games != 18 || got.Leaders[0].Deviation > 110 {
		t.Errorf("got %+v", got)
	}
}

// The front page shows the best of what there is to see.
func TestFeatured(t *testing.T) {
	s := newSite(t)
	ann, bob := s.member("ann"), s.member("bob")
	s.browser().get("/").want(200).lacks("Replay")
	done := s.rated("three", ann, bob)
	s.play(done, ann, bob, whiteWins...)
	s.browser().get("/").want(200).has("/match/"+done+"?ply=0", "ann vs bob, played recently.")
	strong := s.rated("three", ann, bob)
	weak, _, _ := s.pair("nine")
	p := s.browser().get("/").want(200).has("ann – bob", "/match/"+weak).lacks("played lately")
	if _, shown, _ := strings.Cut(p.body, `class="showpiece" href="`); !strings.HasPrefix(shown, "/match/"+strong+`"`) {
		t.Errorf("the rated match is not featured in\n%.2000s", p.main())
	}
}
