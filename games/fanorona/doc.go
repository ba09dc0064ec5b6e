// SPDX-License-Identifier: Apache-2.0

// Package fanorona is the capture game of Madagascar: its rules, notation and
// evaluation on the boards Tsivy (9×5), Dimy (5×5) and Telo (3×3). Package index
// numbers its endgames. It keeps no history, plays no move of its own and draws nothing;
// repetition and the 100-ply rule belong to [game.History].
//
// # Rules
//
// A stone steps along a line to a neighbouring empty point. A step captures the
// unbroken row of opposing stones it comes up to (approach) or leaves behind
// (withdrawal), one row of the player's choice where it could take both. After
// a capture the same stone may go on capturing, but neither to a point it has
// stood on in this turn nor twice running in the same direction. Only a player
// who can capture nothing makes a plain step, a paika. A player without stones,
// or without a move in his turn, has lost.
//
// The sources agree on the board, the start and the two ways of capturing: the
// rule pages of boardspace.net, igGameCenter and mindsports.nl, Wikipedia, and
// the definitions in Ludii (also of the smaller boards), AbstractPlay and vchess.
//
// # Disputed points
//
//   - The first turn. Most sources do not restrict it; an older text ends each
//     player's first turn after one capture. [Standard] is the former,
//     [FirstCapture] the latter. A first turn without a capture, possible in
//     set-up positions only, uses the restriction up as well.
//   - No legal move. A loss in most programs and texts, a draw in one book, not
//     mentioned by others. Here it is a loss, as in the other games.
//   - Going on with a capture. Optional in most sources, a duty in a few. Here
//     it is optional, and so is taking the most.
//   - The same direction. Most sources compare a step with the one just before
//     it, an older text with all steps of the turn. Here only the one before.
//   - The start of [Dimy] and [Telo]. Their middle rows mirror the pattern of
//     Tsivy, as in Ludii; the mirror image would play the same.
//   - Telo is also the name of a game of three in a row. That one is Three Men's
//     Morris; [Telo] here is the capture game.
//
// Vela, the handicap game played by the loser of the last, is not offered.
package fanorona
