// SPDX-License-Identifier: Apache-2.0

package server

import (
	"context"
	"crypto/tls"
	"log/slog"
	"net"
	"net/http"
	"path/filepath"
	"strings"

	"cairn/internal/certs"
	"cairn/internal/config"
)

// encryption is how a server speaks TLS.
type encryption struct {
	settings *tls.Config
	plain    http.Handler          // answers plain HTTP
	renew    func(context.Context) // obtains and renews certificates
}

// newEncryption returns nil for a server that does not speak TLS itself.
func newEncryption(c *config.Config, log *slog.Logger) (*encryption, error) {
	switch {
	case len(c.TLS.Domains) > 0:
		d := certs.NewDomains(certs.Options{
			Names: c.TLS.Domains, Email: c.TLS.Email, Directory: c.TLS.Directory,
			Folder: filepath.Join(c.Data, "certificates"), Log: log,
		})
		return &encryption{d.TLSConfig(), d.HTTPHandler(redirect(c, d.Covers)), d.Run}, nil
	case c.TLS.Cert != "":
		f, err := certs.OpenFiles(c.TLS.Cert, c.TLS.Key, log)
		if err != nil {
			return nil, err
		}
		return &encryption{f.TLSConfig(), redirect(c, f.Covers), func(context.Context) {}}, nil
	}
	return nil, nil
}

// redirect redirects plain HTTP to TLS. A form is refused: it was sent unencrypted
// already and must not seem to work. A host that covers refuses is refused too, unless
// the public address is configured: a Host header cannot redirect users elsewhere.
func redirect(c *config.Config, covers func(host string) bool) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		status := http.StatusMovedPermanently
		switch {
		case r.Method != http.MethodGet && r.Method != http.MethodHead:
			status = http.StatusForbidden
		case c.URL == "" && !covers(hostname(r.Host)):
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

// secureHome returns the address over TLS for a Host header.
func secureHome(c *config.Config, host string) string {
	if c.URL != "" {
		return c.URL
	}
	host = hostname(host)
	if _, port, err := net.SplitHostPort(c.Addr); err == nil && port != "443" {
		return "https://" + net.JoinHostPort(host, port)
	}
	if strings.Contains(host, ":") {
		host = "[" + host + "]"
	}
	return "https://" + host
}
