// SPDX-License-Identifier: Apache-2.0

package fanorona

import "cairn/game"

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
