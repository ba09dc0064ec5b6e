// SPDX-License-Identifier: Apache-2.0

package notify

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"syscall"
	"time"
)

// sendTime bounds a request to a push service.
const sendTime = 10 * time.Second

// errNotPublic is the error for an address that is not public.
var errNotPublic = errors.New("the push service is not at a public address")

// newClient returns a client for push services. Their addresses come from users: it
// connects to public addresses only, whatever a name resolves to, follows no
// redirects and uses no proxy.
func newClient(inside bool, roots *x509.CertPool) *http.Client {
	dialer := &net.Dialer{Timeout: sendTime}
	if !inside {
		dialer.Control = func(_, address string, _ syscall.RawConn) error { return checkAddress(address) }
	}
	return &http.Client{
		Timeout:       sendTime,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Transport: &http.Transport{
			DialContext: dialer.DialContext, TLSHandshakeTimeout: sendTime, TLSClientConfig: &tls.Config{RootCAs: roots, MinVersion: tls.VersionTLS12},
			ForceAttemptHTTP2: true, MaxIdleConns: 16, IdleConnTimeout: time.Minute, MaxResponseHeaderBytes: 32 << 10,
		},
	}
}

// specialNetworks are private and special networks that netip does not know.
var specialNetworks = []netip.Prefix{
	netip.MustParsePrefix("0.0.0.0/8"),       // this network
	netip.MustParsePrefix("100.64.0.0/10"),   // behind a provider's translation
	netip.MustParsePrefix("192.0.0.0/24"),    // protocols
	netip.MustParsePrefix("192.0.2.0/24"),    // documentation, and the next ones
	netip.MustParsePrefix("198.51.100.0/24"), //
	netip.MustParsePrefix("203.0.113.0/24"),  //
	netip.MustParsePrefix("198.18.0.0/15"),   // measurements
	netip.MustParsePrefix("240.0.0.0/4"),     // reserved
	netip.MustParsePrefix("64:ff9b::/96"),    // translated to IPv4
	netip.MustParsePrefix("64:ff9b:1::/48"),  //
	netip.MustParsePrefix("2001::/23"),       // protocols, tunnels
	netip.MustParsePrefix("2001:db8::/32"),   // documentation
	netip.MustParsePrefix("2002::/16"),       // tunnels
}

// checkAddress returns errNotPublic for an address that is not public.
func checkAddress(address string) error {
	to, err := netip.ParseAddrPort(address)
	if err != nil {
		return err
	}
	ip := to.Addr().Unmap()
	special := slices.ContainsFunc(specialNetworks, func(network netip.Prefix) bool { return network.Contains(ip) })
	if special || !ip.IsGlobalUnicast() || ip.IsPrivate() || ip.Zone() != "" {
		return errNotPublic
	}
	return nil
}
