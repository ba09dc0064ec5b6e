// SPDX-License-Identifier: Apache-2.0

package sqlite

import (
	"errors"
	"fmt"

	driver "modernc.org/sqlite"
	codes "modernc.org/sqlite/lib"

	"cairn/internal/store"
)

// faultOf sorts an error of the driver. The low byte of a code is the kind, the
// rest says more.
func faultOf(err error) store.Fault {
	var e *driver.Error
	if !errors.As(err, &e) {
		return store.Other
	}
	switch e.Code() {
	case codes.SQLITE_CONSTRAINT_UNIQUE, codes.SQLITE_CONSTRAINT_PRIMARYKEY:
		return store.Taken
	case codes.SQLITE_CONSTRAINT_FOREIGNKEY:
		return store.Missing
	}
	switch e.Code() & 0xff {
	case codes.SQLITE_FULL, codes.SQLITE_READONLY, codes.SQLITE_IOERR, codes.SQLITE_CANTOPEN:
		return store.NoSpace
	}
	return store.Other
}

// damage says of an error that the file is damaged, where the driver means that:
// it may be so much so that nothing can be checked.
func damage(err error) error {
	var e *driver.Error
	if errors.As(err, &e) && e.Code()&0xff == codes.SQLITE_CORRUPT {
		return fmt.Errorf("the database is damaged: %w", err)
	}
	return err
}
