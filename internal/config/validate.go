// SPDX-License-Identifier: Apache-2.0

package config

import (
	"errors"
	"fmt"
	"net"
	"net/url"
	"slices"
	"strings"
)

// faults are the contradictions between settings.
type faults []error

// check adds a fault if the settings are wrong.
func (f *faults) check(wrong bool, format string, args ...any) {
	if wrong {
		*f = append(*f, fmt.Errorf(format, args...))
	}
}

// minSecret is the shortest secret of a webhook, in bytes.
const minSecret = 16

// validate reports all values that contradict each other.
func (c *Config) validate() error {
	var f faults
	for _, s := range c.settings() {
		if base, ok := c.find(s.needs); ok && c.isSet(s.key) {
			f.check(base.String() == "", "%s: has no effect without %s", s.key, s.needs)
		}
		f.check(strings.HasPrefix(s.key, "limits-") && c.Unlimited && c.isSet(s.key), "unlimited and %s: want only one of them", s.key)
	}
	f.check(c.isSet("database-password") && hasPassword(c.from["database"].text),
		"database and database-password: want the password in one of them")
	f.check(c.Webhook.URL != "" && len(c.Webhook.Secret) < minSecret,
		"webhook-url: want webhook-secret-file too, with a secret of %d characters at least", minSecret)
	c.checkTLS(&f)
	c.checkMail(&f)
	c.checkLogIn(&f)
	return errors.Join(f...)
}

func (c *Config) checkTLS(f *faults) {
	t, automatic := c.TLS, len(c.TLS.Domains) > 0
	f.check((t.Cert == "") != (t.Key == ""), "tls-cert and tls-key: want both or neither")
	f.check(automatic && t.Cert != "", "tls-domain and tls-cert: want only one of them")
	f.check(!c.SpeaksTLS() && t.HTTP != "", "tls-http: has no effect without tls-domain, or tls-cert and tls-key")
	f.check(automatic && t.HTTP == "none", "tls-http none: the certificate authority checks the domain over plain HTTP: want an address, :80 on the internet")
	u, err := url.Parse(c.URL)
	if c.URL == "" || err != nil {
		return
	}
	f.check(c.SpeaksTLS() && u.Scheme != "https", "url %s: the server speaks TLS: want https://%s", c.URL, u.Host)
	f.check(automatic && !slices.Contains(t.Domains, u.Hostname()),
		"url %s: tls-domain has no %s: want one of %s", c.URL, u.Hostname(), strings.Join(t.Domains, ", "))
}

func (c *Config) checkMail(f *faults) {
	s := c.SMTP
	if s.Addr == "" {
		return
	}
	host, _, _ := net.SplitHostPort(s.Addr)
	f.check(host == "", "smtp-addr %s: want the host of the SMTP server too", s.Addr)
	f.check(c.URL == "", "smtp-addr: want url too, for the links in email")
	f.check(s.From == "", "smtp-addr: want smtp-from too, the sender of email")
	f.check((s.User == "") != (s.Password == ""), "smtp-user and smtp-password: want both or neither")
	f.check(s.TLS == "none" && !loopback(host), "smtp-tls none: email would cross the network unencrypted: want starttls or tls")
}

func (c *Config) checkLogIn(f *faults) {
	u, err := url.Parse(c.URL)
	f.check(c.Passkeys && (err != nil || net.ParseIP(u.Hostname()) != nil || u.Hostname() == "" || u.Scheme != "https" && u.Hostname() != "localhost"),
		"passkeys: browsers bind them to a name and want TLS: want url like https://play.example.org")
	f.check(c.OIDC.Issuer != "" && c.OIDC.Client == "", "oidc-issuer: want oidc-client too")
	f.check(c.OIDC.Issuer != "" && c.URL == "", "oidc-issuer: want url too, to which the provider sends browsers back")
}
