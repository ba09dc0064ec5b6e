// SPDX-License-Identifier: Apache-2.0

package plain_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestRecordKeeps opens a record and saves it again, without a change and
// after a turn.
func TestRecordKeeps(t *testing.T) {
	o := options(t, toy(), "")
	o.Players = [2]string{}
	path := written(t, o, "f.txt", annotated)
	o.File = "f.txt"
	transcript(t, o, "save")
	if got, err := os.ReadFile(path); err != nil || string(got) != annotated {
		t.Errorf("got %v\n%s\nwant\n%s", err, got, annotated)
	}
	has(t, transcript(t, o, "c3", "save g.yaml"), "White ○ (Ann)", "4:50 left", "Black ● (Béla)", "4:40 left")
	r := load(t, filepath.Join(o.Dir, "g.yaml"))
	if r.Players != [2]string{"Ann", "Béla"} || r.Control != "5m+3s" || r.Comment != "The final of the club." ||
		r.Turns[1].Comment != "A mistake." || len(r.Extra) != 1 || r.Turns[0].Took != 13*time.Second || r.Date.Year() != 2026 {
		t.Errorf("something is lost: %+v", r)
	}
	if got, want := r.Clock[0], 4*time.Minute+53*time.Second; got != want {
		t.Errorf("White has %v left, want %v", got, want)
	}
}

func TestControlRefused(t *testing.T) {
	o := options(t, toy(), "")
	o.Players = [2]string{}
	for _, control := range []string{"foo", "48h"} {
		written(t, o, "f.txt", strings.Replace(annotated, "5m+3s", control, 1))
		o.File = "f.txt"
		if _, err := tryTranscript(o); err == nil || !strings.Contains(err.Error(), "control") {
			t.Errorf("%s: got %v", control, err)
		}
	}
}
