// SPDX-License-Identifier: Apache-2.0

package sqlite

import (
	"database/sql"
	"fmt"
	"net/url"
	"path/filepath"
	"time"

	_ "modernc.org/sqlite" // the driver "sqlite"
)

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
