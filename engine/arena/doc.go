// SPDX-License-Identifier: Apache-2.0

// Package arena plays matches between two computer players of one rule set and
// says how sure the outcome is.
//
// Openings are random and each is played twice, the sides exchanged, so that
// neither luck nor the first move decides. At fixed nodes a match is the same
// whenever it is played with the same seed.
//
// The package names no game, keeps no clock of a match (players have limits a
// move), stores nothing and does no input or output.
package arena
