// SPDX-License-Identifier: Apache-2.0

package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/pressly/goose/v3"

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
