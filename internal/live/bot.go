// SPDX-License-Identifier: Apache-2.0

package live

import (
	"context"

	"cairn/internal/account"
	"cairn/internal/failure"
	"cairn/match"
)

// maxBotMatches is the number of unfinished matches of a bot.
const maxBotMatches = 64

var (
	// errRatedBot refuses a rated match of a bot and a person.
	errRatedBot = failure.Field(failure.Forbidden, "rated", "rated-bot", nil)
	// errBotSeek keeps bots out of the lobby, where people look for people.
	errBotSeek = failure.New(failure.Forbidden, "bot-seek")
	errBotBusy = failure.New(failure.Forbidden, "bot-busy")
)

// mayPlayMore refuses another match of a bot that has many.
func mayPlayMore(ctx context.Context, store Store, user account.User) error {
	if !user.Bot {
		return nil
	}
	unfinished := []match.Status{match.Waiting, match.Ready, match.Playing}
	list, err := store.FindMatches(ctx, Filter{User: user.ID, Statuses: unfinished, Limit: maxBotMatches})
	if err == nil && len(list) >= maxBotMatches {
		err = errBotBusy
	}
	return err
}
