// SPDX-License-Identifier: Apache-2.0

package postgres

import (
	"context"
	"database/sql/driver"
	"errors"
	"io"
	"net"

	"github.com/jackc/pgx/v5/pgconn"

	"cairn/internal/failure"
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
	return isAway(err)
}

// meaning implements store.Database.Meaning by the SQLSTATE of an error. Its first two
// characters are the class.
func meaning(err error) error {
	answer := answerOf(err)
	switch {
	case errors.Is(err, errUnknown):
		return failure.ErrUnknown
	case answer == nil && isAway(err):
		return failure.ErrNoDatabase
	case answer == nil:
		return nil
	}
	switch answer.Code {
	case "23505":
		return &failure.TakenError{Field: "id"}
	case "23503":
		return failure.ErrNotFound
	case "53100", "58030": // disk full, input or output failed
		return failure.ErrNoSpace
	case "55P03", "55006", "25006": // a lock took too long; the database is being moved or dropped; it is a standby
		return failure.ErrNoDatabase
	}
	switch answer.Code[:2] {
	case "08", "40", "53", "57", "58": // connection, too many conflicts, resources, stopped or too slow, system
		return failure.ErrNoDatabase
	}
	return nil
}

// IsAway reports whether an error means that the database cannot be reached for now.
func IsAway(err error) bool { return meaning(err) == failure.ErrNoDatabase }

// isAway is IsAway for an error without an answer of PostgreSQL.
func isAway(err error) bool {
	var connect *pgconn.ConnectError
	var network net.Error
	return errors.As(err, &connect) || errors.As(err, &network) || errors.Is(err, driver.ErrBadConn) || errors.Is(err, io.ErrUnexpectedEOF) ||
		errors.Is(err, io.EOF) || errors.Is(err, net.ErrClosed) || errors.Is(err, context.DeadlineExceeded) || pgconn.SafeToRetry(err)
}
