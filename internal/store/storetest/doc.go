// SPDX-License-Identifier: Apache-2.0

// Package storetest checks any store against what Store promises: every
// method, every error, and what remains when many use it at once. It plays real
// matches of a toy game.
//
// It does not check what only one kind of database has, such as a full disk or a
// backup, and it measures no time.
package storetest
