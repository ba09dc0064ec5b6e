// SPDX-License-Identifier: Apache-2.0

package room_test

import (
	"errors"
	"testing"
	"time"

	"cairn/internal/live/rating"
	"cairn/internal/live/room"
)

func TestShown(t *testing.T) {
	made := 0
	makes := func() ([]byte, error) {
		made++
		return []byte{byte(made)}, nil
	}
	var s room.Rendered
	start := time.Unix(0, 0)
	for _, test := range []struct {
		key  string
		at   time.Duration
		want byte
	}{{"a", 0, 1}, {"a", 9, 1}, {"b", 9, 2}, {"a", 10, 3}, {"a", 19, 3}} {
		got, err := s.Once(test.key, start.Add(test.at), 10, makes)
		if err != nil || got[0] != test.want {
			t.Errorf("%s after %d: got %v, %v, want %d", test.key, test.at, got, err, test.want)
		}
	}
	broken := errors.New("broken")
	if _, err := s.Once("c", start, 10, func() ([]byte, error) { return nil, broken }); !errors.Is(err, broken) {
		t.Errorf("got error %v, want %v", err, broken)
	}
	if got, err := s.Once("c", start, 10, makes); err != nil || got[0] != 4 {
		t.Errorf("after an error: got %v, %v, want 4", got, err)
	}
}

// TestShownScore asks for a score: concurrent streams share one query.
func TestShownScore(t *testing.T) {
	asked := 0
	ask := func() (rating.Meetings, error) {
		asked++
		return rating.Meetings{Won: asked}, nil
	}
	var s room.Rendered
	start := time.Unix(0, 0)
	broken := errors.New("broken")
	if _, err := s.Score(start, func() (rating.Meetings, error) { return rating.Meetings{}, broken }); !errors.Is(err, broken) {
		t.Errorf("got error %v, want %v", err, broken)
	}
	for _, test := range []struct {
		after time.Duration
		want  int
	}{{0, 1}, {999 * time.Millisecond, 1}, {time.Second, 2}} {
		if got, err := s.Score(start.Add(test.after), ask); err != nil || got.Won != test.want {
			t.Errorf("after %s: got %v, %v, want %d", test.after, got, err, test.want)
		}
	}
	var none *room.Rendered
	if got, err := none.Score(start, ask); err != nil || got.Won != 3 {
		t.Errorf("without a state: got %v, %v, want 3", got, err)
	}
}
