// SPDX-License-Identifier: Apache-2.0

package morris

// rules is one rule set as data.
type rules struct {
	*board
	men       int
	flying    bool // with three men and an empty hand a man goes anywhere
	roaming   bool // every man goes anywhere, always
	mixed     bool // a turn may be a step while men are in hand
	several   bool // as many men are taken as mills are closed
	lineWins  bool // the first line wins; nothing is taken
	barred    bool // from mill to mill and straight back into a mill is barred
	fullDraws bool // a full board is a draw
}

// Places in ruleSets. A position carries its place, so that it stays a small
// value without pointers.
const (
	three = iota
	threeNineHoles
	threeOrthogonal
	six
	sixNoFlying
	nine
	nineNoFlying
	nineMulti
	lasker
	twelve
	twelveNoFlying
	twelveMulti
	morabaraba
)

// ruleSets is never changed. Its length is a power of two so that a masked
// index needs no check.
var ruleSets = [16]rules{
	three:           {board: threeBoard, men: 3, lineWins: true},
	threeNineHoles:  {board: threeBoard, men: 3, lineWins: true, roaming: true},
	threeOrthogonal: {board: orthogonalBoard, men: 3, lineWins: true},
	six:             {board: sixBoard, men: 6, flying: true},
	sixNoFlying:     {board: sixBoard, men: 6},
	nine:            {board: nineBoard, men: 9, flying: true},
	nineNoFlying:    {board: nineBoard, men: 9},
	nineMulti:       {board: nineBoard, men: 9, flying: true, several: true},
	lasker:          {board: nineBoard, men: 10, flying: true, mixed: true},
	twelve:          {board: twelveBoard, men: 12, flying: true, fullDraws: true},
	twelveNoFlying:  {board: twelveBoard, men: 12, fullDraws: true},
	twelveMulti:     {board: twelveBoard, men: 12, flying: true, several: true, fullDraws: true},
	morabaraba:      {board: twelveBoard, men: 12, flying: true, barred: true, fullDraws: true},
}
