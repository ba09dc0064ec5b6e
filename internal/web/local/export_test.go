// SPDX-License-Identifier: Apache-2.0

package local

// Views are the data types of the views.
var Views = map[string]any{"offline": offlineView{}, "local_games": offlineGamesView{}, "local_play": playView{}}

// SetEngine replaces the program that plays in browsers until restore is called.
func SetEngine(packed, runner []byte) (sum string, restore func()) {
	before := loadEngine()
	served.Store(&engine{sum: "abc", packed: packed, runner: runner, worker: []byte("worker")})
	return "abc", func() { served.Store(before) }
}
