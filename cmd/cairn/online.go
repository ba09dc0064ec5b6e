// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"errors"
	"strings"

	"github.com/spf13/cobra"

	"cairn/client"
	"cairn/internal/config"
	"cairn/internal/tui"
)

// onlineFlags are the flags of the commands that play on a server.
type onlineFlags struct {
	screenFlags
	server, token string
	rated         bool
	side          string
}

// addServer adds the flag that names the server.
func addServer(command *cobra.Command, server *string) {
	command.Flags().Var(config.URLValue(server), "server", "address of the server (default: the last one you logged in to)")
}

// addServer adds the flags that name the server and the user.
func (f *onlineFlags) addServer(command *cobra.Command) {
	addServer(command, &f.server)
	command.Flags().StringVar(&f.token, "token", "", "`FILE` with a token; - for standard input")
}

// addTerms adds the flags of a new match.
func (f *onlineFlags) addTerms(command *cobra.Command, side bool) {
	command.Flags().BoolVar(&f.rated, "rated", false, "play for ratings (with an account)")
	if side {
		command.Flags().StringVar(&f.side, "side", "", "your `SIDE`: white, black or random")
		completeFlag(command, "side", "white", "black", "random")
	}
}

// onlineCommand returns a command that plays on a server, at the place its arguments
// lead to.
func onlineCommand(p *program, command *cobra.Command, place func(args []string, f *onlineFlags) (tui.Place, error)) (*cobra.Command, *onlineFlags) {
	flags := &onlineFlags{}
	if !strings.Contains(command.Use, "GAME") {
		command.ValidArgsFunction = cobra.NoFileCompletions
	}
	flags.addServer(command)
	flags.screenFlags.add(command)
	command.RunE = func(command *cobra.Command, args []string) error {
		at, err := place(args, flags)
		if err != nil {
			return err
		}
		return p.online(command.Context(), at, flags)
	}
	return command, flags
}

func lobbyCommand(p *program) *cobra.Command {
	command, _ := onlineCommand(p, &cobra.Command{
		Use:   "lobby",
		Short: "Show the lobby of a server, and play",
		Long: `Show the lobby of a server: your games, challenges, players looking for
an opponent, and games to watch. Without a log-in you are a guest.`,
		Example: example("cairn lobby", "cairn lobby --server https://play.example.org --plain"),
	}, func([]string, *onlineFlags) (tui.Place, error) { return tui.Place{}, nil })
	return command
}

func seekCommand(p *program) *cobra.Command {
	command, flags := onlineCommand(p, &cobra.Command{
		Use:   "seek GAME [CLOCK]",
		Short: "Look for an opponent on a server",
		Long: `Look for an opponent on a server and play. CLOCK is minutes and seconds per move
(5+3) or days per move (3d); 10+5 without CLOCK. Strangers always have a clock: none
means 3d.`,
		Example: example("cairn seek nine 5+3", "cairn seek fanorona 3d --rated"),
	}, func(args []string, f *onlineFlags) (tui.Place, error) {
		spec, err := p.matchSpec(args, f)
		return tui.Place{Seek: spec}, err
	})
	flags.addTerms(command, false)
	return command
}

func challengeCommand(p *program) *cobra.Command {
	command, flags := onlineCommand(p, &cobra.Command{
		Use:   "challenge NAME GAME [CLOCK]",
		Short: "Challenge a player on a server",
		Long: `Challenge a player on a server by name, wait for the answer, and play. CLOCK is as
in "cairn seek". It needs an account.`,
		Example: example("cairn challenge ann nine 5+3", "cairn challenge bob yote --side white"),
		ValidArgsFunction: func(command *cobra.Command, args []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
			if len(args) == 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return p.completeGames(command, args[1:], typed)
		},
	}, func(args []string, f *onlineFlags) (tui.Place, error) {
		if strings.TrimSpace(args[0]) == "" {
			return tui.Place{}, usagef("NAME is empty: want the name of a player")
		}
		spec, err := p.matchSpec(args[1:], f)
		return tui.Place{Challenge: args[0], Seek: spec}, err
	})
	flags.addTerms(command, true)
	return command
}

func joinCommand(p *program) *cobra.Command {
	command, _ := onlineCommand(p, &cobra.Command{
		Use:   "join ID",
		Short: "Join a match on a server",
		Long: `Join a match by its id or address, or continue a match of yours. A match without
an open seat is watched.`,
		Example: example("cairn join abc2345", "cairn join https://play.example.org/match/abc2345"),
	}, func(args []string, f *onlineFlags) (tui.Place, error) {
		id, err := f.matchID(args[0])
		return tui.Place{Match: id}, err
	})
	return command
}

func watchCommand(p *program) *cobra.Command {
	command, _ := onlineCommand(p, &cobra.Command{
		Use:     "watch ID",
		Short:   "Watch a match on a server",
		Long:    `Watch a match by its id or address.`,
		Example: example("cairn watch abc2345"),
	}, func(args []string, f *onlineFlags) (tui.Place, error) {
		id, err := f.matchID(args[0])
		return tui.Place{Match: id, Watch: true}, err
	})
	return command
}

func resumeCommand(p *program) *cobra.Command {
	command, _ := onlineCommand(p, &cobra.Command{
		Use:   "resume",
		Short: "Continue your games on a server",
		Long: `Continue your game on a server; of several, choose one. "cairn play --resume"
continues a game on this device.`,
		Example: example("cairn resume"),
	}, func([]string, *onlineFlags) (tui.Place, error) { return tui.Place{Resume: true}, nil })
	return command
}

// matchSpec reads the game and the clock of a new match.
func (p *program) matchSpec(args []string, f *onlineFlags) (*client.Spec, error) {
	entry, err := p.find(args[0])
	if err != nil {
		return nil, err
	}
	spec := &client.Spec{Game: entry.Info().ID, Rated: f.rated, Side: f.side}
	if len(args) > 1 {
		clock, ok := tui.ParseClock(args[1])
		if !ok {
			return nil, usagef("clock %q: want one like 5+3 (minutes and seconds per move), 3d (days per move) or none", args[1])
		}
		spec.Clock = clock
	}
	switch f.side {
	case "", "white", "black", "random":
		return spec, nil
	}
	return nil, usagef("side %q: want white, black or random", f.side)
}

// matchID returns the id of a match, which may be given by its address; that names the
// server too.
func (f *onlineFlags) matchID(text string) (string, error) {
	server, id, whole := strings.Cut(strings.TrimSpace(text), "/match/")
	if !whole {
		server, id = "", server
	}
	if id == "" || strings.Contains(id, "/") {
		return "", usagef("match %q: want an id like abc2345, or an address like https://play.example.org/match/abc2345", text)
	}
	if !whole {
		return id, nil
	}
	if f.server != "" && f.server != server {
		return "", usagef("the match is at %s, not at %s", server, f.server)
	}
	if err := config.URLValue(&f.server).Set(server); err != nil {
		return "", usageError{err}
	}
	return id, nil
}

// online plays on a server.
func (p *program) online(ctx context.Context, place tui.Place, flags *onlineFlags) error {
	options, err := p.screen(flags.screenFlags)
	if err != nil {
		return err
	}
	ctx, stop := untilHangUp(ctx)
	defer stop()
	if options.Online, err = p.connect(ctx, flags, place.Watch, client.Language(options.Words.Code())); err != nil {
		return err
	}
	options.Online.Place = place
	err = p.display(ctx, flags.plain, options)
	if errors.Is(err, tui.ErrRefused) {
		return errReported
	}
	return err
}
