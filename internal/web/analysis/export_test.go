// SPDX-License-Identifier: Apache-2.0

package analysis

// Views are the data types of the views.
var Views = map[string]any{
	"analysis":       positionView{},
	"analysis_edit":  editView{},
	"analysis_games": gamesView{},
}

// Ended returns the text for the error of a search.
var Ended = ended
