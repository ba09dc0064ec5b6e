// SPDX-License-Identifier: Apache-2.0

package postgres

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"cairn/internal/failure"
	"cairn/internal/store"
)

const (
	// maxGroup bounds the appends in one transaction.
	maxGroup = 256
	// groups is how many groups may be in progress: while the server syncs one, it works
	// on the next.
	groups = 2
	// busyFor is how long groups skip locked matches after a lock timeout, and busyRetry
	// is the time until a locked match is retried.
	busyFor   = 30 * time.Second
	busyRetry = 50 * time.Millisecond
)

var (
	errClosed = errors.New("the store is closed")
	errBusy   = fmt.Errorf("another transaction has locked the match: %w", context.DeadlineExceeded)
)

// grouper batches the appends of many callers (group commit): one statement and one
// commit for all that wait, instead of several round trips and a sync for each.
type grouper struct {
	db      *database
	jobs    chan *job // unbuffered: a job that was sent gets an answer
	workers sync.WaitGroup

	closing sync.RWMutex // held for reading during each append
	closed  bool
}

// job is an append that a caller waits for.
type job struct {
	store.PlainAppend
	began  time.Time
	done   bool
	busy   bool // another transaction has locked the match
	err    error
	answer chan struct{}
}

func newGrouper(db *database) *grouper {
	g := &grouper{db: db, jobs: make(chan *job)}
	for range groups {
		g.workers.Go(g.work)
	}
	return g
}

// append makes an append. The context can cancel it until a worker takes it; after that
// append waits for the result.
func (g *grouper) append(ctx context.Context, a store.PlainAppend) (done bool, err error) {
	g.closing.RLock()
	defer g.closing.RUnlock()
	if g.closed {
		return false, errClosed
	}
	if err := ctx.Err(); err != nil {
		return false, err
	}
	j := &job{PlainAppend: a, began: time.Now(), answer: make(chan struct{})}
	select {
	case g.jobs <- j:
		<-j.answer
		return j.done, j.err
	case <-ctx.Done():
		return false, ctx.Err()
	}
}

// close waits for all appends in progress.
func (g *grouper) close() {
	g.closing.Lock()
	defer g.closing.Unlock()
	if !g.closed {
		g.closed = true
		close(g.jobs)
		g.workers.Wait()
	}
}

// work makes one group after another, until close.
func (g *grouper) work() {
	var group, later []*job
	for {
		group, later = split(later)
		if len(group) == 0 {
			first, open := <-g.jobs
			if !open {
				return
			}
			group = append(group, first)
		}
		group, later = g.gather(group, later)
		g.db.appendGroup(group)
		for _, j := range group {
			if j.busy && time.Since(j.began) < g.db.patience {
				time.AfterFunc(busyRetry, func() { g.jobs <- j }) // its caller keeps the channel open
				continue
			}
			if j.busy {
				j.err = errBusy
			}
			close(j.answer)
		}
	}
}

// gather adds the waiting jobs to a group, except for second jobs of a match. It first
// yields: callers that were just answered often append again.
func (g *grouper) gather(group, later []*job) (_, _ []*job) {
	runtime.Gosched()
	all := append(group, later...)
	for len(all) < maxGroup {
		select {
		case j, open := <-g.jobs:
			if open {
				all = append(all, j)
				continue
			}
		default:
		}
		break
	}
	return split(all)
}

// split returns the first job of each match, and the others. The first jobs are in the
// order of their matches: groups of all nodes lock matches in one order.
func split(jobs []*job) (first, others []*job) {
	seen := make(map[string]bool, len(jobs))
	for _, j := range jobs {
		if seen[j.Match] {
			others = append(others, j)
			continue
		}
		seen[j.Match] = true
		first = append(first, j)
	}
	slices.SortFunc(first, func(a, b *job) int { return strings.Compare(a.Match, b.Match) })
	return first, others
}

// appendGroup makes the appends of a group in one transaction, and retries after a
// conflict. Appends with a version conflict do not affect the others. After lock_timeout
// it skips locked matches: the process that holds the locks may be frozen.
func (d *database) appendGroup(group []*job) {
	ctx, cancel := context.WithTimeout(context.Background(), d.patience)
	defer cancel()
	for attempt := 1; ; attempt++ {
		retry, err := d.attemptGroup(ctx, group)
		switch {
		case err == nil:
			return
		case locked(err):
			d.busyUntil.Store(time.Now().Add(busyFor).UnixNano())
			continue
		case retry && backoff(ctx, attempt):
			continue
		case rejected(err): // each caller retries alone: only the wrong append fails
			err = nil
		}
		for _, j := range group {
			j.done, j.busy, j.err = false, false, err
		}
		return
	}
}

// rejected reports whether PostgreSQL has rejected a statement for its content.
func rejected(err error) bool {
	switch meaning(err) {
	case failure.ErrUnknown, failure.ErrNoDatabase, failure.ErrNoSpace:
		return false
	}
	return codeOf(err) != ""
}

// attemptGroup makes the appends of a group once. It reports whether to retry.
func (d *database) attemptGroup(ctx context.Context, group []*job) (retry bool, err error) {
	var found map[string]bool
	retry, err = d.transact(ctx, func(ctx context.Context, connection *sql.Conn) error {
		return raw(connection, func(c *pgx.Conn) (err error) {
			found, err = d.sendGroup(ctx, c, group)
			return err
		})
	})
	if err != nil {
		return retry, err
	}
	for _, j := range group {
		busy, ok := found[j.Match]
		j.done, j.busy = ok && !busy, busy
	}
	return false, nil
}

// sendGroup begins a transaction and makes the appends in it, in one round trip. It
// returns the changed matches as false and the locked matches as true.
func (d *database) sendGroup(ctx context.Context, c *pgx.Conn, group []*job) (map[string]bool, error) {
	var batch pgx.Batch
	batch.Queue(`BEGIN ISOLATION LEVEL READ COMMITTED`)
	if !d.direct {
		for _, setting := range settings("LOCAL", d.patience) {
			batch.Queue(setting)
		}
	}
	query := appendAll
	if time.Now().UnixNano() < d.busyUntil.Load() {
		query = appendFree
	}
	found := map[string]bool{}
	batch.Queue(query, columns(group)...).Query(func(rows pgx.Rows) error {
		var id string
		var busy bool
		_, err := pgx.ForEachRow(rows, []any{&id, &busy}, func() error {
			found[id] = busy
			return nil
		})
		return err
	})
	return found, c.SendBatch(ctx, &batch).Close()
}
