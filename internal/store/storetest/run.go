// SPDX-License-Identifier: Apache-2.0

package storetest

import (
	"testing"
)

// Run checks a store. open returns an empty one for each test, which is closed
// by the test's Cleanup.
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
		{"user names", testUserNames},
		{"user race", testUserRace},
		{"session", testSession},
		{"session expiry", testSessionExpiry},
		{"session errors", testSessionErrors},
		{"session list", testSessionList},
		{"session ended", testEnded},
		{"token", testToken},
		{"token expiry", testTokenExpiry},
		{"token once", testTokenOnce},
		{"delete user", testDeleteUser},
		{"delete guests", testDeleteGuests},
		{"seek waits", testSeekWaits},
		{"seek pairs", testSeekPairs},
		{"seek apart", testSeekApart},
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
		{"command race", testCommandRace},
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
		{"beat", testBeat},
		{"context", testContext},
		{"model of seeks", testSeekModel},
		{"model of matches", testMatchModel},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) { test.run(t, open(t)) })
	}
}
