// SPDX-License-Identifier: Apache-2.0

// Package catalog is the list of games, each bound to the engine and to its
// tables. It is the only package beside a game's own tests that names a concrete
// game: its callers see neutral entries and no types of any game. It reads and
// makes tables of solved positions, and does no other input or output.
package catalog

import (
	"cairn/games/fanorona"
	fanoronaindex "cairn/games/fanorona/index"
	"cairn/games/morris"
	morrisindex "cairn/games/morris/index"
	"cairn/games/yote"
	yoteindex "cairn/games/yote/index"
)

// Standard returns the games of Cairn, in the order menus show them. Adding a
// game is one folder under games and one line here: Bind(chess.Standard), with the
// function For of its package index as well where it has one.
func Standard() *Catalog {
	return New(
		Bind(morris.Nine, morrisindex.For), Bind(morris.NineNoFlying, morrisindex.For), Bind(morris.NineMulti, morrisindex.For),
		Bind(morris.Six, morrisindex.For), Bind(morris.SixNoFlying, morrisindex.For),
		Bind(morris.Three, morrisindex.For), Bind(morris.ThreeNineHoles, morrisindex.For), Bind(morris.ThreeOrthogonal, morrisindex.For),
		Bind(morris.Twelve, morrisindex.For), Bind(morris.TwelveNoFlying, morrisindex.For), Bind(morris.TwelveMulti, morrisindex.For),
		Bind(morris.Lasker, morrisindex.For),
		Bind(morris.Morabaraba, morrisindex.For),
		Bind(fanorona.Standard, fanoronaindex.For), Bind(fanorona.FirstCapture, fanoronaindex.For),
		Bind(fanorona.Dimy, fanoronaindex.For), Bind(fanorona.Telo, fanoronaindex.For),
		Bind(yote.Standard, yoteindex.For), Bind(yote.NoThreeDraw, yoteindex.For), Bind(yote.FreeReturn, yoteindex.For),
		Bind(yote.Free, yoteindex.For), Bind(yote.Multi, yoteindex.For),
	)
}
