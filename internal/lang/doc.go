// SPDX-License-Identifier: Apache-2.0

// Package lang turns typed facts into sentences: notes of moves, reasons of
// refusals and ends, phases, sides, and the words of the displays.
//
// Texts stand in catalogues, one embedded file for each language, never in
// code; a language that is not complete borrows from another. The package knows
// no rule, no game and no display; whoever writes a sentence asks for it by its
// key, and displays may have catalogues of their own beside these.
package lang
