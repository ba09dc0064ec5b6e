// SPDX-License-Identifier: Apache-2.0

// Package solver finds the exact value of every position of a game by
// retrograde analysis, tier by tier, and writes it into tables. It is generic
// over the contract's [tablebase.Indexer]; an index that is also a [tablebase.Filler] has
// its groups of tiers solved its own way, one that is a [tablebase.Parenter] by taking
// moves back, and the others are solved move by move.
//
// It names no game, and probing what it wrote is the business of package
// tablebase.
package solver

