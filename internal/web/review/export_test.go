// SPDX-License-Identifier: Apache-2.0

package review

// Views are the data types of the views.
var Views = map[string]any{
	"review":       reviewView{},
	"review_learn": learnView{},
}
