// SPDX-License-Identifier: Apache-2.0

// Package yote plays Yoté, the West African game of placing, stepping and
// jumping, in five rule sets on the usual board and on boards of other sizes.
//
// It holds rules, notation, views and an evaluation; package index numbers
// endgames. It does not search, keep a history, draw by repetition or do any input
// or output.
//
// # Rules
//
// Each side has twelve stones in hand. A turn places one of them on an empty
// cell, or steps with an own stone to an empty neighbour in its row or column,
// or jumps over a neighbouring opposing stone to the empty cell behind it. The
// jumped stone is taken, and with it one more opposing stone of the player's
// choice from anywhere on the board. A stone may not step straight back on its
// owner's next turn. A side without stones has lost; then, when both have three
// or fewer, the game is drawn; then, a side that cannot move has lost.
//
// # Rule sets
//
//   - [Standard], yote: the above.
//   - [NoThreeDraw], yote-no-three-draw: no draw at three stones or fewer each.
//   - [FreeReturn], yote-free-return: a stone may step straight back.
//   - [Free], yote-free: both of these.
//   - [Multi], yote-multi: a jump may be followed by further jumps of the same
//     stone, and each of them takes its extra stone before the next.
//   - [New] makes the standard rules on a board of another size.
//
// # Disputed points
//
// Printed rules and programs differ. The sources named most often here are
// Wikipedia, Zillions of Games (no. 960), Ludii (Yote.lud, after Béart), vchess,
// GamesmanClassic (myote.c) and the rule pages of onlinesologames,
// boardandpieces (after Pentagames), doczz.fr, lecomptoirdesjeux, bodogemu and
// bead.game.
//
//   - The board. 5×6 nearly everywhere, 5×5 in Ludii, either at
//     lecomptoirdesjeux. We play 5×6; New has the others.
//   - The extra stone comes from the board only, and lapses when none is there:
//     Zillions, boardandpieces, vchess, GamesmanClassic, onlinesologames and
//     doczz.fr, against lecomptoirdesjeux and the French Wikipedia, which allow
//     the hand.
//   - It must be taken if there is one, as onlinesologames, lecomptoirdesjeux,
//     vchess and GamesmanClassic have it; optional at bodogemu and in Zillions.
//   - One jump a turn: most sources, Ludii, vchess and GamesmanClassic among
//     them. Several: Zillions and boardandpieces, hence Multi. In Multi a player
//     may stop after any jump, for nothing is compulsory in this game but the
//     extra stone.
//   - Three stones or fewer each end the game at once, stones in hand counted:
//     onlinesologames, Zillions, boardandpieces, bead.game. Others say it "can"
//     end so, hence NoThreeDraw. Taking the last stone wins first.
//   - A side that cannot move loses: doczz.fr, vchess, GamesmanClassic. In
//     Zillions, boardandpieces and bead.game the side with more stones wins.
//   - The barred return stands in onlinesologames and vchess; other sources are
//     silent, hence FreeReturn. It bars the step only, never a jump, and it
//     holds even where that step is the only move.
//   - A side with stones in hand and none on the board plays on: all but vchess.
//   - White begins: Wikipedia, bead.game, onlinesologames.
package yote
