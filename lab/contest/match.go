// SPDX-License-Identifier: Apache-2.0

package contest

import (
	"context"
	"errors"
	"math"
	"slices"
	"time"

	"cairn/catalog"
	"cairn/engine"
	"cairn/lab/arena"
)

// ScoreRow is the score of a match between two computer players.
type ScoreRow struct {
	Games  int     `json:"games"`
	Wins   int     `json:"wins"`
	Draws  int     `json:"draws"`
	Losses int     `json:"losses"`
	Share  float64 `json:"share"`
	Low    float64 `json:"low"`
	High   float64 `json:"high"`
}

func scoreRow(s arena.Score) ScoreRow {
	low, high := s.Interval()
	return ScoreRow{s.Games(), s.Wins, s.Draws, s.Losses, s.Share(), low, high}
}

// MatchRow is a match between two computer players. Its JSON is documented; a number
// that would be infinite is nil, and so is a test that was not asked for.
type MatchRow struct {
	Game string `json:"game"`
	A    string `json:"a"`
	B    string `json:"b"`
	Seed uint64 `json:"seed"`
	ScoreRow
	Elo     *float64 `json:"elo"`
	EloLow  *float64 `json:"elo_low"`
	EloHigh *float64 `json:"elo_high"`
	AMS     float64  `json:"a_ms"`
	BMS     float64  `json:"b_ms"`
	AFaults int      `json:"a_faults,omitempty"`
	BFaults int      `json:"b_faults,omitempty"`
	SPRT    *SPRTRow `json:"sprt,omitempty"`
}

// SPRTRow is the state of a sequential test.
type SPRTRow struct {
	Elo0   float64        `json:"elo0"`
	Elo1   float64        `json:"elo1"`
	Pairs  [5]int         `json:"pairs"`
	LLR    float64        `json:"llr"`
	Lower  float64        `json:"lower"`
	Upper  float64        `json:"upper"`
	Result arena.Decision `json:"result"`
}

func sprtRow(t *arena.SPRT, s arena.Score) *SPRTRow {
	if t == nil {
		return nil
	}
	lower, upper := t.Bounds()
	return &SPRTRow{t.Elo0, t.Elo1, s.Pairs, t.Ratio(s.Pairs), lower, upper, t.Decide(s)}
}

// Match plays a match of a game. Programs among the players are started first and
// ended last. If the match is interrupted, it returns the score so far with the
// error.
func Match(ctx context.Context, entry *catalog.Entry, a, b arena.Spec, plan arena.Plan) (row MatchRow, err error) {
	for _, spec := range []*arena.Spec{&a, &b} {
		if spec.Kind != arena.KindProgram {
			continue
		}
		p := &program{spec: *spec, game: entry.Game, waiting: plan.Waiting}
		defer func() { err = errors.Join(err, p.close()) }()
		if err := p.Begin(ctx); err != nil {
			return MatchRow{}, err
		}
		spec.Program = p
	}
	s, err := Play(ctx, entry, a, b, plan)
	low, high := s.Interval()
	return MatchRow{
		entry.Info().ID, a.Text, b.Text, plan.Seed, scoreRow(s),
		finite(arena.Elo(s.Share())), finite(arena.Elo(low)), finite(arena.Elo(high)), perMove(s, 0), perMove(s, 1),
		s.Faults[0], s.Faults[1], sprtRow(plan.Test, s),
	}, err
}

// finite returns nil for an infinite number, which JSON does not have.
func finite(x float64) *float64 {
	if math.IsInf(x, 0) {
		return nil
	}
	return &x
}

// perMove returns the milliseconds of a player per move.
func perMove(s arena.Score, player int) float64 {
	return float64(s.Spent[player]) / float64(max(s.Moves[player], 1)) / float64(time.Millisecond)
}

// LevelsRow is a match between two levels. Its JSON is documented; Judged and Lapses
// are those of the level perfect, else nil.
type LevelsRow struct {
	Game  string       `json:"game"`
	Level engine.Level `json:"level"`
	Other engine.Level `json:"other"`
	ScoreRow
	Judged *int `json:"judged,omitempty"`
	Lapses *int `json:"lapses,omitempty"`
}

// LevelsPlan is what Levels measures.
type LevelsPlan struct {
	arena.Plan
	Nodes uint64       // bound for every player; 0 for none
	Only  engine.Level // the only higher level; empty for all
}

// Levels lets the levels of games meet, and reports each match.
func Levels(ctx context.Context, entries []*catalog.Entry, plan LevelsPlan, report func(LevelsRow)) error {
	for _, entry := range entries {
		for _, pair := range levelPairs(entry, plan.Only) {
			s, err := Meet(ctx, entry, pair[0], pair[1], plan.Nodes, plan.Plan)
			if err != nil {
				return err
			}
			row := LevelsRow{Game: entry.Info().ID, Level: pair[0], Other: pair[1], ScoreRow: scoreRow(s.Score)}
			if pair[0] == engine.Perfect {
				row.Judged, row.Lapses = &s.Judged, &s.Lapses
			}
			report(row)
		}
	}
	return nil
}

// levelPairs returns the pairs of levels of a game that meet, the higher first. A
// level that is asked for is included even if the game lacks it: the match then
// reports why.
func levelPairs(entry *catalog.Entry, only engine.Level) (pairs [][2]engine.Level) {
	levels := engine.Levels()
	for i, level := range levels[1:] {
		below := levels[i : i+1]
		if level == engine.Perfect {
			below = levels[:i+1]
		}
		offered := slices.Contains(entry.Levels(), string(level))
		if level != only && (only != "" || !offered) {
			continue
		}
		for _, other := range below {
			pairs = append(pairs, [2]engine.Level{level, other})
		}
	}
	return pairs
}
