// SPDX-License-Identifier: Apache-2.0

package match

import (
	"fmt"
	"slices"

	"cairn/game"
	"cairn/internal/live/room"
	"cairn/internal/study/puzzle"
	"cairn/internal/study/trainer"
	"cairn/internal/web"
	"cairn/internal/web/boardview"
	"cairn/match"
)

// drillView is the drill that a match is played in.
type drillView struct {
	Path, Text string
	Level      int
}

// drillLevel is the level of the computer in drills.
const drillLevel = "perfect"

// drillOf returns the drill of a match: a drill that begins at its position, against a
// computer that never errs. Nil for other matches.
func drillOf(m match.Match) *puzzle.Drill {
	setup := m.Setup()
	if !m.Loaded() || !slices.Contains(setup.Seats[:], room.ComputerSeat(drillLevel)) {
		return nil
	}
	return trainer.DrillOf(m.Game(), setup.Start)
}

func newDrillView(t *web.Texts, m match.Match) *drillView {
	d := drillOf(m)
	if d == nil {
		return nil
	}
	return &drillView{fmt.Sprintf("/drills/%s/%d", d.Game, d.Level), boardview.DrillGoal(t.For(m.Game().Info()), d), d.Level}
}

// drillEnd says whether the goal of a drill was reached.
func drillEnd(t *web.Texts, d *puzzle.Drill, verdict game.Verdict) string {
	if trainer.Reached(d, verdict) {
		return t.Text("web.drill.reached")
	}
	return t.Text("web.drill.failed")
}
