// SPDX-License-Identifier: Apache-2.0

package main

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"cairn/internal/config"
	"cairn/lab/bench"
	"cairn/lab/measure"
)

// The bounds of the load from one machine.
const (
	maxGames  = 10_000
	maxIdle   = 1_000_000
	maxLogins = 100_000
	maxRounds = 1_000
	maxNodes  = 100
)

func durationValue(target *time.Duration) config.Value[time.Duration] {
	return config.NewValue(target, func(text string) (time.Duration, error) {
		d, err := time.ParseDuration(text)
		if err != nil || d <= 0 || d > 24*time.Hour {
			return 0, fmt.Errorf("duration %q: want a time like 10s, at most a day", text)
		}
		return d, nil
	}, "TIME")
}

func jsonFlag(command *cobra.Command, asJSON *bool) {
	command.Flags().BoolVar(asJSON, "json", false, "print one JSON document")
}

func tablesFlag(command *cobra.Command, dir *string) {
	command.Flags().StringVar(dir, "tables", "", "`FOLDER` of solved tables (default: tables in the data folder)")
}

// loadFlags adds the flags of live games on a server.
func loadFlags(flags *pflag.FlagSet, plan *bench.ServePlan) {
	flags.Var(config.CountValue(&plan.Games, 0, maxGames), "games", "games at the same time")
	flags.Var(durationValue(&plan.Duration), "duration", "count moves for this long")
}

// siteFlags adds the flags that name the servers to start.
func siteFlags(flags *pflag.FlagSet, site *measure.Site) {
	site.Nodes = 1
	flags.Var(config.CountValue(&site.Nodes, 0, maxNodes), "nodes", "nodes of the site; the players of a game are at different ones")
	flags.StringVar(&site.Database, "database", "", "PostgreSQL database of the nodes; SQLite without it")
	flags.StringVar(&site.Bus, "bus", "", "NATS server of the nodes")
}
