// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"cairn/client"
	"cairn/game"
	"cairn/internal/bot"
	"cairn/match"
)

// botFlags are the flags of cairn bot.
type botFlags struct {
	server, token, engine string
	rules                 bot.Rules
	think                 time.Duration
	become                bool
}

func botCommand(p *program) *cobra.Command {
	var f botFlags
	command := &cobra.Command{
		Use:   "bot",
		Short: "Play on a server with an engine, as a bot",
		Long: `Play on a server for an account: accept challenges and play several games at once, each with
a process of an engine of its own, which speaks UGI or UCI (docs/protocol.md). The file of
the token holds a personal token of the account with the scopes read, play and challenge.

Lost connections and restarts of the server need nothing; a bot that is started again
continues its games. If the engine fails it is started again; if it fails four times in a row,
the bot resigns that game.

The account must be a bot. --become makes it one, for good; it must have played nothing, and
the token needs the scope bot too.`,
		Example: example(
			`cairn bot --server https://play.example.org --token bot.token --engine "cairn engine"`,
			`cairn bot --server https://play.example.org --token bot.token --engine "cairn engine" --games six,nine --most 2`),
		RunE: func(command *cobra.Command, _ []string) error { return p.bot(command.Context(), f) },
	}
	set := command.Flags()
	set.StringVar(&f.server, "server", "", "address of the server")
	set.StringVar(&f.token, "token", "", "file that holds the token")
	set.StringVar(&f.engine, "engine", "cairn engine", "command of the engine")
	set.StringSliceVar(&f.rules.Games, "games", nil, "games it plays; by default all")
	set.StringSliceVar(&f.rules.Clocks, "clocks", nil, "clocks it plays with, such as 5m+3s and none; by default all")
	set.StringVar(&f.rules.Rated, "rated", "", "yes for rated games only, no for casual ones only")
	set.IntVar(&f.rules.Most, "most", 4, "games at once")
	set.DurationVar(&f.think, "think", time.Second, "time for a move without a clock")
	set.BoolVar(&f.become, "become", false, "make the account a bot, for good")
	return command
}

func (p *program) bot(ctx context.Context, f botFlags) error {
	if f.server == "" || f.token == "" {
		return usagef("want --server and --token")
	}
	if err := p.checkBotRules(&f); err != nil {
		return err
	}
	text, err := os.ReadFile(f.token)
	if err != nil {
		return fmt.Errorf("token: %w", err)
	}
	user, err := client.New(f.server, client.Token(strings.TrimSpace(string(text))))
	if err != nil {
		return usageError{err}
	}
	if f.become {
		if err := user.Call(ctx, http.MethodPost, "/account/bot", struct{}{}, nil); err != nil {
			return err
		}
	}
	find := func(name string) (game.Game, error) {
		e, err := p.catalog.Find(name)
		if err != nil {
			return nil, err
		}
		return e.Game, nil
	}
	err = bot.New(bot.Options{
		Client: user, Engine: f.engine, Find: find, Rules: f.rules, Think: f.think, Log: slog.New(slog.NewTextHandler(p.err, nil)),
	}).Run(ctx)
	switch {
	case errors.Is(err, context.Canceled) && ctx.Err() != nil:
		return nil
	case errors.Is(err, bot.ErrPerson):
		return fmt.Errorf("%w: --become makes it one, for good, if it has played nothing", err)
	}
	return err
}

// checkBotRules checks the games, clocks and ratings that a bot accepts, and replaces names
// and clocks by the texts of the server.
func (p *program) checkBotRules(f *botFlags) error {
	if f.rules.Rated != "" && f.rules.Rated != "yes" && f.rules.Rated != "no" {
		return usagef("--rated %q: want yes or no", f.rules.Rated)
	}
	if f.rules.Most < 1 || f.think <= 0 {
		return usagef("want --most of 1 at least, and a time for --think")
	}
	for i, name := range f.rules.Games {
		g, err := p.catalog.Find(name)
		if err != nil {
			return usageError{err}
		}
		f.rules.Games[i] = g.Info().ID
	}
	for i, text := range f.rules.Clocks {
		control, err := match.ParseControl(text)
		if err != nil {
			return usageError{err}
		}
		f.rules.Clocks[i] = control.String()
	}
	return nil
}
