// SPDX-License-Identifier: Apache-2.0

package pagestate_test

import (
	"encoding/json"
	"testing"

	"pgregory.net/rapid"

	"cairn/game"
	"cairn/internal/pagestate"
)

// AppendJSON encodes as json.Marshal does.
func TestAppendJSON(t *testing.T) {
	texts := rapid.OneOf(rapid.SampledFrom([]string{"", "d6", "d6-d7xa1|fd6 td7 xa1", `say "no"`, "<b>&", "é\u2028\x7f", "\xff\n"}), rapid.String())
	list := func(r *rapid.T, name string) []string {
		return rapid.OneOf(rapid.Just([]string(nil)), rapid.SliceOfN(texts, 0, 3)).Draw(r, name)
	}
	number := func(r *rapid.T, name string) *int64 { return rapid.Ptr(rapid.Int64(), true).Draw(r, name) }
	side := func(r *rapid.T) pagestate.SideChange {
		return pagestate.SideChange{
			Pieces: pagestate.Pieces{
				Phase: rapid.SampledFrom([]game.Phase{game.Placing, game.Sliding, game.Flying, game.Mixed}).Draw(r, "phase"), Hand: rapid.Int().Draw(r, "hand"),
				Lost: rapid.Int().Draw(r, "lost"), Board: rapid.Int().Draw(r, "board"), Mills: rapid.Int().Draw(r, "mills"),
			},
			Present: rapid.Bool().Draw(r, "present"), ClockMS: number(r, "clock"),
		}
	}
	check := func(r *rapid.T, got []byte, of any) {
		if want, err := json.Marshal(of); err != nil || string(got) != string(want) {
			r.Errorf("got\n%s\nwant\n%s, %v", got, want, err)
		}
	}
	rapid.Check(t, func(r *rapid.T) {
		shared := pagestate.SharedChange{
			Seq: rapid.Int().Draw(r, "seq"), Turn: rapid.SampledFrom(game.Sides[:]).Draw(r, "turn"), Men: texts.Draw(r, "men"), Position: texts.Draw(r, "position"), Sides: pagestate.Sides[pagestate.SideChange]{White: side(r), Black: side(r)},
			Running: texts.Draw(r, "running"), ServerMS: rapid.Int64().Draw(r, "server"), FirstMS: number(r, "first"), Last: list(r, "last"), Taken: list(r, "taken"), Line: list(r, "line"),
			Times: rapid.OneOf(rapid.Just([]int64(nil)), rapid.SliceOfN(rapid.Int64(), 0, 3)).Draw(r, "times"),
		}
		for range rapid.IntRange(0, 2).Draw(r, "steps") {
			step := pagestate.StepState{From: texts.Draw(r, "from"), To: texts.Draw(r, "to"), Takes: list(r, "takes")}
			for range rapid.IntRange(0, 2).Draw(r, "mills") {
				step.Mills = append(step.Mills, list(r, "mill"))
			}
			shared.Steps = append(shared.Steps, step)
		}
		for range rapid.IntRange(0, 2).Draw(r, "lines") {
			shared.Log = append(shared.Log, pagestate.LogLine{Seq: rapid.Int().Draw(r, "line seq"), Text: texts.Draw(r, "line text"), Move: rapid.Bool().Draw(r, "line move")})
		}
		check(r, shared.AppendJSON(nil), &shared)
		own := pagestate.OwnChange{Moves: list(r, "moves"), Can: list(r, "can"), ClaimMS: number(r, "claim"), Message: texts.Draw(r, "message")}
		if rapid.Bool().Draw(r, "offered") {
			own.Offer = &pagestate.OfferState{ID: rapid.Int().Draw(r, "offer"), Text: texts.Draw(r, "offer text")}
		}
		check(r, own.AppendJSON(nil), &own)
	})
}
