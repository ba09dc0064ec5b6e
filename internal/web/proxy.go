// SPDX-License-Identifier: Apache-2.0

package web

import (
	"context"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"sync"
)

// forwarded sets RemoteAddr to the address of the client when a trusted proxy
// reports it. The headers of other hosts are ignored; this is logged once, as
// it may be a proxy missing in the configuration.
func (s *Server) forwarded(next http.Handler) http.Handler {
	var ignored sync.Once
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case s.trusts(hostOf(r.RemoteAddr)):
			r.RemoteAddr = s.visitorAddress(r)
			if strings.EqualFold(r.Header.Get("X-Forwarded-Proto"), "https") {
				r = r.WithContext(context.WithValue(r.Context(), overTLSKey{}, true))
			}
		case r.Header.Get("X-Forwarded-For") != "":
			ignored.Do(func() {
				s.Log.Warn("forwarded addresses are not believed: if a proxy sends them, name it in trusted-proxies, else its visitors count as one",
					"from", r.RemoteAddr)
			})
		}
		next.ServeHTTP(w, r)
	})
}

// visitorAddress reads X-Forwarded-For from its end, where the nearest proxy
// writes: the first address that is not a trusted proxy is the client's. What
// precedes it is not trusted.
func (s *Server) visitorAddress(r *http.Request) string {
	found := r.RemoteAddr
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for _, hop := range slices.Backward(hops) {
		ip, err := netip.ParseAddr(strings.TrimSpace(hop))
		if err != nil {
			return found
		}
		found = net.JoinHostPort(ip.Unmap().String(), "0")
		if !s.trusts(ip.Unmap()) {
			return found
		}
	}
	return found
}

// trusts reports whether an address is that of a trusted proxy.
func (s *Server) trusts(ip netip.Addr) bool {
	return slices.ContainsFunc(s.proxies, func(p netip.Prefix) bool { return p.Contains(ip) })
}

// hostOf returns an address without its port, invalid when there is none, as
// on a Unix socket.
func hostOf(address string) netip.Addr {
	at, err := netip.ParseAddrPort(address)
	if err != nil {
		return netip.Addr{}
	}
	return at.Addr().Unmap()
}

type overTLSKey struct{}

// overTLS reports whether a request came over TLS, here or at a trusted proxy.
func (s *Server) overTLS(r *http.Request) bool {
	proxied, _ := r.Context().Value(overTLSKey{}).(bool)
	return s.secure || r.TLS != nil || proxied
}
