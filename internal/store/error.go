// SPDX-License-Identifier: Apache-2.0

package store

import (
	"database/sql"
	"errors"
	"fmt"

	"cairn/internal/failure"
)

// ErrorKind is the meaning of an error of a driver.
type ErrorKind int

// The kinds of errors.
const (
	Other      ErrorKind = iota // a bug, or a failure of the database
	Taken                       // a unique constraint was violated
	Missing                     // a foreign key was violated
	NoSpace                     // the disk is full, read-only or broken
	NoDatabase                  // the database does not answer, or too slowly
	Unknown                     // unknown commit: the change may be on the disk or not
)

// explain wraps an error with the operation and with its meaning, an error of package
// failure. The text of the driver stays for logs.
func (s *base) explain(what string, err error) error {
	if err == nil {
		return nil
	}
	if meaning := s.meaning(err); meaning != nil {
		return fmt.Errorf("%s: %w: %w", what, meaning, err)
	}
	return fmt.Errorf("%s: %w", what, err)
}

// meaning returns what an error of the driver means to callers, nil if err says it
// already or means nothing to them.
func (s *base) meaning(err error) error {
	var decided *failure.Error
	var taken *failure.TakenError
	if errors.As(err, &decided) || errors.As(err, &taken) {
		return nil
	}
	if errors.Is(err, sql.ErrNoRows) {
		return failure.ErrNotFound
	}
	switch s.db.ErrorKind(err) {
	case Taken:
		return &failure.TakenError{Field: "id"}
	case Missing:
		return failure.ErrNotFound
	case NoSpace:
		return failure.ErrNoSpace
	case NoDatabase:
		return failure.ErrNoDatabase
	case Unknown:
		return failure.ErrUnknown
	default:
		return nil
	}
}

// insertUnique runs a statement; taken is the meaning of a violated unique constraint in
// it.
func (s *base) insertUnique(tx *transaction, taken error, query string, args ...any) {
	if tx.err != nil {
		return
	}
	if tx.exec(query, args...); tx.err != nil && s.db.ErrorKind(tx.err) == Taken {
		tx.err = fmt.Errorf("%w: %w", taken, tx.err)
	}
}
