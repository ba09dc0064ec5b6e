// SPDX-License-Identifier: Apache-2.0

package morris

// Foundation is how the first release judged. It is plain judgement: a mill
// threatened is worth less than the man it takes, a way to move less still.
var Foundation = func() Weights {
	same := Terms{Man: 100, Two: 12, Mill: 8, Step: 3}
	return Weights{same, same, same}
}()

// The weights that "go run ./cmd/tune" found, each by the rule set it is named
// after. Those of nine men's morris serve the boards of twelve as well as weights
// of their own did; Lasker's has better ones.
var nineWeights = Weights{
	Placing: Terms{Man: 66, Two: 7, Live: 7, Safe: 44, Mill: 45, Double: 46, Step: 24, Blocked: -19, Turn: 77},
	Moving:  Terms{Man: 78, Two: 16, Live: 54, Safe: -8, Mill: 63, Double: 127, Step: 4, Blocked: -40, Turn: 21},
	Flying:  Terms{Man: 125, Two: 12, Live: 12, Safe: -31, Mill: -3, Step: -4, Blocked: 5, Turn: 10},
}

var laskerWeights = Weights{
	Placing: Terms{Man: 100, Two: 11, Live: 11, Safe: 10, Mill: 4, Double: 31, Step: 12, Blocked: -22, Turn: 54},
	Moving:  Terms{Man: 92, Two: 4, Live: 34, Safe: 33, Mill: 24, Double: 64, Step: 8, Blocked: -23, Turn: 47},
	Flying:  Terms{Man: 145, Two: 14, Live: 14, Safe: -13, Mill: 56, Step: 2, Blocked: 11, Turn: 8},
}

// fitted are the weights of ruleSets, at the same places. A line ends the games
// of three men, so there is little to judge.
var fitted = [len(ruleSets)]*Weights{
	three:           &Foundation,
	threeNineHoles:  &Foundation,
	threeOrthogonal: &Foundation,
	six:             &nineWeights,
	sixNoFlying:     &nineWeights,
	nine:            &nineWeights,
	nineNoFlying:    &nineWeights,
	nineMulti:       &nineWeights,
	lasker:          &laskerWeights,
	twelve:          &nineWeights,
	twelveNoFlying:  &nineWeights,
	twelveMulti:     &nineWeights,
	morabaraba:      &nineWeights,
}

// FittedFor returns the weights by which positions of the rule set of p are
// judged.
func FittedFor(p Position) Weights { return *fitted[p.state>>setShift&setMask] }
