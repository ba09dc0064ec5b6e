// SPDX-License-Identifier: Apache-2.0

// Package failure holds the typed error that accounts, live play and stores
// return, and that every display maps to its own answer. It knows no texts: an
// error carries the key of its text.
package failure

import (
	"errors"
	"maps"
	"time"
)

// Code sorts errors by how a caller has to treat them.
type Code string

// The codes. An error without a code is internal: it is logged in full and shown
// as an internal error.
const (
	Invalid     Code = "invalid"     // the request is malformed
	Forbidden   Code = "forbidden"   // not allowed for this user, or not now
	NotFound    Code = "not_found"   // no such thing
	Stale       Code = "stale"       // the match has moved on
	Over        Code = "over"        // the match has ended
	Illegal     Code = "illegal"     // the rules refuse the move
	Limited     Code = "limited"     // too many requests
	Unavailable Code = "unavailable" // nothing can be saved at the moment
	Unknown     Code = "unknown"     // saving failed, and the change may be on the disk or not
	Internal    Code = "internal"
)

// Error is a failure that the user can act on.
type Error struct {
	Code   Code
	Key    string            // names its text in the catalogues
	Fields map[string]string // key of the text for each invalid field of a form
	Retry  time.Duration     // after which it may succeed; 0 if that is not known
	Err    error             // the cause, for logs and errors.As; may be nil
}

// New returns an Error with a code and a key.
func New(code Code, key string) error { return &Error{Code: code, Key: key} }

// Form returns an Invalid error for the fields of a form that have a key, nil when there
// are none.
func Form(fields map[string]string) error {
	maps.DeleteFunc(fields, func(_, key string) bool { return key == "" })
	if len(fields) == 0 {
		return nil
	}
	return &Error{Code: Invalid, Key: "form", Fields: fields}
}

// Field returns an Error whose key is also the text for one field of the form.
func Field(code Code, field, key string, cause error) error {
	return &Error{Code: code, Key: key, Fields: map[string]string{field: key}, Err: cause}
}

// Missing gives an error with the code NotFound another key. It returns any other
// error, and nil, as it is.
func Missing(err error, key string) error { return Replace(err, NotFound, NotFound, key) }

// Replace gives an error with the code from another code and key. It returns any other
// error, and nil, as it is.
func Replace(err error, from, code Code, key string) error {
	if err != nil && CodeOf(err) == from {
		return &Error{Code: code, Key: key, Err: err}
	}
	return err
}

// IfTaken gives a TakenError a code and a key. It returns any other error, and nil, as it
// is.
func IfTaken(err error, code Code, key string) error {
	if _, taken := errors.AsType[*TakenError](err); taken {
		return &Error{Code: code, Key: key, Err: err}
	}
	return err
}

// Error returns the code, the key and the cause.
func (e *Error) Error() string {
	text := string(e.Code) + ": " + e.Key
	if e.Err != nil {
		text += ": " + e.Err.Error()
	}
	return text
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// coded is an error of another package with a code, like match.Error.
type coded interface {
	error
	Code() string
}

// CodeOf returns the code of an error, Internal when it has none.
func CodeOf(err error) Code {
	if e, is := errors.AsType[*Error](err); is {
		return e.Code
	}
	if other, is := errors.AsType[coded](err); is {
		return Code(other.Code())
	}
	return Internal
}

// The errors that every store returns, whatever its database.
var (
	ErrNotFound   = &Error{Code: NotFound, Key: "not-found"}
	ErrStale      = &Error{Code: Stale, Key: "stale"}
	ErrNoSpace    = &Error{Code: Unavailable, Key: "no-space"}    // the disk is full or read-only
	ErrUnknown    = &Error{Code: Unknown, Key: "unknown"}         // after a failed sync of the disk, or a lost answer of the database
	ErrNoDatabase = &Error{Code: Unavailable, Key: "no-database"} // the database does not answer
)

// TakenError is returned by a store for a value that must be unique and is not.
type TakenError struct{ Field string } // "email", "name", "id" or "command"

// Error names the field.
func (e *TakenError) Error() string { return e.Field + " is taken" }
