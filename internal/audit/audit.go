// SPDX-License-Identifier: Apache-2.0

// Package audit recomputes lists and scores from the events of matches, and reports where
// the store differs. It changes nothing.
package audit

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"cairn/game"
	"cairn/internal/live/rating"
	"cairn/internal/live/room"
	"cairn/internal/store/postgres"
	"cairn/internal/store/sqlite"
	"cairn/match"
)

// Store has the queries of an audit.
type Store interface {
	FindMatch(ctx context.Context, id string) (room.Info, error)
	FindMatches(ctx context.Context, f room.Filter) ([]room.Info, error)
	FindEvents(ctx context.Context, match string, after int) ([]match.Event, error)
	FindScores(ctx context.Context, user string) ([]rating.Score, error)
	FindRatings(ctx context.Context, user string) ([]rating.Rating, error)
	FindNames(ctx context.Context, ids []string) (names map[string]string, bots map[string]bool, err error)
}

// Games finds rule sets.
type Games interface {
	Game(id string) (game.Game, error)
}

// Fault is a difference: the first of a match, or one of a user's scores.
type Fault struct {
	Match, User string // either of them is empty
	Text        string
}

// Counts are the matches and events read, and the faults found.
type Counts struct{ Matches, Events, Faults int }

// Folder audits the SQLite database in a data folder, and its structure. It is
// fs.ErrNotExist if there is none.
func Folder(ctx context.Context, dir string, games Games, report func(Fault)) (_ Counts, err error) {
	store, err := sqlite.Open(dir, sqlite.Options{ReadOnly: true})
	if err != nil {
		return Counts{}, err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	if err := store.Check(ctx); err != nil {
		return Counts{}, err
	}
	return Run(ctx, store, games, report)
}

// Database audits a PostgreSQL database, which checks its own structure.
func Database(ctx context.Context, url string, games Games, report func(Fault)) (_ Counts, err error) {
	store, err := postgres.Open(ctx, url, postgres.Options{Connections: 1})
	if err != nil {
		return Counts{}, err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	return Run(ctx, store, games, report)
}

// Run audits a store, which a server may change meanwhile. The error means that the
// audit could not be done.
func Run(ctx context.Context, store Store, games Games, report func(Fault)) (Counts, error) {
	a := audit{store: store, games: games, report: report, seen: map[string]bool{}, users: map[string]standings{}}
	err := a.run(ctx)
	return a.Counts, err
}

// audit is a running audit.
type audit struct {
	Counts
	store  Store
	games  Games
	report func(Fault)
	seen   map[string]bool      // matches
	users  map[string]standings // that follow from the matches seen, of all players
}

// run reads each match once. A match that changes moves to the beginning of the list,
// and a scan that is past it misses it: the second scan takes what has changed since.
func (a *audit) run(ctx context.Context) error {
	latest, err := a.store.FindMatches(ctx, room.Filter{Limit: 1})
	if err != nil || len(latest) == 0 {
		return err
	}
	for _, filter := range []room.Filter{{}, {Since: latest[0].Updated}} {
		if err := a.scan(ctx, filter); err != nil {
			return err
		}
	}
	for _, user := range slices.Sorted(maps.Keys(a.users)) {
		if err := a.user(ctx, user); err != nil {
			return err
		}
	}
	return nil
}

// pageSize bounds the matches in memory.
var pageSize = 1000

// scan checks the matches of a filter that it has not seen, page by page.
func (a *audit) scan(ctx context.Context, filter room.Filter) error {
	for filter.Limit = pageSize; ; {
		page, err := a.store.FindMatches(ctx, filter)
		if err != nil {
			return err
		}
		for _, info := range page {
			if a.seen[info.ID] {
				continue
			}
			a.seen[info.ID] = true
			if err := a.match(ctx, info); err != nil {
				return err
			}
			a.count(info)
		}
		if len(page) < pageSize {
			return nil
		}
		last := page[len(page)-1]
		filter.After = room.Cursor{Updated: last.Updated, ID: last.ID}
	}
}

func (a *audit) fault(f Fault, format string, args ...any) {
	a.Faults++
	f.Text = fmt.Sprintf(format, args...)
	a.report(f)
}
