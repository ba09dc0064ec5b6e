// SPDX-License-Identifier: Apache-2.0

package sqlite

import (
	"database/sql"
	"errors"
	"fmt"
	"os"
)

// Raw opens the database of an existing data folder with one connection, to copy it
// table by table. It does not lock the folder. The schema must be the current one.
func Raw(dir string, o Options) (*sql.DB, error) {
	if _, err := os.Stat(Path(dir)); err != nil {
		return nil, fmt.Errorf("open data folder: %w", explainOwner(Path(dir), err))
	}
	o.Shared = true
	db, err := openPool(dsn(Path(dir), o), 1)
	if err != nil {
		return nil, err
	}
	if err := prepare(db, o); err != nil {
		return nil, errors.Join(fmt.Errorf("open %s: %w", Path(dir), err), db.Close())
	}
	return db, nil
}
