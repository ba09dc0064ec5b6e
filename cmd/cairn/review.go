// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"cairn/engine"
	"cairn/game"
	"cairn/internal/study"
	"cairn/record"
)

func reviewCommand(p *program) *cobra.Command {
	command := &cobra.Command{
		Use:   "review FILE",
		Short: "Judge the moves of a saved game",
		Long: `Judge every move of a record by solved tables, as "cairn probe" does: what the position was
worth before the move and after it, for the side that moved, and whether the move kept the
result. For a mistake the moves that would have kept it are listed. "-" is standard input.

A verdict is kept, slower (still won, but not by the quickest way), win-draw, win-loss,
draw-loss, or unknown where the tables do not cover the position. The accuracy of a side is
the share of its moves that kept the result, each weighed by how many of the legal moves would
not have. A win that ended as a draw by repetition or by the limit of quiet turns is reported.
Where the verdict is unknown the engine estimates values ("≈ +1.3", in men) and what the move
cost.

With --json: {"game","exact","accuracy":[white,black],"spoiled","turns":[{"ply","side","move",
"before":{"value","plies"},"after":{"value","plies"},"verdict","keeping","legal"}]}. An accuracy
is null if there were no critical moves; spoiled and keeping are left out where there are none.
Estimated values have "score", and such turns "best" and "loss", 100 for a man. A file of
several records is a document for each, with its number as "record".`,
		Example: example(
			"cairn review game.txt",
			"cairn review SixSave --json"),
		RunE: func(command *cobra.Command, args []string) error {
			return p.eachRecord(args[0], nil, func(number int, r record.Record, walk *record.Walk) error {
				return p.review(command.Context(), number, r, walk)
			})
		},
	}
	p.tablesFlag(command)
	p.jsonFlag(command)
	return command
}

// review judges one record. Number is its number in a file of several, else 0.
func (p *program) review(ctx context.Context, number int, r record.Record, walk *record.Walk) (err error) {
	entry, err := p.find(r.Game)
	if err != nil {
		return err
	}
	tables, err := p.openTables(ctx, entry, p.tables)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, tables.Close()) }()
	review, err := study.ReviewGame(ctx, tables, walk)
	if err == nil && !review.Exactly() {
		p.catalog.UseTables(p.tables)
		err = review.Estimate(ctx, entry.NewThinker(engine.Options{}), walk, study.ReviewLimits, nil)
	}
	switch {
	case err != nil:
		return err
	case p.asJSON:
		return p.out.json(reviewedRecord{number, review.JSON(r.Game)})
	}
	if !review.Exactly() {
		fmt.Fprintf(p.err, "the tables do not cover all positions of this game; the engine estimates the rest; \"cairn solve %s\" makes tables\n", r.Game)
	}
	if number > 1 {
		fmt.Fprintln(p.out)
	}
	fmt.Fprint(p.out, ofRecord(number))
	return printReview(p, r, &review)
}

// reviewedRecord is the JSON of a review.
type reviewedRecord struct {
	Record int `json:"record,omitempty"` // in a file of several
	study.ReviewJSON
}

func printReview(p *program, r record.Record, review *study.Review) error {
	fmt.Fprintln(p.out, summary(r))
	err := table(p, review.Turns, "TURN\tSIDE\tMOVE\tBEFORE\tAFTER\tVERDICT", func(t *study.ReviewedMove) string {
		return fmt.Sprintf("%d\t%s\t%s\t%s\t%s\t%s", t.Ply, t.Side, t.Move, studyText(t.Before), studyText(t.After), verdictText(t))
	})
	if err != nil {
		return err
	}
	for _, side := range game.Sides {
		if share, ok := review.Accuracy(side); ok {
			fmt.Fprintf(p.out, "accuracy of %s: %.0f %%\n", side, 100*share)
		} else {
			fmt.Fprintf(p.out, "accuracy of %s: no critical moves\n", side)
		}
	}
	fmt.Fprintln(p.out, "turning points:", turningText(review))
	if side := review.Spoiled; side != nil {
		fmt.Fprintf(p.out, "according to the tables %s was winning when the game was drawn (%s)\n", *side, r.Reason)
	}
	return nil
}

// studyText writes a worth: "win in 5", "draw", "≈ +1.3" of an estimate, "unknown".
func studyText(w study.Worth) string {
	switch {
	case !w.Known():
		return "unknown"
	case !w.Exact:
		return estimateText(w.Score)
	case w.Plies < 0:
		return w.Name()
	}
	return fmt.Sprintf("%s in %d", w.Name(), w.Plies)
}

// estimateText writes an estimate, in men or as the end that the search has found.
func estimateText(score int) string {
	if _, found := engine.Promises(score); found {
		return "≈ " + scoreText(score)
	}
	return fmt.Sprintf("≈ %+.1f", float64(score)/100)
}

// verdictText writes a verdict, of a mistake with the moves that keep the result, and
// where it is unknown with the estimated loss.
func verdictText(t *study.ReviewedMove) string {
	if t.Estimated() && t.Loss > 0 {
		return fmt.Sprintf("%s; loses ≈ %.1f, better: %s", t.Verdict, float64(t.Loss)/100, t.Best)
	}
	if !t.Verdict.Mistake() {
		return string(t.Verdict)
	}
	return fmt.Sprintf("%s; better: %s", t.Verdict, strings.Join(t.Keeping, " "))
}

// turningText lists the turns that changed the result.
func turningText(review *study.Review) string {
	var turns []string
	for i := range review.Turns {
		if t := &review.Turns[i]; t.Verdict.Mistake() {
			turns = append(turns, fmt.Sprintf("%d %s %s (%s)", t.Ply, t.Side, t.Move, t.Verdict))
		}
	}
	switch {
	case len(turns) > 0:
		return strings.Join(turns, ", ")
	case review.Exactly():
		return "none"
	}
	return "none known"
}
