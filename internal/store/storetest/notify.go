// SPDX-License-Identifier: Apache-2.0

package storetest

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"cairn/internal/failure"
	"cairn/internal/notify"
)

func testVAPIDKeys(t *testing.T, s Store) {
	made := 0
	fresh := func() (notify.Keys, error) {
		made++
		return notify.Keys{Private: "private", Public: "public"}, nil
	}
	for range 2 {
		keys, err := s.VAPIDKeys(t.Context(), fresh)
		must(t, err)
		wantEqual(t, "keys", keys, notify.Keys{Private: "private", Public: "public"})
	}
	wantEqual(t, "how often keys were made", made, 1)
}

func push(session, user, endpoint string) notify.Push {
	return notify.Push{Session: session, User: user, Endpoint: endpoint, P256dh: "key", Auth: "auth", Lang: "de", Created: noon}
}

func testPush(t *testing.T, s Store) {
	addGuests(t, s, "u1", "u2")
	for hash, user := range map[string]string{"h1": "u1", "h2": "u1", "h3": "u2", "h4": "u1"} {
		must(t, s.CreateSession(t.Context(), session(hash, user, time.Hour), 0))
	}
	one, two := push("h1", "u1", "https://push.example/1"), push("h2", "u1", "https://push.example/2")
	two.Created = noon.Add(time.Second)
	must(t, s.SavePush(t.Context(), two))
	must(t, s.SavePush(t.Context(), one))
	wantError(t, "unknown session", s.SavePush(t.Context(), push("h9", "u1", "https://push.example/9")), failure.ErrNotFound)
	wantPushes(t, s, "two", "u1", one, two)
	got, err := s.FindPush(t.Context(), "h1")
	must(t, err)
	wantEqual(t, "push", got, one)

	two.Endpoint = "https://push.example/3"
	must(t, s.SavePush(t.Context(), two))
	wantPushes(t, s, "another address", "u1", one, two)
	other := push("h3", "u2", one.Endpoint)
	must(t, s.SavePush(t.Context(), other))
	wantPushes(t, s, "another user of the browser", "u1", two)
	wantPushes(t, s, "another user of the browser", "u2", other)

	list, err := s.FindPushes(t.Context(), "u1", noon.Add(2*time.Hour))
	must(t, err)
	wantEqual(t, "of an expired session", len(list), 0)
	must(t, s.DeleteSession(t.Context(), "h2", noon))
	wantPushes(t, s, "after the session has ended", "u1")
	must(t, s.DeletePush(t.Context(), "h3"))
	must(t, s.DeletePush(t.Context(), "h3"))
	_, err = s.FindPush(t.Context(), "h3")
	wantError(t, "deleted", err, failure.ErrNotFound)
	must(t, s.SavePush(t.Context(), push("h4", "u1", "https://push.example/4")))
	must(t, s.DeleteUser(t.Context(), "u1", noon))
	wantPushes(t, s, "of a deleted user", "u1")
}

func testTurns(t *testing.T, s Store) {
	addGuests(t, s, "u1", "u2", "u3")
	for hash, user := range map[string]string{"h1": "u1", "h2": "u2"} {
		must(t, s.CreateSession(t.Context(), session(hash, user, time.Hour), 0))
		must(t, s.SavePush(t.Context(), push(hash, user, "https://push.example/"+user)))
	}
	must(t, s.SaveTurns(t.Context(), nil))
	must(t, s.SaveTurns(t.Context(), []notify.Turn{{Match: "m1", User: "u3", Due: noon}, {Match: "m1", User: "unknown", Due: noon}}))
	wantTurns(t, s, "of users without a subscription", noon)

	one, two := notify.Turn{Match: "m1", User: "u1", Due: noon}, notify.Turn{Match: "m1", User: "u2", Due: noon.Add(time.Second)}
	must(t, s.SaveTurns(t.Context(), []notify.Turn{one, two, {Match: "m1", User: "u3", Due: noon}}))
	wantTurns(t, s, "too soon", noon.Add(-time.Second))
	later := notify.Turn{Match: "m1", User: "u1", Due: noon.Add(time.Minute)}
	must(t, s.SaveTurns(t.Context(), []notify.Turn{later}))
	wantTurns(t, s, "put off", noon.Add(2*time.Second), two)
	wantTurns(t, s, "taken", noon.Add(2*time.Second))

	var taken atomic.Int32
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			list, err := s.TakeTurns(t.Context(), noon.Add(time.Hour))
			if err != nil {
				t.Error(err)
			}
			taken.Add(int32(len(list)))
		})
	}
	group.Wait()
	wantEqual(t, "taken by eight at once", taken.Load(), int32(1))
	must(t, s.SaveTurns(t.Context(), []notify.Turn{one}))
	must(t, s.DeleteUser(t.Context(), "u1", noon))
	wantTurns(t, s, "of a deleted user", noon.Add(time.Hour))
}

func wantTurns(t *testing.T, s Store, what string, now time.Time, want ...notify.Turn) {
	t.Helper()
	list, err := s.TakeTurns(t.Context(), now)
	must(t, err)
	wantEqual(t, what, append([]notify.Turn{}, list...), append([]notify.Turn{}, want...))
}

func wantPushes(t *testing.T, s Store, what, user string, want ...notify.Push) {
	t.Helper()
	list, err := s.FindPushes(t.Context(), user, noon)
	must(t, err)
	wantEqual(t, what, list, append([]notify.Push{}, want...))
}

func testDigest(t *testing.T, s Store) {
	addGuests(t, s, "u1", "u2")
	first := notify.Digest{User: "u1", PerDay: 2, Last: noon, Token: "t1", Lang: "fr"}
	second := notify.Digest{User: "u2", PerDay: 1, Last: noon.Add(-time.Hour), Token: "t2", Lang: "en"}
	must(t, s.SaveDigest(t.Context(), first))
	must(t, s.SaveDigest(t.Context(), second))
	wantError(t, "unknown user", s.SaveDigest(t.Context(), notify.Digest{User: "u9", Token: "t9"}), failure.ErrNotFound)
	same := notify.Digest{User: "u1", PerDay: 2, Last: noon.Add(time.Hour), Token: "other", Lang: "de"}
	must(t, s.SaveDigest(t.Context(), same))
	wantDigest(t, s, "saved again", first)
	got, err := s.FindDigestByToken(t.Context(), "t2")
	must(t, err)
	wantEqual(t, "by token", got, second)
	_, err = s.FindDigestByToken(t.Context(), "other")
	wantError(t, "unknown token", err, failure.ErrNotFound)

	for _, c := range []struct {
		once, twice time.Time
		limit       int
		want        []notify.Digest
	}{
		{noon, noon, 9, []notify.Digest{second}},
		{noon.Add(time.Minute), noon.Add(time.Minute), 9, []notify.Digest{second, first}},
		{noon.Add(time.Minute), noon.Add(time.Minute), 1, []notify.Digest{second}},
		{noon.Add(-2 * time.Hour), noon.Add(time.Minute), 9, []notify.Digest{first}},
		{noon.Add(-2 * time.Hour), noon, 9, []notify.Digest{}},
	} {
		due, err := s.FindDueDigests(t.Context(), c.once, c.twice, c.limit)
		must(t, err)
		wantEqual(t, "due", due, c.want)
	}

	first.PerDay, first.Last = 0, noon.Add(time.Hour)
	must(t, s.SaveDigest(t.Context(), first))
	wantDigest(t, s, "turned off", first)
	wantError(t, "take one that is off", s.TakeDigest(t.Context(), first, noon), failure.ErrNotFound)
	due, err := s.FindDueDigests(t.Context(), noon.Add(time.Minute), noon.Add(2*time.Hour), 9)
	must(t, err)
	wantEqual(t, "due without the one that is off", due, []notify.Digest{second})
	must(t, s.DeleteUser(t.Context(), "u1", noon))
	_, err = s.FindDigest(t.Context(), "u1")
	wantError(t, "of a deleted user", err, failure.ErrNotFound)
}

func wantDigest(t *testing.T, s Store, what string, want notify.Digest) {
	t.Helper()
	got, err := s.FindDigest(t.Context(), want.User)
	must(t, err)
	wantEqual(t, what, got, want)
}

// testDigestRace takes one digest on several servers concurrently: one gets it.
func testDigestRace(t *testing.T, s Store) {
	addGuests(t, s, "u1")
	known := notify.Digest{User: "u1", PerDay: 1, Last: noon, Token: "t1", Lang: "en"}
	must(t, s.SaveDigest(t.Context(), known))
	var taken atomic.Int32
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			switch err := s.TakeDigest(t.Context(), known, noon.Add(time.Hour)); {
			case err == nil:
				taken.Add(1)
			case failure.CodeOf(err) != failure.NotFound:
				t.Error(err)
			}
		})
	}
	group.Wait()
	wantEqual(t, "how many may send it", taken.Load(), int32(1))
}
