// SPDX-License-Identifier: Apache-2.0

package game

// Skill is what a level of the computer can do in a game. Levels differ by about
// the same in all games, and what makes that difference is not the same in all.
type Skill struct {
	Nodes uint64   // positions it looks at for a move
	Depth int      // plies it looks ahead; 0 for as many as the nodes allow
	Blind [2]uint8 // quiet moves it overlooks, of a hundred: its own, and those that come after
}
