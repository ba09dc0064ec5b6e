// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"crypto/tls"
	"log/slog"
	"net"
	"net/http"
)

// secured is how a server speaks TLS: what its connections need, what answers
// those who come without, and what is done meanwhile.
type secured struct {
	connections *tls.Config
	plain       http.Handler
	background  func(context.Context)
}

// newSecured returns nil for a server that does not speak TLS by itself.
func newSecured(c *config, log *slog.Logger) (*secured, error) {
	switch {
	case len(c.tls.domains) > 0:
		i := newIssuer(c, log)
		return &secured{settingsOf(i.get), i.proving(redirect(c)), i.run}, nil
	case c.tls.cert != "":
		own, err := openCertificate(c.tls.cert, c.tls.key, log)
		if err != nil {
			return nil, err
		}
		return &secured{settingsOf(own.get), redirect(c), func(context.Context) {}}, nil
	}
	return nil, nil
}

func settingsOf(get func(*tls.ClientHelloInfo) (*tls.Certificate, error)) *tls.Config {
	return &tls.Config{GetCertificate: get, MinVersion: tls.VersionTLS12}
}

// redirect sends people who come without TLS to the same page with it. A form
// is refused: it was sent in the open already, and must not seem to work.
func redirect(c *config) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			http.Error(w, http.StatusText(http.StatusForbidden), http.StatusForbidden)
			return
		}
		http.Redirect(w, r, secureHome(c, r.Host)+r.URL.RequestURI(), http.StatusMovedPermanently)
	})
}

// secureHome returns where people find the server who asked for a host.
func secureHome(c *config, host string) string {
	if c.url != "" {
		return c.url
	}
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	if _, port, err := net.SplitHostPort(c.addr); err == nil && port != "443" {
		host = net.JoinHostPort(host, port)
	}
	return "https://" + host
}
