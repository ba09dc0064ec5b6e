// SPDX-License-Identifier: Apache-2.0

package tui

import "cairn/internal/lang"

// opponentNames returns the computer players of a game as menus show them.
func opponentNames(words *lang.Catalogue, e *Entry) []string {
	if e.Think == nil {
		return nil
	}
	names := make([]string, len(e.Levels))
	for i, level := range e.Levels {
		names[i] = words.Text("opponent.computer", "level", words.Player(level))
	}
	return names
}

// beginNames returns who may begin, in the order of begins.
func beginNames(words *lang.Catalogue, computer bool) []string {
	if computer {
		return []string{words.Text("begins.random"), words.Text("begins.you"), words.Text("begins.computer")}
	}
	return []string{words.Text("begins.random"), words.Text("begins.first"), words.Text("begins.second")}
}
