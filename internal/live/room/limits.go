// SPDX-License-Identifier: Apache-2.0

package room

import (
	"context"

	"cairn/internal/account"
	"cairn/internal/failure"
	"cairn/match"
)

// maxBotMatches is the number of unfinished matches of a bot.
const maxBotMatches = 64

var (
	// ErrRatedBot refuses a rated match of a bot and a person.
	ErrRatedBot = failure.Field(failure.Forbidden, "rated", "rated-bot", nil)
	errBotBusy  = failure.New(failure.Forbidden, "bot-busy")
)

// MayPlayMore refuses another match of a bot that has many.
func (rs *Rooms) MayPlayMore(ctx context.Context, user account.User) error {
	if !user.Bot {
		return nil
	}
	unfinished := []match.Status{match.Waiting, match.Ready, match.Playing}
	list, err := rs.store.FindMatches(ctx, Filter{User: user.ID, Statuses: unfinished, Limit: maxBotMatches})
	if err == nil && len(list) >= maxBotMatches {
		err = errBotBusy
	}
	return err
}
