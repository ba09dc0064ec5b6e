// SPDX-License-Identifier: Apache-2.0

// Package catalog is the list of games, each bound to the engine and the solver. It is the only
// package beside a game's own tests that names a concrete game; whoever uses it
// sees neutral entries and no types of any game. It reads and makes tables of solved
// positions, and does no other input or output.
package catalog
