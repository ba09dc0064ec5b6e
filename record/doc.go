// SPDX-License-Identifier: Apache-2.0

// Package record holds game records: the turns of a game with their positions,
// the lines that were taken back, who played and how it ended.
//
// A [Record] is a plain value. A [Walk] is the same game with its states, to be
// played on, undone and redone. A [Format] writes and reads records; [Load] and
// [Save] do so with files. Whatever is loaded is replayed by the rules.
//
// The package knows no concrete game, no clocks, offers or seats, and never
// asks for the time.
package record
