// SPDX-License-Identifier: Apache-2.0

package main

import (
	"io"
	"strings"
	"testing"

	"cairn/catalog"
)

// Whatever is typed, the engine refuses it and stays what it was, or takes it
// and can go on: its position has moves exactly when it is not over.
func FuzzEngineLine(f *testing.F) {
	for _, line := range []string{
		"position start moves d2 f4", "position text 3/3/3/6/3/3/3 w 9,9 0 moves a7", "position text moves", "position",
		"setoption name Table value 64", "setoption name Tables value <empty>", "setoption value name",
		"go movetime 5 depth 3", "go white 0 winc 1s turns 4", "go infinite infinite", "castle",
	} {
		f.Add(line)
	}
	entry, err := catalog.Standard().Find("nine")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, line string) {
		d := newDialogue(&program{out: &printer{Writer: io.Discard}}, entry, "")
		words := strings.Fields(line)
		if len(words) == 0 {
			return
		}
		before := d.state.String()
		if err := d.setPosition(t.Context(), words[1:]); err != nil && d.state.String() != before {
			t.Errorf("%v, but the position is %s now", err, d.state)
		}
		if (len(d.state.Moves()) == 0) != d.state.Result().Over() {
			t.Errorf("%s: %d moves, %v", d.state, len(d.state.Moves()), d.state.Result())
		}
		options := d.options
		if err := d.setOption(t.Context(), words[1:]); err != nil && d.options != options {
			t.Errorf("%v, but the options are %+v now", err, d.options)
		}
		if l, _, err := readLimits(words[1:], d.state.Turn()); err == nil && (l.Time < 0 || l.Depth < 0 || l.Clock.Left < 0 || l.Clock.Turns < 0) {
			t.Errorf("limits %+v below zero", l)
		}
	})
}
