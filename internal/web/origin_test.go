// SPDX-License-Identifier: Apache-2.0

package web_test

import (
	"crypto/tls"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"

	"cairn/internal/web"
	"cairn/internal/web/webtest"
)

func TestTrustedProxies(t *testing.T) {
	s := webtest.NewSite(t, func(o *web.Options) {
		o.Proxies = []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("fd00::/8")}
	})
	tests := map[string]struct {
		peer, header, want string
	}{
		"a proxy that is not trusted":     {"203.0.113.9:1234", "198.51.100.7", "203.0.113.9"},
		"a proxy":                         {"10.0.0.1:1234", "198.51.100.7", "198.51.100.7"},
		"a proxy that says nothing":       {"10.0.0.1:1234", "", "10.0.0.1"},
		"what the visitor made up before": {"10.0.0.1:1234", "1.2.3.4, 198.51.100.7", "198.51.100.7"},
		"two proxies":                     {"10.0.0.1:1234", "198.51.100.7, 10.9.9.9", "198.51.100.7"},
		"nothing but proxies":             {"10.0.0.1:1234", "10.1.1.1, 10.9.9.9", "10.1.1.1"},
		"nonsense":                        {"10.0.0.1:1234", "198.51.100.7, <script>", "10.0.0.1"},
		"nonsense before a proxy":         {"10.0.0.1:1234", "unknown, 10.9.9.9", "10.9.9.9"},
		"IPv6, counted by its network":    {"[fd00::1]:1234", "2001:db8:1:2:3::4", "2001:db8:1:2::"},
		"IPv4 written as IPv6":            {"[::ffff:10.0.0.1]:1234", "::ffff:198.51.100.7", "198.51.100.7"},
		"with a port":                     {"10.0.0.1:1234", "198.51.100.7:5678", "198.51.100.7"},
		"IPv6 with a port":                {"10.0.0.1:1234", "[2001:db8::1]:443", "2001:db8::"},
		"IPv6 in brackets":                {"10.0.0.1:1234", "[2001:db8::1]", "2001:db8::"},
		"blanks, and proxies with ports":  {"10.0.0.1:1234", "1.2.3.4 , 198.51.100.7:1 ,\t10.9.9.9:80 ", "198.51.100.7"},
		"an open bracket":                 {"10.0.0.1:1234", "[2001:db8::1", "10.0.0.1"},
		"a port alone":                    {"10.0.0.1:1234", ":5678", "10.0.0.1"},
		"a socket file":                   {"@", "198.51.100.7", "@"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			var got string
			h := s.Web.Chain(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { got = web.AddressOf(r) }))
			r := httptest.NewRequest("GET", "/", nil)
			r.RemoteAddr = test.peer
			if test.header != "" {
				r.Header.Set("X-Forwarded-For", test.header)
			}
			h.ServeHTTP(httptest.NewRecorder(), r)
			if got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

// The header may come in several lines, each hop adding one.
func TestForwardedLines(t *testing.T) {
	s := webtest.NewSite(t, func(o *web.Options) { o.Proxies = []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")} })
	var got string
	h := s.Web.Chain(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { got = web.AddressOf(r) }))
	r := httptest.NewRequest("GET", "/", nil)
	r.RemoteAddr = "10.0.0.1:1"
	r.Header["X-Forwarded-For"] = []string{"1.2.3.4", "198.51.100.7", "10.2.2.2"}
	h.ServeHTTP(httptest.NewRecorder(), r)
	if want := "198.51.100.7"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// Headers of an untrusted proxy are logged once. Those of a trusted one, and
// requests without the header, are not.
func TestForwardedByStrangers(t *testing.T) {
	log := &webtest.Journal{}
	s := webtest.NewSite(t, log.Serve, func(o *web.Options) { o.Proxies = []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")} })
	h := s.Web.Chain(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	ask := func(peer, header string) {
		r := httptest.NewRequest("GET", "/", nil)
		r.RemoteAddr = peer
		if header != "" {
			r.Header.Set("X-Forwarded-For", header)
		}
		h.ServeHTTP(httptest.NewRecorder(), r)
	}
	const warning = "forwarded addresses are not believed"
	ask("10.0.0.1:1", "198.51.100.7")
	ask("203.0.113.9:1", "")
	if got := strings.Count(log.Text(), warning); got != 0 {
		t.Errorf("got %d warnings, want none yet: %s", got, log.Text())
	}
	ask("203.0.113.9:1", "198.51.100.7")
	ask("203.0.113.9:2", "198.51.100.8")
	if got := strings.Count(log.Text(), warning); got != 1 {
		t.Errorf("got %d warnings, want one: %s", got, log.Text())
	}
}

// Links for other people have the scheme by which the client came: TLS may end here, at
// a trusted proxy, or at one that the configuration speaks of.
func TestSchemeOfLinks(t *testing.T) {
	for name, test := range map[string]struct {
		secure, tls bool
		peer        string
		want        string
	}{
		"plain":                      {peer: "203.0.113.9:1", want: "http"},
		"TLS":                        {peer: "203.0.113.9:1", tls: true, want: "https"},
		"TLS at a proxy":             {peer: "10.0.0.1:1", want: "https"},
		"TLS by configuration":       {peer: "203.0.113.9:1", secure: true, want: "https"},
		"TLS here and at a proxy":    {peer: "10.0.0.1:1", tls: true, want: "https"},
		"a proxy that is not known":  {peer: "203.0.113.10:1", want: "http"},
		"TLS everywhere it could be": {peer: "10.0.0.1:1", tls: true, secure: true, want: "https"},
	} {
		t.Run(name, func(t *testing.T) {
			s := webtest.NewSite(t, func(o *web.Options) {
				o.Secure, o.Proxies = test.secure, []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}
			})
			r := httptest.NewRequest("GET", "/", nil)
			r.RemoteAddr, r.Host = test.peer, "play.example"
			r.Header.Set("X-Forwarded-Proto", "https")
			if test.tls {
				r.TLS = &tls.ConnectionState{}
			}
			var got string
			s.Web.Chain(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { got = s.Web.PublicURL(r, "/join") })).ServeHTTP(httptest.NewRecorder(), r)
			if want := test.want + "://play.example/join"; got != want {
				t.Errorf("got %s, want %s", got, want)
			}
		})
	}
}
