// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/spf13/cobra"
)

// healthTime is how long a server has to answer.
const healthTime = 5 * time.Second

func (p *program) healthCommand() *cobra.Command {
	flags, target, ready := &configFlags{}, "", false
	command := &cobra.Command{
		Use:     "health",
		GroupID: groupServe,
		Short:   "Ask a server whether it runs",
		Long: `Ask the server on this machine whether it runs, at the address that the
configuration has, and end with status 1 if it does not say so within five seconds.
For containers, which have no other program to ask with.

With --url the server there is asked, its certificate included. With --ready the
question is whether moves can be saved; it writes to the disk.`,
		Example: example("cairn health", "cairn health --url https://play.example.org --ready"),
		Args:    operands,
		RunE: func(command *cobra.Command, _ []string) error {
			client, home := &http.Client{}, target
			if target == "" {
				c, err := p.configure(flags)
				if err != nil {
					return err
				}
				client, home = c.local()
			}
			return p.health(command.Context(), client, home, ready)
		},
	}
	p.configFlag(command, &flags.file)
	command.Flags().Var(urlValue(&target), "url", "ask there")
	command.Flags().BoolVar(&ready, "ready", false, "ask whether moves can be saved")
	return command
}

func (p *program) health(ctx context.Context, client *http.Client, home string, ready bool) error {
	path := "/healthz"
	if ready {
		path = "/readyz"
	}
	status, body, err := ask(ctx, client, http.MethodGet, home+path, "")
	if err != nil {
		return err
	}
	if status != http.StatusOK {
		return fmt.Errorf("%s answers %d: %s", home+path, status, body)
	}
	fmt.Fprintln(p.out, body)
	return nil
}

// ask makes a small request, from an origin unless that is empty.
func ask(ctx context.Context, client *http.Client, method, address, origin string) (status int, body string, err error) {
	ctx, cancel := context.WithTimeout(ctx, healthTime)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, method, address, nil)
	if err != nil {
		return 0, "", err
	}
	if origin != "" {
		request.Header.Set("Origin", origin)
	}
	response, err := client.Do(request)
	if err != nil {
		return 0, "", err
	}
	defer response.Body.Close()
	start, err := io.ReadAll(io.LimitReader(response.Body, 200))
	return response.StatusCode, strings.TrimSpace(string(start)), err
}

// local returns how this configuration's server is asked on its own machine. Its
// certificate is not looked at: it is for the name that people use, and nothing
// is sent that others may not know.
func (c *config) local() (*http.Client, string) {
	home := schemeOf(c.speaksTLS()) + reachable(c.addr, "127.0.0.1") // an empty image does not know localhost
	settings := &tls.Config{InsecureSkipVerify: true, MinVersion: tls.VersionTLS12}
	if u, err := url.Parse(c.url); err == nil && net.ParseIP(u.Hostname()) == nil {
		settings.ServerName = u.Hostname()
	}
	return &http.Client{Transport: &http.Transport{TLSClientConfig: settings}}, home
}
