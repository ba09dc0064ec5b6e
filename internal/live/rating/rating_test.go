// SPDX-License-Identifier: Apache-2.0

package rating_test

import (
	"math"
	"sync"
	"testing"
	"time"

	"cairn/game"
	"cairn/internal/account"
	"cairn/internal/failure"
	"cairn/internal/glicko"
	"cairn/internal/live/livetest"
	"cairn/internal/live/rating"
	"cairn/internal/live/room"
	"cairn/match"
	"cairn/record"
)

func TestRatedMatch(t *testing.T) {
	h := livetest.New(t)
	ann, bob := h.Account("ann"), h.Account("bob")
	id := h.Opened(ann, bob)
	if !h.Room(ann, id).Info.Rated {
		t.Error("the match is not rated")
	}
	h.Do(bob, id, match.Action{Kind: match.Resign})
	newcomer := glicko.New()
	after := h.RatingsOf(ann, bob)
	for i, score := range []float64{1, 0} {
		if want := newcomer.Rate([]glicko.Game{{Opponent: newcomer, Score: score}}); after[i].Rating != want || after[i].Games != 1 {
			t.Errorf("score %v: got %+v, want %+v after one game", score, after[i], want)
		}
	}
	changes, err := h.Ratings.ChangesBy(background, id)
	want := rating.Change{
		User: ann.ID, Game: livetest.ToyID, Match: id, At: h.Clock.Now(),
		Before: newcomer.Rating, After: after[0].Rating.Rating, Deviation: after[0].Deviation,
	}
	if err != nil || len(changes) != 2 || changes[ann.ID] != want {
		t.Errorf("got %+v, %v, want %+v for ann", changes, err, want)
	}
	list, err := h.Ratings.Changes(background, ann.ID, livetest.ToyID)
	if err != nil || len(list) != 1 || list[0] != want {
		t.Errorf("got %+v, %v, want %+v", list, err, want)
	}
}

// TestRatingRests plays again after a month: both deviations have grown.
func TestRatingRests(t *testing.T) {
	h := livetest.New(t)
	ann, bob := h.Account("ann"), h.Account("bob")
	h.Rate(ann, 1700, 60, h.Clock.Now())
	h.Rate(bob, 1600, 80, h.Clock.Now())
	const month = 30 * 24 * time.Hour
	h.Clock.Advance(month)
	before := h.RatingsOf(ann, bob)
	a := glicko.Rating{Rating: 1700, Deviation: 60, Volatility: 0.06}.Rest(float64(month / glicko.Period))
	b := glicko.Rating{Rating: 1600, Deviation: 80, Volatility: 0.06}.Rest(float64(month / glicko.Period))
	if before[0].Rating != a || before[1].Rating != b {
		t.Errorf("after a month: got %+v, want %+v and %+v", before, a, b)
	}
	h.Do(ann, h.Opened(ann, bob), match.Action{Kind: match.Resign})
	if got, want := h.RatingsOf(ann)[0].Rating, a.Rate([]glicko.Game{{Opponent: b, Score: 0}}); got != want {
		t.Errorf("after the match: got %+v, want %+v", got, want)
	}
}

func TestWhatRates(t *testing.T) {
	agree := func(h *livetest.House, id string, ann, bob account.User) {
		h.First(id, ann, bob)
		h.Do(ann, id, match.Action{Kind: match.Draw})
		h.Do(bob, id, match.Action{Kind: match.Draw})
	}
	agreeAtOnce := func(h *livetest.House, id string, ann, bob account.User) {
		h.Do(ann, id, match.Action{Kind: match.Draw})
		h.Do(bob, id, match.Action{Kind: match.Draw})
	}
	for _, test := range []struct {
		name  string
		rated bool
		end   func(h *livetest.House, id string, ann, bob account.User)
		games int
	}{
		{"draw", true, agree, 1},
		{"draw without moves", true, agreeAtOnce, 0},
		{"casual draw", false, agree, 0},
		{"no first move", true, func(h *livetest.House, _ string, _, _ account.User) { h.Pass(2 * time.Minute) }, 0},
		{"going on", true, func(h *livetest.House, id string, ann, _ account.User) { h.Move(ann, id, "a1") }, 0},
		{"aborted", true, func(h *livetest.House, id string, ann, _ account.User) {
			h.Do(ann, id, match.Action{Kind: match.Abort})
		}, 0},
		{"line", true, func(h *livetest.House, id string, ann, bob account.User) {
			for i, point := range []string{"a1", "b1", "a2", "b2", "a3"} {
				h.Move([]account.User{ann, bob}[i%2], id, point)
			}
		}, 1},
		{"forfeited at once", true, func(h *livetest.House, id string, ann, _ account.User) {
			h.Do(ann, id, match.Action{Kind: match.Resign})
		}, 0},
		{"forfeited before both moved", true, func(h *livetest.House, id string, ann, bob account.User) {
			h.Move(ann, id, "a1")
			h.Do(bob, id, match.Action{Kind: match.Resign})
		}, 0},
		{"rematch asked for", true, func(h *livetest.House, id string, ann, bob account.User) {
			h.Move(ann, id, "a1")
			h.Move(bob, id, "b1")
			h.Do(ann, id, match.Action{Kind: match.Resign})
			h.Do(bob, id, match.Action{Kind: match.Rematch})
			h.Do(ann, id, match.Action{Kind: match.Rematch})
		}, 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			h := livetest.New(t)
			ann, bob := h.Account("ann"), h.Account("bob")
			id := h.Rated(ann, bob, test.rated)
			test.end(h, id, ann, bob)
			for _, r := range h.RatingsOf(ann, bob) {
				if r.Games != test.games {
					t.Errorf("got %+v, want %d rated games", r, test.games)
				}
			}
			if next := h.Room(ann, id).Info.Rematch; next != "" && !h.Room(ann, next).Info.Rated {
				t.Error("the rematch of a rated match is not rated")
			}
		})
	}
}

// TestRatedResultStands tries to change a match after its end, and to end it more
// than once.
func TestRatedResultStands(t *testing.T) {
	h := livetest.New(t)
	ann, bob := h.Account("ann"), h.Account("bob")
	id := h.Opened(ann, bob)
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			_, err := h.Rooms.Do(background, []account.User{ann, bob}[i%2], id, room.Request{Action: match.Action{Kind: match.Resign}})
			if err != nil && failure.CodeOf(err) != failure.Over {
				t.Errorf("resign: %v", err)
			}
		})
	}
	all.Wait()
	for _, kind := range []match.ActionKind{match.Undo, match.Resign, match.Draw, match.Abort, match.Claim} {
		_, err := h.Rooms.Do(background, ann, id, room.Request{Action: match.Action{Kind: kind}})
		wantCode(t, err, failure.Over)
	}
	after := h.RatingsOf(ann, bob)
	if after[0].Games != 1 || after[1].Games != 1 {
		t.Errorf("got %+v, want one game each", after)
	}
	if sum := after[0].Rating.Rating + after[1].Rating.Rating; math.Abs(sum-3000) > 1e-9 {
		t.Errorf("both ratings are %v, want one to have won what the other lost", sum)
	}
}

// TestRatedIsForAccounts refuses rated matches except between two accounts from the start.
func TestRatedIsForAccounts(t *testing.T) {
	h := livetest.New(t)
	ann, guest := h.Account("ann"), h.Guest()
	for _, test := range []struct {
		name string
		user account.User
		spec room.Spec
		code failure.Code
		key  string
	}{
		{"guest", guest, room.Spec{Kind: room.Private}, failure.Forbidden, "rated-guest"},
		{"computer", ann, room.Spec{Kind: room.Computer, Level: "novice"}, failure.Invalid, "rated-kind"},
		{"one screen", ann, room.Spec{Kind: room.Screen}, failure.Invalid, "rated-kind"},
		{"from a record", ann, room.Spec{Kind: room.Private, From: &record.Record{}}, failure.Invalid, "rated-kind"},
	} {
		t.Run(test.name, func(t *testing.T) {
			test.spec.Game, test.spec.Rated = "toy", true
			_, err := h.Rooms.Create(background, test.user, test.spec)
			wantKey(t, test.name, err, test.code, test.key)
		})
	}
	_, err := h.Seek(background, guest, "toy", "", true)
	wantKey(t, "a guest seeks", err, failure.Forbidden, "rated-guest")
	info, err := h.Rooms.Create(background, ann, room.Spec{Game: "toy", Kind: room.Private, Rated: true})
	if err != nil {
		t.Fatal(err)
	}
	_, err = h.Rooms.Join(background, guest, info.ID)
	wantKey(t, "a guest joins", err, failure.Forbidden, "rated-guest")
	if _, err := h.Rooms.Join(background, h.Account("bob"), info.ID); err != nil {
		t.Errorf("an account joins: %v", err)
	}
	_, err = h.Rooms.Join(background, guest, info.ID)
	wantKey(t, "a guest comes late", err, failure.Forbidden, "join-full")
}

func TestLeaders(t *testing.T) {
	h := livetest.New(t)
	now := h.Clock.Now()
	for _, u := range []struct {
		name              string
		points, deviation float64
		played            time.Time
	}{
		{"away", 2400, 60, now.Add(-60 * 24 * time.Hour)},
		{"best", 2200, 60, now},
		{"new", 2100, 150, now},
		{"gone", 2050, 100, now.Add(-30 * 24 * time.Hour)},
		{"good", 2000, 100, now.Add(-24 * time.Hour)},
		{"fair", 1400, 110, now},
	} {
		h.Rate(h.Account(u.name), u.points, u.deviation, u.played)
	}
	for limit, want := range map[int]string{0: "", 1: "best ", 2: "best good ", 9: "best good fair "} {
		list, err := h.Ratings.Leaders(background, livetest.ToyID, false, limit)
		got := ""
		for _, l := range list {
			got += l.Name + " "
		}
		if err != nil || got != want {
			t.Errorf("limit %d: got %q, %v, want %q", limit, got, err, want)
		}
	}
}

func TestProfile(t *testing.T) {
	h := livetest.New(t)
	ann, bob := h.Account("ann"), h.Account("bob")
	h.Do(bob, h.Opened(ann, bob), match.Action{Kind: match.Resign})
	p, err := h.Archive.Profile(background, "ANN")
	if err != nil {
		t.Fatal(err)
	}
	if p.User.Name != "ann" || p.User.Email != "" || p.User.Password != "" {
		t.Errorf("got %+v, want only the name and no private data", p.User)
	}
	if len(p.Scores) != 1 || p.Scores[0].Wins != 1 || len(p.Ratings) != 1 || p.Ratings[0].Games != 1 {
		t.Errorf("got %+v, want one win and one rating", p)
	}
	for _, name := range []string{"unknown", "", h.Guest().Name, ann.Email} {
		_, err := h.Archive.Profile(background, name)
		wantKey(t, name, err, failure.NotFound, "no-player")
	}
}

// A match that is lost on time is rated too.
func TestTimeRates(t *testing.T) {
	h := livetest.New(t)
	ann, bob := h.Account("ann"), h.Account("bob")
	info, err := h.Rooms.Create(background, ann, room.Spec{Game: "toy", Kind: room.Private, Control: "1m+0s", Rated: true})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := h.Rooms.Join(background, bob, info.ID); err != nil {
		t.Fatal(err)
	}
	h.Do(ann, info.ID, match.Action{Kind: match.Start})
	h.First(info.ID, ann, bob)
	h.Pass(61 * time.Second)
	if got := h.Room(ann, info.ID).Info.End.Verdict; got != game.BlackWins {
		t.Fatalf("got %s, want White to lose", got)
	}
	if r := h.RatingsOf(ann, bob); !(r[0].Rating.Rating < 1500 && r[1].Rating.Rating > 1500) {
		t.Errorf("got %+v, want points for Black", r)
	}
}
