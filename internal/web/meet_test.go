// SPDX-License-Identifier: Apache-2.0

package web_test

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"
)

func itoa(n int) string { return strconv.Itoa(n) }

func mustURL(t *testing.T, text string) *url.URL {
	t.Helper()
	u, err := url.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// Two strangers press the same button and meet; without script the one who
// waits finds the game by reloading.
func TestSeek(t *testing.T) {
	s := newSite(t)
	ann, bob := s.browser(), s.browser()
	wait := ann.post("/seek", form("game", "nine", "clock", "5m+3s")).want(http.StatusOK).
		has("Looking for an opponent…", "Nine Men", "5 min + 3 s per move", `http-equiv="refresh"`, "data-seek")
	ann.get(wait.path).want(http.StatusOK).has("Looking for an opponent…")
	found := bob.post("/seek", form("game", "nine", "clock", "5m+3s")).want(http.StatusOK)
	if !strings.HasPrefix(found.path, "/match/") {
		t.Fatalf("bob: got to %s, want the match", found.path)
	}
	if got := ann.get(wait.path).want(http.StatusOK).path; got != found.path {
		t.Errorf("ann: got to %s, want %s", got, found.path)
	}
	id := strings.TrimPrefix(found.path, "/match/")
	if got := ann.state(id); got.Status != "playing" || got.Kind != "open" {
		t.Errorf("once both came: got %s, %s; want playing, open", got.Status, got.Kind)
	}
	if a, b := ann.state(id).You, bob.state(id).You; a == b || a == "" || b == "" {
		t.Errorf("sides: got %q and %q, want one each", a, b)
	}
}

func TestSeekOtherClock(t *testing.T) {
	s := newSite(t)
	s.browser().post("/seek", form("game", "nine", "clock", "5m+3s")).has("Looking for an opponent…")
	s.browser().post("/seek", form("game", "nine")).has("Looking for an opponent…")
	b := s.browser()
	b.post("/seek", form("game", "six")).has("Looking for an opponent…")
	b.post("/seek", form("game", "six")).has("Looking for an opponent…") // never with oneself
}

func TestCancelSeek(t *testing.T) {
	s := newSite(t)
	ann := s.browser()
	wait := ann.post("/seek", form("game", "nine"))
	s.guest().still().post(wait.path+"/cancel", nil).want(http.StatusSeeOther) // a stranger's has no effect
	ann.get(wait.path).has("Looking for an opponent…")
	ann.post(wait.path+"/cancel", nil).want(http.StatusOK).has("Search cancelled.")
	ann.get(wait.path).want(http.StatusOK).has("This search has ended.")
	s.browser().post("/seek", form("game", "nine")).has("Looking for an opponent…")
}

// Cancelling too late leads to the match.
func TestCancelFound(t *testing.T) {
	s := newSite(t)
	ann := s.browser()
	wait := ann.post("/seek", form("game", "nine"))
	found := s.browser().post("/seek", form("game", "nine"))
	if got := ann.post(wait.path+"/cancel", nil).want(http.StatusOK).path; got != found.path {
		t.Errorf("got to %s, want %s", got, found.path)
	}
}

// A friend is invited by id, link and QR code; the creator starts.
func TestPrivate(t *testing.T) {
	s := newSite(t)
	ann, bob, eve := s.browser(), s.browser(), s.browser()
	id := ann.create("nine", "private", "side", "black")
	ann.get("/match/"+id).has(id, s.http.URL+"/join?id="+id, "data-copy", "QR code", "Waiting for your friend")
	eve.get("/match/" + id).want(http.StatusNotFound).has("Join match " + id).lacks("data-live")
	eve.get("/games").lacks(id)
	s.browser().get("/join?id="+id).want(http.StatusOK).has(`value="`+id+`"`, " invites you to a game.", `href="/rules/nine-mens-morris"`, "Unlimited", "Casual").lacks("needs an account")
	bob.get("/join?id=222222").want(http.StatusOK).has("Enter the ID your friend sent you").lacks("invites you")

	bob.post("/join", form("id", "zzz"+id[:4])).want(http.StatusNotFound).has("There is no match with this ID.", `value="zzz`+id[:4]+`"`)
	bob.post("/join", form("id", "??")).want(http.StatusNotFound).has("A match ID has seven letters and digits.", `value="??"`)
	bob.post("/join", form("id", " "+strings.ToUpper(id[:3])+"-"+id[3:])).want(http.StatusOK).has("to start the game.").lacks("data-copy")
	eve.get("/join?id=" + id).want(http.StatusOK).lacks("invites you") // the seat is taken
	eve.post("/join", form("id", id)).want(http.StatusForbidden).has("This match is already full.", `value="`+id+`"`)
	if got := bob.post("/join", form("id", id)).want(http.StatusOK).path; got != "/match/"+id {
		t.Errorf("who sits already: got to %s, want the match", got)
	}

	if got := bob.state(id); got.Status != "ready" || got.Can.Start || got.You != "white" {
		t.Errorf("bob: got %s, may start %v, is %s", got.Status, got.Can.Start, got.You)
	}
	if got := ann.state(id); !got.Can.Start || got.You != "black" || !strings.Contains(got.Message, "Start the game.") {
		t.Errorf("ann: got may start %v, is %s, %q", got.Can.Start, got.You, got.Message)
	}
	bob.post("/match/"+id+"/start", nil).want(http.StatusForbidden).has("Only the creator can start the match.")
	ann.post("/match/"+id+"/start", nil).want(http.StatusOK)
	if got := eve.state(id); got.You != "" || got.Status != "playing" || len(got.Moves) != 0 {
		t.Errorf("a spectator: got %q, %s, %d moves", got.You, got.Status, len(got.Moves))
	}
	eve.get("/games").has("/match/" + id)
	eve.get("/").has("/match/" + id)
}

func TestStartFaults(t *testing.T) {
	s := newSite(t)
	for name, c := range map[string]struct{ game, opponent, level, clock, side, want string }{
		"game":     {"chess", "screen", "", "", "", "This game does not exist."},
		"opponent": {"nine", "open", "", "", "", "Choose an opponent."},
		"level":    {"nine", "computer", "godlike", "", "", "This level is not available for this game."},
		"clock":    {"nine", "screen", "", "soon", "", "This time control does not exist."},
		"side":     {"nine", "private", "", "", "green", "Choose White, Black or Random."},
	} {
		t.Run(name, func(t *testing.T) {
			s := s.in(t)
			values := form("game", c.game, "opponent", c.opponent, "level", c.level, "clock", c.clock, "side", c.side)
			s.browser().post("/match", values).want(http.StatusBadRequest).has(c.want, `action="/match"`)
			got := s.browser().send("/match", `{"game":"`+c.game+`","opponent":"`+c.opponent+`","level":"`+c.level+`","clock":"`+c.clock+`","side":"`+c.side+`"}`)
			if r := got.want(http.StatusBadRequest).refusal(); r.Error.Code != "invalid" || r.Error.Text == "" {
				t.Errorf("as JSON: got %+v", r.Error)
			}
		})
	}
	s.browser().post("/seek", form("game", "chess")).want(http.StatusBadRequest).has("This game does not exist.")
}

func TestCreateJSON(t *testing.T) {
	s := newSite(t)
	var made struct{ Match, URL, Seek string }
	b := s.browser()
	b.send("/match", `{"game":"six","opponent":"computer","level":"novice"}`).want(http.StatusOK).json(&made)
	if made.URL != "/match/"+made.Match || b.state(made.Match).Kind != "computer" {
		t.Errorf("got %+v", made)
	}
	s.browser().send("/seek", `{"game":"six"}`).want(http.StatusOK).json(&made)
	if made.Seek == "" {
		t.Errorf("got %+v, want a seek", made)
	}
}
