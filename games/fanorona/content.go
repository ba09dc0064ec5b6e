// SPDX-License-Identifier: Apache-2.0

package fanorona

import "embed"

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
