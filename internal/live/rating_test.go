// SPDX-License-Identifier: Apache-2.0

package live_test

import (
	"errors"
	"math"
	"sync"
	"testing"
	"time"

	"cairn/game"
	"cairn/internal/account"
	"cairn/internal/failure"
	"cairn/internal/glicko"
	"cairn/internal/live"
	"cairn/internal/store/storetest"
	"cairn/match"
	"cairn/record"
)

// toyID is the id of the rule set that tests call by its short name.
const toyID = "tic-tac-toe"

// account makes a player with an account.
func (h *house) account(name string) account.User {
	h.t.Helper()
	u := account.User{ID: "id-of-" + name, Name: name, Email: name + "@example.org", Password: "hash", Created: h.clock.Now()}
	if err := h.store.CreateUser(background, u); err != nil {
		h.t.Fatal(err)
	}
	return u
}

// rate gives a user a rating, by a match that ended at that time.
func (h *house) rate(u account.User, points, deviation float64, at time.Time) {
	h.t.Helper()
	b := storetest.NewTable(h.t, "match-of-"+u.ID, live.Open, storetest.Online(u.ID, "unknown"))
	err := h.store.CreateMatch(background, b.Created())
	start, end := b.Start(), b.Do(match.Action{Kind: match.Resign, By: match.BlackSeat})
	end.Rate = &live.Rate{Game: toyID, Users: end.Info.Seats, At: at, Next: func([2]live.Rating) (after [2]glicko.Rating) {
		after[0] = glicko.Rating{Rating: points, Deviation: deviation, Volatility: 0.06}
		return after
	}}
	if err = errors.Join(err, h.store.Append(background, start), h.store.Append(background, end)); err != nil {
		h.t.Fatal(err)
	}
}

// rated makes a started match of two, the first with White.
func (h *house) rated(white, black account.User, rated bool) string {
	h.t.Helper()
	info, err := h.CreateMatch(background, white, live.Spec{Game: "toy", Kind: live.Private, Rated: rated, Shown: true})
	if err != nil {
		h.t.Fatal(err)
	}
	if _, err := h.Join(background, black, info.ID); err != nil {
		h.t.Fatal(err)
	}
	h.do(white, info.ID, match.Action{Kind: match.Start})
	return info.ID
}

// opened is a match in which both have moved.
func (h *house) opened(white, black account.User) string {
	h.t.Helper()
	id := h.rated(white, black, true)
	h.move(white, id, "a1")
	h.move(black, id, "b1")
	return id
}

// ratings returns the ratings of users in the toy game; zero for none.
func (h *house) ratings(users ...account.User) []live.Rating {
	h.t.Helper()
	var list []live.Rating
	for _, u := range users {
		all, err := h.Ratings().In(background, toyID, u.ID)
		if err != nil {
			h.t.Fatal(err)
		}
		list = append(list, all[u.ID])
	}
	return list
}

func TestRatedMatch(t *testing.T) {
	h := newHouse(t)
	ann, bob := h.account("ann"), h.account("bob")
	id := h.opened(ann, bob)
	if !h.room(ann, id).Info.Rated {
		t.Error("the match is not rated")
	}
	h.do(bob, id, match.Action{Kind: match.Resign})
	newcomer := glicko.New()
	after := h.ratings(ann, bob)
	for i, score := range []float64{1, 0} {
		if want := newcomer.Rate([]glicko.Game{{Opponent: newcomer, Score: score}}); after[i].Rating != want || after[i].Games != 1 {
			t.Errorf("score %v: got %+v, want %+v after one game", score, after[i], want)
		}
	}
	changes, err := h.Ratings().ChangesBy(background, id)
	want := live.RatingChange{
		User: ann.ID, Game: toyID, Match: id, At: h.clock.Now(),
		Before: newcomer.Rating, After: after[0].Rating.Rating, Deviation: after[0].Deviation,
	}
	if err != nil || len(changes) != 2 || changes[ann.ID] != want {
		t.Errorf("got %+v, %v, want %+v for ann", changes, err, want)
	}
	list, err := h.Ratings().Changes(background, ann.ID, toyID)
	if err != nil || len(list) != 1 || list[0] != want {
		t.Errorf("got %+v, %v, want %+v", list, err, want)
	}
}

// TestRatingRests plays again after a month: both deviations have grown.
func TestRatingRests(t *testing.T) {
	h := newHouse(t)
	ann, bob := h.account("ann"), h.account("bob")
	h.rate(ann, 1700, 60, h.clock.Now())
	h.rate(bob, 1600, 80, h.clock.Now())
	const month = 30 * 24 * time.Hour
	h.clock.Advance(month)
	before := h.ratings(ann, bob)
	a := glicko.Rating{Rating: 1700, Deviation: 60, Volatility: 0.06}.Rest(float64(month / glicko.Period))
	b := glicko.Rating{Rating: 1600, Deviation: 80, Volatility: 0.06}.Rest(float64(month / glicko.Period))
	if before[0].Rating != a || before[1].Rating != b {
		t.Errorf("after a month: got %+v, want %+v and %+v", before, a, b)
	}
	h.do(ann, h.opened(ann, bob), match.Action{Kind: match.Resign})
	if got, want := h.ratings(ann)[0].Rating, a.Rate([]glicko.Game{{Opponent: b, Score: 0}}); got != want {
		t.Errorf("after the match: got %+v, want %+v", got, want)
	}
}

func TestWhatRates(t *testing.T) {
	agree := func(h *house, id string, ann, bob account.User) {
		h.first(id, ann, bob)
		h.do(ann, id, match.Action{Kind: match.Draw})
		h.do(bob, id, match.Action{Kind: match.Draw})
	}
	agreeAtOnce := func(h *house, id string, ann, bob account.User) {
		h.do(ann, id, match.Action{Kind: match.Draw})
		h.do(bob, id, match.Action{Kind: match.Draw})
	}
	for _, test := range []struct {
		name  string
		rated bool
		end   func(h *house, id string, ann, bob account.User)
		games int
	}{
		{"draw", true, agree, 1},
		{"draw without moves", true, agreeAtOnce, 0},
		{"casual draw", false, agree, 0},
		{"no first move", true, func(h *house, _ string, _, _ account.User) { h.pass(2 * time.Minute) }, 0},
		{"going on", true, func(h *house, id string, ann, _ account.User) { h.move(ann, id, "a1") }, 0},
		{"aborted", true, func(h *house, id string, ann, _ account.User) {
			h.do(ann, id, match.Action{Kind: match.Abort})
		}, 0},
		{"line", true, func(h *house, id string, ann, bob account.User) {
			for i, point := range []string{"a1", "b1", "a2", "b2", "a3"} {
				h.move([]account.User{ann, bob}[i%2], id, point)
			}
		}, 1},
		{"forfeited at once", true, func(h *house, id string, ann, _ account.User) {
			h.do(ann, id, match.Action{Kind: match.Resign})
		}, 0},
		{"forfeited before both moved", true, func(h *house, id string, ann, bob account.User) {
			h.move(ann, id, "a1")
			h.do(bob, id, match.Action{Kind: match.Resign})
		}, 0},
		{"rematch asked for", true, func(h *house, id string, ann, bob account.User) {
			h.move(ann, id, "a1")
			h.move(bob, id, "b1")
			h.do(ann, id, match.Action{Kind: match.Resign})
			h.do(bob, id, match.Action{Kind: match.Rematch})
			h.do(ann, id, match.Action{Kind: match.Rematch})
		}, 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			h := newHouse(t)
			ann, bob := h.account("ann"), h.account("bob")
			id := h.rated(ann, bob, test.rated)
			test.end(h, id, ann, bob)
			for _, r := range h.ratings(ann, bob) {
				if r.Games != test.games {
					t.Errorf("got %+v, want %d rated games", r, test.games)
				}
			}
			if next := h.room(ann, id).Info.Rematch; next != "" && !h.room(ann, next).Info.Rated {
				t.Error("the rematch of a rated match is not rated")
			}
		})
	}
}

// TestRatedResultStands tries to change a match after its end, and to end it more
// than once.
func TestRatedResultStands(t *testing.T) {
	h := newHouse(t)
	ann, bob := h.account("ann"), h.account("bob")
	id := h.opened(ann, bob)
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			_, err := h.Do(background, []account.User{ann, bob}[i%2], id, live.Request{Action: match.Action{Kind: match.Resign}})
			if err != nil && failure.CodeOf(err) != failure.Over {
				t.Errorf("resign: %v", err)
			}
		})
	}
	all.Wait()
	for _, kind := range []match.ActionKind{match.Undo, match.Resign, match.Draw, match.Abort, match.Claim} {
		_, err := h.Do(background, ann, id, live.Request{Action: match.Action{Kind: kind}})
		wantCode(t, err, failure.Over)
	}
	after := h.ratings(ann, bob)
	if after[0].Games != 1 || after[1].Games != 1 {
		t.Errorf("got %+v, want one game each", after)
	}
	if sum := after[0].Rating.Rating + after[1].Rating.Rating; math.Abs(sum-3000) > 1e-9 {
		t.Errorf("both ratings are %v, want one to have won what the other lost", sum)
	}
}

// TestRatedIsForAccounts refuses what must not be rated.
func TestRatedIsForAccounts(t *testing.T) {
	h := newHouse(t)
	ann, guest := h.account("ann"), h.guest()
	for _, test := range []struct {
		name string
		user account.User
		spec live.Spec
		code failure.Code
		key  string
	}{
		{"guest", guest, live.Spec{Kind: live.Private}, failure.Forbidden, "rated-guest"},
		{"computer", ann, live.Spec{Kind: live.Computer, Level: "novice"}, failure.Invalid, "rated-kind"},
		{"one screen", ann, live.Spec{Kind: live.Screen}, failure.Invalid, "rated-kind"},
		{"from a record", ann, live.Spec{Kind: live.Private, From: &record.Record{}}, failure.Invalid, "rated-kind"},
	} {
		t.Run(test.name, func(t *testing.T) {
			test.spec.Game, test.spec.Rated = "toy", true
			_, err := h.CreateMatch(background, test.user, test.spec)
			wantKey(t, test.name, err, test.code, test.key)
		})
	}
	_, err := h.Seek(background, guest, "toy", "", true)
	wantKey(t, "a guest seeks", err, failure.Forbidden, "rated-guest")
	info, err := h.CreateMatch(background, ann, live.Spec{Game: "toy", Kind: live.Private, Rated: true})
	if err != nil {
		t.Fatal(err)
	}
	_, err = h.Join(background, guest, info.ID)
	wantKey(t, "a guest joins", err, failure.Forbidden, "rated-guest")
	if _, err := h.Join(background, h.account("bob"), info.ID); err != nil {
		t.Errorf("an account joins: %v", err)
	}
	_, err = h.Join(background, guest, info.ID)
	wantKey(t, "a guest comes late", err, failure.Forbidden, "join-full")
}

func TestLeaders(t *testing.T) {
	h := newHouse(t)
	now := h.clock.Now()
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
		h.rate(h.account(u.name), u.points, u.deviation, u.played)
	}
	for limit, want := range map[int]string{0: "", 1: "best ", 2: "best good ", 9: "best good fair "} {
		list, err := h.Ratings().Leaders(background, toyID, false, limit)
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
	h := newHouse(t)
	ann, bob := h.account("ann"), h.account("bob")
	h.do(bob, h.opened(ann, bob), match.Action{Kind: match.Resign})
	p, err := h.Profile(background, "ANN")
	if err != nil {
		t.Fatal(err)
	}
	if p.User.Name != "ann" || p.User.Email != "" || p.User.Password != "" {
		t.Errorf("got %+v, want only the name and no private data", p.User)
	}
	if len(p.Scores) != 1 || p.Scores[0].Wins != 1 || len(p.Ratings) != 1 || p.Ratings[0].Games != 1 {
		t.Errorf("got %+v, want one win and one rating", p)
	}
	for _, name := range []string{"unknown", "", h.guest().Name, ann.Email} {
		_, err := h.Profile(background, name)
		wantKey(t, name, err, failure.NotFound, "no-player")
	}
}

// A match that is lost on time is rated too.
func TestTimeRates(t *testing.T) {
	h := newHouse(t)
	ann, bob := h.account("ann"), h.account("bob")
	info, err := h.CreateMatch(background, ann, live.Spec{Game: "toy", Kind: live.Private, Control: "1m+0s", Rated: true})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := h.Join(background, bob, info.ID); err != nil {
		t.Fatal(err)
	}
	h.do(ann, info.ID, match.Action{Kind: match.Start})
	h.first(info.ID, ann, bob)
	h.pass(61 * time.Second)
	if got := h.room(ann, info.ID).Info.End.Verdict; got != game.BlackWins {
		t.Fatalf("got %s, want White to lose", got)
	}
	if r := h.ratings(ann, bob); !(r[0].Rating.Rating < 1500 && r[1].Rating.Rating > 1500) {
		t.Errorf("got %+v, want points for Black", r)
	}
}
