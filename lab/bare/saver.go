// SPDX-License-Identifier: Apache-2.0

package bare

import (
	"context"
	"database/sql"
	"errors"
	"net/url"
	"path/filepath"
	"runtime"

	_ "modernc.org/sqlite" // the driver "sqlite"
)

// maxGroup bounds the events of one transaction.
const maxGroup = 256

// saver saves events on one goroutine: all that wait are committed together.
type saver struct {
	db     *sql.DB
	conn   *sql.Conn
	begin  *sql.Stmt
	insert *sql.Stmt
	end    *sql.Stmt
	jobs   chan *job
	ended  chan struct{}
}

// job is an event that a caller waits for.
type job struct {
	match string
	seq   int
	body  string
	done  chan error
}

func openSaver(dir string) (*saver, error) {
	parameters := url.Values{"_pragma": {"journal_mode(WAL)", "synchronous(FULL)"}}
	path, err := filepath.Abs(filepath.Join(dir, "bare.db"))
	if err != nil {
		return nil, err
	}
	db, err := sql.Open("sqlite", (&url.URL{Scheme: "file", Path: filepath.ToSlash(path), RawQuery: parameters.Encode()}).String())
	if err != nil {
		return nil, err
	}
	s := &saver{db: db, jobs: make(chan *job), ended: make(chan struct{})}
	if err := s.prepare(context.Background()); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	go s.run(context.Background())
	return s, nil
}

func (s *saver) prepare(ctx context.Context) (err error) {
	if s.conn, err = s.db.Conn(ctx); err != nil {
		return err
	}
	const table = `CREATE TABLE events (match_id TEXT, seq INTEGER, body TEXT, PRIMARY KEY (match_id, seq)) WITHOUT ROWID`
	if _, err = s.conn.ExecContext(ctx, table); err != nil {
		return err
	}
	for statement, text := range map[**sql.Stmt]string{
		&s.begin: "BEGIN IMMEDIATE", &s.insert: "INSERT INTO events VALUES ($1, $2, $3)", &s.end: "COMMIT",
	} {
		if *statement, err = s.conn.PrepareContext(ctx, text); err != nil {
			return err
		}
	}
	return nil
}

// save saves an event; when it returns nil, the event is on the disk.
func (s *saver) save(match string, seq int, body string) error {
	j := &job{match, seq, body, make(chan error, 1)}
	s.jobs <- j
	return <-j.done
}

func (s *saver) run(ctx context.Context) {
	defer close(s.ended)
	var group []*job
	for first := range s.jobs {
		var err error
		group, err = s.commit(ctx, append(group[:0], first))
		for _, j := range group {
			j.done <- err
		}
	}
}

// commit saves a job, and those that come meanwhile, in one transaction.
func (s *saver) commit(ctx context.Context, group []*job) ([]*job, error) {
	if _, err := s.begin.ExecContext(ctx); err != nil {
		return group, err
	}
	for i := 0; i < len(group); i++ {
		if _, err := s.insert.ExecContext(ctx, group[i].match, group[i].seq, group[i].body); err != nil {
			_, undone := s.conn.ExecContext(ctx, "ROLLBACK")
			return group, errors.Join(err, undone)
		}
		if i == len(group)-1 {
			group = s.gather(group)
		}
	}
	_, err := s.end.ExecContext(ctx)
	return group, err
}

// gather adds the waiting jobs to a group, after those who were just answered had a
// chance to send another one.
func (s *saver) gather(group []*job) []*job {
	runtime.Gosched()
	for len(group) < maxGroup {
		select {
		case j, open := <-s.jobs:
			if !open {
				return group
			}
			group = append(group, j)
		default:
			return group
		}
	}
	return group
}

// close closes the database. Nothing may be saved any more.
func (s *saver) close() error {
	close(s.jobs)
	<-s.ended
	return errors.Join(s.begin.Close(), s.insert.Close(), s.end.Close(), s.conn.Close(), s.db.Close())
}
