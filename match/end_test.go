// SPDX-License-Identifier: Apache-2.0

package match_test

import (
	"testing"

	"cairn/game"
	"cairn/match"
	"cairn/record"
)

func TestEndOfRecord(t *testing.T) {
	tests := []struct {
		verdict game.Verdict
		reason  string
		ok      bool
	}{
		{game.Playing, "", true},
		{game.WhiteWins, "resignation", true},
		{game.BlackWins, "time", true},
		{game.BlackWins, "left", true},
		{game.Draw, "agreement", true},
		{game.Playing, "aborted", true},
		{game.WhiteWins, "line", true},
		{game.Draw, "repetition", true},
		{game.Draw, "resignation", false},
		{game.Draw, "time", false},
		{game.WhiteWins, "agreement", false},
		{game.WhiteWins, "aborted", false},
		{game.Playing, "line", false},
		{game.WhiteWins, "", false},
		{game.WhiteWins, "witchcraft", false},
	}
	for _, test := range tests {
		t.Run(test.verdict.String()+" "+test.reason, func(t *testing.T) {
			in := record.Record{Verdict: test.verdict, Reason: test.reason}
			end, err := match.EndOf(in)
			if (err == nil) != test.ok {
				t.Fatalf("got %v, want accepted: %v", err, test.ok)
			}
			if over := test.reason != ""; end.Over() != over {
				t.Errorf("over: got %v, want %v", end.Over(), over)
			}
			var out record.Record
			if end.Write(&out); !out.Equal(in) {
				t.Errorf("written: got %s %s, want %s %s", out.Verdict, out.Reason, in.Verdict, in.Reason)
			}
		})
	}
}

func TestReasonsAreApartFromRules(t *testing.T) {
	for _, r := range match.Reasons() {
		if rule, ok := r.Rule(); ok {
			t.Errorf("%s: got rule %s, want none", r, rule)
		}
	}
	if rule, ok := match.ByRule(game.NoMoves).Rule(); !ok || rule != game.NoMoves {
		t.Errorf("no moves: got %s, %v, want the rule back", rule, ok)
	}
	if _, ok := match.Reason("").Rule(); ok {
		t.Error("no reason: got a rule, want none")
	}
}
