// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"cairn/internal/account"
	"cairn/internal/bus/mem"
	"cairn/internal/failure"
	"cairn/internal/live"
	"cairn/internal/store/sqlite"
)

// userCommand has what an operator does with accounts, beside a running server
// or not.
func (p *program) userCommand() *cobra.Command {
	command := &cobra.Command{
		Use:     "user COMMAND",
		GroupID: groupServe,
		Short:   "See to the accounts of a server",
		Long: `See to the accounts in a data folder, beside a server that runs there or not. NAME is
the name of an account, in any letter case.`,
		Example: example("cairn user list", "cairn user reset-password Ada"),
		Args:    cobra.ArbitraryArgs,
		RunE:    unknownCommand,

		SuggestionsMinimumDistance: 2,
	}
	command.AddGroup(&cobra.Group{ID: groupServe, Title: "Accounts:"})
	command.AddCommand(p.userListCommand(), p.userResetCommand(), p.userDeleteCommand())
	for _, d := range deeds {
		command.AddCommand(p.deedCommand(d))
	}
	return command
}

// deed is something done to one account; what it has come to is told in the end.
type deed struct {
	name, short, long, done string
	do                      func(context.Context, *account.Service, string) error
}

// deeds are all there are.
var deeds = []deed{
	{"ban", "Keep somebody out", "Keep somebody out: sessions end, running games are lost. What was played stays.", "is banned", setBanned(true)},
	{"unban", "Let somebody in again", "Let somebody in again who was banned.", "is not banned", setBanned(false)},
	{"second-off", "Turn off somebody's second step", "Turn off the second step at log-in of somebody who has lost the device and the recovery\ncodes: the password is enough again. Make sure first that it is this person who asks.", "logs in with the password alone", endSecond},
	{"make-moderator", "Let somebody ban players", "Make somebody a moderator, who may ban players.", "is a moderator", setRole(account.Moderator)},
	{"make-admin", "Let somebody do everything", "Make somebody an administrator, who may ban anyone and make moderators.", "is an administrator", setRole(account.Admin)},
	{"make-player", "Take back what somebody may do", "Make a moderator or administrator a player like others.", "is a player", setRole(account.Player)},
}

func setBanned(banned bool) func(context.Context, *account.Service, string) error {
	return func(ctx context.Context, s *account.Service, name string) error {
		return s.SetBanned(ctx, account.Operator, name, banned)
	}
}

func endSecond(ctx context.Context, s *account.Service, name string) error {
	return s.EndTwoFactorOf(ctx, account.Operator, name)
}

func setRole(role account.Role) func(context.Context, *account.Service, string) error {
	return func(ctx context.Context, s *account.Service, name string) error {
		return s.SetRole(ctx, account.Operator, name, role)
	}
}

func (p *program) deedCommand(d deed) *cobra.Command {
	dir := ""
	command := &cobra.Command{
		Use:     d.name + " NAME",
		GroupID: groupServe,
		Short:   d.short,
		Long:    d.long,
		Example: example("cairn user " + d.name + " Ada"),
		Args:    operands,
		RunE: func(command *cobra.Command, args []string) error {
			return p.perform(command.Context(), dir, d, args[0])
		},
	}
	p.dataFlag(command, &dir)
	return command
}

// perform does something to an account, and says so.
func (p *program) perform(ctx context.Context, dir string, d deed, name string) error {
	return p.withAccounts(dir, func(s *account.Service) error {
		if err := d.do(ctx, s, name); err != nil {
			return accountFault(name, err)
		}
		fmt.Fprintf(p.out, "%s %s\n", name, d.done)
		return nil
	})
}

// withAccounts lends out the platform on a data folder, without its clocks and
// computers: those are the server's.
func (p *program) withAccounts(dir string, use func(*account.Service) error) (err error) {
	store, err := sqlite.Open(dir, sqlite.Options{Shared: true})
	if err != nil {
		return noData(dir, err)
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	log := newLog(p.err, logText, "warn")
	accounts := account.New(account.Options{Store: store, Log: log})
	live.New(live.Options{Store: store, Bus: mem.New(), Games: p.catalog, Log: log, Accounts: accounts}) // ends the matches of users who are banned or deleted
	return use(accounts)
}

// accountFault says of an account that is not there that it is not.
func accountFault(name string, err error) error {
	if failure.CodeOf(err) == failure.NotFound {
		return fmt.Errorf("there is no account %q: \"cairn user list\" shows those there are", name)
	}
	return err
}
