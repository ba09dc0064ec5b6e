// SPDX-License-Identifier: Apache-2.0

// Command cairn plays, studies and keeps traditional stone games.
//
// The package is wiring: it reads flags, finds games in the catalogue and prints
// what the other packages answer, one file for each subcommand. It holds no
// rules, no search and no file format, and nothing imports it.
//
// Results go to standard output and everything else to standard error. The
// program ends with 0 when all is well, 1 when the thing asked about is wrong, 2
// when it was used wrongly.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal ends the program at once
	os.Exit(run(ctx, os.Args[1:], environ(os.Environ()), os.Stdin, os.Stdout, os.Stderr))
}
