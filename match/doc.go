// SPDX-License-Identifier: Apache-2.0

// Package match is one match between two sides as a value: seats, moves, clocks,
// offers, undo, and every way a match can end.
//
// [Match.Do] answers what an [Action] at a given time would lead to: events, or
// an [Error] that says why not. [Match.Apply] and [Fold] make the state from
// events, and check each of them by the same rules. The list of events is thus
// the whole truth of a match, whoever keeps it: a terminal in memory, a server in
// a table.
//
// The package starts no goroutine, never asks for the time, stores nothing and
// logs nothing. It does not know who submits an action (a person, a program, the
// network), nor whether that sender may act for the side it names; and it holds
// opaque account ids, never names or addresses.
package match
