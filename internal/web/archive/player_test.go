// SPDX-License-Identifier: Apache-2.0

package archive_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"cairn/internal/web/webtest"
)

func TestPlayer(t *testing.T) {
	s := webtest.NewSite(t)
	ann, bob := s.Member("ann"), s.Member("bob")
	s.Browser().Get("/player/ann").Want(200).Has("ann", "<dt>Wins</dt><dd>0</dd>", "<dt>Points</dt><dd>0</dd>", "No finished games yet.").Lacks("<svg class=\"graph\"", "My account", "@example.org")
	for range 2 {
		id := s.Rated("three", ann, bob)
		s.Play(id, ann, bob, webtest.WhiteWins...)
	}
	six := s.Rated("six", bob, ann)
	s.Play(six, bob, ann, "a1", "b2")
	bob.Post("/match/"+six+"/resign", nil).Want(http.StatusOK)
	today := s.Clock.Now().UTC().Format("2006-01-02")
	p := s.Browser().Get("/player/ANN").Want(200).Has(
		"</svg> ann", "Joined", `title="`+today, "<dt>Points</dt><dd>3</dd>", "Three Men's Morris", "Six Men's Morris", `<svg class="graph"`, "<title", "in 2 rated games", "Show as table",
		"/match/"+six, "/games?player=ann", `href="/player/bob"`, `href="?game=six-mens-morris#graph"`,
	).Lacks("My account", "@example.org")
	if !strings.Contains(strings.Join(strings.Fields(p.Body), ""), `<tdclass="number">2</td><tdclass="number">2</td><tdclass="number">0</td><tdclass="number">0</td>`) {
		t.Errorf("got no row of 2 rated games, 2 wins, no losses, no draws in\n%s", p.Main())
	}
	s.Browser().Get("/player/ann?game=six-mens-morris").Want(200).Has("Rating in Six Men's Morris", "in 1 rated game,")
	s.Browser().Get("/player/ann?game=chess").Want(200).Has("Rating in Three Men's Morris")
	ann.Get("/player/ann").Want(200).Has("My account", `class="badge you"`)
}

func TestPlayerJSON(t *testing.T) {
	s := webtest.NewSite(t)
	ann, bob := s.Member("ann"), s.Member("bob")
	s.Play(s.Rated("three", ann, bob), ann, bob, webtest.WhiteWins...)
	r := s.Request(http.MethodGet, "/player/bob")
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
	p := s.Browser().Do(r).Want(200).JSON(&got)
	if got.Name != "bob" || got.SinceMS == 0 || len(got.Games) != 1 || got.Games[0].Losses != 1 || got.Games[0].Rated != 1 || got.Games[0].Rating >= 1500 || got.Games[0].Deviation >= 350 {
		t.Errorf("got %+v", got)
	}
	if strings.Contains(p.Body, "@") {
		t.Errorf("the profile shows the email address: %s", p.Body)
	}
}

// The page of an unknown name has a search form.
func TestNoPlayer(t *testing.T) {
	s := webtest.NewSite(t)
	s.Member("ann")
	for _, name := range []string{"unknown", "Guest-ABCDE", "a/b", "%", strings.Repeat("x", 10_000), `"><script>`} {
		s.Browser().Get("/player/"+url.PathEscape(name)).Want(404).Has("This player does not exist.", `action="/player"`)
		s.Browser().Get("/player?name=" + url.QueryEscape(name)).Want(404).Has(`action="/player"`)
	}
	if got := s.Browser().Get("/player?name=+Ann+").Want(200).Path; got != "/player/Ann" {
		t.Errorf("got to %s, want the profile", got)
	}
	r := s.Request(http.MethodGet, "/player/unknown")
	r.Header.Set("Accept", "application/json")
	if got := s.Browser().Do(r).Want(404).Refusal().Error.Key; got != "no-player" {
		t.Errorf("as JSON: got %q, want no-player", got)
	}
}

func TestLeaderboard(t *testing.T) {
	s := webtest.NewSite(t)
	ann, bob := s.Member("ann"), s.Member("bob")
	s.Browser().Get("/leaderboard/three-mens-morris").Want(200).Has("No ranked players yet.", "/play?game=three-mens-morris")
	for i := range 18 {
		white, black := ann, bob
		if i%3 == 2 {
			white, black = bob, ann
		}
		s.Play(s.Rated("three", white, black), white, black, webtest.WhiteWins...)
	}
	p := ann.Get("/leaderboard/three-mens-morris").Want(200).Has(`href="/player/ann"`, `href="/player/bob"`, "±", `class="you"`)
	if strings.Index(p.Body, `"/player/ann"`) > strings.Index(p.Body, `"/player/bob"`) {
		t.Error("bob, who lost two of three, is ranked above ann")
	}
	ann.Get("/leaderboard").Want(200).Has(`href="/leaderboard/three-mens-morris"`, `href="/player/ann"`, "No ranked players yet")
	ann.Get("/player/ann").Lacks(`? <span class="muted">±`)
	r := s.Request(http.MethodGet, "/leaderboard/three-mens-morris")
	r.Header.Set("Accept", "application/json")
	var got struct {
		Leaders []struct {
			Rank, Games       int
			Name              string
			Rating, Deviation float64
		}
	}
	s.Browser().Do(r).Want(200).JSON(&got)
	if len(got.Leaders) != 2 || got.Leaders[0].Name != "ann" || got.Leaders[0].Rank != 1 || got.Leaders[0].Games != 18 || got.Leaders[0].Deviation > 110 {
		t.Errorf("got %+v", got)
	}
}
