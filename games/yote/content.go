// SPDX-License-Identifier: Apache-2.0

package yote

import "embed"

// content holds names, rules in words and lessons.
//
//go:embed content
var content embed.FS

// samples are positions from the middle of games: early, later and late
// ones of games that the level medium played with itself. They never change, so
// that measurements can be compared over years.
var samples = []string{
	"bb1w1w/w2w2/w4b/w2b2/1w3b w 5,7 -,b5c5 1",
	"bb1www/w2ww1/w1wwwb/w4b/bbb2b w 1,4 c1c2,e3e2 3",
	"1bb1ww/1w2w1/2b2w/1b1w2/bbww2 w 0,0 -,- 0",
}
