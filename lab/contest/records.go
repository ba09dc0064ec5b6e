// SPDX-License-Identifier: Apache-2.0

package contest

import (
	"fmt"
	"io"
	"time"

	"cairn/game"
	"cairn/lab/arena"
	"cairn/record"
)

// WriteRecord writes a game of a match as a record in the text format, with a blank
// line after it. Date is the start of the match.
func WriteRecord(out io.Writer, g game.Game, names [2]string, plan arena.Plan, played arena.Played, date time.Time) error {
	r, err := recordOf(g, names, plan, played)
	if err != nil {
		return err
	}
	r.Date = date.UTC().Truncate(time.Second)
	if err := record.Text.Encode(out, r); err != nil {
		return err
	}
	_, err = fmt.Fprintln(out)
	return err
}

// recordOf makes a record of a game. The rules know some results; for the others it
// has the nearest reason of a match, and a comment says what happened.
func recordOf(g game.Game, names [2]string, plan arena.Plan, played arena.Played) (record.Record, error) {
	w := record.Begin(g, g.Start())
	for i, move := range played.Moves {
		if _, err := w.Play(move, played.Took[i].Truncate(time.Millisecond)); err != nil {
			return record.Record{}, err
		}
	}
	r := w.Record()
	r.Players = [2]string{names[played.White], names[1-played.White]}
	if plan.Clock.Time > 0 {
		r.Control = plan.Clock.Time.String() + "+" + plan.Clock.Increment.String()
		r.Clock = record.TimesLeft{played.Left[0].Truncate(time.Millisecond), played.Left[1].Truncate(time.Millisecond)}
	}
	r.Extra = append(r.Extra, record.Extra{Name: "round", Value: fmt.Sprint(played.Number)},
		record.Extra{Name: "opening", Value: fmt.Sprintf("%d random turns", played.Opening)})
	if played.Ending == arena.ByRules {
		return r, nil
	}
	r.Verdict = played.Verdict
	switch played.Ending {
	case arena.ByTables:
		r.Reason, r.Comment = record.Resignation, "adjudicated by tables"
	case arena.ByLength:
		r.Comment = fmt.Sprintf("a draw after %d turns", len(played.Moves))
	case arena.ByTime:
		r.Reason = record.Time
	case arena.ByFault:
		r.Reason, r.Comment = record.Left, fmt.Sprintf("failed: %q", played.Fault.Error())
	}
	if r.Verdict == game.Draw {
		r.Reason = record.Agreement
	}
	return r, nil
}
