// SPDX-License-Identifier: Apache-2.0

package library

import (
	"context"
	"errors"

	"cairn/catalog"
	"cairn/internal/failure"
	"cairn/internal/live/room"
	"cairn/internal/study"
	"cairn/record"
)

// reviewMatch judges the open moves of a match by the present tables, and updates j. It
// returns how many moves of each player kept the result and how many did not, by phase.
func (s *Service) reviewMatch(ctx context.Context, entry *catalog.Entry, w *record.Walk, info *room.Info, j *Judging) ([]Judged, error) {
	tables := entry.Coverage().Tables // counted first: tables that are added meanwhile may not be used yet
	review, err := study.ReviewGame(ctx, entry, w)
	if err != nil {
		return nil, err
	}
	if public(info) {
		if err := s.options.Learn(ctx, entry, w, &review); err != nil {
			s.options.Log.Warn("no puzzles are made from a match", "match", info.ID, "err", err)
		}
	}
	list, plies := countVerdicts(&review, w, info, *j)
	j.Tables, j.Plies = tables, plies
	return list, ctx.Err()
}

// countVerdicts counts the moves of a review that were open before, and returns the
// letters of all moves; see Judging.
func countVerdicts(review *study.Review, w *record.Walk, info *room.Info, was Judging) (list []Judged, plies string) {
	places := map[Judged]int{}
	letters := make([]byte, len(review.Turns))
	for i := range review.Turns {
		turn := &review.Turns[i]
		if letters[i] = judgedPly; turn.Verdict == study.Unknown {
			letters[i] = openPly
		}
		user := info.Seats[turn.Side]
		if _, program := room.ComputerLevel(user); program || user == "" || turn.Verdict == study.Unknown || !was.openAt(i) {
			continue
		}
		j := Judged{
			User: user, Game: info.Game, Phase: w.StateAt(i).View().Sides[turn.Side].Phase, Verdict: turn.Verdict, Public: public(info),
		}
		if !j.Verdict.Mistake() {
			j.Verdict = study.Kept
		}
		at, known := places[j]
		if !known {
			at = len(list)
			places[j], list = at, append(list, j)
		}
		list[at].Moves++
	}
	return list, string(letters)
}

// reviewBatch judges again a batch of matches that were judged with fewer tables than
// exist now, and returns how many.
func (s *Service) reviewBatch(ctx context.Context) (int, error) {
	n := 0
	for _, entry := range s.options.Games.All() {
		list, err := s.options.Store.FindUnjudged(ctx, entry.Info().ID, entry.Coverage().Tables, batch-n)
		if err != nil {
			return n, err
		}
		for _, was := range list {
			if err := s.reviewAgain(ctx, was); err != nil {
				return n, err
			}
		}
		if n += len(list); n >= batch {
			break
		}
	}
	return n, nil
}

// reviewAgain judges the open moves of a match. A match that cannot be replayed is not
// tried again.
func (s *Service) reviewAgain(ctx context.Context, was Judging) error {
	info, err := s.options.Store.FindMatch(ctx, was.Match)
	if errors.Is(err, failure.ErrNotFound) {
		return nil // deleted a moment ago
	}
	if err != nil {
		return err
	}
	events, err := s.options.Store.FindEvents(ctx, was.Match, 0)
	if err != nil {
		return err
	}
	now, judged := was, []Judged(nil)
	if entry, walk, err := s.replay(info.Game, events); err != nil {
		s.options.Log.Warn("a match is not judged", "match", info.ID, "err", err)
		now.Plies = ""
	} else if judged, err = s.reviewMatch(ctx, entry, walk, &info, &now); err != nil {
		return err
	}
	err = s.options.Store.JudgeAgain(ctx, was, now, judged)
	if errors.Is(err, failure.ErrNotFound) { // another node was quicker
		return nil
	}
	return err
}
