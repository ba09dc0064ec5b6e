// SPDX-License-Identifier: Apache-2.0

package pagestate

import (
	"bytes"

	"cairn/game"
)

// Change is the difference that moves make to a State while a match is running: the page
// applies it to the state it has. Its JSON is described in docs/api.md. What is missing in it is null
// or empty, except match, game, status, kind, rated, you, and the names and ratings of
// the sides, which do not change.
type Change struct {
	SharedChange
	OwnChange
}

// SharedChange is the part of a Change that all viewers with one language share.
type SharedChange struct {
	Seq      int               `json:"seq"`
	Turn     game.Side         `json:"turn"`
	Men      string            `json:"men"`
	Position string            `json:"position"`
	Sides    Sides[SideChange] `json:"sides"`
	Running  string            `json:"running,omitempty"`
	ServerMS int64             `json:"server_ms"`
	FirstMS  *int64            `json:"first_ms,omitempty"`
	Last     []string          `json:"last,omitempty"`
	Taken    []string          `json:"taken,omitempty"`
	Steps    []StepState       `json:"steps,omitempty"`
	Line     []string          `json:"line"` // the moves to add
	Times    []int64           `json:"times"`
	Log      []LogLine         `json:"log,omitempty"`
}

// OwnChange is the part of a Change for one viewer.
type OwnChange struct {
	Moves   []string    `json:"moves,omitempty"` // as PackMoves writes them
	Offer   *OfferState `json:"offer,omitempty"`
	ClaimMS *int64      `json:"claim_ms,omitempty"`
	Can     []string    `json:"can,omitempty"` // Abilities.Names
	Message string      `json:"message"`
}

// SideChange is the fields of a SideState that moves change.
type SideChange struct {
	Pieces
	Present bool   `json:"present"`
	ClockMS *int64 `json:"clock_ms"`
}

// Names lists the true fields by their JSON names.
func (a Abilities) Names() []string {
	var names []string
	for _, can := range [...]struct {
		yes  bool
		name string
	}{
		{a.Start, "start"},
		{a.Draw, "draw"},
		{a.Undo, "undo"},
		{a.Redo, "redo"},
		{a.Resign, "resign"},
		{a.Abort, "abort"},
		{a.Claim, "claim"},
		{a.Rematch, "rematch"},
	} {
		if can.yes {
			names = append(names, can.name)
		}
	}
	return names
}

// touchLetters are the letters for kinds of touches in PackMoves.
var touchLetters = [...]byte{game.From: 'f', game.To: 't', game.Via: 'v', game.Take: 'x', game.Choice: 'c'}

// PackMoves writes each move as one text, TEXT|PATHS|TAKES|MILLS, without empty parts at
// the end: the same as MoveStates in a fifth of the bytes. A path is a list of touches,
// each a letter for its kind and the name of its point; paths and mills are separated by
// semicolons, points by spaces.
func PackMoves(b *game.Board, legal []game.Move) []string {
	var (
		space [1024]byte // large enough for nearly all positions, like marks
		marks [64]int
	)
	line, ends := space[:0], marks[:0]
	for _, move := range legal {
		line = append(append(line, move.Text...), '|')
		for j, path := range move.Paths {
			line = separate(line, j, ';')
			for k, touch := range path {
				line = append(separate(line, k, ' '), touchLetters[touch.Kind])
				line = append(line, b.Name(touch.Point)...)
			}
		}
		line = bytes.TrimRight(packNotes(append(line, '|'), b, move.Notes), "|")
		ends = append(ends, len(line))
	}
	texts, all, begin := make([]string, len(legal)), string(line), 0 // one text for all
	for i, end := range ends {
		texts[i], begin = all[begin:end], end
	}
	return texts
}

// packNotes adds the points of the men that a move takes, and the lines it closes.
func packNotes(line []byte, b *game.Board, notes []game.Note) []byte {
	n := 0
	for _, note := range notes {
		if note.Kind == game.Took {
			line = append(separate(line, n, ' '), b.Name(note.Point)...)
			n++
		}
	}
	line = append(line, '|')
	for i, ends := range ClosedLines(notes) {
		line = separate(line, i, ';')
		for j, point := range b.Between(ends[0], ends[1]) {
			line = append(separate(line, j, ' '), b.Name(point)...)
		}
	}
	return line
}

// separate adds a separator before all but the first of a list.
func separate(line []byte, i int, by byte) []byte {
	if i == 0 {
		return line
	}
	return append(line, by)
}
