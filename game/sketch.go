// SPDX-License-Identifier: Apache-2.0

package game

// Slots is the number of different slots of sketches.
const Slots = 1 << 12

// Sketch describes a move to an engine before the engine searches it.
type Sketch struct {
	// Slot is below Slots. Equal moves of a side have the same slot, and
	// different ones should not: an engine remembers by it which moves were
	// good. Captures and quiet moves are counted apart.
	Slot uint16
	// Takes is how many men the move captures, as Position.Takes has it.
	Takes uint8
	// Promise is how good a quiet move looks at first glance; most have 0.
	Promise int8
}
