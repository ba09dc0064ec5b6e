// SPDX-License-Identifier: Apache-2.0

package webtest

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"strings"
	"sync"
	"testing"

	"cairn/internal/web"
)

// Journal is a log that tests read.
type Journal struct {
	sync.Mutex
	bytes.Buffer
}

// Write implements io.Writer.
func (j *Journal) Write(b []byte) (int, error) {
	j.Lock()
	defer j.Unlock()
	return j.Buffer.Write(b)
}

func (j *Journal) Text() string {
	j.Lock()
	defer j.Unlock()
	return j.String()
}

func (j *Journal) Serve(o *web.Options) { o.Log = slog.New(slog.NewJSONHandler(j, nil)) }

// Events lists the security events, by name, with the users they are about.
func (j *Journal) Events(t *testing.T) map[string][]string {
	t.Helper()
	events := map[string][]string{}
	for line := range strings.Lines(j.Text()) {
		var entry struct{ Msg, Event, User, Address string }
		if err := json.Unmarshal([]byte(line), &entry); err != nil {
			t.Fatal(err)
		}
		if entry.Msg == "security" {
			events[entry.Event] = append(events[entry.Event], entry.User)
			if entry.Address == "" {
				t.Errorf("event %s does not say where it came from", entry.Event)
			}
		}
	}
	return events
}
