// SPDX-License-Identifier: Apache-2.0

package morris

import (
	"maps"

	"cairn/game"
)

// The rule sets.
var (
	Three           = define(three, "three-mens-morris", "Three Men's Morris", "three-mens-morris", "standard", "three")
	ThreeNineHoles  = define(threeNineHoles, "three-mens-morris-nine-holes", "Nine Holes", "three-mens-morris", "move anywhere")
	ThreeOrthogonal = define(threeOrthogonal, "three-mens-morris-orthogonal", "Three Men's Morris, orthogonal", "three-mens-morris", "no diagonal moves")
	Six             = define(six, "six-mens-morris", "Six Men's Morris", "six-mens-morris", "standard", "six")
	SixNoFlying     = define(sixNoFlying, "six-mens-morris-no-flying", "Six Men's Morris, no flying", "six-mens-morris", "no flying")
	Nine            = define(nine, "nine-mens-morris", "Nine Men's Morris", "nine-mens-morris", "standard", "nine")
	NineNoFlying    = define(nineNoFlying, "nine-mens-morris-no-flying", "Nine Men's Morris, no flying", "nine-mens-morris", "no flying")
	NineMulti       = define(nineMulti, "nine-mens-morris-multi", "Nine Men's Morris, a man for every mill", "nine-mens-morris", "a man for every mill")
	Lasker          = define(lasker, "lasker-morris", "Lasker Morris", "lasker-morris", "standard", "lasker")
	Twelve          = define(twelve, "twelve-mens-morris", "Twelve Men's Morris", "twelve-mens-morris", "standard", "twelve")
	TwelveNoFlying  = define(twelveNoFlying, "twelve-mens-morris-no-flying", "Twelve Men's Morris, no flying", "twelve-mens-morris", "no flying")
	TwelveMulti     = define(twelveMulti, "twelve-mens-morris-multi", "Twelve Men's Morris, a man for every mill", "twelve-mens-morris", "a man for every mill")
	Morabaraba      = withQuietLimit(define(morabaraba, "morabaraba", "Morabaraba", "morabaraba", "standard"))
)

// Defs lists the rule sets, the smallest game first.
var Defs = []game.Def[Position, Move]{
	Three, ThreeNineHoles, ThreeOrthogonal, Six, SixNoFlying, Nine, NineNoFlying, NineMulti,
	Lasker, Twelve, TwelveNoFlying, TwelveMulti, Morabaraba,
}

// define binds a rule set to the one implementation.
func define(set uint8, id, name, family, variant string, aliases ...string) game.Def[Position, Move] {
	r := &ruleSets[set]
	info := game.Info{
		ID: id, Aliases: aliases, Revision: 1, Name: name, Family: family, Variant: variant,
		Board: &r.Board, Men: r.men, Mills: !r.lineWins, Phases: true, Draws: game.StandardDraws,
		Pieces: game.Men, Samples: samples[family], Content: content,
	}
	return game.Def[Position, Move]{
		Info: info,
		Start: func() Position {
			s := setup{hand: [2]int{r.men, r.men}}
			return s.position(set)
		},
		Format:      formatPosition,
		Parse:       func(text string) (Position, error) { return parsePosition(set, text) },
		FormatMove:  formatMove,
		Paths:       paths,
		View:        func(p Position) game.View { return view(&info, p) },
		Notes:       notes,
		Explain:     explain,
		Eval:        evaluate,
		FirstEval:   EvalWith(Foundation),
		Over:        over,
		AppendTakes: appendTakes,
		Sketch:      sketch,
		Greed:       greed,
		Skills:      skillsOf(r),
	}
}

func withQuietLimit(def game.Def[Position, Move]) game.Def[Position, Move] {
	def.Quiet = quietLimit
	return def
}

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

// skills are of the levels whose steps would be uneven in mill games with the
// usual ones: a search of few nodes goes far here, and overlooking costs much.
// They come from matches in nine men's morris.
var skills = map[string]game.Skill{
	"medium":  {Nodes: 50_000, Depth: 3, Blind: [2]uint8{0, 12}},
	"skilled": {Nodes: 600},
	"strong":  {Nodes: 4_000},
	"expert":  {Nodes: 50_000},
}

// lineSkills are of games that the first line wins: a line that is overlooked
// loses at once, so that the weakest levels must see more. They come from
// matches in three men's morris.
var lineSkills = map[string]game.Skill{
	"easy":   {Nodes: 20_000, Depth: 2, Blind: [2]uint8{6, 20}},
	"casual": {Nodes: 20_000, Depth: 3, Blind: [2]uint8{1, 8}},
	"medium": {Nodes: 50_000, Depth: 4, Blind: [2]uint8{0, 14}},
}

func skillsOf(r *rules) map[string]game.Skill {
	if !r.lineWins {
		return skills
	}
	all := maps.Clone(skills)
	maps.Copy(all, lineSkills)
	return all
}
