// SPDX-License-Identifier: Apache-2.0

package storetest

import (
	"testing"
	"time"

	"cairn/internal/account"
	"cairn/internal/failure"
	"cairn/internal/live/room"
	"cairn/match"
	"cairn/record"
)

// loaded returns a match on one screen that continues a record.
func loaded(t testing.TB, id, user string) *Table {
	t.Helper()
	walk := record.Begin(toy, toy.Start())
	for _, move := range []string{"b2", "a1", "c3"} {
		_, err := walk.Play(move, time.Second)
		must(t, err)
	}
	walk.Undo()
	setup := match.Setup{Takeback: match.Free, Seats: [2]string{user, user}}
	m, events, err := match.FromRecord(toy, walk.Record(), setup, noon)
	must(t, err)
	b := &Table{TB: t, Info: room.Info{ID: id, Kind: room.Screen, Creator: user, Created: noon}, Match: m, Now: noon, first: events}
	b.update()
	return b
}

// wantGone checks which matches are deleted, with their events and phrases.
func wantGone(t testing.TB, s Store, gone map[string]bool) {
	t.Helper()
	for id, gone := range gone {
		want := error(nil)
		if gone {
			want = failure.ErrNotFound
		}
		_, err := s.FindMatch(t.Context(), id)
		wantError(t, "match "+id, err, want)
		_, err = s.FindEvents(t.Context(), id, 0)
		wantError(t, "events of "+id, err, want)
	}
}

// testDeleteUploads deletes uploads of guests that were not changed for the retention time.
func testDeleteUploads(t *testing.T, s Store) {
	addGuests(t, s, "guest")
	must(t, s.CreateUser(t.Context(), member("account", "Anna", "anna@example.org")))
	old, later := loaded(t, "old", "guest"), loaded(t, "later", "guest")
	for _, b := range []*Table{old, later, loaded(t, "kept", "account"), loaded(t, "deleted", "nobody")} {
		must(t, s.CreateMatch(t.Context(), b.Created()))
	}
	seen := loaded(t, "looked at", "account").Created()
	seen.Unlisted = true
	must(t, s.CreateMatch(t.Context(), seen))
	change := later.Do(match.Action{Kind: match.Redo})
	change.Command = room.Command{User: "guest", ID: "c1"}
	store(t, s, change)
	begin(t, s, "played", Online("guest", "computer:novice"))

	must(t, s.DeleteUploads(t.Context(), noon))
	wantGone(t, s, map[string]bool{"old": false, "later": false, "kept": false, "deleted": false, "played": false, "looked at": false})
	must(t, s.DeleteUploads(t.Context(), noon.Add(time.Millisecond)))
	wantGone(t, s, map[string]bool{"old": true, "later": false, "kept": false, "deleted": true, "played": false, "looked at": true})
	must(t, s.DeleteUploads(t.Context(), noon.Add(time.Hour)))
	wantGone(t, s, map[string]bool{"later": true, "kept": false, "played": false})
	_, err := s.FindCommand(t.Context(), "later", "guest", "c1")
	wantError(t, "command", err, failure.ErrNotFound)
	list, err := s.FindMatches(t.Context(), room.Filter{User: "guest"})
	must(t, err)
	wantEqual(t, "matches of the guest", len(list), 1)
}

// testDeleteUnseen deletes guests who were not seen for long and have played alone,
// with their matches.
func testDeleteUnseen(t *testing.T, s Store) {
	addGuests(t, s, "alone", "seen", "with people", "other")
	must(t, s.CreateUser(t.Context(), member("account", "Anna", "anna@example.org")))
	for _, id := range []string{"alone", "seen", "with people", "account"} {
		must(t, s.CreateSession(t.Context(), session("h "+id, id, 1000*time.Hour), 0))
		b := NewTable(t, "by "+id, room.Computer, Online(id, "computer:novice"))
		must(t, s.CreateMatch(t.Context(), b.Created()))
	}
	open := NewTable(t, "not joined", room.Private, Online("alone", ""))
	must(t, s.CreateMatch(t.Context(), open.Created()))
	begin(t, s, "of people", Online("with people", "other"))
	month := noon.Add(30 * 24 * time.Hour)
	must(t, s.TouchSession(t.Context(), "h seen", month))

	must(t, s.DeleteGuests(t.Context(), month, noon))
	wantGone(t, s, map[string]bool{"by alone": false})
	must(t, s.DeleteGuests(t.Context(), month, noon.Add(time.Millisecond)))
	for id, want := range map[string]error{
		"alone": failure.ErrNotFound, "seen": nil, "with people": nil, "other": nil, "account": nil,
	} {
		_, err := s.FindUser(t.Context(), id)
		wantError(t, id, err, want)
	}
	wantGone(t, s, map[string]bool{
		"by alone": true, "not joined": true, "by seen": false, "by with people": false, "of people": false, "by account": false,
	})
	_, _, err := s.FindSession(t.Context(), "h alone", noon)
	wantError(t, "session of a deleted guest", err, failure.ErrNotFound)
}

// testDeleteExpired deletes sessions that have expired or were not seen for long.
func testDeleteExpired(t *testing.T, s Store) {
	addGuests(t, s, "u1")
	for hash, life := range map[string]time.Duration{"expired": time.Hour, "unseen": 100 * time.Hour, "valid": 100 * time.Hour} {
		must(t, s.CreateSession(t.Context(), session(hash, "u1", life), 0))
	}
	for hash, life := range map[string]time.Duration{"unseen token": 100 * time.Hour, "expired token": time.Hour} {
		token := session(hash, "u1", life)
		token.Scopes = account.ScopeRead
		must(t, s.CreateSession(t.Context(), token, 0))
	}
	must(t, s.TouchSession(t.Context(), "expired", noon.Add(time.Hour)))
	must(t, s.TouchSession(t.Context(), "valid", noon.Add(time.Hour)))
	must(t, s.DeleteExpired(t.Context(), noon.Add(time.Hour+time.Millisecond), noon.Add(time.Minute)))
	for hash, want := range map[string]error{"expired": failure.ErrNotFound, "unseen": failure.ErrNotFound, "valid": nil, "unseen token": nil, "expired token": failure.ErrNotFound} {
		_, _, err := s.FindSession(t.Context(), hash, noon) // all were valid then
		wantError(t, hash, err, want)
	}
}
