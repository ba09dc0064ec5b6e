// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"crypto/rand"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
)

// arrival is a request as it comes to the server, after a proxy.
type arrival struct {
	host    string
	from    netip.Addr // who connected: the proxy
	clients string     // X-Forwarded-For
	scheme  string     // X-Forwarded-Proto
}

// checkProxy asks the public address. When no server runs it listens in its
// place, to see what arrives; otherwise it can only ask the server.
func checkProxy(ctx context.Context, c *config) finding {
	switch {
	case c.url == "":
		return wrong(warn, "tell the address that people use with --url", "there is no public address to ask")
	case c.answers(ctx):
		return checkRunning(ctx, c)
	case c.speaksTLS():
		return ok("%s is this server: start it first, then ask again", c.url)
	}
	seen, err := c.overhear(ctx)
	if err != nil {
		return wrong(fail, "let the proxy send requests for "+c.url+" to "+c.addr, "%v", err)
	}
	return judgeArrival(c, seen)
}

// checkVisitors says of a server that is blind what that means.
func checkVisitors(c *config) finding {
	return wrong(warn, "name the proxy in front of the server with --trusted-proxies",
		"all count as one address, and share its limits: %s is a proxy's, and none is trusted", c.url)
}

// checkRunning asks a server through its proxy. A server that is not told the
// right host takes requests from its own pages for foreign ones and refuses
// them: asking so tells, and changes nothing.
func checkRunning(ctx context.Context, c *config) finding {
	const advice = "let the proxy send requests there to "
	status, body, err := ask(ctx, http.DefaultClient, http.MethodGet, c.url+"/healthz", "")
	switch {
	case err != nil:
		return wrong(fail, advice+c.addr, "%v", err)
	case status != http.StatusOK || body != "ok":
		return wrong(fail, advice+c.addr, "%s/healthz answers %d %q, want 200 \"ok\"", c.url, status, body)
	}
	status, _, err = ask(ctx, http.DefaultClient, http.MethodPost, c.url+"/healthz", c.url)
	switch {
	case err != nil:
		return wrong(fail, advice+c.addr, "%v", err)
	case status == http.StatusForbidden:
		return wrong(fail, "let the proxy pass on the header Host as the browser sent it", "%s takes its own pages for foreign ones", c.url)
	}
	return ok("%s answers, and Host arrives; stop the server to see the other headers", c.url)
}

// overhear listens where the server would, asks the public address for a page
// that nobody else can know, and returns how that arrived.
func (c *config) overhear(ctx context.Context) (arrival, error) {
	listener, err := listen(c.addr)
	if err != nil {
		return arrival{}, err
	}
	path := "/doctor/" + rand.Text()
	arrived := make(chan arrival, 1)
	server := &http.Server{ReadHeaderTimeout: healthTime, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != path {
			http.NotFound(w, r)
			return
		}
		select {
		case arrived <- arrivalOf(r):
		default: // a proxy that asks twice
		}
	})}
	defer server.Close()
	go func() { _ = server.Serve(listener) }() // until it is closed
	status, _, err := ask(ctx, http.DefaultClient, http.MethodGet, c.url+path, "")
	if err != nil {
		return arrival{}, err
	}
	select {
	case seen := <-arrived:
		return seen, nil
	default:
		return arrival{}, fmt.Errorf("%s answers %d, but nothing arrived on %s", c.url, status, c.addr)
	}
}

func arrivalOf(r *http.Request) arrival {
	from, _ := netip.ParseAddrPort(r.RemoteAddr)
	return arrival{
		host: r.Host, from: from.Addr().Unmap(),
		clients: strings.Join(r.Header.Values("X-Forwarded-For"), ", "),
		scheme:  r.Header.Get("X-Forwarded-Proto"),
	}
}

// judgeArrival compares what arrived with what the server needs.
func judgeArrival(c *config, seen arrival) finding {
	u, err := url.Parse(c.url)
	if err != nil {
		return wrong(fail, "", "%v", err)
	}
	trusted := slices.ContainsFunc(c.proxies, func(p netip.Prefix) bool { return p.Contains(seen.from) })
	parts := []finding{ok("asked by %s", seen.from)}
	if !sameHost(seen.host, u) {
		parts = append(parts, wrong(fail, "pass on Host as the browser sent it", "Host is %q, want %q", seen.host, u.Host))
	}
	if seen.clients == "" {
		parts = append(parts, wrong(warn, "set X-Forwarded-For to the address of the client", "X-Forwarded-For is missing: all people count as one"))
	} else if !trusted {
		parts = append(parts, wrong(warn, "add --trusted-proxies "+seen.from.String(), "X-Forwarded-For comes from a proxy that is not trusted: all people count as one"))
	}
	if seen.scheme != u.Scheme {
		parts = append(parts, wrong(warn, "set X-Forwarded-Proto to "+u.Scheme, "X-Forwarded-Proto is %q", seen.scheme))
	}
	if len(parts) == 1 {
		parts = append(parts, ok("Host, X-Forwarded-For and X-Forwarded-Proto arrive and are trusted"))
	}
	return describe(parts)
}

// sameHost compares a header with the host of an address, whose usual port may
// be left out.
func sameHost(header string, u *url.URL) bool {
	usual := map[string]string{"http": "80", "https": "443"}[u.Scheme]
	return header == u.Host || header == net.JoinHostPort(u.Host, usual) || net.JoinHostPort(header, usual) == u.Host
}
