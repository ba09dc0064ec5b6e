// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"cairn/internal/config"
	"cairn/internal/server"
	"cairn/internal/web/local"
)

func serveCommand(p *program) *cobra.Command {
	return p.configured(&cobra.Command{
		Use:   "serve",
		Short: "Run the web server",
		Long: `Run the web server. All its data is in one folder, which is created if it does not
exist. When the server is ready it prints its address and, as long as there is no
administrator, a link that creates one; the log goes to standard error. An interrupt
stops the server: clocks are paused and resume when it starts again. A second
interrupt ends it at once; no confirmed move is lost either way.

With --database the data is in PostgreSQL, and several servers with the same database, the
nodes, serve the same players. With --bus they wake each other over NATS. Each node has its
own data folder.

With --tls-domain the server obtains certificates from Let's Encrypt and serves the
internet directly, on ports 443 and 80. With --tls-cert and --tls-key it uses the
certificate in those files, which may be renewed while it runs.

Behind a proxy that speaks TLS, set --url to the public address; the proxy must pass
on the Host header. Set --trusted-proxies to the address of the proxy, so that limits
apply to users and not to the proxy.

With --admin the server also serves /metrics for Prometheus and /debug/pprof/ for
Go's profiler at that address. Without a host it is reachable from this machine only.

With --study the server makes the tables that are missing, in its own process
at the lowest priority: "cairn tables" lists them, and "cairn help tables get" says which.

All flags can be set in a file and in the environment too: see "cairn help config".`,
		Example: example(
			"cairn serve",
			"cairn serve --tls-domain play.example.org --data /srv/cairn --admin :9090",
			"cairn serve --database postgres://cairn@db.example.org/cairn --bus nats://nats.example.org:4222",
			"cairn serve --url https://play.example.org --trusted-proxies 127.0.0.1 --log-format json"),
	}, func(ctx context.Context, c *config.Config, _ []string) error {
		self, err := os.Executable()
		if err != nil && c.Study.On {
			return fmt.Errorf("study: %w", err)
		}
		ctx, stop := context.WithCancel(ctx)
		var offline sync.WaitGroup
		offline.Go(func() { p.addOffline(ctx, c) })
		defer offline.Wait()
		defer stop()
		return server.Run(ctx, server.Options{Config: c, Games: p.catalog, Program: self, Log: p.err, Ready: p.printAddress})
	})
}

// addOffline adds offline play to a program built without it: in a source tree, such as
// that of "go run ./cmd/cairn serve", it is built beside the server. If it cannot be, the
// log says so.
func (p *program) addOffline(ctx context.Context, c *config.Config) {
	if info, ok := debug.ReadBuildInfo(); local.Built() || ok && strings.HasSuffix(info.Path, ".test") {
		return
	}
	if err := buildOffline(ctx); err != nil && ctx.Err() == nil {
		server.NewLog(p.err, c.LogFormat, c.LogLevel).Warn(`no offline play: run "make build" in the source tree, with Go, and start bin/cairn`, "err", err)
	}
}

// buildOffline builds offline play in the source tree of the current folder.
func buildOffline(ctx context.Context) error {
	tree, err := output(exec.CommandContext(ctx, "go", "list", "-m", "-f", "{{.Dir}}", "cairn"))
	if err != nil {
		return err
	}
	return local.Build(func(folder string) error {
		build := exec.CommandContext(ctx, filepath.Join(strings.TrimSpace(tree), "scripts", "offline"), folder)
		build.Env = append(os.Environ(), "GOFLAGS="+os.Getenv("GOFLAGS")+" -p=1") // one processor: people play meanwhile
		_, err := output(build)
		return err
	})
}

// output runs a command and returns what it writes; the error has what it complains of.
func output(c *exec.Cmd) (string, error) {
	c.WaitDelay = time.Second // its children may hold the pipes
	out, err := c.Output()
	if failed, ok := errors.AsType[*exec.ExitError](err); ok {
		err = fmt.Errorf("%s: %w: %s", filepath.Base(c.Path), err, bytes.TrimSpace(failed.Stderr))
	}
	return string(out), err
}

// printAddress prints where the server is, and where its first administrator is
// created.
func (p *program) printAddress(home, setup string) {
	fmt.Fprintf(p.out, "Cairn is at %s\n", home)
	if setup != "" {
		fmt.Fprintf(p.out, "There is no administrator yet: open %s\n", setup)
	}
}
