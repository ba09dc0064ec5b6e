// SPDX-License-Identifier: Apache-2.0

// Package sqlite is an SQLite database for internal/store, in one file of a data
// folder. One goroutine commits all waiting changes with one sync of the disk (group
// commit); several connections read at the same time.
//
// The queries are in internal/store. The package does not know what it stores,
// and it logs nothing.
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

	_ "modernc.org/sqlite" // the driver "sqlite"

	"cairn/internal/store"
)

// readers is the number of connections for reading.
const readers = 4

// Options say how to open a data folder; the zero value is right for a server.
type Options struct {
	// ReadOnly opens an existing folder, whether a server uses it or not. Writing
	// fails with failure.ErrNoSpace.
	ReadOnly bool
	// Shared opens an existing folder for writing, whether a server uses it or
	// not: for a short task, such as changing a role. It neither locks the folder
	// nor changes the schema, which must be the current one.
	Shared bool
	// MaxBytes bounds the size of the database, as if the disk were full; 0 means no
	// bound.
	MaxBytes int64
}

// Store is a store.Store in a data folder.
type Store struct {
	*store.Store
	path   string
	db     *database
	unlock func() error
}

// Path returns the file of the database in a data folder. While it is in use there
// are two more files, with -wal and -shm added to the name.
func Path(dir string) string { return filepath.Join(dir, "cairn.db") }

// Open opens the store in a data folder. Unless the options say otherwise, it
// creates a missing folder, locks it and updates the schema. Close must be called.
func Open(dir string, o Options) (*Store, error) {
	unlock := func() error { return nil }
	if o.ReadOnly || o.Shared {
		if err := checkExists(dir); err != nil {
			return nil, err
		}
	} else {
		var err error
		if unlock, err = lockFolder(dir); err != nil {
			return nil, err
		}
	}
	db, err := openDatabase(Path(dir), o)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("open %s: %w", Path(dir), explainOwner(Path(dir), err)), unlock())
	}
	return &Store{Store: store.New(db), path: Path(dir), db: db, unlock: unlock}, nil
}

// checkExists returns an error if a folder has no database.
func checkExists(dir string) error {
	if _, err := os.Stat(Path(dir)); err != nil {
		return fmt.Errorf("open data folder: %w", explainOwner(Path(dir), err))
	}
	return nil
}

// lockFolder prepares a folder for a server and locks it.
func lockFolder(dir string) (unlock func() error, err error) {
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

// Close waits for changes in progress, closes the database and unlocks the folder.
// A second Close does nothing.
func (s *Store) Close() error { return errors.Join(s.db.close(), s.unlock()) }

// Raw opens the database of an existing data folder with one connection, to copy it
// table by table. It does not lock the folder. The schema must be the current one.
func Raw(dir string, o Options) (*sql.DB, error) {
	if err := checkExists(dir); err != nil {
		return nil, err
	}
	o.Shared = true
	db := openPool(dsn(Path(dir), o), 1)
	if err := prepare(db, o); err != nil {
		return nil, errors.Join(fmt.Errorf("open %s: %w", Path(dir), err), db.Close())
	}
	return db, nil
}

// database is a store.Database.
type database struct {
	reading *sql.DB
	reader  *statements
	writer  *writer
	copier  *checkpointer // nil for a short task
}

func openDatabase(path string, o Options) (*database, error) {
	writing := openPool(dsn(path, o), 1)
	if err := prepare(writing, o); err != nil {
		return nil, errors.Join(err, writing.Close())
	}
	w, err := newWriter(writing)
	if err != nil {
		return nil, errors.Join(err, writing.Close())
	}
	reading := openPool(dsn(path, Options{ReadOnly: true}), readers)
	d := &database{reading: reading, reader: newStatements(reading), writer: w}
	if !o.ReadOnly && !o.Shared {
		d.copier = newCheckpointer(openPool(dsn(path, o), 1), w)
	}
	return d, nil
}

// prepare updates or checks the schema.
func prepare(db *sql.DB, o Options) error {
	ctx := context.Background()
	if !o.ReadOnly && !o.Shared {
		return migrate(ctx, db)
	}
	return checkSchema(ctx, db)
}

func (d *database) close() error {
	var err error
	if d.copier != nil {
		err = d.copier.close()
	}
	// The writer is closed last: SQLite's last connection copies the log into the database.
	return errors.Join(err, d.reader.close(), d.reading.Close(), d.writer.close())
}

// Reader implements store.Database.
func (d *database) Reader() store.Querier { return d.reader }

// Write implements store.Database.
func (d *database) Write(ctx context.Context, f func(context.Context, store.Querier) error) error {
	return d.writer.write(ctx, f)
}

// Meaning implements store.Database.
func (d *database) Meaning(err error) error { return meaning(err) }

// QueueStatement implements store.Database: there is one writer.
func (d *database) QueueStatement() string { return "" }

// NowStatement implements store.Database: the clock is that of the process.
func (d *database) NowStatement() string { return "" }

// pageSize is in bytes. A commit writes whole pages, and the moves of different matches
// are on different pages: larger pages would cost more.
const pageSize = 4096

// busyFor is how long to wait for other processes that use the file.
const busyFor = 10 * time.Second

// dsn returns the data source name of a connection to a database.
func dsn(path string, o Options) string {
	pragmas := []string{
		fmt.Sprintf("busy_timeout(%d)", busyFor.Milliseconds()),
		fmt.Sprintf("page_size(%d)", pageSize),
		"foreign_keys(1)",
		"synchronous(FULL)",            // a commit is on the disk when it returns
		"wal_autocheckpoint(40000)",    // pages, if the checkpointer fails
		"journal_size_limit(67108864)", // size to which a grown log is cut, as after a long backup
	}
	parameters := url.Values{}
	if o.ReadOnly {
		parameters = readParameters(path)
		pragmas = append(append(parameters["_pragma"], pragmas...), "query_only(1)")
	} else {
		pragmas = append(pragmas, "journal_mode(WAL)", "secure_delete(1)", // see Wipe
			"cache_size(-16384)") // 16 MB: the pages of running games are not read again
		parameters.Set("_txlock", "immediate") // or a transaction that has read may fail to write
	}
	if o.MaxBytes > 0 {
		pragmas = append(pragmas, fmt.Sprintf("max_page_count(%d)", max(1, o.MaxBytes/pageSize)))
	}
	parameters["_pragma"] = pragmas
	return fileURL(path, parameters)
}

// fileURL returns the URL of a file with parameters, for any characters in its
// path.
func fileURL(path string, parameters url.Values) string {
	if absolute, err := filepath.Abs(path); err == nil {
		path = absolute
	}
	return (&url.URL{Scheme: "file", Path: filepath.ToSlash(path), RawQuery: parameters.Encode()}).String()
}

// openPool opens a database with a fixed number of connections.
func openPool(name string, connections int) *sql.DB {
	db, err := sql.Open("sqlite", name)
	if err != nil { // the driver is imported above, and looks at the name when it connects
		panic(err)
	}
	db.SetMaxOpenConns(connections)
	db.SetMaxIdleConns(connections)
	return db
}

// readParameters returns the parameters of a connection that only reads. To read a
// database, SQLite creates a -wal and a -shm file beside it, which a read-only folder
// does not allow. If both exist, a server may run, and SQLite uses them. If not, no
// server runs, and the database is read without locks: with its log if there is one,
// else as an immutable file.
func readParameters(path string) url.Values {
	size := func(suffix string) int64 {
		info, err := os.Stat(path + suffix)
		if err != nil {
			return -1
		}
		return info.Size()
	}
	switch {
	case mayCreateIn(filepath.Dir(path)), size("-shm") >= 0:
		return url.Values{}
	case size("-wal") > 0: // the index of the log, otherwise in -shm, is kept in memory
		return url.Values{"vfs": {"unix-none"}, "_pragma": {"locking_mode(EXCLUSIVE)"}}
	default:
		return url.Values{"immutable": {"1"}}
	}
}

// fileStates describes the files of a database, to see whether they change. -shm does
// not count: readers write to it.
func fileStates(path string) (all string) {
	for _, suffix := range []string{"", "-wal"} {
		if info, err := os.Stat(path + suffix); err == nil {
			all += fmt.Sprintln(suffix, info.Size(), info.ModTime().UnixNano())
		}
	}
	return all
}
