// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"cairn/internal/account"
	"cairn/internal/live"
	"cairn/internal/store/sqlite"
)

// verifyData checks a data folder, beside a server that runs there or not: the
// structure of the database, every match by the rules, and that lists and scores
// say what the events say.
func (p *program) verifyData(ctx context.Context, dir string) (err error) {
	store, err := sqlite.Open(dir, sqlite.Options{ReadOnly: true})
	if err != nil {
		return noData(dir, err)
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	if err := store.Check(ctx); err != nil {
		return err
	}
	a := audit{store: store, games: p.catalog, tell: func(fault string) {
		fmt.Fprintf(p.err, "%s: %s\n", dir, fault)
	}}
	if err := a.run(ctx); err != nil {
		return err
	}
	if a.faults > 0 {
		return errTold
	}
	fmt.Fprintf(p.out, "%s: ok, %s, %s\n", dir, plural(a.matches, "match", "matches"), plural(a.events, "event", "events"))
	return nil
}

func plural(n int, one, many string) string {
	if n == 1 {
		many = one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// audit checks what a store holds. It computes by itself what the platform
// stores beside the events, so that a mistake there is found here.
type audit struct {
	store interface {
		account.Store
		live.Store
	}
	games games
	tell  func(fault string)

	matches, events, faults int
}

// run checks everything and tells the first fault of each match and score. An
// error means that it could not be done.
//
// A server may go on meanwhile. The list of matches is of one moment, and scores
// are read before and after it: what the matches imply must lie between.
func (a *audit) run(ctx context.Context) error {
	list, err := a.store.FindMatches(ctx, live.Filter{})
	if err != nil {
		return err
	}
	before, err := a.scores(ctx, playersOf(list))
	if err != nil {
		return err
	}
	if list, err = a.store.FindMatches(ctx, live.Filter{}); err != nil {
		return err
	}
	after, err := a.scores(ctx, playersOf(list))
	if err != nil {
		return err
	}
	there, err := a.store.FindNames(ctx, playersOf(list))
	if err != nil {
		return err
	}
	for _, info := range list {
		if err := a.match(ctx, info); err != nil {
			return err
		}
	}
	a.compare(there, implied(list), before, after)
	return nil
}

func (a *audit) fault(format string, args ...any) {
	a.faults++
	a.tell(fmt.Sprintf(format, args...))
}

// playersOf returns everyone who sits in a match, each once.
func playersOf(list []live.Info) []string {
	var all []string
	for _, info := range list {
		for _, seat := range info.Seats {
			if _, program := live.ComputerLevel(seat); seat != "" && !program {
				all = append(all, seat)
			}
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}
