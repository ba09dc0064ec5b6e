// SPDX-License-Identifier: Apache-2.0

package main

import (
	"cmp"
	"net/netip"
	"runtime"
	"slices"
	"strings"

	"cairn/internal/web"
)

// config is everything a server can be told. What is told comes in layers, a
// later one before an earlier: defaults, a file, the environment, flags.
type config struct {
	addr      string // of the pages
	admin     string // of metrics and profiles; empty for none
	data      string
	url       string // what people type, when it is not the address itself
	logFormat string
	logLevel  string // what matters less is not logged
	unlimited bool
	limits    limitConfig
	tls       tlsConfig
	proxies   []netip.Prefix // whose word about the address of a client counts
	smtp      smtpConfig
	thinkers  int // searches at the same time
	hashing   int // passwords hashed at the same time; half the processors when 0

	from map[string]entry // by key, where a value comes from; none for defaults
}

// limitConfig is how often things may be done, and how many streams may be open.
type limitConfig struct {
	signUp, logIn, account, code, reset, join, create, command limit

	streams web.StreamLimit
}

// tlsConfig is how the server speaks TLS by itself: not at all, with
// certificates that it gets for its domains, or with one of the operator's.
type tlsConfig struct {
	domains   []string
	email     string // for the authority, should a certificate be in danger
	directory string // of the authority; Let's Encrypt's when empty
	cert, key string // files
	http      string // where plain HTTP is sent on from; "none" for nowhere
}

// smtpConfig is who carries e-mail; nobody when addr is empty.
type smtpConfig struct{ addr, user, password, from, tls string }

// newConfig returns the defaults. Some of them depend on what is told: see
// complete.
func newConfig(data string) *config {
	most := web.DefaultLimits
	return &config{
		addr: "127.0.0.1:8080", data: data, logFormat: logText, logLevel: "info",
		limits: limitConfig{
			signUp: limit(most.SignUp), logIn: limit(most.LogIn), account: limit(most.Account), code: limit(most.Code),
			reset: limit(most.Reset), join: limit(most.Join), create: limit(most.Create), command: limit(most.Command), streams: most.Streams,
		},
		smtp:     smtpConfig{tls: mailStartTLS},
		thinkers: 8,
		from:     map[string]entry{},
	}
}

// complete sets the defaults that depend on other values.
func (c *config) complete() {
	if c.speaksTLS() && !c.told("addr") {
		c.addr = ":443"
	}
	if c.hashing == 0 {
		c.hashing = max(1, runtime.GOMAXPROCS(0)/2) // the service's own default
	}
	if len(c.tls.domains) == 0 {
		return
	}
	if c.tls.http == "" {
		c.tls.http = ":80"
	}
	if c.url == "" {
		c.url = "https://" + c.tls.domains[0]
	}
}

// told reports whether a key has another value than its default.
func (c *config) told(key string) bool {
	_, told := c.from[key]
	return told
}

// speaksTLS reports whether the server does it by itself.
func (c *config) speaksTLS() bool { return len(c.tls.domains) > 0 || c.tls.cert != "" }

// secure reports whether people come over TLS, to this server or to a proxy.
func (c *config) secure() bool { return c.speaksTLS() || strings.HasPrefix(c.url, "https://") }

// blind reports whether the server takes everybody for one visitor: a proxy speaks
// TLS in front of it, and its word on their addresses does not count.
func (c *config) blind() bool {
	return strings.HasPrefix(c.url, "https://") && !c.speaksTLS() && len(c.proxies) == 0
}

// home is where people find the server, as far as that is known before it
// listens.
func (c *config) home() string {
	return cmp.Or(c.url, schemeOf(c.speaksTLS())+reachable(c.addr, "localhost"))
}

// find returns the setting of a key.
func (c *config) find(key string) (setting, bool) {
	all := c.settings()
	i := slices.IndexFunc(all, func(s setting) bool { return s.key == key })
	if i < 0 {
		return setting{}, false
	}
	return all[i], true
}

// webLimits returns how often things may be done.
func (c *config) webLimits() web.Limits {
	if c.unlimited {
		return web.NoLimits
	}
	l := c.limits
	return web.Limits{
		SignUp: web.Limit(l.signUp), LogIn: web.Limit(l.logIn), Account: web.Limit(l.account), Code: web.Limit(l.code),
		Reset: web.Limit(l.reset), Join: web.Limit(l.join), Create: web.Limit(l.create), Command: web.Limit(l.command), Streams: l.streams,
	}
}
