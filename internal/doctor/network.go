// SPDX-License-Identifier: Apache-2.0

package doctor

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"syscall"
	"time"

	"cairn/internal/config"
)

// checkAddresses checks whether each address is free, or used by the server itself.
func checkAddresses(ctx context.Context, c *config.Config) Finding {
	var parts []Finding
	running := answers(ctx, c)
	for _, address := range []string{c.Addr, c.PlainHTTP(), c.Admin, c.SSH} {
		if address != "" {
			parts = append(parts, checkAddress(address, running))
		}
	}
	return describe(parts)
}

// checkAddress tries to listen on an address.
func checkAddress(address string, running bool) Finding {
	listener, err := net.Listen("tcp", address)
	switch {
	case err == nil:
		_ = listener.Close() // no connection was made
		return ok("%s is free", address)
	case errors.Is(err, syscall.EADDRINUSE) && running:
		return ok("the server listens on %s", address)
	case errors.Is(err, syscall.EADDRINUSE):
		return wrong(Fail, "stop the other program, or choose another address", "another program listens on %s", address)
	case errors.Is(err, syscall.EACCES):
		return wrong(Fail, "ports under 1024 need CAP_NET_BIND_SERVICE, as in the systemd unit", "%v", err)
	}
	return wrong(Fail, "choose an address of this machine", "%v", err)
}

// answers reports whether the server of this configuration runs.
func answers(ctx context.Context, c *config.Config) bool {
	client, home := LocalClient(c)
	status, body, err := request(ctx, client, http.MethodGet, home+"/healthz", "")
	return err == nil && status == http.StatusOK && body == "ok"
}

// goodCertificate is how long a certificate should be valid.
const goodCertificate = 14 * 24 * time.Hour

// checkCertificate checks the certificate files.
func checkCertificate(c *config.Config, now time.Time) Finding {
	pair, err := tls.LoadX509KeyPair(c.TLS.Cert, c.TLS.Key)
	if err != nil {
		return wrong(Fail, "name a certificate and its key, both PEM", "%s with %s: %v", c.TLS.Cert, c.TLS.Key, err)
	}
	u, err := url.Parse(c.URL)
	if err != nil {
		return wrong(Fail, "", "%v", err)
	}
	return certificateFinding(pair.Leaf, u.Hostname(), now)
}

// certificateFinding checks a certificate for a host; empty for any.
func certificateFinding(leaf *x509.Certificate, host string, now time.Time) Finding {
	until := leaf.NotAfter.UTC().Format(time.DateOnly)
	if host != "" {
		if err := leaf.VerifyHostname(host); err != nil {
			return wrong(Fail, "use one for the host of --url", "%v", err)
		}
	}
	switch left := leaf.NotAfter.Sub(now); {
	case now.Before(leaf.NotBefore):
		return wrong(Fail, "check the clock", "not valid before %s", leaf.NotBefore.UTC().Format(time.DateOnly))
	case left <= 0:
		return wrong(Fail, "renew it: browsers refuse it", "it expired on %s", until)
	case left < goodCertificate:
		return wrong(Warn, "renew it; the server reads the new file without a restart", "it expires on %s", until)
	}
	return ok("valid until %s", until)
}

// checkMail checks whether the SMTP server can be reached. It sends nothing.
func checkMail(ctx context.Context, c *config.Config) Finding {
	if c.SMTP.Addr == "" {
		return ok("none is configured: \"cairn user reset-password\" creates links instead")
	}
	ctx, cancel := context.WithTimeout(ctx, healthTime)
	defer cancel()
	conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", c.SMTP.Addr)
	if err != nil {
		return wrong(Fail, "check smtp-addr with your mail provider", "%v", err)
	}
	_ = conn.Close() // nothing was sent
	return ok("%s can be reached", c.SMTP.Addr)
}

// healthTime bounds the answer of a server.
const healthTime = 5 * time.Second

// Health asks a server whether it runs or, if ready is set, whether it can save
// moves. It returns the answer, or an error if that is not positive.
func Health(ctx context.Context, client *http.Client, home string, ready bool) (string, error) {
	path := "/healthz"
	if ready {
		path = "/readyz"
	}
	status, body, err := request(ctx, client, http.MethodGet, home+path, "")
	if err != nil {
		return "", err
	}
	if status != http.StatusOK {
		return "", fmt.Errorf("%s answers %d: %s", home+path, status, body)
	}
	return body, nil
}

// request makes a small request, with an Origin header unless that is empty.
func request(ctx context.Context, client *http.Client, method, address, origin string) (status int, body string, err error) {
	ctx, cancel := context.WithTimeout(ctx, healthTime)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, method, address, nil)
	if err != nil {
		return 0, "", err
	}
	if origin != "" {
		r.Header.Set("Origin", origin)
	}
	response, err := client.Do(r)
	if err != nil {
		return 0, "", err
	}
	defer response.Body.Close()
	start, err := io.ReadAll(io.LimitReader(response.Body, 200))
	return response.StatusCode, strings.TrimSpace(string(start)), err
}

// LocalClient returns a client for the server of this configuration on this machine,
// and its address there. The client does not verify the certificate: that is for the
// public name, and nothing secret is sent.
func LocalClient(c *config.Config) (*http.Client, string) {
	home := config.Scheme(c.SpeaksTLS()) + config.Reachable(c.Addr, "127.0.0.1") // an empty container has no localhost
	settings := &tls.Config{InsecureSkipVerify: true, MinVersion: tls.VersionTLS12}
	if u, err := url.Parse(c.URL); err == nil && net.ParseIP(u.Hostname()) == nil {
		settings.ServerName = u.Hostname()
	}
	return &http.Client{Transport: &http.Transport{TLSClientConfig: settings}}, home
}
