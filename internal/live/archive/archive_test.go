// SPDX-License-Identifier: Apache-2.0

package archive_test

import (
	"fmt"
	"testing"
	"time"

	"cairn/game"
	"cairn/internal/account"
	"cairn/internal/live/room"
	"cairn/internal/store/storetest"
	"cairn/match"
)

// keep stores a match that ended a number of minutes after noon.
func (h *house) keep(id string, minutes int, change func(*room.Info)) {
	h.T.Helper()
	n := storetest.NewTable(h.T, id, room.Open, storetest.Online("ann", "bob")).Created()
	n.Info.Status, n.Info.End = match.Over, match.End{Verdict: game.WhiteWins, Reason: match.ByTime}
	n.Info.Updated = h.Clock.Now().Add(time.Duration(minutes) * time.Minute)
	change(&n.Info)
	if err := h.Store.CreateMatch(background, n); err != nil {
		h.T.Fatal(err)
	}
}

func TestArchive(t *testing.T) {
	h := newHouse(t)
	h.keep("open", 1, func(*room.Info) {})
	h.keep("private", 2, func(i *room.Info) { i.Kind, i.Shown, i.Ply, i.End.Verdict = room.Private, true, 30, game.Draw })
	h.keep("secret", 2, func(i *room.Info) { i.Kind, i.Ply, i.End.Verdict = room.Private, 30, game.Draw })
	h.keep("hidden", 3, func(i *room.Info) { i.Kind, i.Shown, i.Seats[1] = room.Private, true, "" })
	h.keep("computer", 4, func(i *room.Info) { i.Kind = room.Computer })
	h.keep("screen", 5, func(i *room.Info) { i.Kind = room.Screen })
	h.keep("playing", 6, func(i *room.Info) { i.Status, i.End = match.Playing, match.End{} })
	h.keep("off", 7, func(i *room.Info) { i.End = match.End{Reason: match.ByAbort} })
	h.keep("rated", 8, func(i *room.Info) { i.Rated, i.Seats[0], i.Creator = true, "carl", "" })
	now := h.Clock.Now()
	for _, test := range []struct {
		name string
		f    room.Filter
		want string
	}{
		{"all", room.Filter{}, "rated private open "},
		{"whatever is asked for", room.Filter{Statuses: []match.Status{match.Playing}, Verdicts: []game.Verdict{game.Playing}}, ""},
		{"computer", room.Filter{Kinds: []room.Kind{room.Computer, room.Screen}}, "computer "},
		{"player", room.Filter{User: "ann"}, "private open "},
		{"two players", room.Filter{User: "bob", With: "carl"}, "rated "},
		{"draws", room.Filter{Verdicts: []game.Verdict{game.Draw}}, "private "},
		{"rated", room.Filter{Rated: true}, "rated "},
		{"long", room.Filter{MinPly: 10, MaxPly: 50}, "private "},
		{"short", room.Filter{MaxPly: 10}, "rated open "},
		{"since", room.Filter{Since: now.Add(2 * time.Minute)}, "rated private "},
		{"before", room.Filter{Before: now.Add(2 * time.Minute)}, "open "},
	} {
		t.Run(test.name, func(t *testing.T) {
			list, next, err := h.Archive.Find(background, account.User{}, test.f)
			got := ""
			for _, i := range list {
				got += i.ID + " "
			}
			if err != nil || got != test.want || next != (room.Cursor{}) {
				t.Errorf("got %q, next %v, %v, want %q and no more", got, next, err, test.want)
			}
		})
	}
}

// TestArchiveOwn finds private games for their players.
func TestArchiveOwn(t *testing.T) {
	h := newHouse(t)
	h.keep("secret", 1, func(i *room.Info) { i.Kind = room.Private })
	for _, test := range []struct {
		user string
		f    room.Filter
		want int
	}{
		{"ann", room.Filter{User: "ann"}, 1},
		{"ann", room.Filter{User: "bob", With: "ann"}, 1},
		{"ann", room.Filter{User: "bob"}, 0},
		{"ann", room.Filter{}, 0},
		{"carl", room.Filter{User: "ann"}, 0},
		{"carl", room.Filter{User: "carl", With: "ann"}, 0},
		{"", room.Filter{User: "ann"}, 0},
		{"", room.Filter{}, 0},
	} {
		list, _, err := h.Archive.Find(background, account.User{ID: test.user}, test.f)
		if err != nil || len(list) != test.want {
			t.Errorf("%q asks for %+v: got %d games, %v, want %d", test.user, test.f, len(list), err, test.want)
		}
	}
}

func TestArchivePages(t *testing.T) {
	h := newHouse(t)
	const matches = 103
	for i := range matches {
		h.keep(fmt.Sprintf("m%03d", i), i/2, func(*room.Info) {})
	}
	for _, limit := range []int{0, 1, 2, 51, 103, 1000} {
		seen, pages := map[string]bool{}, 0
		for f := (room.Filter{Limit: limit}); pages == 0 || f.After.ID != ""; pages++ {
			list, next, err := h.Archive.Find(background, account.User{}, f)
			if err != nil {
				t.Fatal(err)
			}
			for _, i := range list {
				if seen[i.ID] {
					t.Errorf("limit %d: %s is listed twice", limit, i.ID)
				}
				seen[i.ID] = true
			}
			f.After = next
		}
		page := limit
		if limit == 0 || limit > 100 {
			page = 100
		}
		if want := (matches + page - 1) / page; len(seen) != matches || pages != want {
			t.Errorf("limit %d: got %d matches on %d pages, want %d on %d", limit, len(seen), pages, matches, want)
		}
	}
}
