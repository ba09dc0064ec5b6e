// SPDX-License-Identifier: Apache-2.0

package lobby_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"cairn/internal/web/webtest"
)

// TestPerfectInTheMenu checks that the level perfect is offered for games with
// tables, and that the page lists these games.
func TestPerfectInTheMenu(t *testing.T) {
	s := webtest.NewSite(t)
	b := s.Browser()
	b.Get("/play").Want(200).Has(`<option value="master">Master</option>`).Lacks(`value="perfect"`)
	s.Live.Rooms.Games().UseTables(t.TempDir())
	b.Get("/play?game=six&level=perfect").Want(200).
		Has(`<option value="perfect" data-games="six-mens-morris six-mens-morris-no-flying three-mens-morris`).
		Has(` selected>Perfect</option>`)
	b.Post("/match", webtest.Form("game", "nine", "opponent", "computer", "level", "perfect")).Want(400).
		Has("This level is not available for this game.")
	b.Create("three", "computer", "level", "perfect")
}

// The waiting page learns of its match at once.
func TestLiveSeek(t *testing.T) {
	s := webtest.NewSite(t)
	ann := s.Browser()
	wait := ann.Post("/seek", webtest.Form("game", "nine")).Path
	stream := ann.Open(wait + "/live")
	if got := stream.Next(); got.Type != "waiting" || got.Wish != "nine-mens-morris 10m+5s casual" || got.Casual {
		t.Errorf("got %+v, want to wait", got)
	}
	found := s.Browser().Post("/seek", webtest.Form("game", "nine")).Path
	if got := stream.Next(); got.Type != "found" || got.URL != found {
		t.Errorf("got %+v, want found %s", got, found)
	}
	stranger := s.Guest().Open(wait + "/live")
	if got := stranger.Closed(); got != 4004 {
		t.Errorf("a stranger: got close code %d, want 4004", got)
	}
	bob := s.Browser()
	wait = bob.Post("/seek", webtest.Form("game", "six")).Path
	stream = bob.Open(wait + "/live")
	bob.Post(wait+"/cancel", nil).Want(200)
	if got := stream.Closed(); got != 4004 {
		t.Errorf("cancelled: got close code %d, want 4004", got)
	}
}

// Two users with the same seek are paired; without script, reloading leads to
// the match.
func TestSeek(t *testing.T) {
	s := webtest.NewSite(t)
	ann, bob := s.Browser(), s.Browser()
	wait := ann.Post("/seek", webtest.Form("game", "nine", "clock", "5m+3s")).Want(http.StatusOK).
		Has("Looking for an opponent…", "Nine Men", "5 min + 3 s per move", `http-equiv="refresh"`, "data-seek")
	ann.Get(wait.Path).Want(http.StatusOK).Has("Looking for an opponent…")
	found := bob.Post("/seek", webtest.Form("game", "nine", "clock", "5m+3s")).Want(http.StatusOK)
	if !strings.HasPrefix(found.Path, "/match/") {
		t.Fatalf("bob: got to %s, want the match", found.Path)
	}
	if got := ann.Get(wait.Path).Want(http.StatusOK).Path; got != found.Path {
		t.Errorf("ann: got to %s, want %s", got, found.Path)
	}
	id := strings.TrimPrefix(found.Path, "/match/")
	if got := ann.State(id); got.Status != "playing" || got.Kind != "open" {
		t.Errorf("after both have joined: got %s, %s; want playing, open", got.Status, got.Kind)
	}
	if a, b := ann.State(id).You, bob.State(id).You; a == b || a == "" || b == "" {
		t.Errorf("sides: got %q and %q, want one each", a, b)
	}
}

func TestSeekOtherClock(t *testing.T) {
	s := webtest.NewSite(t)
	s.Browser().Post("/seek", webtest.Form("game", "nine", "clock", "5m+3s")).Has("Looking for an opponent…")
	s.Browser().Post("/seek", webtest.Form("game", "nine")).Has("Looking for an opponent…")
	b := s.Browser()
	b.Post("/seek", webtest.Form("game", "six")).Has("Looking for an opponent…")
	b.Post("/seek", webtest.Form("game", "six")).Has("Looking for an opponent…") // never with oneself
}

func TestCancelSeek(t *testing.T) {
	s := webtest.NewSite(t)
	ann := s.Browser()
	wait := ann.Post("/seek", webtest.Form("game", "nine"))
	s.Guest().Still().Post(wait.Path+"/cancel", nil).Want(http.StatusSeeOther) // another visitor cannot cancel it
	ann.Get(wait.Path).Has("Looking for an opponent…")
	ann.Post(wait.Path+"/cancel", nil).Want(http.StatusOK).Has("Search cancelled.")
	ann.Get(wait.Path).Want(http.StatusOK).Has("This search has ended.")
	s.Browser().Post("/seek", webtest.Form("game", "nine")).Has("Looking for an opponent…")
}

// Cancelling too late leads to the match.
func TestCancelFound(t *testing.T) {
	s := webtest.NewSite(t)
	ann := s.Browser()
	wait := ann.Post("/seek", webtest.Form("game", "nine"))
	found := s.Browser().Post("/seek", webtest.Form("game", "nine"))
	if got := ann.Post(wait.Path+"/cancel", nil).Want(http.StatusOK).Path; got != found.Path {
		t.Errorf("got to %s, want %s", got, found.Path)
	}
}

// A game with a friend from the form starts as soon as both are there, even if its creator
// has left meanwhile; its creator may choose to start it.
func TestFriendStarts(t *testing.T) {
	s := webtest.NewSite(t)
	ann, bob := s.Browser(), s.Browser()
	ann.Get("/play").Want(200).Has(`name="starts" value="creator">`, `type="hidden" name="starts" value="together"`)
	id := ann.Create("nine", "private", "starts", "together")
	ann.Get("/match/" + id).Want(200).Has("#invite-link")
	s.Pass(time.Minute) // ann leaves
	bob.Post("/join", webtest.Form("id", id)).Want(200).Has("The game starts when you are both here.")
	if got := bob.State(id); got.Status != "ready" || got.Can.Start {
		t.Errorf("without ann: got %s, may start %t", got.Status, got.Can.Start)
	}
	if got := ann.State(id); got.Status != "playing" {
		t.Errorf("with both: got %s, want playing", got.Status)
	}
	for _, starts := range []string{"", "creator"} {
		id := ann.Create("nine", "private", "starts", starts)
		bob.Post("/join", webtest.Form("id", id)).Want(200)
		if got := ann.State(id); got.Status != "ready" || !got.Can.Start {
			t.Errorf("%q: got %s, may start %t, want her to start it", starts, got.Status, got.Can.Start)
		}
	}
	ann.Post("/match", webtest.Form("game", "nine", "opponent", "private", "starts", "soon")).Want(400).Has("when both players are there (together)")
}

// A friend is invited by id, link and QR code; the creator starts.
func TestPrivate(t *testing.T) {
	s := webtest.NewSite(t)
	ann, bob, eve := s.Browser(), s.Browser(), s.Browser()
	id := ann.Create("nine", "private", "side", "black")
	ann.Get("/match/"+id).Has(id, s.HTTP.URL+"/join?id="+id, "#invite-link", "QR code", "Waiting for your friend")
	eve.Get("/match/" + id).Want(http.StatusNotFound).Has("Join match " + id).Lacks("data-live")
	eve.Get("/games").Lacks(id)
	s.Browser().Get("/join?id="+id).Want(http.StatusOK).Has(`value="`+id+`"`, " invites you to a game.", `href="/rules/nine-mens-morris"`, "Unlimited", "Casual").Lacks("needs an account")
	bob.Get("/join?id=222222").Want(http.StatusNotFound).Has("Enter the ID your friend sent you", "A match ID has seven letters and digits.").Lacks("invites you")
	bob.Get("/join?id="+strings.ToUpper(id)).Want(http.StatusOK).Has(" invites you to a game.", "Unlimited", "Casual", "Private", "You play White.")

	bob.Post("/join", webtest.Form("id", "zzz"+id[:4])).Want(http.StatusNotFound).Has("There is no match with this ID.", `value="zzz`+id[:4]+`"`)
	bob.Post("/join", webtest.Form("id", "??")).Want(http.StatusNotFound).Has("A match ID has seven letters and digits.", `value="??"`)
	bob.Post("/join", webtest.Form("id", " "+strings.ToUpper(id[:3])+"-"+id[3:])).Want(http.StatusOK).Has("to start the game.").Lacks("#invite-link")
	eve.Get("/join?id="+id).Want(http.StatusForbidden).Has("This match is already full.").Lacks("invites you", "Watch it") // the seat is taken
	if got := bob.Get("/join?id=" + id).Want(http.StatusOK).Path; got != "/match/"+id {
		t.Errorf("who sits already: got to %s, want the match", got)
	}
	eve.Post("/join", webtest.Form("id", id)).Want(http.StatusForbidden).Has("This match is already full.", `value="`+id+`"`)
	if got := bob.Post("/join", webtest.Form("id", id)).Want(http.StatusOK).Path; got != "/match/"+id {
		t.Errorf("who sits already: got to %s, want the match", got)
	}

	if got := bob.State(id); got.Status != "ready" || got.Can.Start || got.You != "white" {
		t.Errorf("bob: got %s, may start %v, is %s", got.Status, got.Can.Start, got.You)
	}
	if got := ann.State(id); !got.Can.Start || got.You != "black" || !strings.Contains(got.Message, "Start the game.") {
		t.Errorf("ann: got may start %v, is %s, %q", got.Can.Start, got.You, got.Message)
	}
	bob.Post("/match/"+id+"/start", nil).Want(http.StatusForbidden).Has("Only the creator can start the match.")
	ann.Post("/match/"+id+"/start", nil).Want(http.StatusOK)
	eve.Get("/games").Lacks("/match/" + id)
	eve.Get("/").Lacks("/match/" + id)
}

// Only its players see a private match, while it is played and afterwards, in
// every page, unless its creator shows it.
func TestPrivateHidden(t *testing.T) {
	s := webtest.NewSite(t)
	ann, bob, eve := s.Member("ann"), s.Member("bob"), s.Member("eve")
	for _, shown := range []bool{false, true} {
		more := []string{"rated", "yes"}
		want := http.StatusNotFound
		if shown {
			more, want = append(more, "shown", "yes"), http.StatusOK
		}
		id := ann.Create("three", "private", more...)
		bob.Post("/join", webtest.Form("id", id)).Want(http.StatusOK)
		ann.Post("/match/"+id+"/start", nil).Want(http.StatusOK)
		look := func(pages ...string) {
			t.Helper()
			for _, stranger := range []*webtest.Browser{eve, s.Browser()} {
				for _, path := range []string{"/match/" + id, "/match/" + id + ".json", "/match/" + id + ".yaml", "/match/" + id + "/turns", "/match/" + id + "?ply=1"} {
					stranger.Get(path).Want(want)
				}
				r := s.Request(http.MethodGet, "/match/"+id)
				r.Header.Set("Accept", "application/json")
				stranger.Do(r).Want(want)
				if !shown {
					if got, unknown := stranger.Live(id, 0).Closed(), stranger.Live("zzzzzzz", 0).Closed(); got != unknown {
						t.Errorf("stream: got code %d, want %d as of an unknown match", got, unknown)
					}
				}
				for _, path := range pages {
					if p := stranger.Get(path).Want(http.StatusOK); strings.Contains(p.Text, id) != shown {
						t.Errorf("shown %t: %s has the match: %t", shown, path, !shown)
					}
				}
			}
		}
		look("/games")
		s.Play(id, ann, bob, webtest.WhiteWins[0])
		if got := strings.Contains(s.Browser().Get("/").Want(http.StatusOK).Text, id); got != shown {
			t.Errorf("shown %t: the front page has the match: %t", shown, got)
		}
		if full := eve.Get("/join?id=" + id).Want(http.StatusForbidden).Has("This match is already full."); shown {
			full.Has(`<a href="/match/` + id + `">Watch it</a>`)
			ann.Get("/match/" + id).Has("Everyone may watch")
		} else {
			full.Lacks("Watch it")
			ann.Get("/match/" + id).Has(`class="tag">Private`)
		}
		s.Play(id, bob, ann, webtest.WhiteWins[1:]...)
		look("/games", "/player/ann", "/player/bob?game=three-mens-morris", "/games?player=ann", "/games?player=ann&with=bob")
		ann.Get("/player/ann").Want(http.StatusOK).Has(id)
		bob.Get("/games?player=ann&with=bob").Want(http.StatusOK).Has(id)
		ann.Get("/match/" + id).Want(http.StatusOK)
	}
}

func TestStartFaults(t *testing.T) {
	s := webtest.NewSite(t)
	for name, c := range map[string]struct{ game, opponent, level, clock, side, want string }{
		"game":     {"chess", "screen", "", "", "", "This game does not exist."},
		"opponent": {"nine", "open", "", "", "", "Choose an opponent."},
		"level":    {"nine", "computer", "godlike", "", "", "This level is not available for this game."},
		"clock":    {"nine", "screen", "", "soon", "", "This time control does not exist."},
		"side":     {"nine", "private", "", "", "green", "Choose White, Black or Random."},
	} {
		t.Run(name, func(t *testing.T) {
			s := s.In(t)
			values := webtest.Form("game", c.game, "opponent", c.opponent, "level", c.level, "clock", c.clock, "side", c.side)
			s.Browser().Post("/match", values).Want(http.StatusBadRequest).Has(c.want, `action="/match"`)
			got := s.Browser().Send("/match", `{"game":"`+c.game+`","opponent":"`+c.opponent+`","level":"`+c.level+`","clock":"`+c.clock+`","side":"`+c.side+`"}`)
			if r := got.Want(http.StatusBadRequest).Refusal(); r.Error.Code != "invalid" || r.Error.Text == "" {
				t.Errorf("as JSON: got %+v", r.Error)
			}
		})
	}
	s.Browser().Post("/seek", webtest.Form("game", "chess")).Want(http.StatusBadRequest).Has("This game does not exist.")
}

func TestCreateJSON(t *testing.T) {
	s := webtest.NewSite(t)
	var made struct{ Match, URL, Seek string }
	b := s.Browser()
	b.Send("/match", `{"game":"six","opponent":"computer","level":"novice"}`).Want(http.StatusOK).JSON(&made)
	if made.URL != "/match/"+made.Match || b.State(made.Match).Kind != "computer" {
		t.Errorf("got %+v", made)
	}
	s.Browser().Send("/seek", `{"game":"six"}`).Want(http.StatusOK).JSON(&made)
	if made.Seek == "" {
		t.Errorf("got %+v, want a seek", made)
	}
}
