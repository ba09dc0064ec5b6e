// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"fmt"
	"log/slog"
	"strings"

	"github.com/spf13/cobra"

	"cairn/internal/web"
)

// serveOptions are what somebody who starts a server may choose.
type serveOptions struct {
	addr      string // of the pages
	admin     string // of metrics and profiles; empty for none
	data      string
	url       string // what people type, when it is not the address itself
	logFormat string
	logLevel  slog.Level // what matters less is not logged
	unlimited bool
}

func (p *program) serveCommand() *cobra.Command {
	o := serveOptions{addr: "127.0.0.1:8080", logFormat: logText}
	command := &cobra.Command{
		Use:     "serve",
		GroupID: groupServe,
		Short:   "Run the web platform",
		Long: `Run the web platform. Everything it keeps is in one data folder, which is made
when it is not there; there is no account in it but those that people make. When
the server is ready its address is printed; what happens is logged on standard
error. An interrupt stops it: clocks are frozen, and go on when it starts again. A
second interrupt ends it at once; nothing that was confirmed is lost either way.

With --admin another address answers /metrics for Prometheus and /debug/pprof/ for
Go's profiler. Without a host that address is for this machine only.

Behind a proxy that speaks TLS, --url tells the address people use; the proxy must
pass on the header Host.`,
		Example: example(
			"cairn serve",
			"cairn serve --addr :80 --data /srv/cairn --admin :9090",
			"cairn serve --url https://play.example.org --log-format json"),
		Args: operands,
		RunE: func(command *cobra.Command, _ []string) error {
			return p.serve(command.Context(), o)
		},
	}
	flags := command.Flags()
	flags.Var(addressValue(&o.addr, false), "addr", "listen here; port 0 for any that is free")
	flags.Var(addressValue(&o.admin, true), "admin", "answer operators here: /metrics, /debug/pprof/")
	flags.Var(urlValue(&o.url), "url", "address that people use, if another than --addr")
	flags.Var(formatOfLog(&o.logFormat), "log-format", "log as text or json")
	flags.Var(levelOfLog(&o.logLevel), "log-level", "log from debug, info, warn or error on; requests are info (default info)")
	flags.BoolVar(&o.unlimited, "unlimited", false, "lift the limits on how often things are done: for measurements")
	p.dataFlag(command, &o.data)
	completeFlag(command, "log-format", logText, logJSON)
	completeFlag(command, "log-level", logLevels...)
	return command
}

// serve runs a server until the context ends.
func (p *program) serve(ctx context.Context, o serveOptions) error {
	s, err := openServer(ctx, p, o)
	if err != nil {
		return err
	}
	return s.run(ctx, func() { fmt.Fprintf(p.out, "Cairn is at %s\n", s.home()) })
}

// limits returns how often things may be done.
func (o serveOptions) limits() web.Limits {
	if !o.unlimited {
		return web.DefaultLimits
	}
	return web.Limits{Command: web.Limit{Burst: 1}} // without a time to wait there is no limit
}

// secure reports whether people come over TLS.
func (o serveOptions) secure() bool { return strings.HasPrefix(o.url, "https://") }
