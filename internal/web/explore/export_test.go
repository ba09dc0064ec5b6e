// SPDX-License-Identifier: Apache-2.0

package explore

// Views are the data types of the views.
var Views = map[string]any{
	"explorer":       positionView{},
	"openings":       openingsView{},
	"openings_games": gamesView{},
}
