// SPDX-License-Identifier: Apache-2.0

package web_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// rated starts a rated match; the first has White.
func (s *site) rated(game string, white, black *browser) string {
	s.t.Helper()
	id := white.create(game, "private", "rated", "yes")
	black.post("/join", form("id", id)).want(http.StatusOK)
	white.post("/match/"+id+"/start", nil).want(http.StatusOK)
	return id
}

// whiteWins are the moves of a whole game of Three Men's Morris.
var whiteWins = []string{"a1", "b1", "a2", "b2", "a3"}

// archive is a page of the archive as programs get it.
type archive struct {
	Games []struct {
		Match, URL, Game, White, Black, Kind, Clock, Result, Reason string
		Rated                                                       bool
		Turns                                                       int
		EndedMS                                                     int64 `json:"ended_ms"`
	}
	Next string
}

func (b *browser) archive(path string) archive {
	b.t.Helper()
	r := b.site.request(http.MethodGet, path)
	r.Header.Set("Accept", "application/json")
	var found archive
	b.do(r).want(http.StatusOK).json(&found)
	return found
}

func (a archive) ids() []string {
	ids := []string{}
	for _, game := range a.Games {
		ids = append(ids, game.Match)
	}
	return ids
}

func TestArchive(t *testing.T) {
	s := newSite(t)
	ann, bob, eve := s.member("ann"), s.member("bob"), s.member("eve")
	won := s.rated("three", ann, bob)
	s.play(won, ann, bob, whiteWins...)
	lost := s.rated("six", ann, eve)
	s.play(lost, ann, eve, "a1", "b2")
	ann.post("/match/"+lost+"/resign", nil).want(http.StatusOK)
	guests, white, black := s.pair("three")
	s.play(guests, white, black, whiteWins...)
	machine := bob.create("six", "computer", "level", "novice")
	bob.post("/match/"+machine+"/resign", nil).want(http.StatusOK)
	running := s.rated("three", bob, eve)
	calledOff := s.rated("three", ann, eve)
	ann.post("/match/"+calledOff+"/abort", nil).want(http.StatusOK)

	today := s.clock.now().UTC().Format(time.DateOnly)
	tomorrow := s.clock.now().UTC().AddDate(0, 0, 1).Format(time.DateOnly)
	for query, want := range map[string][]string{
		"":                       {guests, lost, won},
		"game=three":             {guests, won},
		"game=six-mens-morris":   {lost},
		"player=ANN":             {lost, won},
		"player=ann&with=bob":    {won},
		"player=bob&with=eve":    {},
		"with=bob":               {won},
		"result=white":           {guests, won},
		"result=black":           {lost},
		"result=draw":            {},
		"min=5":                  {guests, won},
		"max=4":                  {lost},
		"min=3&max=4":            {},
		"rated=yes":              {lost, won},
		"from=" + today:          {guests, lost, won},
		"to=" + today:            {guests, lost, won},
		"from=" + tomorrow:       {},
		"to=2000-01-01":          {},
		"from=0001-01-01":        {guests, lost, won},
		"kind=computer":          {machine},
		"kind=all&player=bob":    {machine, won},
		"game=six&kind=computer": {machine},
	} {
		if got := s.browser().archive("/games?" + query).ids(); !cmp.Equal(got, want) {
			t.Errorf("%s: got %v, want %v", query, got, want)
		}
	}
	game := s.browser().archive("/games?player=bob&kind=all").Games[1]
	if game.White != "ann" || game.Black != "bob" || !game.Rated || game.Turns != 5 || game.Result != "white-wins" || game.Reason != "line" || game.EndedMS == 0 {
		t.Errorf("got %+v", game)
	}
	s.browser().get("/games").want(200).has("/match/"+running, "/match/"+won+"?ply=last", `href="/player/ann"`, "White wins: three in a row.", today, "3 games").lacks(calledOff, machine)
	s.browser().get("/games?player=ann&rated=yes").want(200).has("/match/"+won, `value="ann"`, `value="yes" checked`, "2 games").lacks(running, guests)
	s.browser().get("/games?result=draw").want(200).has("No games found.", `href="/games"`)
	ann.get("/games").has("/games?player=ann")
}

func TestArchiveEmpty(t *testing.T) {
	newSite(t).browser().get("/games").want(200).has("No finished games yet.", `href="/play"`)
}

// What is wrong with a search is told at its field; all that was typed stays.
func TestArchiveFaults(t *testing.T) {
	s := newSite(t)
	s.member("ann")
	long := strings.Repeat("x", 10_000)
	for name, c := range map[string]struct{ field, value, want string }{
		"game":          {"game", "chess", "This game does not exist."},
		"player":        {"player", "nobody", "This player does not exist."},
		"long name":     {"player", long, "This player does not exist."},
		"guest":         {"player", "Guest-ABCDE", "This player does not exist."},
		"bytes":         {"with", "\xff\x00", "This player does not exist."},
		"other player":  {"with", "nobody", "This player does not exist."},
		"same player":   {"with", "Ann", "Choose a different player."},
		"result":        {"result", "loss", "Choose an option from the list."},
		"kind":          {"kind", "screen", "Choose an option from the list."},
		"rated":         {"rated", "maybe", "Choose an option from the list."},
		"day":           {"from", "31.1.2026", "Enter a date as year-month-day"},
		"absurd year":   {"to", "9999999-01-01", "Enter a date as year-month-day"},
		"no such day":   {"from", "2026-02-30", "Enter a date as year-month-day"},
		"days swapped":  {"to", "1999-12-31", "This date is before the start date."},
		"negative":      {"min", "-1", "Enter a number, 0 or more."},
		"huge":          {"max", "99999999999999999999", "Enter a number, 0 or more."},
		"words":         {"max", "many", "Enter a number, 0 or more."},
		"turns swapped": {"max", "3", "This is less than the minimum."},
	} {
		t.Run(name, func(t *testing.T) {
			s := s.in(t)
			values := form("player", "ann", "min", "7", "from", "2000-01-01", c.field, c.value)
			p := s.browser().get("/games?"+values.Encode()).want(http.StatusBadRequest).has(c.want, `aria-invalid="true"`, `id="`+c.field+`-problem"`)
			for field, typed := range map[string]string{"min": "7", "from": "2000-01-01", "player": "ann"} {
				if field != c.field {
					p.has(`value="` + typed + `"`)
				}
			}
			r := s.request(http.MethodGet, "/games?"+values.Encode())
			r.Header.Set("Accept", "application/json")
			if got := s.browser().do(r).want(http.StatusBadRequest).refusal().Error; got.Code != "invalid" || !strings.Contains(got.Fields[c.field], c.want) {
				t.Errorf("as JSON: got %+v", got)
			}
		})
	}
	for _, after := range []string{"x", "-", "1-", "0-abc2345", "-5-abc2345", "1e9-abc2345", "99999999999999999999-abc2345"} {
		s.browser().get("/games?after=" + url.QueryEscape(after)).want(http.StatusBadRequest)
	}
}

// Pages follow each other without a gap and without a game twice, also when
// games end meanwhile.
func TestArchivePages(t *testing.T) {
	s := newSite(t)
	ann, bob := s.member("ann"), s.member("bob")
	finish := func() string {
		id := ann.create("three", "private")
		bob.send("/join", `{"id":"`+id+`"}`).want(http.StatusOK)
		ann.send("/match/"+id+"/start", `{}`).want(http.StatusOK)
		bob.send("/match/"+id+"/resign", `{}`).want(http.StatusOK)
		return id
	}
	want := make([]string, 26)
	for i := range want {
		want[len(want)-1-i] = finish()
		s.clock.advance(time.Second)
	}
	first := s.browser().archive("/games?player=ann")
	if len(first.Games) != 24 || !strings.Contains(first.Next, "player=ann") {
		t.Fatalf("got %d games, then %q", len(first.Games), first.Next)
	}
	finish()
	second := s.browser().archive(first.Next)
	if got := append(first.ids(), second.ids()...); !cmp.Equal(got, want) || second.Next != "" {
		t.Errorf("got %v, then %q, want %v", got, second.Next, want)
	}
	s.browser().get("/games?player=ann").want(200).has("24 games on this page", `rel="next"`).lacks(`rel="prev"`)
	s.browser().get(first.Next).want(200).has("2 games on this page", `rel="prev" href="/games?player=ann"`).lacks(`rel="next"`)
	s.browser().get("/games?after=1-abc2345").want(200).has("No more games.")
}

// Who deletes the account stays in the archive as nobody.
func TestArchiveOfDeleted(t *testing.T) {
	s := newSite(t)
	ann, bob := s.member("ann"), s.member("bob")
	id := s.rated("three", ann, bob)
	s.play(id, ann, bob, whiteWins...)
	profile, err := s.live.Profile(t.Context(), "bob")
	if err != nil {
		t.Fatal(err)
	}
	if err := s.store.DeleteUser(t.Context(), profile.User.ID, s.clock.now()); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"/games", "/match/" + id, "/player/ann"} {
		ann.get(path).want(200).has("Deleted player").lacks(`href="/player/bob"`)
	}
	ann.get("/player/bob").want(404)
}
