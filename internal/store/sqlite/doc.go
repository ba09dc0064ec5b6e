// SPDX-License-Identifier: Apache-2.0

// Package sqlite keeps the store in one file of a data folder. One goroutine
// writes, and commits the changes of all who wait with one sync of the disk;
// several connections read beside it.
//
// The package holds no query of the platform's own: those are in
// internal/store. It does not know what it stores, and it logs nothing.
package sqlite
