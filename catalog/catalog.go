// SPDX-License-Identifier: Apache-2.0

package catalog

import (
	"cairn/games/fanorona"
	"cairn/games/morris"
	"cairn/games/yote"
)

// Standard returns the games of Cairn, in the order menus show them. Adding a
// game is one folder under games and one line here.
func Standard() *Catalog {
	return New(
		Bind(morris.Nine), Bind(morris.NineNoFlying), Bind(morris.NineMulti),
		Bind(morris.Six), Bind(morris.SixNoFlying),
		Bind(morris.Three), Bind(morris.ThreeNineHoles), Bind(morris.ThreeOrthogonal),
		Bind(morris.Twelve), Bind(morris.TwelveNoFlying), Bind(morris.TwelveMulti),
		Bind(morris.Lasker),
		Bind(morris.Morabaraba),
		Bind(fanorona.Standard), Bind(fanorona.FirstCapture), Bind(fanorona.Dimy), Bind(fanorona.Telo),
		Bind(yote.Standard), Bind(yote.NoThreeDraw), Bind(yote.FreeReturn), Bind(yote.Free), Bind(yote.Multi),
	)
}
