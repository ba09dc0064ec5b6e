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
	Other      ErrorKind = iota // anything else: a bug, or a failure of the database
	Taken                       // a value that must be unique exists already
	Missing                     // a row that another one refers to does not exist
	NoSpace                     // the disk is full, read-only or broken
	NoDatabase                  // the database does not answer, or too slowly
	Unknown                     // the commit failed, and the change may be on the disk or not
)

// explain wraps an error with the operation and with the error that account.Store
// and live.Store promise. The text of the driver is kept for logs.
func (s *base) explain(what string, err error) error {
	if err == nil {
		return nil
	}
	if meaning := s.meaning(err); meaning != nil {
		return fmt.Errorf("%s: %w: %w", what, meaning, err)
	}
	return fmt.Errorf("%s: %w", what, err)
}

// meaning returns the promised error for an error of the driver, nil when there
// is none or err contains it already.
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

// ifTaken adds the meaning of a unique value that exists already, which depends on
// the statement.
func (s *base) ifTaken(err, meaning error) error {
	if err != nil && s.db.ErrorKind(err) == Taken {
		return fmt.Errorf("%w: %w", meaning, err)
	}
	return err
}
