// SPDX-License-Identifier: Apache-2.0

package doctor

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"cairn/internal/config"
)

// arrival is a request as the server gets it from a proxy.
type arrival struct {
	host    string
	from    netip.Addr // of the proxy
	clients string     // X-Forwarded-For
	scheme  string     // X-Forwarded-Proto
}

// checkProxy makes a request to the public address. If no server runs it listens in
// its place to read the headers that the proxy passes on; otherwise only the answer is known.
func checkProxy(ctx context.Context, c *config.Config) Finding {
	switch {
	case c.URL == "":
		return wrong(Warn, "set the public address with --url", "there is no public address")
	case answers(ctx, c):
		return checkRunning(ctx, c)
	case c.SpeaksTLS():
		return ok("%s is this server: start it, then run this again", c.URL)
	}
	seen, err := listenFor(ctx, c)
	if errors.Is(err, errElsewhere) && c.Database != "" {
		return wrong(Warn, "stop all nodes before this check", "%v; another node may have answered", err)
	}
	if err != nil {
		return wrong(Fail, "configure the proxy to pass requests for "+c.URL+" to "+c.Addr, "%v", err)
	}
	return arrivalFinding(c, seen)
}

// checkVisitors warns of a proxy that is not trusted.
func checkVisitors(c *config.Config) Finding {
	return wrong(Warn, "name the proxy in front of the server with --trusted-proxies",
		"all visitors share one address and its limits: %s is the address of a proxy, and no proxy is trusted", c.URL)
}

// checkRunning makes requests to a running server through its proxy. With a wrong Host
// header the server refuses requests of its own pages as cross-origin; the POST here
// shows that and changes nothing.
func checkRunning(ctx context.Context, c *config.Config) Finding {
	const advice = "configure the proxy to pass requests to "
	status, body, err := request(ctx, http.DefaultClient, http.MethodGet, c.URL+"/healthz", "")
	switch {
	case err != nil:
		return wrong(Fail, advice+c.Addr, "%v", err)
	case status != http.StatusOK || body != "ok":
		return wrong(Fail, advice+c.Addr, "%s/healthz answers %d %q, want 200 \"ok\"", c.URL, status, body)
	}
	status, _, err = request(ctx, http.DefaultClient, http.MethodPost, c.URL+"/healthz", c.URL)
	switch {
	case err != nil:
		return wrong(Fail, advice+c.Addr, "%v", err)
	case status == http.StatusForbidden:
		return wrong(Fail, "configure the proxy to pass on the Host header as the browser sent it", "%s takes requests of its own pages for cross-origin ones", c.URL)
	}
	return ok("%s answers and gets the right Host; stop the server to check the other headers", c.URL)
}

// listenFor listens in place of the server, requests a random path at the public
// address, and returns how the request arrived.
func listenFor(ctx context.Context, c *config.Config) (arrival, error) {
	listener, err := net.Listen("tcp", c.Addr)
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
		default: // the proxy repeats the request
		}
	})}
	defer server.Close()
	go func() { _ = server.Serve(listener) }() // until it is closed
	status, _, err := request(ctx, http.DefaultClient, http.MethodGet, c.URL+path, "")
	if err != nil {
		return arrival{}, err
	}
	select {
	case seen := <-arrived:
		return seen, nil
	default:
		return arrival{}, fmt.Errorf("%s answers %d, but %w %s", c.URL, status, errElsewhere, c.Addr)
	}
}

var errElsewhere = errors.New("nothing arrived on")

func arrivalOf(r *http.Request) arrival {
	from, _ := netip.ParseAddrPort(r.RemoteAddr)
	return arrival{
		host: r.Host, from: from.Addr().Unmap(),
		clients: strings.Join(r.Header.Values("X-Forwarded-For"), ", "),
		scheme:  r.Header.Get("X-Forwarded-Proto"),
	}
}

// arrivalFinding compares the headers that arrived with those that the server needs.
func arrivalFinding(c *config.Config, seen arrival) Finding {
	u, err := url.Parse(c.URL)
	if err != nil {
		return wrong(Fail, "", "%v", err)
	}
	trusted := slices.ContainsFunc(c.Proxies, func(p netip.Prefix) bool { return p.Contains(seen.from) })
	parts := []Finding{ok("requests come from %s", seen.from)}
	if !sameHost(seen.host, u) {
		parts = append(parts, wrong(Fail, "pass on Host as the browser sent it", "Host is %q, want %q", seen.host, u.Host))
	}
	if seen.clients == "" {
		parts = append(parts, wrong(Warn, "set X-Forwarded-For to the address of the client", "X-Forwarded-For is missing: all visitors share one address"))
	} else if !trusted {
		parts = append(parts, wrong(Warn, "add --trusted-proxies "+seen.from.String(), "X-Forwarded-For comes from a proxy that is not trusted: all visitors share one address"))
	}
	if seen.scheme != u.Scheme {
		parts = append(parts, wrong(Warn, "set X-Forwarded-Proto to "+u.Scheme, "X-Forwarded-Proto is %q", seen.scheme))
	}
	if len(parts) == 1 {
		parts = append(parts, ok("Host, X-Forwarded-For and X-Forwarded-Proto arrive and are trusted"))
	}
	return describe(parts)
}

// sameHost compares a Host header with a URL; the default port may be left out.
func sameHost(header string, u *url.URL) bool {
	usual := map[string]string{"http": "80", "https": "443"}[u.Scheme]
	return header == u.Host || header == net.JoinHostPort(u.Host, usual) || net.JoinHostPort(header, usual) == u.Host
}
