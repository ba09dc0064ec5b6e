// SPDX-License-Identifier: Apache-2.0

// Package game is the contract every stone game fulfils, in two faces.
//
// The fast face is [Position] and [Def]: small comparable values and generic
// code, for the engine, the solver and perft. The neutral face is [Game] and
// [State]: texts, paths and views, for servers, records and displays; [Erase]
// makes it from a Def. Rules are therefore written once.
//
// The package knows no concrete game, does no input or output, reads no clock
// and draws nothing but plain text.
package game
