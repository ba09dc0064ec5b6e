// SPDX-License-Identifier: Apache-2.0

// Package glicko rates players as Mark Glickman's paper "Example of the Glicko-2
// system" (revised 2022) describes it. A rating says how well somebody plays, its
// deviation how sure we are of that, its volatility how erratic the results are.
//
// The paper rates all games of a period together. For us one match is one period,
// so that people see at once what a match was worth; time without play is counted
// in periods too, by Rest.
//
// The package keeps nothing and knows no clock, no players and no matches: it
// takes ratings and returns ratings. Whatever it is given, even what is not a
// number, it answers with a rating within the bounds below.
package glicko
