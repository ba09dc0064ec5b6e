// SPDX-License-Identifier: Apache-2.0

package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"runtime/debug"
)

// transaction runs the statements of one use case. After the first error its methods do
// nothing and err stays, so a use case checks err only before it acts on what it has
// read: loops and further statements may follow an error.
type transaction struct {
	ctx     context.Context // of Database.Write
	querier Querier
	err     error
}

// run calls f and recovers from a panic in it, as of a callback: it fails the transaction.
func (tx *transaction) run(f func(*transaction)) {
	defer func() {
		if cause := recover(); cause != nil {
			tx.err = fmt.Errorf("panic in a transaction: %v\n%s", cause, debug.Stack())
		}
	}()
	f(tx)
}

// fail sets err, unless it is set or the error is nil.
func (tx *transaction) fail(err error) {
	if tx.err == nil {
		tx.err = err
	}
}

// exec runs a statement and returns how many rows it has changed.
func (tx *transaction) exec(query string, args ...any) int {
	if tx.err != nil {
		return 0
	}
	result, err := tx.querier.ExecContext(tx.ctx, query, args...)
	if err != nil {
		tx.err = err
		return 0
	}
	changed, err := result.RowsAffected()
	tx.err = err
	return int(changed)
}

// execOne runs a statement that must change a row; sql.ErrNoRows if it changes none.
func (tx *transaction) execOne(query string, args ...any) {
	if tx.exec(query, args...) == 0 {
		tx.fail(sql.ErrNoRows)
	}
}

// scan reads one row; sql.ErrNoRows if there is none.
func (tx *transaction) scan(query string, args []any, dest ...any) {
	if tx.err == nil {
		tx.err = tx.querier.QueryRowContext(tx.ctx, query, args...).Scan(dest...)
	}
}

// find reads one row and reports whether there is one.
func (tx *transaction) find(query string, args []any, dest ...any) bool {
	if tx.err != nil {
		return false
	}
	tx.scan(query, args, dest...)
	if errors.Is(tx.err, sql.ErrNoRows) {
		tx.err = nil
		return false
	}
	return tx.err == nil
}

// rows reads rows, one for each iteration.
func (tx *transaction) rows(query string, args []any, dest ...any) func(yield func() bool) {
	return func(yield func() bool) {
		if tx.err != nil {
			return
		}
		rows, err := tx.querier.QueryContext(tx.ctx, query, args...)
		if err != nil {
			tx.err = err
			return
		}
		defer rows.Close()
		for rows.Next() {
			if tx.err = rows.Scan(dest...); tx.err != nil || !yield() {
				return
			}
		}
		tx.err = rows.Err()
	}
}
