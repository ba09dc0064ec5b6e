// SPDX-License-Identifier: Apache-2.0

package match_test

import (
	"testing"
	"time"

	"cairn/match"
)

// leftAt returns the seconds both sides had left at a ply; nil if unknown.
func (b *table) leftAt(ply int) []int {
	left, known := b.match.LeftAt(ply)
	if !known {
		return nil
	}
	return []int{int(left[0] / time.Second), int(left[1] / time.Second)}
}

func TestLeftAtEachPly(t *testing.T) {
	b := playOnline(t, toy, "60s+2s")
	for _, move := range []string{"a1", "b1", "a2"} {
		b.wait(10 * time.Second)
		b.play(move)
	}
	for ply, want := range [][]int{{60, 60}, {52, 60}, {52, 52}, {44, 52}, nil} {
		same(t, "left", b.leftAt(ply), want)
	}
}

func TestLeftAtWithoutClock(t *testing.T) {
	b := playOnline(t, toy, "none")
	b.play("a1")
	same(t, "left", b.leftAt(1), []int(nil))
}

func TestLeftAtInALoadedRecord(t *testing.T) {
	b := playOnline(t, toy, "60s+2s")
	for _, move := range []string{"a1", "b1"} {
		b.wait(10 * time.Second)
		b.play(move)
	}
	loaded := load(t, b.match.Record())
	for ply, want := range [][]int{{60, 60}, {52, 60}, {52, 52}, nil} {
		same(t, "left", loaded.leftAt(ply), want)
	}
	loaded.play("c1")
	same(t, "left after the record", loaded.leftAt(3), []int(nil))
}

func TestLeftAtAfterAnUndoOnOneMachine(t *testing.T) {
	control, _ := match.ParseControl("60s")
	b := sit(t, toy, match.Setup{Takeback: match.Free, Control: control})
	b.do(match.Action{Kind: match.Start})
	b.wait(10 * time.Second)
	b.play("a1")
	b.wait(5 * time.Second)
	b.by(white, match.Undo)
	same(t, "left", b.leftAt(0), []int{50, 55})
	same(t, "left of what was taken back", b.leftAt(1), []int(nil))
}
