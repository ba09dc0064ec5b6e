// SPDX-License-Identifier: Apache-2.0

// Package uct finds a move in any rule set by random games: the plain UCT of
// Kocsis and Szepesvári (2006) with the formula UCB1. It is an opponent to
// measure the engine by.
//
// It uses the rules and nothing else: no evaluation, no ordering, no tables of
// solved positions. It does no input or output.
package uct
