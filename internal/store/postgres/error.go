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

// codeOf returns the SQLSTATE of an error that PostgreSQL has answered, empty for others.
// Its first two characters are the class.
func codeOf(err error) string {
	if answer, is := errors.AsType[*pgconn.PgError](err); is {
		return answer.Code
	}
	return ""
}

// conflict reports whether PostgreSQL rolled back a transaction because of another one: a
// serialization failure or a deadlock.
func conflict(err error) bool {
	code := codeOf(err)
	return code == "40001" || code == "40P01"
}

// locked reports whether a statement ran into lock_timeout.
func locked(err error) bool { return codeOf(err) == "55P03" }

// connectionLost reports whether an open connection broke: the server stopped, or the
// network failed. Timeouts and failures to connect do not count: the next attempt would
// meet them again.
func connectionLost(err error) bool {
	var connect *pgconn.ConnectError
	var network net.Error
	switch code := codeOf(err); {
	case err == nil, errors.As(err, &connect), errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		return false
	case code != "":
		return code == "57P01" || code == "57P02" // stopped, crashed
	case errors.As(err, &network):
		return !network.Timeout()
	}
	return isAway(err)
}

// meaning implements store.Database.Meaning by the SQLSTATE of an error.
func meaning(err error) error {
	code := codeOf(err)
	switch {
	case errors.Is(err, errUnknown):
		return failure.ErrUnknown
	case code == "" && isAway(err):
		return failure.ErrNoDatabase
	case code == "":
		return nil
	}
	switch code {
	case "23505":
		return &failure.TakenError{Field: "id"}
	case "23503":
		return failure.ErrNotFound
	case "53100", "58030": // disk full, input or output failed
		return failure.ErrNoSpace
	case "55P03", "55006", "25006": // a lock took too long; the database is being moved or dropped; it is a standby
		return failure.ErrNoDatabase
	}
	switch code[:2] {
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
