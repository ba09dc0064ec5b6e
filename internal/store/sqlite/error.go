// SPDX-License-Identifier: Apache-2.0

package sqlite

import (
	"errors"
	"fmt"

	driver "modernc.org/sqlite"
	codes "modernc.org/sqlite/lib"

	"cairn/internal/store"
)

// errorKind classifies an error of the driver. The low byte of a code is its class,
// the rest is more specific.
func errorKind(err error) store.ErrorKind {
	switch {
	case errors.Is(err, errUnknown):
		return store.Unknown
	case errors.Is(err, errOverwriting):
		return store.NoSpace
	}
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

// diskFull reports whether a COMMIT failed because the log could not be written in full.
// The change is then not on the disk: the mark of a commit is written last.
func diskFull(err error) bool {
	var e *driver.Error
	return errors.As(err, &e) && e.Code()&0xff == codes.SQLITE_FULL
}

// explainDamage adds ErrDamaged to an error of the driver that means it: damage may fail
// the query of a check.
func explainDamage(err error) error {
	var e *driver.Error
	if !errors.As(err, &e) {
		return err
	}
	switch e.Code() {
	case codes.SQLITE_IOERR_READ, codes.SQLITE_IOERR_SHORT_READ, codes.SQLITE_IOERR_CORRUPTFS, codes.SQLITE_IOERR_DATA:
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	switch e.Code() & 0xff {
	case codes.SQLITE_CORRUPT, codes.SQLITE_NOTADB:
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	return err
}
