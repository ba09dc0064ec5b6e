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

// Origin is where a request comes from, as limits count it.
type Origin struct {
	Address string // an IPv4 address or an IPv6 /64, which one host has
	Network string // an IPv4 /24 or an IPv6 /48, which one owner often has
}

// OfNetwork is how many times the allowance of an address its network has. A
// carrier puts many people into one /24, so that it must not be small; an IPv6 /48
// has 65,536 addresses, so that there must be one.
const OfNetwork = 8

// OriginOf returns the origin of a request.
func OriginOf(r *http.Request) Origin { return ParseOrigin(r.RemoteAddr) }

// AddressOf returns the address of a request, as limits count it.
func AddressOf(r *http.Request) string { return OriginOf(r).Address }

// ParseOrigin returns the origin of a remote address with a port. One that is not
// an IP address, as of a Unix socket, is its own network.
func ParseOrigin(remote string) Origin {
	ip := hostOf(remote)
	if !ip.IsValid() {
		return Origin{Address: remote, Network: remote}
	}
	if ip.Is4() {
		return Origin{Address: ip.String(), Network: masked(ip, 24)}
	}
	address := netip.PrefixFrom(ip, 64).Masked().Addr()
	return Origin{Address: address.String(), Network: masked(ip, 48)}
}

// masked returns the network of an address.
func masked(ip netip.Addr, bits int) string { return netip.PrefixFrom(ip, bits).Masked().String() }

// hostOf returns an address without its port and zone, invalid when there is none,
// as on a Unix socket. An IPv4-mapped IPv6 address is returned as IPv4.
func hostOf(remote string) netip.Addr {
	at, err := netip.ParseAddrPort(remote)
	if err != nil {
		return netip.Addr{}
	}
	return at.Addr().Unmap().WithZone("")
}

// parseHop reads an address as proxies write it into X-Forwarded-For: with or
// without a port, IPv6 with or without brackets. It is invalid for anything else.
func parseHop(text string) netip.Addr {
	text = strings.TrimSpace(text)
	if ip := hostOf(text); ip.IsValid() {
		return ip
	}
	if inner, ok := strings.CutPrefix(text, "["); ok {
		if text, ok = strings.CutSuffix(inner, "]"); !ok {
			return netip.Addr{}
		}
	}
	ip, err := netip.ParseAddr(text)
	if err != nil {
		return netip.Addr{}
	}
	return ip.Unmap().WithZone("")
}

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
// writes: the first address that is not a trusted proxy is the client's. The
// addresses before it are not trusted.
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
	return s.Secure || r.TLS != nil || proxied
}
