// SPDX-License-Identifier: Apache-2.0

package library

import (
	"context"
	"errors"

	"cairn/catalog"
	"cairn/game"
	"cairn/internal/failure"
	"cairn/internal/live/room"
	"cairn/internal/study"
	"cairn/match"
	"cairn/record"
)

// maxPlies is how far into a game moves are counted: later positions are rarely
// reached twice, and each would be a row of its own.
const maxPlies = 30

// countMatch counts a match. A match that cannot be replayed, such as one of a removed
// game, is marked as counted, so that it is read only once.
func (s *Service) countMatch(ctx context.Context, info *room.Info) error {
	tally, err := s.matchCount(ctx, info)
	if err == nil {
		err = s.options.Store.Count(ctx, tally)
	}
	if errors.Is(err, failure.ErrNotFound) { // another node was quicker, or the match is deleted
		return nil
	}
	return err
}

// matchCount returns the moves of a match to be counted.
func (s *Service) matchCount(ctx context.Context, info *room.Info) (MatchCount, error) {
	t := MatchCount{Match: info.ID, Month: monthOf(info.Updated)}
	if info.End.Verdict == game.Playing || info.Ply == 0 {
		return t, nil // aborted
	}
	events, err := s.options.Store.FindEvents(ctx, info.ID, 0)
	if err != nil {
		return t, err
	}
	entry, walk, err := s.replay(info.Game, events)
	if err != nil {
		s.options.Log.Warn("a match is not counted", "match", info.ID, "err", err)
		return t, nil
	}
	if public(info) && info.Kind != room.Computer {
		if t.Band, err = s.bands(ctx, info); err != nil {
			return t, err
		}
		t.Moves = moves(entry, walk, info.End.Verdict)
	}
	t.Judging = Judging{Match: info.ID, Game: info.Game}
	t.Judged, err = s.reviewMatch(ctx, entry, walk, info, &t.Judging)
	return t, err
}

// replay returns the game and the moves of a match.
func (s *Service) replay(name string, events []match.Event) (*catalog.Entry, *record.Walk, error) {
	entry, err := s.options.Games.Find(name)
	if err != nil {
		return nil, nil, err
	}
	m, err := match.Fold(entry.Game, events)
	if err != nil {
		return nil, nil, err
	}
	return entry, m.Walk(), nil
}

// public reports whether everyone may see a match.
func public(info *room.Info) bool { return info.VisibleTo("") }

// bands returns the rating bands of the players: of their ratings before a rated match,
// else of their present ratings.
func (s *Service) bands(ctx context.Context, info *room.Info) (bands [2]int, err error) {
	changes, err := s.options.Store.FindMatchRatings(ctx, info.ID)
	if err != nil {
		return bands, err
	}
	ratings, err := s.options.Store.FindRatingsOf(ctx, info.Game, info.Seats[:])
	if err != nil {
		return bands, err
	}
	for side, user := range info.Seats {
		bands[side] = bandOf(ratings[user].Rating.Rating)
		for _, c := range changes {
			if c.User == user {
				bands[side] = bandOf(c.Before)
			}
		}
	}
	return bands, nil
}

// moves returns the moves of a game, of repeated positions only the first.
func moves(entry *catalog.Entry, w *record.Walk, verdict game.Verdict) []Played {
	var list []Played
	seen := map[int64]bool{}
	for ply, turn := range w.Turns() {
		if ply == maxPlies {
			break
		}
		state := w.StateAt(ply)
		move, err := state.Find(turn.Move)
		spot := study.SpotOf(entry, state)
		if err != nil || seen[spot.Key] {
			continue
		}
		seen[spot.Key] = true
		list = append(list, Played{spot.Key, spot.Move(move), state.Turn(), wonBy(verdict, state.Turn())})
	}
	return list
}

// wonBy returns 1 if a side has won, 0 for a draw and -1 if it has lost.
func wonBy(verdict game.Verdict, side game.Side) int {
	winner, decided := verdict.Winner()
	switch {
	case !decided:
		return 0
	case winner == side:
		return 1
	}
	return -1
}

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
