// SPDX-License-Identifier: Apache-2.0

package solver_test

import (
	"cairn/game/gametest/tictactoe"
	tictactoeindex "cairn/game/gametest/tictactoe/index"
	"cairn/games/fanorona"
	fanoronaindex "cairn/games/fanorona/index"
	"cairn/games/morris"
	morrisindex "cairn/games/morris/index"
	"cairn/games/yote"
	yoteindex "cairn/games/yote/index"
	"cairn/tablebase"
)

// The rule sets of the tests, with their indexes.
var (
	dimy            = tablebase.Number(fanorona.Dimy, fanoronaindex.For)
	tsivy           = tablebase.Number(fanorona.Standard, fanoronaindex.For)
	telo            = tablebase.Number(fanorona.Telo, fanoronaindex.For)
	lasker          = tablebase.Number(morris.Lasker, morrisindex.For)
	morabaraba      = tablebase.Number(morris.Morabaraba, morrisindex.For)
	nine            = tablebase.Number(morris.Nine, morrisindex.For)
	six             = tablebase.Number(morris.Six, morrisindex.For)
	sixNoFlying     = tablebase.Number(morris.SixNoFlying, morrisindex.For)
	three           = tablebase.Number(morris.Three, morrisindex.For)
	threeNineHoles  = tablebase.Number(morris.ThreeNineHoles, morrisindex.For)
	threeOrthogonal = tablebase.Number(morris.ThreeOrthogonal, morrisindex.For)
	twelve          = tablebase.Number(morris.Twelve, morrisindex.For)
	twelveMulti     = tablebase.Number(morris.TwelveMulti, morrisindex.For)
	toy             = tablebase.Number(tictactoe.Standard, tictactoeindex.For)
	yoteFree        = tablebase.Number(yote.Free, yoteindex.For)
	yoteNoThreeDraw = tablebase.Number(yote.NoThreeDraw, yoteindex.For)
)
