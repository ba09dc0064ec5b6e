// SPDX-License-Identifier: Apache-2.0

// Package tui plays any stone game in the terminal: [Run] on a full screen,
// [Plain] line by line.
//
// Both are thin. A session holds the match and takes actions (move, undo, save
// and so on) without knowing who submits them; moves are entered by narrowing
// the paths of the legal ones; sentences are made from typed facts by package
// lang. The package knows no rule and no concrete game, has no engine and finds
// no games: whoever calls it brings them as values.
package tui
