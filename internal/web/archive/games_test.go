// SPDX-License-Identifier: Apache-2.0

package archive_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"cairn/internal/web/webtest"
)

// archive is the JSON of an archive page.
type results struct {
	Games []struct {
		Match, URL, Game, White, Black, Kind, Clock, Result, Reason string
		Rated                                                       bool
		Turns                                                       int
		EndedMS                                                     int64 `json:"ended_ms"`
	}
	Next string
}

func search(b *webtest.Browser, path string) results {
	b.T.Helper()
	r := b.Site.Request(http.MethodGet, path)
	r.Header.Set("Accept", "application/json")
	var found results
	b.Do(r).Want(http.StatusOK).JSON(&found)
	return found
}

func (a results) ids() []string {
	ids := []string{}
	for _, game := range a.Games {
		ids = append(ids, game.Match)
	}
	return ids
}

func TestArchive(t *testing.T) {
	s := webtest.NewSite(t)
	ann, bob, eve := s.Member("ann"), s.Member("bob"), s.Member("eve")
	won := s.Rated("three", ann, bob)
	s.Play(won, ann, bob, webtest.WhiteWins...)
	lost := s.Rated("six", ann, eve)
	s.Play(lost, ann, eve, "a1", "b2")
	ann.Post("/match/"+lost+"/resign", nil).Want(http.StatusOK)
	guests, white, black := s.Pair("three")
	s.Play(guests, white, black, webtest.WhiteWins...)
	machine := bob.Create("six", "computer", "level", "novice")
	bob.Post("/match/"+machine+"/resign", nil).Want(http.StatusOK)
	running := s.Rated("three", bob, eve)
	aborted := s.Rated("three", ann, eve)
	ann.Post("/match/"+aborted+"/abort", nil).Want(http.StatusOK)

	today := s.Clock.Now().UTC().Format(time.DateOnly)
	tomorrow := s.Clock.Now().UTC().AddDate(0, 0, 1).Format(time.DateOnly)
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
		if got := search(s.Browser(), "/games?"+query).ids(); !cmp.Equal(got, want) {
			t.Errorf("%s: got %v, want %v", query, got, want)
		}
	}
	game := search(s.Browser(), "/games?player=bob&kind=all").Games[1]
	if game.White != "ann" || game.Black != "bob" || !game.Rated || game.Turns != 5 || game.Result != "white-wins" || game.Reason != "line" || game.EndedMS == 0 {
		t.Errorf("got %+v", game)
	}
	s.Browser().Get("/games").Want(200).Has("/match/"+running, "/match/"+won, `href="/player/ann"`, "White wins: three in a row.", today, "3 games").Lacks(aborted, machine)
	s.Browser().Get("/games?player=ann&rated=yes").Want(200).Has("/match/"+won, `value="ann"`, `value="yes" checked`, "2 games").Lacks(running, guests)
	s.Browser().Get("/games?result=draw").Want(200).Has("No games found.", `href="/games"`)
	ann.Get("/games").Has("/games?player=ann")
}

func TestArchiveEmpty(t *testing.T) {
	webtest.NewSite(t).Browser().Get("/games").Want(200).Has("No finished games yet.", `href="/play"`)
}

// Errors of a search are shown beside their fields; typed values are kept.
func TestArchiveFaults(t *testing.T) {
	s := webtest.NewSite(t)
	s.Member("ann")
	long := strings.Repeat("x", 10_000)
	for name, c := range map[string]struct{ field, value, want string }{
		"game":          {"game", "chess", "This game does not exist."},
		"player":        {"player", "unknown", "This player does not exist."},
		"long name":     {"player", long, "This player does not exist."},
		"guest":         {"player", "Guest-ABCDE", "This player does not exist."},
		"bytes":         {"with", "\xff\x00", "This player does not exist."},
		"other player":  {"with", "unknown", "This player does not exist."},
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
			s := s.In(t)
			values := webtest.Form("player", "ann", "min", "7", "from", "2000-01-01", c.field, c.value)
			p := s.Browser().Get("/games?"+values.Encode()).Want(http.StatusBadRequest).Has(c.want, `aria-invalid="true"`, `id="`+c.field+`-problem"`)
			for field, typed := range map[string]string{"min": "7", "from": "2000-01-01", "player": "ann"} {
				if field != c.field {
					p.Has(`value="` + typed + `"`)
				}
			}
			r := s.Request(http.MethodGet, "/games?"+values.Encode())
			r.Header.Set("Accept", "application/json")
			if got := s.Browser().Do(r).Want(http.StatusBadRequest).Refusal().Error; got.Code != "invalid" || !strings.Contains(got.Fields[c.field], c.want) {
				t.Errorf("as JSON: got %+v", got)
			}
		})
	}
	for _, after := range []string{"x", "-", "1-", "0-abc2345", "-5-abc2345", "1e9-abc2345", "99999999999999999999-abc2345"} {
		s.Browser().Get("/games?after=" + url.QueryEscape(after)).Want(http.StatusBadRequest)
	}
}

// Each game is on exactly one page, also when games end in between.
func TestArchivePages(t *testing.T) {
	s := webtest.NewSite(t)
	ann, bob := s.Member("ann"), s.Member("bob")
	finish := func() string {
		id := ann.Create("three", "private", "shown", "yes")
		bob.Send("/join", `{"id":"`+id+`"}`).Want(http.StatusOK)
		ann.Send("/match/"+id+"/start", `{}`).Want(http.StatusOK)
		s.Play(id, ann, bob, "a1", "b1")
		bob.Send("/match/"+id+"/resign", `{}`).Want(http.StatusOK)
		return id
	}
	want := make([]string, 26)
	for i := range want {
		want[len(want)-1-i] = finish()
		s.Clock.Advance(time.Second)
	}
	first := search(s.Browser(), "/games?player=ann")
	if len(first.Games) != 24 || !strings.Contains(first.Next, "player=ann") {
		t.Fatalf("got %d games, then %q", len(first.Games), first.Next)
	}
	finish()
	second := search(s.Browser(), first.Next)
	if got := append(first.ids(), second.ids()...); !cmp.Equal(got, want) || second.Next != "" {
		t.Errorf("got %v, then %q, want %v", got, second.Next, want)
	}
	s.Browser().Get("/games?player=ann").Want(200).Has("24 games on this page", `rel="next"`).Lacks(`rel="prev"`)
	s.Browser().Get(first.Next).Want(200).Has("2 games on this page", `rel="prev" href="/games?player=ann"`).Lacks(`rel="next"`)
	s.Browser().Get("/games?after=1-abc2345").Want(200).Has("No more games.")
}

// Games of a deleted account stay in the archive, without the name.
func TestArchiveOfDeleted(t *testing.T) {
	s := webtest.NewSite(t)
	ann, bob := s.Member("ann"), s.Member("bob")
	id := s.Rated("three", ann, bob)
	s.Play(id, ann, bob, webtest.WhiteWins...)
	profile, err := s.Live.Archive.Profile(t.Context(), "bob")
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Store.DeleteUser(t.Context(), profile.User.ID, s.Clock.Now()); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"/games", "/match/" + id, "/player/ann"} {
		ann.Get(path).Want(200).Has("Deleted player").Lacks(`href="/player/bob"`)
	}
	ann.Get("/player/bob").Want(404)
}
