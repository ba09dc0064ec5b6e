// SPDX-License-Identifier: Apache-2.0

package play_test

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"testing"
	"time"

	"cairn/internal/play"
)

// TestFaults fails twice a second for two minutes.
func TestFaults(t *testing.T) {
	var log bytes.Buffer
	c := &clock{now: time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)}
	s := play.New(play.Options{Now: c.Now, Log: slog.New(slog.NewTextHandler(&log, nil))})
	note := s.Faults("do something")
	note(nil)
	note(context.Canceled)
	if log.Len() > 0 {
		t.Errorf("got %q, want nothing of what is no fault", log.String())
	}
	for range 240 {
		note(play.ErrNoSpace)
		c.advance(500 * time.Millisecond)
	}
	lines := strings.Split(strings.TrimSpace(log.String()), "\n")
	if len(lines) != 2 || !strings.Contains(lines[0], "untold=0") || !strings.Contains(lines[1], "untold=119") {
		t.Errorf("got %q, want one line in a minute, with the number of those left out", lines)
	}
}
