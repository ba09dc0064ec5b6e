// SPDX-License-Identifier: Apache-2.0

// Package morris holds the rules of the mill family: Three, Six, Nine and
// Twelve Men's Morris, Lasker Morris, Morabaraba and their variants. It knows
// positions, moves, notation, views and a plain evaluation; it does not search,
// draw or do input and output. Package index numbers positions for solved tables.
//
// Boards are data (points and lines, board.go) and rule sets are data on top of
// them (def.go); one implementation serves them all.
//
// # Disputed points
//
// Sources differ; each ruling follows the majority or the version a drawn board
// implies. The whole comparison is in README.md.
//
//   - Three Men's Morris moves along the drawn lines, diagonals through the
//     centre included (Ludii's default); moving to any point (Nine Holes) and
//     moving orthogonally are rule sets of their own.
//   - Six Men's Morris flies with three men; without flying is a rule set.
//   - A move that closes two or three mills takes one man; taking one for each
//     mill is a rule set (multi).
//   - When all opposing men stand in mills, any of them may be taken.
//   - A full board after placing twelve men each is a draw.
//   - In Twelve Men's Morris diagonals count for moves and for mills.
//   - A player to move without a legal move has lost.
//   - Morabaraba bars a cow that went from mill to mill from going straight back
//     into a mill on its owner's next turn (rules of Mind Sports South Africa).
package morris
