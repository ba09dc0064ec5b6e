// SPDX-License-Identifier: Apache-2.0

package tablebase_test

import (
	"cairn/games/fanorona"
	fanoronaindex "cairn/games/fanorona/index"
	"cairn/games/morris"
	morrisindex "cairn/games/morris/index"
	"cairn/tablebase"
)

// The rule sets of the tests, with their indexes.
var (
	tsivy  = tablebase.Number(fanorona.Standard, fanoronaindex.For)
	lasker = tablebase.Number(morris.Lasker, morrisindex.For)
	six    = tablebase.Number(morris.Six, morrisindex.For)
)
