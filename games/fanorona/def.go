// SPDX-License-Identifier: Apache-2.0

package fanorona

import (
	"embed"

	"cairn/game"
)

// The rule sets.
var (
	Standard     = define(standard)     // the game on 9×5 points, Fanoron-tsivy
	FirstCapture = define(firstCapture) // each player's first turn makes one capture only
	Dimy         = define(dimy)         // on 5×5 points, Fanoron-dimy
	Telo         = define(telo)         // on 3×3 points, Fanoron-telo
)

// Defs lists the rule sets.
var Defs = []game.Def[Position, Move]{Standard, FirstCapture, Dimy, Telo}

// define makes the rule set of a variant. A start that does not parse is a
// broken program, hence the panic.
func define(number state) game.Def[Position, Move] {
	v := &variants[number]
	start, err := v.parse(v.start)
	if err != nil {
		panic(err)
	}
	return game.Def[Position, Move]{
		Info:        v.info,
		Start:       func() Position { return start },
		Format:      format,
		Parse:       v.parse,
		FormatMove:  formatMove,
		Paths:       paths,
		View:        view,
		Notes:       notes,
		Explain:     explain,
		Eval:        eval,
		FirstEval:   EvalWith(Foundation),
		Over:        over,
		AppendTakes: appendTakes,
		Sketch:      sketch,
		Greed:       greed,
	}
}

// content holds names, rules in words and lessons.
//
//go:embed content
var content embed.FS

// samples are positions from the middle of games: early, later and late
// ones of games that the level medium played with itself. They never change, so
// that measurements can be compared over years.
var samples = []string{
	"bb3bbbb/bbbw1bbbb/bw1bw1wbw/wwwwb4/wwwww1www w 0",
	"1w3bbbb/3w5/5b1bw/w1w6/1w3b3 w 0",
	"4b1b1b/1w3b1b1/9/ww4b2/4ww3 w 10",
}
