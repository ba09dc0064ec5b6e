// SPDX-License-Identifier: Apache-2.0

package storetest

import (
	"fmt"
	"math"
	"sync"
	"testing"
	"time"

	"cairn/internal/account"
	"cairn/internal/failure"
)

func session(hash, user string, life time.Duration) account.Session {
	return account.Session{Hash: hash, User: user, Browser: "browser " + hash, Created: noon, Seen: noon, Expires: noon.Add(life)}
}

func testSession(t *testing.T, s Store) {
	anna := member("u1", "Anna", "anna@example.org")
	must(t, s.CreateUser(t.Context(), anna))
	addGuests(t, s, "u2")
	want := session("h1", "u1", time.Hour)
	must(t, s.CreateSession(t.Context(), want, 0))
	must(t, s.CreateSession(t.Context(), session("h2", "u1", time.Hour), 0)) // another browser
	must(t, s.CreateSession(t.Context(), session("h3", "u2", time.Hour), 0))

	named := session("token", "u1", time.Hour)
	named.Browser, named.Name, named.Scopes = "", "my bot", account.ScopeRead|account.ScopeBot
	must(t, s.CreateSession(t.Context(), named, 0))
	got, _, err := s.FindSession(t.Context(), "token", noon)
	must(t, err)
	wantEqual(t, "token", got, named)

	got, user, err := s.FindSession(t.Context(), "h1", noon)
	must(t, err)
	wantEqual(t, "session", got, want)
	wantEqual(t, "user", user, anna)
	_, user, err = s.FindSession(t.Context(), "h3", noon)
	must(t, err)
	wantEqual(t, "user", user, guest("u2"))

	must(t, s.DeleteSession(t.Context(), "h1", noon))
	_, _, err = s.FindSession(t.Context(), "h1", noon)
	wantError(t, "ended session", err, failure.ErrNotFound)
	_, _, err = s.FindSession(t.Context(), "h2", noon)
	must(t, err)
}

func testSessionExpiry(t *testing.T, s Store) {
	addGuests(t, s, "u1")
	must(t, s.CreateSession(t.Context(), session("short", "u1", time.Hour), 0))
	must(t, s.CreateSession(t.Context(), session("long", "u1", 2*time.Hour), 0))
	end := noon.Add(time.Hour)
	_, _, err := s.FindSession(t.Context(), "short", end)
	must(t, err)
	_, _, err = s.FindSession(t.Context(), "short", end.Add(time.Millisecond))
	wantError(t, "expired session", err, failure.ErrNotFound)

	later := session("later", "u1", 3*time.Hour) // may delete expired ones
	later.Created = end.Add(time.Millisecond)
	must(t, s.CreateSession(t.Context(), later, 0))
	for _, hash := range []string{"long", "later"} {
		_, _, err = s.FindSession(t.Context(), hash, later.Created)
		must(t, err)
	}
}

func testSessionErrors(t *testing.T, s Store) {
	addGuests(t, s, "u1")
	must(t, s.CreateSession(t.Context(), session("h1", "u1", time.Hour), 0))
	wantTaken(t, "same hash", s.CreateSession(t.Context(), session("h1", "u1", time.Hour), 0), "id")
	wantError(t, "session of an unknown user", s.CreateSession(t.Context(), session("h2", "unknown", time.Hour), 0), failure.ErrNotFound)
	wantError(t, "end of an unknown session", s.DeleteSession(t.Context(), "h9", noon), failure.ErrNotFound)
	_, _, err := s.FindSession(t.Context(), "h2", noon)
	wantError(t, "session of an unknown user", err, failure.ErrNotFound)
}

func testSessionList(t *testing.T, s Store) {
	addGuests(t, s, "u1", "u2")
	old, short, fresh := session("old", "u1", time.Hour), session("short", "u1", time.Minute), session("fresh", "u1", time.Hour)
	for _, own := range []account.Session{old, short, fresh, session("other", "u2", time.Hour)} {
		must(t, s.CreateSession(t.Context(), own, 0))
	}
	fresh.Seen = noon.Add(2 * time.Minute)
	must(t, s.TouchSession(t.Context(), "fresh", fresh.Seen))
	got, err := s.FindSessions(t.Context(), "u1", noon.Add(2*time.Minute))
	must(t, err)
	wantEqual(t, "sessions", got, []account.Session{fresh, old})
	got, err = s.FindSessions(t.Context(), "unknown", noon)
	must(t, err)
	wantEqual(t, "sessions of an unknown user", got, []account.Session{})
	wantError(t, "touch of nothing", s.TouchSession(t.Context(), "none", noon), failure.ErrNotFound)
}

// endedAfter returns the hashes of sessions that ended after a seq, and the last
// seq.
func endedAfter(t testing.TB, s Store, seq int64) ([]string, int64) {
	t.Helper()
	list, last, err := s.FindEndedSessions(t.Context(), seq)
	must(t, err)
	hashes := []string{}
	for _, e := range list {
		if e.Seq <= seq || e.Seq > last {
			t.Errorf("ended session: got seq %d, want one after %d and up to %d", e.Seq, seq, last)
		}
		seq = e.Seq
		hashes = append(hashes, e.Hash)
	}
	return hashes, last
}

func testEnded(t *testing.T, s Store) {
	addGuests(t, s, "u1", "u2")
	for i := range 6 {
		must(t, s.CreateSession(t.Context(), session(fmt.Sprint("h", i), fmt.Sprint("u", 1+i/4), time.Hour), 0))
	}
	if got, last := endedAfter(t, s, 0); len(got) != 0 || last != 0 {
		t.Errorf("ended: got %v and seq %d, want none", got, last)
	}
	must(t, s.DeleteSession(t.Context(), "h1", noon))
	wantError(t, "end again", s.DeleteSession(t.Context(), "h1", noon), failure.ErrNotFound)
	got, first := endedAfter(t, s, 0)
	wantEqual(t, "ended", got, []string{"h1"})

	must(t, s.DeleteSessions(t.Context(), "u1", "h2", noon))
	got, last := endedAfter(t, s, first)
	wantEqual(t, "ended after", got, []string{"h0", "h3"})
	for hash, want := range map[string]error{"h0": failure.ErrNotFound, "h2": nil, "h3": failure.ErrNotFound, "h4": nil} {
		_, _, err := s.FindSession(t.Context(), hash, noon)
		wantError(t, hash, err, want)
	}
	if got, again := endedAfter(t, s, math.MaxInt64); len(got) != 0 || again != last {
		t.Errorf("asked for the last seq: got %v and %d, want none and %d", got, again, last)
	}

	must(t, s.DeleteSessions(t.Context(), "u2", "", noon.Add(2*time.Hour))) // may delete older records
	got, _ = endedAfter(t, s, last)
	wantEqual(t, "ended two hours later", got, []string{"h4", "h5"})
}

// testEndedOrder ends sessions of many users while a reader resumes from the last seq it
// has seen: it misses no session.
func testEndedOrder(t *testing.T, s Store) {
	const users = 24
	for i := range users {
		addGuests(t, s, fmt.Sprint("u", i))
		must(t, s.CreateSession(t.Context(), session(fmt.Sprint("h", i), fmt.Sprint("u", i), time.Hour), 0))
	}
	var group sync.WaitGroup
	for i := range users {
		group.Go(func() {
			if err := s.DeleteSessions(t.Context(), fmt.Sprint("u", i), "", noon); err != nil {
				t.Error(err)
			}
		})
	}
	over := make(chan struct{})
	go func() {
		group.Wait()
		close(over)
	}()
	seen, seq := map[string]bool{}, int64(0)
	for done := false; !done; {
		select {
		case <-over:
			done = true // and read once more
		default:
		}
		list, last := endedAfter(t, s, seq)
		for _, hash := range list {
			seen[hash] = true
		}
		seq = last
	}
	wantEqual(t, "sessions seen to end", len(seen), users)
}

// testAccess changes how a user logs in: sessions and tokens end in the same transaction,
// and no session can be created with the old version afterwards.
func testAccess(t *testing.T, s Store) {
	anna := member("u1", "Anna", "anna@example.org")
	must(t, s.CreateUser(t.Context(), anna))
	must(t, s.CreateUser(t.Context(), member("u2", "Bert", "bert@example.org")))
	must(t, s.CreateSession(t.Context(), session("h1", "u1", time.Hour), 0))
	must(t, s.CreateSession(t.Context(), session("h2", "u1", time.Hour), 0))
	must(t, s.CreateSession(t.Context(), session("h3", "u2", time.Hour), 0))
	link, pending := token("t1", account.ResetPassword, "u1"), token("t2", account.TwoFactorLogIn, "u1")
	other := token("t3", account.ResetPassword, "u2")
	for _, made := range []account.Token{link, pending, other} {
		must(t, s.CreateToken(t.Context(), made))
	}

	set := func(u *account.User) error { u.Password = "new"; return nil }
	for _, wrong := range []string{"t2", "t3", "unknown"} {
		_, err := s.UpdateAccess(t.Context(), "u1", account.AccessChange{Now: noon, Link: wrong}, set)
		wantError(t, "link "+wrong, err, failure.ErrNotFound)
	}
	_, err := s.UpdateAccess(t.Context(), "u1", account.AccessChange{Now: noon}, func(u *account.User) error {
		u.Password = "refused"
		return failure.ErrNoSpace
	})
	wantError(t, "refused change", err, failure.ErrNoSpace)
	_, err = s.UpdateAccess(t.Context(), "u1", account.AccessChange{Now: noon}, func(u *account.User) error { u.Name = "bert"; return nil })
	wantTaken(t, "taken name", err, "name")
	got, err := s.FindUser(t.Context(), "u1")
	must(t, err)
	wantEqual(t, "user after refused changes", got, anna)
	wantToken(t, s, link, nil)

	change := account.AccessChange{Now: noon, Link: "t1", Keep: "h2", Open: session("h4", "u1", time.Hour)}
	got, err = s.UpdateAccess(t.Context(), "u1", change, set)
	must(t, err)
	anna.Password, anna.Version = "new", 1
	wantEqual(t, "user", got, anna)
	for hash, want := range map[string]error{"h1": failure.ErrNotFound, "h2": nil, "h3": nil, "h4": nil} {
		_, _, err := s.FindSession(t.Context(), hash, noon)
		wantError(t, "session "+hash, err, want)
	}
	wantToken(t, s, link, failure.ErrNotFound)
	wantToken(t, s, pending, failure.ErrNotFound)
	wantToken(t, s, other, nil)
	hashes, _ := endedAfter(t, s, 0)
	wantEqual(t, "ended sessions", hashes, []string{"h1"})

	wantError(t, "session of the old version", s.CreateSession(t.Context(), session("h5", "u1", time.Hour), 0), failure.ErrStale)
	must(t, s.CreateSession(t.Context(), session("h5", "u1", time.Hour), 1))
	_, err = s.UpdateAccess(t.Context(), "unknown", account.AccessChange{Now: noon}, set)
	wantError(t, "unknown user", err, failure.ErrNotFound)
}
