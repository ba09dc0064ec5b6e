// SPDX-License-Identifier: Apache-2.0

// Command lab measures and attacks Cairn. It is a module of its own: the product
// imports nothing of it, and what only it needs is not in the product's go.mod.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal ends the program at once
	root := &cobra.Command{Use: "lab COMMAND", Short: "Measure and attack Cairn", SilenceUsage: true}
	if root.ExecuteContext(ctx) != nil {
		os.Exit(1)
	}
}
