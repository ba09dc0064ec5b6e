// SPDX-License-Identifier: Apache-2.0

package main

import (
	"fmt"
	"net/http"

	"github.com/spf13/cobra"

	"cairn/internal/config"
	"cairn/internal/doctor"
)

func healthCommand(p *program) *cobra.Command {
	url, ready := "", false
	command := &cobra.Command{
		Use:   "health",
		Short: "Check whether a server runs",
		Long: `Check whether the server on this machine runs, at the address of the configuration.
The status is 1 if it does not answer within five seconds. For containers, which have
no other program for this.

With --url the server at that address is checked, with its certificate. With --ready
the check is whether moves can be saved and the data is intact.`,
		Example: example("cairn health", "cairn health --url https://play.example.org --ready"),
	}
	flags := p.configFileFlag(command)
	command.Flags().Var(config.URLValue(&url), "url", "address of the server")
	command.Flags().BoolVar(&ready, "ready", false, "check whether moves can be saved")
	command.RunE = func(command *cobra.Command, _ []string) error {
		client, home := http.DefaultClient, url
		if url == "" {
			c, err := p.configure(flags)
			if err != nil {
				return err
			}
			client, home = doctor.LocalClient(c)
		}
		answer, err := doctor.Health(command.Context(), client, home, ready)
		if err != nil {
			return err
		}
		fmt.Fprintln(p.out, answer)
		return nil
	}
	return command
}
