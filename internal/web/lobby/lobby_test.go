// SPDX-License-Identifier: Apache-2.0

package lobby_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"cairn/internal/web/webtest"
)

// The front page and the form to start a game list open seeks. One click without
// script starts a game, and one's own seek can be cancelled there.
func TestLobby(t *testing.T) {
	s := webtest.NewSite(t)
	ann, bob, eve := s.Member("ann"), s.Browser(), s.Browser()
	bob.Get("/").Want(http.StatusOK).Has("No player is looking for a game right now", "0 players online", "0 games running")
	wait := ann.Post("/seek", webtest.Form("game", "nine", "clock", "5m+3s")).Want(http.StatusOK).Path
	for _, path := range []string{"/", "/play"} {
		bob.Get(path).Want(http.StatusOK).Has(`data-live="/lobby/live"`, `action="`+wait+`/accept"`, `href="/player/ann"`, "1500", "5 min + 3 s per move", "Casual").
			Lacks(`action="` + wait + `/cancel" data-cancel><`)
		ann.Get(path).Want(http.StatusOK).Has(`action="`+wait+`/accept" data-accept hidden`, `action="`+wait+`/cancel" data-cancel><`)
	}
	found := bob.Post(wait+"/accept", nil).Want(http.StatusOK)
	if !strings.HasPrefix(found.Path, "/match/") {
		t.Fatalf("got to %s, want a match", found.Path)
	}
	if got := ann.Get(wait).Want(http.StatusOK).Path; got != found.Path {
		t.Errorf("ann: got to %s, want %s", got, found.Path)
	}
	eve.Post(wait+"/accept", nil).Want(http.StatusNotFound).Has("This player is no longer looking for an opponent.", `action="/match"`)
	if got := eve.Send(wait+"/accept", `{}`).Want(http.StatusNotFound).Refusal().Error.Key; got != "seek-taken" {
		t.Errorf("as JSON: got %q, want seek-taken", got)
	}
	eve.Get("/").Want(http.StatusOK).Has("No player is looking for a game right now")
}

// A lobby without a search offers the computer by level, a puzzle and a lesson instead.
func TestLobbyEmpty(t *testing.T) {
	s := webtest.NewSite(t)
	b := s.Browser()
	b.Get("/play").Want(200).Has(`data-empty>`, `name="level" value="easy">Easy</button>`, `href="/learn"`).Lacks("Watch a game")
	id := strings.TrimPrefix(b.Post("/match", webtest.Form("opponent", "computer", "game", "nine-mens-morris", "side", "random", "level", "easy")).Want(200).Path, "/match/")
	if got := b.State(id); got.Kind != "computer" {
		t.Errorf("got %+v, want a game against the computer", got)
	}
	s.Browser().Post("/seek", webtest.Form("game", "nine"))
	b.Get("/play").Want(200).Has(`data-empty hidden`)
}

// A rated seek says why a guest cannot accept it.
func TestLobbyRated(t *testing.T) {
	s := webtest.NewSite(t)
	ann, bob := s.Member("ann"), s.Member("bob")
	wait := ann.Post("/seek", webtest.Form("game", "nine", "rated", "yes")).Want(http.StatusOK).Path
	for _, b := range []*webtest.Browser{s.Browser(), s.Guest()} {
		b.Get("/").Want(http.StatusOK).Has("Both players need an account to play a rated game.", `action="`+wait+`/accept" data-accept hidden`)
		b.Post(wait+"/accept", nil).Want(http.StatusForbidden).Has("Both players need an account to play a rated game.")
	}
	ann.Post(wait+"/accept", nil).Want(http.StatusBadRequest).Has("This is your own search.")
	found := bob.Post(wait+"/accept", nil).Want(http.StatusOK)
	if id := strings.TrimPrefix(found.Path, "/match/"); !bob.State(id).Rated {
		t.Errorf("got to %s, want a rated match", found.Path)
	}
}

// lobbyMessage is a message of the stream.
type lobbyMessage struct {
	Type, Online, Playing string
	Seeks                 []struct {
		ID, Who, Game, Also, Clock, Why string
		Own                             bool
	}
	Games []struct{ ID, Path, Players string }
}

// The stream shows seeks as they come and go, and games to watch.
func TestLiveLobby(t *testing.T) {
	s := webtest.NewSite(t)
	ann, bob := s.Browser(), s.Guest()
	stream := bob.Open("/lobby/live")
	until := func(what string, pass func(lobbyMessage) bool) lobbyMessage {
		t.Helper()
		for {
			_, data, err := stream.Conn.Read(t.Context())
			if err != nil {
				t.Fatalf("%s: %v", what, err)
			}
			var m lobbyMessage
			if err := json.Unmarshal(data, &m); err != nil {
				t.Fatal(err)
			}
			if m.Type == "lobby" && pass(m) {
				return m
			}
		}
	}
	until("at first", func(m lobbyMessage) bool { return len(m.Seeks) == 0 && m.Online == "1 player online" })
	values := url.Values{"game": {"nine"}, "clock": {"3d"}, "games": {"six", "yote"}, "clocks": {"5m+3s"}}
	wait := ann.Post("/seek", values).Want(http.StatusOK).Has("Also: Six Men", "5 min + 3 s per move").Path
	m := until("with a seek", func(m lobbyMessage) bool { return len(m.Seeks) == 1 })
	if got := m.Seeks[0]; "/seek/"+got.ID != wait || got.Clock != "3 days per move" || !strings.Contains(got.Also, "Six Men's Morris, Yoté, 5 min") || got.Own || got.Why != "" {
		t.Errorf("got %+v", got)
	}
	ann.Post(wait+"/cancel", nil).Want(http.StatusOK)
	until("without", func(m lobbyMessage) bool { return len(m.Seeks) == 0 })
	id := s.Rated("three", s.Member("carl"), s.Member("dora"))
	s.Browser().Get("/match/" + id).Want(http.StatusOK)
	until("with a game", func(m lobbyMessage) bool { return m.Playing == "1 game running" })
}

// A seek for several games and clocks meets one for any of them.
func TestSeekAny(t *testing.T) {
	s := webtest.NewSite(t)
	s.Browser().Post("/seek", url.Values{"game": {"nine"}, "clock": {"none"}, "games": {"six", "yote"}, "clocks": {"3d"}}).Want(http.StatusOK).Has("Looking for an opponent…")
	s.Browser().Post("/seek", webtest.Form("game", "yote", "clock", "7d")).Want(http.StatusOK).Has("Looking for an opponent…")
	var made struct{ Match, Seek string }
	b := s.Browser()
	b.Send("/seek", `{"game":"fanorona","games":"yote six","clock":"3d"}`).Want(http.StatusOK).JSON(&made)
	if state := b.State(made.Match); state.Game != "six-mens-morris" { // the first choice of the waiting player
		t.Errorf("got %+v, %s, want six men's morris", made, state.Game)
	}
	s.Browser().Post("/seek", url.Values{"game": {"nine"}, "games": {"six", "chess"}, "clocks": {"3d"}}).Want(http.StatusBadRequest).
		Has("This game does not exist.", `name="games" value="six-mens-morris"`, `name="clocks" value="3d" checked`, "<details open>")
}

// While a search waits, every other page shows it, keeps it alive and leads to the
// match.
func TestWaitingBar(t *testing.T) {
	s := webtest.NewSite(t)
	ann := s.Browser()
	ann.Get("/").Want(http.StatusOK).Lacks("data-waiting")
	p := ann.Post("/seek", webtest.Form("game", "nine")).Want(http.StatusOK).Has("While you wait", `href="/learn/nine-mens-morris"`, "Play the computer").Lacks("data-waiting")
	wait := p.Path
	id := ann.Create("nine", "computer", "level", "novice")
	ann.Get("/match/"+id).Want(http.StatusOK).Has("data-waiting", `data-live="`+wait+`/live"`, "/waiting.js", "Looking for an opponent: Nine Men")
	s.Browser().Get("/").Want(http.StatusOK).Lacks("data-waiting")
	found := s.Browser().Post(wait+"/accept", nil).Want(http.StatusOK).Path
	ann.Get("/match/" + id).Want(http.StatusOK).Lacks("data-waiting")
	if got := ann.Get(wait).Want(http.StatusOK).Path; got != found {
		t.Errorf("got to %s, want %s", got, found)
	}
}

// Strangers choose a clock by tiles, without script too: 10+5 unless they choose another.
// Other opponents have none by default.
func TestPlayTiles(t *testing.T) {
	s := webtest.NewSite(t)
	b := s.Browser()
	const usual = `name="pace" value="10m+5s" aria-label="10 min + 5 s per move" checked`
	b.Get("/play").Want(200).Has(usual, ">15+10<", `value="none" selected`).Lacks(`name="pace" value="none"`)
	b.Get("/play?clock=none").Want(200).Has(usual)
	b.Get("/play?clock=12m%2B6s").Want(200).Has(`aria-label="12 min + 6 s per move" checked`, `value="12m+6s" selected`)
	for _, c := range []struct {
		want string
		form []string
	}{
		{"15 min + 10 s per move", []string{"pace", "15m+10s"}},
		{"20 min + 5 s per move", []string{"pace", "minutes", "pace-minutes", "20", "pace-increment", "5", "minutes", "1"}},
		{"3 days per move", []string{"clock", "none"}},
		{"10 min + 5 s per move", nil},
	} {
		form := c.form
		if len(form) > 0 && form[0] == "pace" {
			form = append(form, "clock", "none") // of the other opponents
		}
		b.Post("/seek", webtest.Form(append(form, "game", "six")...)).Want(200).Has("Looking for an opponent…", c.want)
	}
	b.Post("/seek", webtest.Form("game", "six", "pace", "minutes", "pace-minutes", "0", "clock", "none")).Want(400).
		Has(`name="pace" value="minutes" checked aria-invalid="true"`, `name="pace-minutes" type="number" inputmode="decimal" min="0.5" max="180" step="0.5" value="0"`)
	if got := b.State(b.Create("six", "private", "pace", "10m+5s", "clock", "none")); got.Sides.White.ClockMS != nil {
		t.Errorf("a friend: got the clock %v, want none", *got.Sides.White.ClockMS)
	}
}

// The server checks custom clocks.
func TestOwnClock(t *testing.T) {
	s := webtest.NewSite(t)
	b := s.Browser()
	for _, c := range []struct{ clock, minutes, increment, days, want string }{
		{"minutes", "7", "4", "", "7 min + 4 s per move"},
		{"minutes", "0,5", "", "", "½ min"},
		{"minutes", "1.5", "2", "", "1½ min + 2 s per move"},
		{"minutes", "180", "180", "", "180 min + 180 s per move"},
		{"days", "", "", "14", "14 days per move"},
		{"12m+6s", "3", "3", "3", "12 min + 6 s per move"},
		{"minutes", "0.4", "0", "", ""},
		{"minutes", "181", "0", "", ""},
		{"minutes", "NaN", "0", "", ""},
		{"minutes", "5", "181", "", ""},
		{"minutes", "5", "-1", "", ""},
		{"minutes", "", "5", "", ""},
		{"days", "", "", "0", ""},
		{"days", "", "", "15", ""},
		{"days", "", "", "two", ""},
	} {
		for _, path := range []string{"/match", "/seek"} {
			p := b.Post(path, webtest.Form("game", "six", "opponent", "private", "clock", c.clock, "minutes", c.minutes, "increment", c.increment, "days", c.days))
			switch {
			case c.want != "":
				p.Want(http.StatusOK).Has(c.want)
			case c.clock == "days":
				p.Want(http.StatusBadRequest).Has("Use 1 to 14 days per move.", `value="days" selected`, `name="days"`)
			default:
				p.Want(http.StatusBadRequest).Has("Use 0.5 to 180 minutes and 0 to 180 seconds per move.", `value="minutes" selected`)
			}
		}
	}
}
