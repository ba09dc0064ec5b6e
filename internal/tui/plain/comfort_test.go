// SPDX-License-Identifier: Apache-2.0

package plain_test

import (
	"context"
	"io"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"cairn/internal/tui/plain"
)

func TestOnlyPlacing(t *testing.T) {
	o := options(t, these(t, "nine"), "nine")
	out := transcript(t, o, "", "d6", "quit") // a blank line has no effect
	has(t, out, "White, place on:", "White, place on: d6", "White places on d6.", "Black, place on:")
	if strings.Contains(out, "source") {
		t.Errorf("the source is asked:\n%s", out)
	}
}

// sharedText is an output that can be read concurrently.
type sharedText struct {
	mu   sync.Mutex
	text strings.Builder
}

func (s *sharedText) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.Write(b)
}

func (s *sharedText) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.String()
}

// TestFlagAtOnce checks that a game is lost on time while line mode waits for a line.
func TestFlagAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := options(t, toy(), "toy")
		o.Control, o.Now = "1m", time.Now
		in, keys := io.Pipe()
		var out sharedText
		o.In, o.Out = in, &out
		ended := make(chan error, 1)
		go func() { ended <- plain.Run(context.Background(), o) }()
		if _, err := io.WriteString(keys, "b2\n"); err != nil {
			t.Fatal(err)
		}
		time.Sleep(59 * time.Second)
		synctest.Wait()
		if strings.Contains(out.String(), "out of time") {
			t.Error("the flag fell too soon")
		}
		time.Sleep(2 * time.Second)
		synctest.Wait()
		has(t, out.String(), "White wins: Black ran out of time.", "The game is over")
		keys.Close()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
}

func TestPlainMenuClockAndSaves(t *testing.T) {
	o := options(t, toy(), "toy")
	transcript(t, o, "b2", "save mine.json")
	o.Game, o.Players, o.Typed = "", [2]string{}, true
	has(t, transcript(t, o, "1", "1", "2", "3", "quit"), "Which clock?", "3  5 min + 3 s per move", "5:00 left")
	has(t, transcript(t, o, "1", "1", "2", "7+5", "quit"), "7:00 left")
	has(t, transcript(t, o, "2", "1", "quit"), "2  Open saved game", "mine.json  Tic-tac-toe, 1 move", "Loaded from mine.json.", "Black to move")
	o.Typed = false
	if out := transcript(t, o, "1", "1", "2", "b2", "quit"); strings.Contains(out, "Which clock?") || strings.Contains(out, "Open saved") {
		t.Errorf("a script is asked:\n%s", out)
	}
}
