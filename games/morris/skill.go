// SPDX-License-Identifier: Apache-2.0

package morris

import "cairn/game"

// skills are of the levels whose steps would be uneven in mill games with the
// usual ones: a search of few nodes goes far here, and overlooking costs much.
// They come from matches in nine men's morris.
var skills = map[string]game.Skill{
	"medium":  {Nodes: 50_000, Depth: 3, Blind: [2]uint8{0, 12}},
	"skilled": {Nodes: 600},
	"strong":  {Nodes: 4_000},
	"expert":  {Nodes: 50_000},
}
