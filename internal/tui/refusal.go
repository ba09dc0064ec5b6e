// SPDX-License-Identifier: Apache-2.0

package tui

import (
	"errors"

	"cairn/game"
	"cairn/internal/lang"
	"cairn/match"
)

// refusal returns why an action was refused, in words: what the rules say, what
// the match says, or what went wrong with a file.
func refusal(words *lang.Catalogue, err error) string {
	var illegal *game.Illegal
	var refused *match.Error
	var occupied occupiedError
	switch {
	case errors.As(err, &illegal):
		return words.Why(illegal)
	case errors.As(err, &refused):
		return words.Text("refused." + string(refused.Why))
	case errors.As(err, &occupied):
		return words.Text("file.occupied", "file", occupied.file)
	default:
		return words.Text("fault", "error", err.Error())
	}
}
