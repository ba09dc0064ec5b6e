// SPDX-License-Identifier: Apache-2.0

package morris

import (
	"embed"
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
		Board: &r.Board, Men: r.Men, Mills: !r.LineWins, Phases: true, Draws: game.StandardDraws,
		Pieces: game.Men, Samples: samples[family], Content: content,
	}
	return game.Def[Position, Move]{
		Info: info,
		Start: func() Position {
			s := setup{Traits: r, hand: [2]int{r.Men, r.Men}}
			return s.position()
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
var ruleSets = numbered([16]Traits{
	three:           {board: threeBoard, Men: 3, LineWins: true, weights: &Foundation},
	threeNineHoles:  {board: threeBoard, Men: 3, LineWins: true, roaming: true, weights: &Foundation},
	threeOrthogonal: {board: orthogonalBoard, Men: 3, LineWins: true, weights: &Foundation},
	six:             {board: sixBoard, Men: 6, Flying: true, weights: &nineWeights},
	sixNoFlying:     {board: sixBoard, Men: 6, weights: &nineWeights},
	nine:            {board: nineBoard, Men: 9, Flying: true, weights: &nineWeights},
	nineNoFlying:    {board: nineBoard, Men: 9, weights: &nineWeights},
	nineMulti:       {board: nineBoard, Men: 9, Flying: true, Several: true, weights: &nineWeights},
	lasker:          {board: nineBoard, Men: 10, Flying: true, Mixed: true, weights: &laskerWeights},
	twelve:          {board: twelveBoard, Men: 12, Flying: true, fullDraws: true, weights: &nineWeights},
	twelveNoFlying:  {board: twelveBoard, Men: 12, fullDraws: true, weights: &nineWeights},
	twelveMulti:     {board: twelveBoard, Men: 12, Flying: true, Several: true, fullDraws: true, weights: &nineWeights},
	morabaraba:      {board: twelveBoard, Men: 12, Flying: true, Barred: true, fullDraws: true, weights: &nineWeights},
})

// numbered sets the places of rule sets, and their layouts.
func numbered(all [16]Traits) [16]Traits {
	for i := range all {
		if t := &all[i]; t.board != nil {
			t.place, t.layout = uint32(i)<<setShift, t.board.layout
		}
	}
	return all
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

func skillsOf(r *Traits) map[string]game.Skill {
	if !r.LineWins {
		return skills
	}
	all := maps.Clone(skills)
	maps.Copy(all, lineSkills)
	return all
}

// content holds names, rules in words and lessons.
//
//go:embed content
var content embed.FS

// samples are positions from the middle of games, by the family: early, later and late
// ones of games that the level medium played with itself. They never change, so
// that measurements can be compared over years.
var samples = map[string][]string{
	"nine-mens-morris": {
		"wbw/3/1bb/w2ww1/3/1b1/w1b w 3,3 0",
		"wbw/1w1/bbb/w2www/1b1/1b1/w1b w 0,0 0",
		"2w/3/b1b/1w3w/b2/3/wbw w 0,0 1",
	},
	"six-mens-morris": {
		"b2/3/b1w1/2w/b2 w 3,3 0",
		"1bw/w1w/wb1b/bw1/bbw w 0,0 6",
		"3/w2/bwb1/3/bwb w 0,0 5",
	},
	"three-mens-morris": {
		"b2/wwb/b1w w 0,0 0",
		"w1b/bww/2b w 0,0 0",
	},
	"twelve-mens-morris": {
		"b2/2w/bww/bbb3/w2/3/b2 w 6,6 0",
		"bw1/wbw/bw1/bbbw1b/w1w/1wb/1bw w 0,0 2",
		"bb1/w1b/2w/1b1w2/wbw/b1w/b2 w 0,0 4",
	},
	"lasker-morris": {
		"bw1/1wb/1b1/1w2w1/1b1/1bw/1b1 w 4,4 0",
		"b1w/2w/w2/1bww1b/1w1/1bb/wbb w 2,2 2",
		"3/1w1/w1b/wbbww1/b1b/3/www w 0,0 1",
	},
	"morabaraba": {
		"b2/w2/www/bbb3/3/3/b2 w 6,6 0 -,-",
		"bbb/1bw/ww1/bb1www/2w/b2/b2 w 0,0 0 e5e4,-",
		"3/1bw/3/wbw1bw/bwb/w1w/w1b w 0,0 3 -,-",
	},
}
