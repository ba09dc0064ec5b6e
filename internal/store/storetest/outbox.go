// SPDX-License-Identifier: Apache-2.0

package storetest

import (
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"cairn/internal/account"
	"cairn/internal/failure"
	"cairn/internal/webhook"
)

func report(id, user, by string) account.Report {
	return account.Report{ID: id, User: user, By: by, Reason: "abuse", Detail: "“Ünïcödé”\nin two lines", At: noon}
}

func testReports(t *testing.T, s Store) {
	addGuests(t, s, "u1", "u2", "u3")
	one, two := report("r1", "u1", "u2"), report("r2", "u1", "u3")
	two.At = noon.Add(time.Second)
	must(t, s.CreateReport(t.Context(), two, false))
	must(t, s.CreateReport(t.Context(), one, true))
	wantTaken(t, "a second open report", s.CreateReport(t.Context(), report("r3", "u1", "u2"), true), "report")
	wantError(t, "unknown user", s.CreateReport(t.Context(), report("r3", "u9", "u2"), false), failure.ErrNotFound)
	got, err := s.FindReport(t.Context(), "r1")
	must(t, err)
	wantEqual(t, "report", got, one)
	open, err := s.FindOpenReports(t.Context(), 10)
	must(t, err)
	wantEqual(t, "open reports", open, []account.Report{one, two})
	wantOutbox(t, s, "what is announced", 1)

	must(t, s.CloseReport(t.Context(), "r1", noon.Add(time.Hour)))
	wantError(t, "close it twice", s.CloseReport(t.Context(), "r1", noon), failure.ErrNotFound)
	must(t, s.CreateReport(t.Context(), report("r3", "u1", "u2"), false))
	by, err := s.FindReportsBy(t.Context(), "u2")
	must(t, err)
	one.Closed = noon.Add(time.Hour)
	wantEqual(t, "reports by a user", by, []account.Report{one, report("r3", "u1", "u2")})

	must(t, s.DeleteUser(t.Context(), "u2", noon))
	got, err = s.FindReport(t.Context(), "r3")
	must(t, err)
	wantEqual(t, "who reported, once deleted", got.By, "")
	must(t, s.DeleteUser(t.Context(), "u1", noon))
	_, err = s.FindReport(t.Context(), "r3")
	wantError(t, "about a deleted user", err, failure.ErrNotFound)
}

func wantOutbox(t *testing.T, s Store, what string, want int) {
	t.Helper()
	n, _, err := s.CountEvents(t.Context())
	must(t, err)
	wantEqual(t, what, n, want)
}

// testOutbox takes events that were announced by the end of a match and by a report.
func testOutbox(t *testing.T, s Store) {
	addGuests(t, s, "u1", "u2")
	n, oldest, err := s.CountEvents(t.Context())
	must(t, err)
	wantEqual(t, "an empty outbox", n, 0)
	wantEqual(t, "the oldest of none", oldest, time.Time{})
	b := begin(t, s, "m1", Online("u1", "u2"))
	store(t, s, b.Start())
	c := ended(b)
	c.Announce = true
	store(t, s, c)
	r := report("r1", "u1", "u2")
	r.At = c.Info.Updated.Add(time.Second)
	must(t, s.CreateReport(t.Context(), r, true))

	now := r.At
	match := webhook.Event{Kind: webhook.MatchEnded, Subject: "m1", At: c.Info.Updated, Due: now.Add(time.Minute), Attempts: 1}
	reported := webhook.Event{Kind: webhook.UserReported, Subject: "r1", At: r.At, Due: now.Add(time.Minute), Attempts: 1}
	wantTake(t, s, "before anything is due", c.Info.Updated.Add(-time.Second))
	wantTake(t, s, "what is due", now, match, reported)
	wantTake(t, s, "what another node sends", now)
	must(t, s.DeleteEvent(t.Context(), match))
	must(t, s.DelayEvent(t.Context(), reported, now.Add(time.Hour)))
	wantTake(t, s, "what was delayed", now.Add(time.Minute))
	reported.Due, reported.Attempts = now.Add(time.Hour+time.Minute), 2
	wantTake(t, s, "after the delay", now.Add(time.Hour), reported)
	dropped, err := s.TrimEvents(t.Context(), r.At, 1)
	must(t, err)
	wantEqual(t, "dropped", dropped, 0)
	dropped, err = s.TrimEvents(t.Context(), r.At.Add(time.Second), 1)
	must(t, err)
	wantEqual(t, "dropped by age", dropped, 1)
	wantOutbox(t, s, "what is left", 0)
}

func wantTake(t *testing.T, s Store, what string, now time.Time, want ...webhook.Event) {
	t.Helper()
	got, err := s.TakeEvents(t.Context(), now, now.Add(time.Minute), 10)
	must(t, err)
	wantEqual(t, what, got, want)
}

// testOutboxRace takes events on many nodes at once: each is taken once.
func testOutboxRace(t *testing.T, s Store) {
	const events = 20
	addGuests(t, s, "u0")
	for i := range events {
		user := fmt.Sprintf("v%d", i)
		addGuests(t, s, user)
		r := report(fmt.Sprintf("r%d", i), "u0", user)
		r.At = noon.Add(time.Duration(i) * time.Second)
		must(t, s.CreateReport(t.Context(), r, true))
	}
	now := noon.Add(time.Hour)
	var taken atomic.Int64
	atOnce(4, func(int) {
		for {
			list, err := s.TakeEvents(t.Context(), now, now.Add(time.Hour), 3)
			if err != nil {
				t.Error(err)
				return
			}
			if len(list) == 0 {
				return
			}
			taken.Add(int64(len(list)))
		}
	})
	for { // rows that other nodes had locked
		list, err := s.TakeEvents(t.Context(), now, now.Add(time.Hour), 3)
		must(t, err)
		if len(list) == 0 {
			break
		}
		taken.Add(int64(len(list)))
	}
	wantEqual(t, "events taken", taken.Load(), int64(events))
	dropped, err := s.TrimEvents(t.Context(), noon, 5)
	must(t, err)
	wantEqual(t, "dropped by number", dropped, events-5)
	wantOutbox(t, s, "the newest", 5)
}
