// SPDX-License-Identifier: Apache-2.0

package learn

// Views are the data types of the views.
var Views = map[string]any{
	"lesson":      lessonView{},
	"lesson_list": lessonListView{},
	"rules_list":  ruleListView{},
	"rules":       rulesView{},
}
