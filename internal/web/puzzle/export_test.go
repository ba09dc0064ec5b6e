// SPDX-License-Identifier: Apache-2.0

package puzzle

// Views are the data types of the views.
var Views = map[string]any{
	"drill":   drillView{},
	"drills":  drillListView{},
	"puzzle":  puzzleView{},
	"puzzles": listView{},
	"storm":   stormView{},
}
