// SPDX-License-Identifier: Apache-2.0

package cluster_test

import (
	"context"
	"testing"
	"time"

	"cairn/internal/live/cluster"
)

// slowStore is a database whose clock is an hour ahead, and whose questions take long on
// their way.
type slowStore struct {
	cluster.Store
	now   time.Time
	takes []time.Duration // of the next questions; a millisecond after that
}

func (s *slowStore) local() time.Time { return s.now }

func (s *slowStore) Now(context.Context) (time.Time, error) {
	took := time.Millisecond
	if len(s.takes) > 0 {
		took, s.takes = s.takes[0], s.takes[1:]
	}
	s.now = s.now.Add(took)
	return s.now.Add(time.Hour), nil
}

// A node that starts while the database answers slowly does not take half of the delay for
// the time; if it stays slow, the quickest answer counts.
func TestTimeSlowly(t *testing.T) {
	for name, test := range map[string]struct {
		takes []time.Duration
		wrong time.Duration // at most
	}{
		"quick":       {nil, time.Millisecond},
		"first slow":  {[]time.Duration{4 * time.Second}, time.Millisecond},
		"always slow": {[]time.Duration{4 * time.Second, time.Second, 200 * time.Millisecond, 2 * time.Second}, 100 * time.Millisecond},
	} {
		s := &slowStore{now: time.Unix(1000, 0), takes: test.takes}
		clock := cluster.NewDatabaseClock(s.local, s)
		if err := clock.Measure(t.Context()); err != nil {
			t.Fatal(err)
		}
		if wrong := (clock.Offset() - time.Hour).Abs(); wrong > test.wrong {
			t.Errorf("%s: the time is wrong by %s, want %s at most", name, wrong, test.wrong)
		}
	}
}
