// SPDX-License-Identifier: Apache-2.0

// Package screentest draws the output of a terminal, text with escape sequences for colours
// and weight, as an SVG picture for documentation.
//
// It is no terminal emulator: it ignores escape sequences that do not set a style, and it
// neither wraps lines nor moves a cursor.
package screentest
