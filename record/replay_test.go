// SPDX-License-Identifier: Apache-2.0

package record_test

import (
	"errors"
	"testing"

	"cairn/game"
	"cairn/record"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestReplayGoesOn(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := drawWalk(t)
		again := mustReplay(t, w.Record())
		for range 10 {
			if diff := cmp.Diff(w.Record(), again.Record()); diff != "" {
				t.Fatalf("the replayed game differs (-played +replayed):\n%s", diff)
			}
			if w.Result() != again.Result() || w.State().String() != again.State().String() {
				t.Fatalf("got %v at %s, want %v at %s", again.Result(), again.State(), w.Result(), w.State())
			}
			w = again.Clone()
			drawAction(t, w)
			again = mustReplay(t, w.Record())
		}
	})
}

func TestReplayFaults(t *testing.T) {
	const won = "a1 a2 b1 b2 c1"
	for _, c := range []struct {
		name, actions string
		damage        func(*record.Record)
		ply           int
		want          string
	}{
		{
			"another game", "b2",
			func(r *record.Record) { r.Game = "chess" },
			0, `the record is of game "chess", want "tic-tac-toe"`,
		},
		{
			"another revision", "b2",
			func(r *record.Record) { r.Revision = 2 },
			0, "the record follows revision 2 of tic-tac-toe, want revision 1",
		},
		{
			"broken start", "b2",
			func(r *record.Record) { r.Start = "3/3 w 0" },
			0, `start position: board "3/3" has 2 rows, want 3`,
		},
		{
			"illegal move", "b2 a1 c3",
			func(r *record.Record) { r.Turns[2].Move = "a1" },
			3, `turn 3: illegal move "a1": that point is occupied`,
		},
		{
			"wrong position", "b2 a1 c3",
			func(r *record.Record) { r.Turns[1].Position = "3/1w1/2b w 0" },
			2, `turn 2: the position after a1 is "3/1w1/2b w 0", want "3/1w1/b2 w 0"`,
		},
		{
			"turn after the end", won,
			func(r *record.Record) { r.Turns = append(r.Turns, record.Turn{Move: "c3"}) },
			6, `turn 6: illegal move "c3": the game is over`,
		},
		{
			"illegal move in others", "b2 a1 < a3 c3",
			func(r *record.Record) { r.Turns[1].Others[0][0].Move = "b2" },
			2, `turn 2: in the variation that begins with b2: illegal move "b2": that point is occupied`,
		},
		{
			"wrong position in others of undone", "b2 a1 c3 < c1 < <",
			func(r *record.Record) { r.Undone[0][1].Others[0][0].Position = "-" },
			3, `turn 3: in the variation that begins with c3: the position after c3 is "-", want "2w/1w1/b2 b 0"`,
		},
		{
			"undone after the end", won,
			func(r *record.Record) { r.Undone = []record.Line{{{Move: "c3"}}} },
			6, `turn 6: in the variation that begins with c3: illegal move "c3": the game is over`,
		},
		{
			"others of a first turn", "b2 a1 < a3 <",
			func(r *record.Record) { r.Undone[0][0].Others = []record.Line{r.Undone[1]} },
			2, `turn 2: in the variation that begins with a3: the first turn of a variation has others: they belong beside the variation`,
		},
		{
			"empty variation", "b2 a1",
			func(r *record.Record) { r.Turns[0].Others = []record.Line{{}} },
			1, "turn 1: a variation has no turns",
		},
		{
			"playing on a finished board", won,
			func(r *record.Record) { r.Verdict, r.Reason = game.Playing, "" },
			0, "the result is playing, want white-wins line by the rules",
		},
		{
			"another verdict than the rules", won,
			func(r *record.Record) { r.Verdict = game.Draw },
			0, "the result is draw line, want white-wins line by the rules",
		},
		{
			"another reason than the rules", won,
			func(r *record.Record) { r.Reason = "resignation" },
			0, "the result is white-wins resignation, want white-wins line by the rules",
		},
		{
			"a reason of the rules that does not hold", "b2",
			func(r *record.Record) { r.Verdict, r.Reason = game.WhiteWins, "line" },
			0, "the result is white-wins line, but by the rules the game goes on: want playing",
		},
		{
			"a verdict without a reason", "b2",
			func(r *record.Record) { r.Verdict = game.WhiteWins },
			0, "the result is white-wins without a reason, want one such as resignation, or playing",
		},
		{
			"no such verdict", "b2",
			func(r *record.Record) { r.Verdict = 9 },
			0, "verdict 9 is unknown",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := do(t, newWalk(), c.actions).Record()
			c.damage(&r)
			w, err := record.Replay(toy, r)
			fault := faultOf(t, err)
			if got := fault.Error(); got != c.want || fault.Ply != c.ply || w != nil {
				t.Errorf("got ply %d, %s\nwant ply %d, %s", fault.Ply, got, c.ply, c.want)
			}
		})
	}
}

func TestReplayDepth(t *testing.T) {
	if _, err := record.Replay(shuttle, nested(t, record.MaxDepth)); err != nil {
		t.Errorf("variations %d deep: %v", record.MaxDepth, err)
	}
	_, err := record.Replay(shuttle, nested(t, record.MaxDepth+1))
	if got, want := faultOf(t, err).Error(), "turn 65: variations stand more than 64 deep"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// nested is a record with variations nested that deep.
func nested(t *testing.T, depth int) record.Record {
	t.Helper()
	r := do(t, record.Begin(shuttle, shuttle.Start()), "go").Record()
	r.Turns[0].Others = nest(t, shuttle.Start(), depth)
	return r
}

func nest(t *testing.T, s game.State, depth int) []record.Line {
	t.Helper()
	if depth == 0 {
		return nil
	}
	line := do(t, record.Begin(shuttle, s), "mill go").Turns()
	next, err := shuttle.Parse(line[0].Position)
	if err != nil {
		t.Fatal(err)
	}
	line[1].Others = nest(t, next, depth-1)
	return []record.Line{line}
}

func TestReplayAcceptsEndsOfMatches(t *testing.T) {
	for _, c := range []struct {
		name    string
		verdict game.Verdict
		reason  string
	}{
		{"resigned", game.BlackWins, "resignation"},
		{"agreed", game.Draw, "agreement"},
		{"on time", game.WhiteWins, "time"},
		{"broken off", game.Playing, "aborted"},
		{"going on", game.Playing, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := do(t, newWalk(), "b2 a1").Record()
			r.Verdict, r.Reason = c.verdict, c.reason
			if _, err := record.Replay(toy, r); err != nil {
				t.Errorf("%v %q: got %v, want it accepted", c.verdict, c.reason, err)
			}
		})
	}
}

func TestReplayJudgesRepetition(t *testing.T) {
	w := record.Begin(shuttle, shuttle.Start())
	r := do(t, w, "go go go go go go go go").Record()
	if _, err := record.Replay(shuttle, r); err != nil {
		t.Fatal(err)
	}
	r.Turns = append(r.Turns, record.Turn{Move: "go", Position: "1,0,0 b 9"})
	_, err := record.Replay(shuttle, r)
	if got, want := faultOf(t, err).Ply, 9; got != want || !errors.Is(err, game.ErrIllegal) {
		t.Errorf("a turn after the third repetition: got turn %d, %v, want turn %d refused", got, err, want)
	}
}

// A variation has the history of the turns before it, without the turn it
// replaces.
func TestReplayJudgesVariationsByTheirHistory(t *testing.T) {
	w := record.Begin(shuttle, shuttle.Start())
	do(t, w, "go go go go go go mill < go go") // ends by repetition
	r := w.Record()
	if r.Reason != "repetition" || movesOf(r.Turns[6].Others) != "mill" {
		t.Fatalf("got %q, others %q, want repetition with a variation", r.Reason, movesOf(r.Turns[6].Others))
	}
	if _, err := record.Replay(shuttle, r); err != nil {
		t.Errorf("replay: %v", err)
	}
	do(t, w, "< mill")
	if _, err := record.Replay(shuttle, w.Record()); err != nil {
		t.Errorf("replay with the draw as a variation: %v", err)
	}
}

func TestFaultPlace(t *testing.T) {
	why := errors.New("why")
	for _, c := range []struct {
		fault record.Fault
		want  string
	}{
		{record.Fault{Err: why}, "why"},
		{record.Fault{Line: 3, Err: why}, "line 3: why"},
		{record.Fault{Line: 3, Column: 4, Err: why}, "line 3, column 4: why"},
		{record.Fault{Ply: 5, Err: why}, "turn 5: why"},
		{record.Fault{Ply: 5, Line: 3, Err: why}, "line 3: turn 5: why"},
	} {
		if got := c.fault.Error(); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
		if !errors.Is(&c.fault, why) {
			t.Errorf("%q does not wrap its reason", c.want)
		}
	}
}
