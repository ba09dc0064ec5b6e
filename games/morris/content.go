// SPDX-License-Identifier: Apache-2.0

package morris

import "embed"

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
