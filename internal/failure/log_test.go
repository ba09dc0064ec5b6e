// SPDX-License-Identifier: Apache-2.0

package failure_test

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"testing"
	"time"

	"cairn/internal/failure"
)

// TestLog fails twice a second for two minutes.
func TestLog(t *testing.T) {
	var lines bytes.Buffer
	now := time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)
	log := failure.NewLog(slog.New(slog.NewTextHandler(&lines, nil)), func() time.Time { return now }, "do something")
	log.Note(nil)
	log.Note(context.Canceled)
	if lines.Len() > 0 {
		t.Errorf("got %q, want no line without a failure", lines.String())
	}
	for range 240 {
		log.Note(failure.ErrNoSpace)
		now = now.Add(500 * time.Millisecond)
	}
	got := strings.Split(strings.TrimSpace(lines.String()), "\n")
	if len(got) != 2 || !strings.Contains(got[0], "skipped=0") || !strings.Contains(got[1], "skipped=119") {
		t.Errorf("got %q, want one line a minute, with the number of errors skipped", got)
	}
	lines.Reset()
	log.Note(nil)
	log.Note(nil)
	if got := lines.String(); strings.Count(got, "\n") != 1 || !strings.Contains(got, "level=INFO") || !strings.Contains(got, "works again") {
		t.Errorf("got %q, want one line that it works again", got)
	}
}
