// SPDX-License-Identifier: Apache-2.0

package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"cairn/client"
)

func loginCommand(p *program) *cobra.Command {
	flags := &onlineFlags{}
	command := &cobra.Command{
		Use:     "login",
		GroupID: groupOnline,
		Short:   "Log in to a server",
		Long: `Log in to a server with a token of your account, made on the page "Account".
The token is kept in $XDG_CONFIG_HOME/cairn/credentials.json (by default
~/.config/cairn), readable by you only.`,
		Example: example("cairn login --server https://play.example.org --token token.txt"),
		Args:    operands,
	}
	flags.addServer(command)
	command.RunE = func(command *cobra.Command, _ []string) error {
		known, err := p.loadCredentials()
		if err != nil {
			return err
		}
		if flags.server == "" {
			flags.server = known.Server
		}
		if flags.server == "" {
			return usagef("which server? Want --server URL")
		}
		token, err := p.readToken(flags.token)
		if err != nil {
			return err
		}
		c, err := client.New(flags.server, client.Token(token))
		if err != nil {
			return err
		}
		account, err := c.Account(command.Context())
		if err != nil {
			return err
		}
		known.Server = flags.server
		known.Users[flags.server] = serverUser{Name: account.Name, Token: token, Guest: account.Guest}
		if err := p.saveCredentials(known); err != nil {
			return err
		}
		fmt.Fprintf(p.out, "You are %s at %s.\n", account.Name, flags.server)
		return nil
	}
	return command
}

func logoutCommand(p *program) *cobra.Command {
	flags := &onlineFlags{}
	command := &cobra.Command{
		Use:     "logout",
		GroupID: groupOnline,
		Short:   "Log out of a server",
		Long: `Forget the token for a server. To end it for other programs too, delete it on the
page "Account".`,
		Example: example("cairn logout", "cairn logout --server https://play.example.org"),
		Args:    operands,
	}
	flags.addServer(command)
	command.RunE = func(*cobra.Command, []string) error {
		known, err := p.loadCredentials()
		if err != nil {
			return err
		}
		if flags.server == "" {
			flags.server = known.Server
		}
		user, found := known.Users[flags.server]
		if !found {
			return fmt.Errorf("you are not logged in to %q", flags.server)
		}
		delete(known.Users, flags.server)
		if known.Server == flags.server {
			known.Server = ""
		}
		if err := p.saveCredentials(known); err != nil {
			return err
		}
		fmt.Fprintf(p.out, "%s is logged out of %s.\n", user.Name, flags.server)
		return nil
	}
	return command
}
