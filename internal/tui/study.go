// SPDX-License-Identifier: Apache-2.0

package tui

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"cairn/game"
	"cairn/internal/lang"
	"cairn/internal/study"
)

// Position returns a function that values the position after ply turns; nil if the game has
// no analysis. The function does not use g, which may change while it runs.
func (o *Options) Position(g Game, ply int) func(context.Context) (study.Position, error) {
	m := g.Match()
	e, err := o.Find(m.Game().Info().ID)
	if err != nil || e.Study == nil {
		return nil
	}
	walk := m.Walk()
	q := Question{State: walk.StateAt(ply), Seed: o.Seed}
	if ply == walk.Ply() {
		q.Recent = walk.Recent()
	}
	return func(ctx context.Context) (p study.Position, err error) {
		defer recoverPanic(&err)
		return e.Study(ctx, q)
	}
}

// Review returns a function that values the whole game, as Position does.
func (o *Options) Review(g Game) func(context.Context) (study.Review, error) {
	m := g.Match()
	e, err := o.Find(m.Game().Info().ID)
	if err != nil || e.Review == nil {
		return nil
	}
	walk := m.Walk().Clone()
	return func(ctx context.Context) (r study.Review, err error) {
		defer recoverPanic(&err)
		return e.Review(ctx, walk)
	}
}

// maxHints is how many moves a hint names.
const maxHints = 5

// firstMoves lists moves, shortened to maxHints.
func firstMoves(moves []string) string {
	if len(moves) > maxHints {
		return strings.Join(moves[:maxHints], " ") + " …"
	}
	return strings.Join(moves, " ")
}

// HintEntry returns a log entry with the moves that keep the result, or with the move of the
// engine.
func HintEntry(words *lang.Catalogue, p *study.Position, ascii bool) LogEntry {
	moves, worth := best(p)
	if len(moves) == 0 {
		return LogEntry{key: "hint.unknown"}
	}
	return LogEntry{key: "hint.moves", args: []any{"moves", firstMoves(moves), "worth", worthText(words, worth, ascii)}}
}

// best returns the moves that keep the result of a position, the best first, or the move
// with the highest estimate, and the value of the first.
func best(p *study.Position) (texts []string, worth study.Worth) {
	moves := sorted(p.Moves)
	for _, m := range moves {
		if m.Keeps {
			texts = append(texts, m.Text)
		}
	}
	switch {
	case len(moves) == 0 || !moves[0].Known():
		return nil, study.Worth{}
	case len(texts) > 0:
		return texts, p.Worth
	}
	return []string{moves[0].Text}, moves[0].Worth
}

// sorted returns moves with the best first. Estimates stand between wins and losses.
func sorted(moves []study.Move) []study.Move {
	moves = slices.Clone(moves)
	slices.SortStableFunc(moves, func(a, b study.Move) int { return cmp.Compare(order(b.Worth), order(a.Worth)) })
	return moves
}

// order returns a number that is higher the better a move is.
func order(w study.Worth) float64 {
	const decided = 1e9 // above every score
	switch {
	case !w.Known():
		return math.Inf(-1)
	case !w.Exact:
		return float64(w.Score)
	case w.Value == 0:
		return 0
	}
	return float64(w.Value) * (decided - float64(max(w.Plies, 0)))
}

// ValueLines lists all moves by value, the best first.
func ValueLines(words *lang.Catalogue, p *study.Position, ascii bool) []string {
	var lines, texts []string
	worth := ""
	end := func() {
		if len(texts) > 0 {
			lines = append(lines, worth+": "+strings.Join(texts, " "))
		}
		texts = nil
	}
	for _, m := range sorted(p.Moves) {
		if text := worthText(words, m.Worth, ascii); text != worth {
			end()
			worth = text
		}
		texts = append(texts, m.Text)
	}
	end()
	return lines
}

// worthText writes a value after a sign: ≈ for estimates, another for exact values.
func worthText(words *lang.Catalogue, w study.Worth, ascii bool) string {
	text := words.Unknown()
	switch {
	case w.Exact:
		text = lang.Sign(w.Value) + " " + words.Exact(w.Value, w.Plies)
	case w.Known():
		text = lang.SignEstimate + " " + words.Estimate(w.Score)
	}
	if ascii {
		text = strings.NewReplacer(lang.SignWin, "+", lang.SignLoss, "-", lang.SignEstimate, "~", "−", "-").Replace(text)
	}
	return text
}

// JudgedText writes a move of a review: the value before and after it, and for a mistake the
// better moves.
func JudgedText(words *lang.Catalogue, t *study.ReviewedMove, ascii bool) string {
	arrow := " → "
	if ascii {
		arrow = " -> "
	}
	text := fmt.Sprintf("%d %s: %s", t.Ply, t.Move, worthText(words, t.Before, ascii))
	if after := worthText(words, t.After, ascii); t.Verdict.Mistake() || t.Verdict == study.Slower || !t.Before.Exact && t.After.Known() {
		text += arrow + after
	}
	if t.Verdict.Mistake() {
		text += "; " + words.Text("review.better", "moves", firstMoves(t.Keeping))
	}
	return text
}

// ReviewHead writes the summary of a review.
func ReviewHead(words *lang.Catalogue, r *study.Review) (lines []string) {
	for _, side := range game.Sides {
		if share, ok := r.Accuracy(side); ok {
			lines = append(lines, words.Text("review.accuracy", "side", words.Side(side), "percent", int(math.Round(100*share))))
		} else {
			lines = append(lines, words.Text("review.free", "side", words.Side(side)))
		}
	}
	if r.Spoiled != nil {
		lines = append(lines, words.Text("review.spoiled", "side", words.Side(*r.Spoiled)))
	}
	return lines
}
