// SPDX-License-Identifier: Apache-2.0

// Package store is live.Store in SQL: one body for every database. The queries
// are constants beside the code that scans them, in SQL that SQLite and
// PostgreSQL both understand. What differs between them is a Database, made by
// a package of its own.
//
// The package knows no rules: it never folds events, and it believes what a
// live.Change says of a match as long as the numbers fit. It opens no file and
// no connection, starts no goroutine, reads no clock and logs nothing.
package store
