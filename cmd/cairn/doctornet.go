// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net"
	"net/http"
	"net/url"
	"syscall"
	"time"
)

// checkAddresses sees whether each address is free, or answered by the server
// itself.
func checkAddresses(ctx context.Context, c *config) finding {
	parts := []finding{checkAddress(c.addr, c.answers(ctx))}
	if c.tls.http != "" && c.tls.http != "none" {
		parts = append(parts, checkAddress(c.tls.http, c.answers(ctx)))
	}
	if c.admin != "" {
		parts = append(parts, checkAddress(c.admin, c.answers(ctx)))
	}
	return describe(parts)
}

// checkAddress tries to listen on an address, for an instant.
func checkAddress(address string, running bool) finding {
	listener, err := net.Listen("tcp", address)
	switch {
	case err == nil:
		_ = listener.Close() // nobody has connected
		return ok("%s is free", address)
	case errors.Is(err, syscall.EADDRINUSE) && running:
		return ok("the server answers on %s", address)
	case errors.Is(err, syscall.EADDRINUSE):
		return wrong(fail, "stop the other program, or choose another address", "another program listens on %s", address)
	case errors.Is(err, syscall.EACCES):
		return wrong(fail, "ports under 1024 need CAP_NET_BIND_SERVICE, as in the systemd unit", "%v", err)
	}
	return wrong(fail, "choose an address of this machine", "%v", err)
}

// answers reports whether a server of ours runs where this one would.
func (c *config) answers(ctx context.Context) bool {
	client, home := c.local()
	status, body, err := ask(ctx, client, http.MethodGet, home+"/healthz", "")
	return err == nil && status == http.StatusOK && body == "ok"
}

// goodCertificate is how long a certificate should hold yet.
const goodCertificate = 14 * 24 * time.Hour

// checkCertificate reads the operator's own certificate.
func checkCertificate(c *config, now time.Time) finding {
	pair, err := tls.LoadX509KeyPair(c.tls.cert, c.tls.key)
	if err != nil {
		return wrong(fail, "name a certificate and the key that fits it, both as PEM", "%s with %s: %v", c.tls.cert, c.tls.key, err)
	}
	u, err := url.Parse(c.url)
	if err != nil {
		return wrong(fail, "", "%v", err)
	}
	return judgeCertificate(pair.Leaf, u.Hostname(), now)
}

// judgeCertificate judges a certificate for a host; empty for any.
func judgeCertificate(leaf *x509.Certificate, host string, now time.Time) finding {
	until := leaf.NotAfter.UTC().Format(time.DateOnly)
	if host != "" {
		if err := leaf.VerifyHostname(host); err != nil {
			return wrong(fail, "get one for the host of --url", "%v", err)
		}
	}
	switch left := leaf.NotAfter.Sub(now); {
	case now.Before(leaf.NotBefore):
		return wrong(fail, "look at the clock", "not valid before %s", leaf.NotBefore.UTC().Format(time.DateOnly))
	case left <= 0:
		return wrong(fail, "renew it: browsers refuse it", "it ended on %s", until)
	case left < goodCertificate:
		return wrong(warn, "renew it; the server takes the new one by itself", "it ends on %s", until)
	}
	return ok("good until %s", until)
}

// checkMail sees whether the mail server can be reached. It sends nothing.
func checkMail(ctx context.Context, c *config) finding {
	if c.smtp.addr == "" {
		return ok("none is configured: \"cairn user reset-password\" makes links instead")
	}
	ctx, cancel := context.WithTimeout(ctx, healthTime)
	defer cancel()
	conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", c.smtp.addr)
	if err != nil {
		return wrong(fail, "compare smtp-addr with what your mail provider says", "%v", err)
	}
	_ = conn.Close() // nothing was sent
	return ok("%s can be reached", c.smtp.addr)
}
