// SPDX-License-Identifier: Apache-2.0

package livetest

import (
	"context"
	"errors"
	"slices"
	"time"

	"cairn/internal/account"
	"cairn/internal/glicko"
	"cairn/internal/live/rating"
	"cairn/internal/live/room"
	"cairn/internal/store/storetest"
	"cairn/match"
)

// ToyID is the id of the rule set that tests call by its short name.
const ToyID = "tic-tac-toe"

// Account makes a player with an account.
func (h *House) Account(name string) account.User {
	h.T.Helper()
	u := account.User{ID: "id-of-" + name, Name: name, Email: name + "@example.org", Password: "hash", Created: h.Clock.Now()}
	if err := h.Store.CreateUser(background, u); err != nil {
		h.T.Fatal(err)
	}
	return u
}

// Rate gives a user a rating, by a match that ended at that time.
func (h *House) Rate(u account.User, points, deviation float64, at time.Time) {
	h.T.Helper()
	b := storetest.NewTable(h.T, "match-of-"+u.ID, room.Open, storetest.Online(u.ID, "unknown"))
	err := h.Store.CreateMatch(background, b.Created())
	start, end := b.Start(), b.Do(match.Action{Kind: match.Resign, By: match.BlackSeat})
	end.Rate = &rating.Update{Game: ToyID, Users: end.Info.Seats, At: at, Next: func([2]rating.Rating) (after [2]glicko.Rating) {
		after[0] = glicko.Rating{Rating: points, Deviation: deviation, Volatility: 0.06}
		return after
	}}
	if err = errors.Join(err, h.Store.Append(background, start), h.Store.Append(background, end)); err != nil {
		h.T.Fatal(err)
	}
}

// Rated makes a started match of two, the first with White.
func (h *House) Rated(white, black account.User, rated bool) string {
	h.T.Helper()
	info, err := h.Rooms.Create(background, white, room.Spec{Game: "toy", Kind: room.Private, Rated: rated, Shown: true})
	if err != nil {
		h.T.Fatal(err)
	}
	if _, err := h.Rooms.Join(background, black, info.ID); err != nil {
		h.T.Fatal(err)
	}
	h.Do(white, info.ID, match.Action{Kind: match.Start})
	return info.ID
}

// Opened is a match in which both have moved.
func (h *House) Opened(white, black account.User) string {
	h.T.Helper()
	id := h.Rated(white, black, true)
	h.Move(white, id, "a1")
	h.Move(black, id, "b1")
	return id
}

// RatingsOf returns the ratings of users in the toy game; zero for none.
func (h *House) RatingsOf(users ...account.User) []rating.Rating {
	h.T.Helper()
	var list []rating.Rating
	for _, u := range users {
		all, err := h.Ratings.In(background, ToyID, u.ID)
		if err != nil {
			h.T.Fatal(err)
		}
		list = append(list, all[u.ID])
	}
	return list
}

// Joined creates a match of two users that has not begun.
func (h *House) Joined(white, black account.User) string {
	h.T.Helper()
	info, err := h.Rooms.Create(background, white, room.Spec{Game: "toy", Kind: room.Private, Control: "5m+3s"})
	must(h.T, err)
	_, err = h.Rooms.Join(background, black, info.ID)
	must(h.T, err)
	return info.ID
}

// Events returns how many events of a kind a match has.
func (h *House) Events(id string, kind match.EventKind) int {
	h.T.Helper()
	list, err := h.Store.FindEvents(background, id, 0)
	must(h.T, err)
	return len(slices.DeleteFunc(list, func(e match.Event) bool { return e.Kind != kind }))
}

// WaitFor watches a match until a condition holds.
func (h *House) WaitFor(u account.User, id string, done func(room.Room) bool) {
	h.T.Helper()
	ctx, cancel := context.WithTimeout(background, 5*time.Minute)
	defer cancel()
	w, err := h.Streams.Watch(ctx, u, id, 0)
	if err != nil {
		h.T.Fatal(err)
	}
	defer w.Close()
	for {
		update, err := w.Next(ctx)
		if err != nil {
			h.T.Fatal(err)
		}
		if done(*update.Room) {
			return
		}
	}
}
