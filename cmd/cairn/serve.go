// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"
)

func (p *program) serveCommand() *cobra.Command {
	command := &cobra.Command{
		Use:     "serve",
		GroupID: groupServe,
		Short:   "Run the web platform",
		Long: `Run the web platform. Everything it keeps is in one data folder, which is made
when it is not there; there is no account in it but those that people make. When
the server is ready its address is printed, and as long as there is no administrator
a link that makes one; what happens is logged on standard error. An interrupt stops
it: clocks are frozen, and go on when it starts again. A second interrupt ends it at
once; nothing that was confirmed is lost either way.

With --tls-domain the server gets certificates for that domain by itself and serves
the open internet alone, on ports 443 and 80; --tls-cert and --tls-key name files
with a certificate of one's own instead, which may be renewed while it runs.

Behind a proxy that speaks TLS, --url tells the address people use; the proxy must
pass on the header Host. --trusted-proxies names the proxy's own address, so that
limits count people and not the proxy.

With --admin another address answers /metrics for Prometheus and /debug/pprof/ for
Go's profiler. Without a host that address is for this machine only.

Every flag can be told in a file and in the environment too: see "cairn help config".`,
		Example: example(
			"cairn serve",
			"cairn serve --tls-domain play.example.org --data /srv/cairn --admin :9090",
			"cairn serve --url https://play.example.org --trusted-proxies 127.0.0.1 --log-format json"),
		Args: operands,
	}
	flags := p.configFlags(command)
	command.RunE = func(command *cobra.Command, _ []string) error {
		c, err := p.configure(flags)
		if err != nil {
			return err
		}
		return p.serve(command.Context(), c)
	}
	return command
}

// serve runs a server until the context ends.
func (p *program) serve(ctx context.Context, c *config) error {
	s, err := openServer(ctx, p, c)
	if err != nil {
		return err
	}
	setup, err := s.setup(ctx)
	if err != nil {
		return errors.Join(err, s.close(ctx))
	}
	if s.note, err = noteAddress(c.data, s.home()); err != nil {
		s.log.Warn("the address is not noted: links of \"cairn user\" may lead elsewhere", "err", err)
	}
	return s.run(ctx, func() {
		fmt.Fprintf(p.out, "Cairn is at %s\n", s.home())
		if setup != "" {
			fmt.Fprintf(p.out, "There is no administrator yet: open %s\n", setup)
		}
	})
}
