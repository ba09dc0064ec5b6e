// SPDX-License-Identifier: Apache-2.0

package faults

import (
	"github.com/anishathalye/porcupine"

	"cairn/match"
)

// Linearizable checks the history of a match in which no command is without an answer.
func Linearizable(a *MatchHistory, events int) porcupine.CheckResult {
	list := make([]match.Event, events)
	for i := range list {
		list[i].Seq = i + 1
	}
	return linearizable(a, list, func(*Post) int { return 0 })
}
