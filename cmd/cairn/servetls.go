// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"crypto/tls"
	"log/slog"
	"net"
	"net/http"
	"slices"
	"strings"
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
		known := func(host string) bool { return slices.Contains(c.tls.domains, host) }
		return &secured{settingsOf(i.get), i.proving(redirect(c, known)), i.run}, nil
	case c.tls.cert != "":
		own, err := openCertificate(c.tls.cert, c.tls.key, log)
		if err != nil {
			return nil, err
		}
		return &secured{settingsOf(own.get), redirect(c, own.named), func(context.Context) {}}, nil
	}
	return nil, nil
}

func settingsOf(get func(*tls.ClientHelloInfo) (*tls.Certificate, error)) *tls.Config {
	return &tls.Config{GetCertificate: get, MinVersion: tls.VersionTLS12}
}

// redirect sends people who come without TLS to the same page with it. A form
// is refused: it was sent in the open already, and must not seem to work. So is a
// host that is none of ours, by the function given, unless the address is told:
// nobody is sent elsewhere.
func redirect(c *config, ours func(host string) bool) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		status := http.StatusMovedPermanently
		switch {
		case r.Method != http.MethodGet && r.Method != http.MethodHead:
			status = http.StatusForbidden
		case c.url == "" && !ours(hostname(r.Host)):
			status = http.StatusMisdirectedRequest
		}
		if status != http.StatusMovedPermanently {
			http.Error(w, http.StatusText(status), status)
			return
		}
		http.Redirect(w, r, secureHome(c, r.Host)+r.URL.RequestURI(), status)
	})
}

// hostname returns a host without its port, and without the brackets of IPv6.
func hostname(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		return name
	}
	return strings.Trim(host, "[]")
}

// secureHome returns where people find the server who asked for a host.
func secureHome(c *config, host string) string {
	if c.url != "" {
		return c.url
	}
	host = hostname(host)
	if _, port, err := net.SplitHostPort(c.addr); err == nil && port != "443" {
		return "https://" + net.JoinHostPort(host, port)
	}
	if strings.Contains(host, ":") {
		host = "[" + host + "]"
	}
	return "https://" + host
}
