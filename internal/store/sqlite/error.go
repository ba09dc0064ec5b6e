// SPDX-License-Identifier: Apache-2.0

package sqlite

import (
	"errors"
	"fmt"

	driver "modernc.org/sqlite"
	codes "modernc.org/sqlite/lib"

	"cairn/internal/failure"
)

// codeOf returns the code of an error of the driver, 0 for other errors. The low byte of a
// code is its class, the rest is more specific.
func codeOf(err error) int {
	if e, is := errors.AsType[*driver.Error](err); is {
		return e.Code()
	}
	return 0
}

// meaning implements store.Database.Meaning.
func meaning(err error) error {
	switch {
	case errors.Is(err, errUnknown):
		return failure.ErrUnknown
	case errors.Is(err, errOverwriting):
		return failure.ErrNoSpace
	}
	code := codeOf(err)
	switch code {
	case codes.SQLITE_CONSTRAINT_UNIQUE, codes.SQLITE_CONSTRAINT_PRIMARYKEY:
		return &failure.TakenError{Field: "id"}
	case codes.SQLITE_CONSTRAINT_FOREIGNKEY:
		return failure.ErrNotFound
	}
	switch code & 0xff {
	case codes.SQLITE_FULL, codes.SQLITE_READONLY, codes.SQLITE_IOERR, codes.SQLITE_CANTOPEN:
		return failure.ErrNoSpace
	}
	return nil
}

// diskFull reports whether a COMMIT failed because the log could not be written in full.
// The change is then not on the disk: the mark of a commit is written last.
func diskFull(err error) bool { return codeOf(err)&0xff == codes.SQLITE_FULL }

// explainDamage adds ErrDamaged to an error of the driver that means it: damage may fail
// the query of a check.
func explainDamage(err error) error {
	code := codeOf(err)
	switch code {
	case codes.SQLITE_IOERR_READ, codes.SQLITE_IOERR_SHORT_READ, codes.SQLITE_IOERR_CORRUPTFS, codes.SQLITE_IOERR_DATA:
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	switch code & 0xff {
	case codes.SQLITE_CORRUPT, codes.SQLITE_NOTADB:
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	return err
}
