// SPDX-License-Identifier: Apache-2.0

package play

import (
	"errors"

	"cairn/match"
)

// Code sorts errors as a caller has to treat them.
type Code string

// The codes. Any error without one is internal: logged whole, shown as such.
const (
	Invalid     Code = "invalid"     // the request makes no sense as it stands
	Forbidden   Code = "forbidden"   // not by this person, or not now
	NotFound    Code = "not_found"   // there is no such thing
	Stale       Code = "stale"       // the match has moved on
	Over        Code = "over"        // the match has ended
	Illegal     Code = "illegal"     // the rules refuse the move
	Limited     Code = "limited"     // too often; later
	Unavailable Code = "unavailable" // nothing can be saved at the moment
	Internal    Code = "internal"
)

// Error is a refusal a person can act on. Key names its text in the catalogues;
// Fields name the texts that belong to the fields of a form.
type Error struct {
	Code   Code
	Key    string
	Fields map[string]string // field → key
	Err    error             // what caused it, for logs and for errors.As
}

// Error returns code and key.
func (e *Error) Error() string {
	text := string(e.Code) + ": " + e.Key
	if e.Err != nil {
		text += ": " + e.Err.Error()
	}
	return text
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// CodeOf returns the code of an error, Internal for one that has none.
func CodeOf(err error) Code {
	var e *Error
	if errors.As(err, &e) {
		return e.Code
	}
	var refused *match.Error
	if errors.As(err, &refused) {
		return Code(refused.Code())
	}
	return Internal
}

func refuse(code Code, key string) error { return &Error{Code: code, Key: key} }

// The errors a Store returns, whatever its database.
var (
	ErrNotFound = &Error{Code: NotFound, Key: "not-found"}
	ErrStale    = &Error{Code: Stale, Key: "stale"}
	ErrNoSpace  = &Error{Code: Unavailable, Key: "no-space"} // the disk is full or read-only
)

// ErrTaken is returned by a Store for a value that must be unique and is not.
type ErrTaken struct{ Field string } // "email", "name", "id" or "command"

// Error names the field.
func (e *ErrTaken) Error() string { return e.Field + " is taken" }
