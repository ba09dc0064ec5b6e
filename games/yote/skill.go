// SPDX-License-Identifier: Apache-2.0

package yote

import "cairn/game"

// skills are of the levels whose steps would be uneven in Yoté with the usual
// ones: each ply further decides much here. They come from matches.
var skills = map[string]game.Skill{
	"casual":  {Nodes: 20_000, Depth: 2, Blind: [2]uint8{17, 55}},
	"medium":  {Nodes: 50_000, Depth: 3, Blind: [2]uint8{4, 36}},
	"skilled": {Nodes: 400},
	"strong":  {Nodes: 750},
	"expert":  {Nodes: 1_700},
}
