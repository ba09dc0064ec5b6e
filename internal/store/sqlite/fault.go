// SPDX-License-Identifier: Apache-2.0

package sqlite

import (
	"errors"

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
