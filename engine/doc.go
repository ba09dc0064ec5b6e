// SPDX-License-Identifier: Apache-2.0

// Package engine finds a move in any rule set.
//
// It searches the fast face of the contract: principal variation search with
// iterative deepening, a transposition table that several threads share, move
// ordering, late moves searched less deep, and a short search of captures at
// the leaves. Levels weaken it in human ways.
//
// The package names no game and knows no rule: everything it needs comes with
// the [game.Def]. It builds no tables of solved positions (a [Probe] may bring
// them in), keeps no clock of a match (it divides the time of one it is told
// of), does no input or output and logs nothing.
package engine
