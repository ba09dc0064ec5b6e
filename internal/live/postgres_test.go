// SPDX-License-Identifier: Apache-2.0

//go:build unix

package live_test

import (
	"testing"
	"time"

	"cairn/internal/live/livetest"
	"cairn/internal/store/pgtest"
	"cairn/internal/store/postgres"
)

func init() {
	openPostgres = func(t *testing.T) livetest.Store {
		t.Helper()
		s, err := postgres.Open(background, pgtest.URL(t), postgres.Options{Patience: 5 * time.Minute})
		must(t, err)
		t.Cleanup(func() { must(t, s.Close()) })
		return s
	}
}

// TestOnPostgres runs tests of several nodes on PostgreSQL.
func TestOnPostgres(t *testing.T) {
	for name, test := range map[string]func(*testing.T){
		"skewed clocks": TestSkewedNodes, "flag once": TestFlagOnce, "rematch": TestRematchElsewhere, "a node away": TestNodeAway, "all away": TestAllAway,
		"stop one by one": TestStopOneByOne, "lost messages": TestLostMessages, "old memory": TestOldMemory,
		"presence": TestPresenceElsewhere, "start": TestStartElsewhere, "claim": TestClaimElsewhere, "take over": TestTakeOver,
	} {
		t.Run(name, test)
	}
}
