// SPDX-License-Identifier: Apache-2.0

// Command node is "cairn serve" with a clock that is wrong by a duration, its first
// argument. It is for the fault tests; the released program has no such clock.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/spf13/pflag"

	"cairn/catalog"
	"cairn/internal/config"
	"cairn/internal/server"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop)
	go endWithParent()
	if err := run(ctx, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "node:", err)
		os.Exit(1)
	}
}

// endWithParent ends the node when the test has ended without doing so.
func endWithParent() {
	for parent := os.Getppid(); os.Getppid() == parent; time.Sleep(time.Second) {
	}
	os.Exit(1)
}

func run(ctx context.Context, args []string) error {
	if len(args) == 0 {
		return fmt.Errorf("want a duration and the flags of cairn serve")
	}
	offset, err := time.ParseDuration(args[0])
	if err != nil {
		return err
	}
	flags, set := &config.Flags{}, pflag.NewFlagSet("node", pflag.ContinueOnError)
	flags.Add(set, ".")
	if err := set.Parse(args[1:]); err != nil {
		return err
	}
	c, err := config.Load(config.Environ(nil), flags)
	if err != nil {
		return err
	}
	return server.Run(ctx, server.Options{
		Config: c, Games: catalog.Standard(), Log: os.Stderr,
		Ready: func(home, _ string) { fmt.Println("A node is at", home) },
		Now:   func() time.Time { return time.Now().Add(offset) },
	})
}
