// SPDX-License-Identifier: Apache-2.0

package web

import (
	"context"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"sync"
)

// proxies are the addresses of trusted proxies.
type proxies []netip.Prefix

// forwarded sets RemoteAddr to the address of the client when a trusted proxy
// reports it. The headers of other hosts are ignored; this is logged once, as
// it may be a proxy missing in the configuration.
func (p proxies) forwarded(next http.Handler, log *slog.Logger) http.Handler {
	var ignored sync.Once
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case p.trusts(hostOf(r.RemoteAddr)):
			r.RemoteAddr = p.clientAddress(r)
			if strings.EqualFold(r.Header.Get("X-Forwarded-Proto"), "https") {
				r = r.WithContext(context.WithValue(r.Context(), overTLSKey{}, true))
			}
		case r.Header.Get("X-Forwarded-For") != "":
			ignored.Do(func() {
				log.Warn("forwarded addresses are not believed: if a proxy sends them, name it in trusted-proxies, else its visitors count as one",
					"from", r.RemoteAddr)
			})
		}
		next.ServeHTTP(w, r)
	})
}

// clientAddress reads X-Forwarded-For from its end, where the nearest proxy
// writes: the first address that is not a trusted proxy is the client's. What
// precedes it is not trusted.
func (p proxies) clientAddress(r *http.Request) string {
	found := r.RemoteAddr
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for _, hop := range slices.Backward(hops) {
		ip := parseHop(hop)
		if !ip.IsValid() {
			return found
		}
		found = net.JoinHostPort(ip.String(), "0")
		if !p.trusts(ip) {
			return found
		}
	}
	return found
}

// trusts reports whether an address belongs to a trusted proxy.
func (p proxies) trusts(ip netip.Addr) bool {
	return slices.ContainsFunc(p, func(prefix netip.Prefix) bool { return prefix.Contains(ip) })
}

type overTLSKey struct{}

// overTLS reports whether a request came over TLS, here or at a trusted proxy.
func (s *Server) overTLS(r *http.Request) bool {
	proxied, _ := r.Context().Value(overTLSKey{}).(bool)
	return s.secure || r.TLS != nil || proxied
}
