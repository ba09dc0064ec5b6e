// SPDX-License-Identifier: Apache-2.0

package people

// Views are the data types of the views.
var Views = map[string]any{
	"challenge":      formView{},
	"challenge_show": challengeView{},
	"challenges":     challengesView{},
	"following":      followingView{},
}
