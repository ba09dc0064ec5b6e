// SPDX-License-Identifier: Apache-2.0

package postgres

import (
	"context"
	"database/sql/driver"
	"errors"
	"io"
	"net"

	"github.com/jackc/pgx/v5/pgconn"

	"cairn/internal/store"
)

var errUnknown = errors.New("the answer to COMMIT was lost, and it is not known whether the change was made")

// answerOf returns the error message of PostgreSQL in err, nil if there is none.
func answerOf(err error) *pgconn.PgError {
	var answer *pgconn.PgError
	if errors.As(err, &answer) {
		return answer
	}
	return nil
}

// conflict reports whether PostgreSQL rolled back a transaction because of another one: a
// serialization failure or a deadlock.
func conflict(err error) bool {
	answer := answerOf(err)
	return answer != nil && (answer.Code == "40001" || answer.Code == "40P01")
}

// locked reports whether a statement ran into lock_timeout.
func locked(err error) bool {
	answer := answerOf(err)
	return answer != nil && answer.Code == "55P03"
}

// connectionLost reports whether an open connection broke: the server stopped, or the
// network failed. Timeouts and failures to connect do not count: the next attempt would
// meet them again.
func connectionLost(err error) bool {
	var connect *pgconn.ConnectError
	var network net.Error
	switch answer := answerOf(err); {
	case err == nil, errors.As(err, &connect), errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		return false
	case answer != nil:
		return answer.Code == "57P01" || answer.Code == "57P02" // stopped, crashed
	case errors.As(err, &network):
		return !network.Timeout()
	}
	return connectionKind(err) == store.NoDatabase
}

// errorKind classifies an error by its SQLSTATE. The first two characters are its
// class.
func errorKind(err error) store.ErrorKind {
	if errors.Is(err, errUnknown) {
		return store.Unknown
	}
	answer := answerOf(err)
	if answer == nil {
		return connectionKind(err)
	}
	switch answer.Code {
	case "23505":
		return store.Taken
	case "23503":
		return store.Missing
	case "53100", "58030": // disk full, input or output failed
		return store.NoSpace
	case "55P03", "55006", "25006": // a lock took too long; the database is being moved or dropped; it is a standby
		return store.NoDatabase
	}
	switch answer.Code[:2] {
	case "08", "40", "53", "57", "58": // connection, too many conflicts, resources, stopped or too slow, system
		return store.NoDatabase
	}
	return store.Other
}

// IsAway reports whether an error means that the database cannot be reached for now.
func IsAway(err error) bool { return errorKind(err) == store.NoDatabase }

// connectionKind classifies an error without an answer of PostgreSQL.
func connectionKind(err error) store.ErrorKind {
	var connect *pgconn.ConnectError
	var network net.Error
	switch {
	case errors.As(err, &connect), errors.As(err, &network), errors.Is(err, driver.ErrBadConn), errors.Is(err, io.ErrUnexpectedEOF),
		errors.Is(err, io.EOF), errors.Is(err, net.ErrClosed), errors.Is(err, context.DeadlineExceeded), pgconn.SafeToRetry(err):
		return store.NoDatabase
	}
	return store.Other
}
