// SPDX-License-Identifier: Apache-2.0

// Package sqlite keeps the store in one file of a data folder. One goroutine
// writes, and commits the changes of all who wait with one sync of the disk;
// several connections read beside it.
//
// The package holds no query of the platform's own: those are in
// internal/store. It does not know what it stores, and it logs nothing.
package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"github.com/pressly/goose/v3"
	_ "modernc.org/sqlite" // the driver "sqlite"

	"cairn/internal/store"
)

// folder is where the migrations of this kind of database are.
const folder = "sqlite"

// readers is how many may read at the same time.
const readers = 4

// Options say how a data folder is opened; the zero value is right for a server.
type Options struct {
	// ReadOnly opens a folder that must be there, beside a server or not, and
	// refuses to write: failure.ErrNoSpace.
	ReadOnly bool
	// Shared opens a folder that must be there for writing, beside a server or
	// not: for a short errand, such as giving somebody a role. It neither locks
	// the folder nor changes the schema, which must be the current one.
	Shared bool
	// MaxBytes bounds the size of the database; at the bound the disk counts as
	// full. 0 is no bound.
	MaxBytes int64
}

// Store is a live.Store in a data folder.
type Store struct {
	*store.Store
	path   string
	db     *database
	unlock func() error
}

// Path returns the file of the database in a data folder. While it is in use two
// more belong to it, with -wal and -shm at the end of their names.
func Path(dir string) string { return filepath.Join(dir, "cairn.db") }

// Open opens the store in a data folder, making it when it is not there, locks
// the folder and brings the schema up to date, unless the options say otherwise.
// Close must be called.
func Open(dir string, o Options) (*Store, error) {
	unlock := func() error { return nil }
	if o.ReadOnly || o.Shared {
		if _, err := os.Stat(Path(dir)); err != nil {
			return nil, fmt.Errorf("open data folder: %w", foreign(Path(dir), err))
		}
	} else {
		var err error
		if unlock, err = occupy(dir); err != nil {
			return nil, err
		}
	}
	db, err := openDatabase(Path(dir), o)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("open %s: %w", Path(dir), foreign(Path(dir), err)), unlock())
	}
	return &Store{Store: store.New(db), path: Path(dir), db: db, unlock: unlock}, nil
}

// occupy makes a folder ready for a server, and locks it.
func occupy(dir string) (unlock func() error, err error) {
	if err := makeFolder(dir); err != nil {
		return nil, err
	}
	if unlock, err = Lock(dir); err != nil {
		return nil, err
	}
	if err := makePrivate(Path(dir)); err != nil {
		return nil, errors.Join(fmt.Errorf("open data folder: %w", err), unlock())
	}
	return unlock, nil
}

// Close waits for the changes that are under way, closes the database and lets
// go of the folder. Closing again does nothing.
func (s *Store) Close() error { return errors.Join(s.db.close(), s.unlock()) }

// database is a store.Database.
type database struct {
	reading *sql.DB
	reader  *statements
	writer  *writer
}

func openDatabase(path string, o Options) (*database, error) {
	writing, err := openPool(dsn(path, o), 1)
	if err != nil {
		return nil, err
	}
	if err := prepare(writing, o); err != nil {
		return nil, errors.Join(err, writing.Close())
	}
	w, err := newWriter(writing)
	if err != nil {
		return nil, errors.Join(err, writing.Close())
	}
	reading, err := openPool(dsn(path, Options{ReadOnly: true}), readers)
	if err != nil {
		return nil, errors.Join(err, w.close())
	}
	return &database{reading: reading, reader: newStatements(reading), writer: w}, nil
}

// prepare sees to the schema.
func prepare(db *sql.DB, o Options) error {
	ctx := context.Background()
	if !o.ReadOnly && !o.Shared {
		return store.Migrate(ctx, db, goose.DialectSQLite3, folder)
	}
	err := store.CheckSchema(ctx, db, goose.DialectSQLite3, folder)
	if err != nil && store.CheckOrigin(ctx, db, goose.DialectSQLite3, folder) == nil {
		return fmt.Errorf("%w, after a backup: there is no way back", err) // the schema is an older one
	}
	return err
}

func (d *database) close() error {
	// The writer goes last: whoever goes last empties the log into the database.
	return errors.Join(d.reader.close(), d.reading.Close(), d.writer.close())
}

// Reader implements store.Database.
func (d *database) Reader() store.Querier { return d.reader }

// Write implements store.Database.
func (d *database) Write(ctx context.Context, f func(context.Context, store.Querier) error) error {
	return d.writer.write(ctx, f)
}

// Fault implements store.Database.
func (d *database) Fault(err error) store.Fault { return faultOf(err) }

// QueueStatement implements store.Database: there is one writer.
func (d *database) QueueStatement() string { return "" }

// pageSize of the database in bytes. A commit writes every page it touches as a
// whole, and the moves of different matches touch different pages.
const pageSize = 4096

// busyFor is how long to wait for other programs that use the file.
const busyFor = 10 * time.Second

// dsn returns the data source name of a connection to a database.
func dsn(path string, o Options) string {
	pragmas := []string{
		fmt.Sprintf("busy_timeout(%d)", busyFor.Milliseconds()),
		fmt.Sprintf("page_size(%d)", pageSize),
		"foreign_keys(1)",
		"synchronous(FULL)",            // a commit is on the disk when it returns
		"journal_size_limit(67108864)", // bytes that stay of a log that had to grow, as in a long backup
	}
	parameters := url.Values{}
	if o.ReadOnly {
		pragmas = append(pragmas, "query_only(1)")
	} else {
		pragmas = append(pragmas, "journal_mode(WAL)", "secure_delete(1)") // see Wipe
		parameters.Set("_txlock", "immediate")                             // a transaction that reads and then writes never finds itself too late
	}
	if o.MaxBytes > 0 {
		pragmas = append(pragmas, fmt.Sprintf("max_page_count(%d)", max(1, o.MaxBytes/pageSize)))
	}
	parameters["_pragma"] = pragmas
	return fileURL(path, parameters)
}

// fileURL names a file with parameters, whatever characters are in its path.
func fileURL(path string, parameters url.Values) string {
	if absolute, err := filepath.Abs(path); err == nil {
		path = absolute
	}
	return (&url.URL{Scheme: "file", Path: filepath.ToSlash(path), RawQuery: parameters.Encode()}).String()
}

// openPool opens a database with a number of connections that are kept.
func openPool(name string, connections int) (*sql.DB, error) {
	db, err := sql.Open("sqlite", name)
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(connections)
	db.SetMaxIdleConns(connections)
	return db, nil
}
