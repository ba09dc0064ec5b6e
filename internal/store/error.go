// SPDX-License-Identifier: Apache-2.0

package store

import (
	"database/sql"
	"errors"
	"fmt"

	"cairn/internal/failure"
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

// meaning returns the error of package failure that callers match; nil if err wraps one
// already, or is internal.
func (s *base) meaning(err error) error {
	if _, decided := errors.AsType[*failure.Error](err); decided {
		return nil
	}
	if _, taken := errors.AsType[*failure.TakenError](err); taken {
		return nil
	}
	if errors.Is(err, sql.ErrNoRows) {
		return failure.ErrNotFound
	}
	return s.db.Meaning(err)
}

// insertUnique is tx.exec that wraps a violated unique constraint in taken.
func (s *base) insertUnique(tx *transaction, taken error, query string, args ...any) {
	before := tx.err
	tx.exec(query, args...)
	if tx.err == nil || before != nil {
		return
	}
	if _, is := errors.AsType[*failure.TakenError](s.db.Meaning(tx.err)); is {
		tx.err = fmt.Errorf("%w: %w", taken, tx.err)
	}
}
