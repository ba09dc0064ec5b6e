// SPDX-License-Identifier: Apache-2.0

// Package storetest checks any store against account.Store and live.Store: every
// method, every error, and concurrent use. It plays real matches of a toy game.
//
// It does not check properties of one kind of database, such as a full disk or a
// backup, and it measures no time.
package storetest

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"cairn/internal/account"
	"cairn/internal/failure"
	"cairn/internal/live"
	"cairn/internal/live/room"
	"cairn/internal/notify"
	"cairn/internal/study/library"
	"cairn/internal/study/trainer"
	"cairn/internal/webhook"
)

// Run checks a store. open returns an empty store for each test and closes it in
// the Cleanup of the test.
func Run(t *testing.T, open func(t *testing.T) Store) {
	tests := []struct {
		name string
		run  func(t *testing.T, s Store)
	}{
		{"user", testUser},
		{"user taken", testUserTaken},
		{"user update", testUserUpdate},
		{"user change", testUserChange},
		{"user find", testUserFind},
		{"user login", testUserLogin},
		{"user confirm", testUserConfirm},
		{"user names", testUserNames},
		{"user race", testUserRace},
		{"session", testSession},
		{"session expiry", testSessionExpiry},
		{"session errors", testSessionErrors},
		{"session list", testSessionList},
		{"session ended", testEnded},
		{"session ended in order", testEndedOrder},
		{"attempts", testAttempts},
		{"attempts race", testAttemptsRace},
		{"access", testAccess},
		{"token", testToken},
		{"token expiry", testTokenExpiry},
		{"token once", testTokenOnce},
		{"passkey", testPasskey},
		{"bot", testBot},
		{"ssh key", testSSHKey},
		{"identity", testIdentity},
		{"delete user", testDeleteUser},
		{"delete guests", testDeleteGuests},
		{"delete unseen guests", testDeleteUnseen},
		{"delete uploads", testDeleteUploads},
		{"delete expired sessions", testDeleteExpired},
		{"seek waits", testSeekWaits},
		{"seek pairs", testSeekPairs},
		{"seek apart", testSeekApart},
		{"seek sets", testSeekSets},
		{"seek accept", testSeekAccept},
		{"seek race of accepting", testSeekAcceptRace},
		{"seek replaced", testSeekReplaced},
		{"seek refused", testSeekRefused},
		{"seek delete", testSeekDelete},
		{"seek fits", testSeekFits},
		{"seeks that wait", testSeekPairWaiting},
		{"seek seen", testSeekSeen},
		{"seek race", testSeekRace},
		{"seek race of tabs", testSeekTabs},
		{"seek race with cancelling", testSeekCancelRace},
		{"seek race of those that wait", testSeekPairWaitingRace},
		{"match", testMatch},
		{"match from a record", testMatchLoaded},
		{"match that is in no list", testMatchUnlisted},
		{"match refused", testMatchRefused},
		{"append", testAppend},
		{"append several", testAppendSeveral},
		{"append joined", testAppendJoined},
		{"append refused", testAppendRefused},
		{"append next", testAppendNext},
		{"append race", testAppendRace},
		{"append to many matches", testAppendMany},
		{"events", testEvents},
		{"command", testCommand},
		{"scores", testScores},
		{"scores once", testScoresOnce},
		{"ratings", testRatings},
		{"ratings of many", testRatingsOf},
		{"ratings once", testRatingsOnce},
		{"ratings without a player", testRatingsGone},
		{"leaders", testLeaders},
		{"filter", testFilter},
		{"filter order", testFilterOrder},
		{"filter pages", testFilterPages},
		{"model of filters", testFilterModel},
		{"relations", testRelations},
		{"relations bounded", testRelationsBounded},
		{"blocks", testBlocks},
		{"blocks keep seeks apart", testBlocksSeeks},
		{"allow", testAllow},
		{"challenge", testChallenge},
		{"challenge standing", testChallengeStanding},
		{"challenge answered", testChallengeAnswered},
		{"challenge delete", testChallengeDelete},
		{"challenge race with a block", testChallengeBlockRace},
		{"challenge race of answers", testChallengeAnswerRace},
		{"challenge race of both", testChallengeCrossRace},
		{"phrases", testPhrases},
		{"meetings", testMeetings},
		{"delete user with others", testDeletePeople},
		{"keys of notifications", testVAPIDKeys},
		{"push", testPush},
		{"turns", testTurns},
		{"digest", testDigest},
		{"digest race", testDigestRace},
		{"matches to count", testUncounted},
		{"counts of moves", testCounts},
		{"judged moves", testJudged},
		{"unjudged", testUnjudged},
		{"count race", testCountRace},
		{"beat", testBeat},
		{"beat of a node", testNodeBeat},
		{"nodes", testNodes},
		{"states of matches", testStates},
		{"task of one node", testTurn},
		{"matches that wait for a node", testUnattended},
		{"puzzles", testPuzzleAttempts},
		{"puzzles race", testPuzzleRace},
		{"drills", testDrills},
		{"storms", testStorms},
		{"reports", testReports},
		{"outbox", testOutbox},
		{"outbox race", testOutboxRace},
		{"made puzzles", testMadePuzzles},
		{"context", testContext},
		{"model of seeks", testSeekModel},
		{"model of matches", testMatchModel},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) { test.run(t, open(t)) })
	}
}

// Store is a store under test.
type Store interface {
	account.Store
	account.PasskeyStore
	account.IdentityStore
	live.Store
	notify.Store
	account.AttemptStore
	library.Store
	trainer.Store
	webhook.Store

	DeleteGuests(ctx context.Context, now, unseen time.Time) error
	DeleteUploads(ctx context.Context, before time.Time) error
}

// must stops a test at an error.
func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// wantError checks that an error wraps the wanted one.
func wantError(t testing.TB, what string, got, want error) {
	t.Helper()
	if !errors.Is(got, want) {
		t.Errorf("%s: got error %v, want %v", what, got, want)
	}
}

// wantTaken checks the field of a failure.TakenError.
func wantTaken(t testing.TB, what string, got error, field string) {
	t.Helper()
	if taken := takenField(got); taken != field {
		t.Errorf("%s: got error %v, want that the %s is taken", what, got, field)
	}
}

// takenField returns the field of a failure.TakenError, empty for other errors.
func takenField(err error) string {
	var taken *failure.TakenError
	if errors.As(err, &taken) {
		return taken.Field
	}
	return ""
}

// wantEqual compares two values.
func wantEqual(t testing.TB, what string, got, want any) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s: got (+), want (-):\n%s", what, diff)
	}
}

// atOnce runs f n times concurrently and waits for all of them.
func atOnce(n int, f func(i int)) {
	var all sync.WaitGroup
	begin := make(chan struct{})
	for i := range n {
		all.Go(func() {
			<-begin
			f(i)
		})
	}
	close(begin)
	all.Wait()
}

func testBeat(t *testing.T, s Store) {
	must(t, s.Ping(t.Context()))
	_, err := s.LastBeat(t.Context())
	wantError(t, "beat of a server that never was", err, failure.ErrNotFound)
	for _, at := range []time.Time{noon, noon.Add(time.Hour), noon.Add(time.Minute)} { // a clock may be set back
		must(t, s.Beat(t.Context(), at))
		must(t, s.Ping(t.Context()))
		got, err := s.LastBeat(t.Context())
		must(t, err)
		wantEqual(t, "last beat", got, at)
	}
}

// testContext uses a context that is cancelled before the call.
func testContext(t *testing.T, s Store) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	b := NewTable(t, "m1", room.Open, Online("u1", "u2"))
	wantError(t, "write", s.CreateMatch(ctx, b.Created()), context.Canceled)
	_, err := s.FindMatch(ctx, "m1")
	wantError(t, "read a row", err, context.Canceled)
	_, err = s.FindMatches(ctx, room.Filter{})
	wantError(t, "read rows", err, context.Canceled)
	_, err = s.FindMatch(t.Context(), "m1")
	wantError(t, "what was cancelled", err, failure.ErrNotFound)
}
