// SPDX-License-Identifier: Apache-2.0

package live_test

import (
	"database/sql"
	"os"
	"testing"
	"time"

	"cairn/game"
	"cairn/internal/account/accounttest"
	"cairn/internal/live/room"
	"cairn/internal/store/sqlite"
	"cairn/match"
)

// TestUpgrade starts the service on data of the first schema with a match that a
// crash interrupted: it continues, and the downtime costs no player time.
func TestUpgrade(t *testing.T) {
	h := newHouse(t)
	h.Close(true)
	h.Dir = t.TempDir()
	statements, err := os.ReadFile("../store/sqlite/testdata/schema1.sql")
	must(t, err)
	db, err := sql.Open("sqlite", sqlite.Path(h.Dir))
	must(t, err)
	_, err = db.Exec(string(statements))
	must(t, err)
	must(t, db.Close())

	h.Clock.Advance(24 * time.Hour)
	h.Open()
	entry, err := h.LogIn(background, "Ann", accounttest.Password, "")
	must(t, err)
	ann := entry.User
	list, err := h.Archive.Matches(background, room.Filter{User: ann.ID, Statuses: []match.Status{match.Playing}})
	if err != nil || len(list) != 1 {
		t.Fatalf("live matches: got %+v, %v, want one", list, err)
	}
	running := list[0]
	r := h.Room(ann, running.ID)
	if got, want := r.Match.Clock().Remaining(game.White, h.Clock.Now()), 5*time.Minute-20*time.Second+3*time.Second-5*time.Second; got != want {
		t.Errorf("White's time: got %v, want %v", got, want)
	}
	bob := h.User(running.Seats[game.Black])
	h.Move(ann, running.ID, "c3")
	h.Do(bob, running.ID, match.Action{Kind: match.Resign})
	if scores, err := h.Ratings.Scores(background, ann.ID); err != nil || len(scores) != 1 || scores[0].Wins != 2 {
		t.Errorf("scores: got %+v, %v, want two wins", scores, err)
	}
}
