// SPDX-License-Identifier: Apache-2.0

// Package screentest turns what a terminal shows, text with codes for colours and
// weight, into an SVG picture for documentation.
//
// It is no terminal: it knows the codes that set looks and leaves out all
// others, and it neither wraps lines nor moves a cursor.
package screentest
