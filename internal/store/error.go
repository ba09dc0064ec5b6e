// SPDX-License-Identifier: Apache-2.0

package store

import (
	"database/sql"
	"errors"
	"fmt"

	"cairn/internal/failure"
)

// Fault is what an error of a driver means.
type Fault int

// The faults that are told apart.
const (
	Other   Fault = iota // anything else: a fault of ours, or of the database
	Taken                // a value that must be unique is there already
	Missing              // a row that another one needs is not there
	NoSpace              // the disk is full, read-only or broken
)

// explain makes of an error what live.Store promises. The text of the driver is
// kept for logs, the meaning is found by errors.Is and errors.As.
func (s *Store) explain(what string, err error) error {
	if err == nil {
		return nil
	}
	if meaning := s.meaning(err); meaning != nil {
		return fmt.Errorf("%s: %w: %w", what, meaning, err)
	}
	return fmt.Errorf("%s: %w", what, err)
}

// meaning returns what an error stands for, nil when it says so itself or stands
// for nothing in particular.
func (s *Store) meaning(err error) error {
	var decided *failure.Error
	var taken *failure.ErrTaken
	if errors.As(err, &decided) || errors.As(err, &taken) {
		return nil
	}
	if errors.Is(err, sql.ErrNoRows) {
		return failure.ErrNotFound
	}
	switch s.db.Fault(err) {
	case Taken:
		return &failure.ErrTaken{Field: "id"}
	case Missing:
		return failure.ErrNotFound
	case NoSpace:
		return failure.ErrNoSpace
	default:
		return nil
	}
}

// ifTaken gives a unique value that is there already the meaning it has for the
// statement that met it.
func (s *Store) ifTaken(err, meaning error) error {
	if err != nil && s.db.Fault(err) == Taken {
		return fmt.Errorf("%w: %w", meaning, err)
	}
	return err
}
