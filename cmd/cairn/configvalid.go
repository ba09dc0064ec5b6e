// SPDX-License-Identifier: Apache-2.0

package main

import (
	"errors"
	"fmt"
	"net"
	"net/url"
	"slices"
	"strings"
)

// validate reports values that are right alone and wrong together, all of them.
func (c *config) validate() error {
	return errors.Join(append(c.tlsFaults(), append(c.mailFaults(), c.limitFaults()...)...)...)
}

func (c *config) tlsFaults() (faults []error) {
	fault := func(wrong bool, format string, args ...any) {
		if wrong {
			faults = append(faults, fmt.Errorf(format, args...))
		}
	}
	t := c.tls
	automatic := len(t.domains) > 0
	fault((t.cert == "") != (t.key == ""), "tls-cert and tls-key belong together: want both or none")
	fault(automatic && t.cert != "", "tls-domain and tls-cert: want one of them, a certificate is got or given")
	fault(!automatic && t.email != "", "tls-email: there is no tls-domain whose certificate it could be about")
	fault(!automatic && t.directory != "", "tls-directory: there is no tls-domain to get a certificate for")
	fault(!c.speaksTLS() && t.http != "", "tls-http: there is no TLS to send people on to: want tls-domain, or tls-cert and tls-key")
	fault(automatic && t.http == "none", "tls-http none: the authority looks for the proof over plain HTTP: want an address, :80 for the world")
	u, err := url.Parse(c.url)
	if c.url == "" || err != nil {
		return faults
	}
	fault(c.speaksTLS() && u.Scheme != "https", "url %s: the server speaks TLS: want https://%s", c.url, u.Host)
	fault(automatic && !slices.Contains(t.domains, u.Hostname()),
		"url %s: there is no certificate for %s: want one of the domains of tls-domain: %s", c.url, u.Hostname(), joined(t.domains))
	return faults
}

func (c *config) mailFaults() (faults []error) {
	s := c.smtp
	if s.addr == "" {
		for _, key := range []string{"smtp-from", "smtp-user", "smtp-password", "smtp-tls"} {
			if c.told(key) {
				faults = append(faults, fmt.Errorf("%s: there is no smtp-addr to send e-mail through", key))
			}
		}
		return faults
	}
	host, _, _ := net.SplitHostPort(s.addr)
	if host == "" {
		faults = append(faults, fmt.Errorf("smtp-addr %s: want the host of the mail server too", s.addr))
	}
	if c.url == "" {
		faults = append(faults, errors.New("smtp-addr: want url too: links in e-mail lead there"))
	}
	if s.from == "" {
		faults = append(faults, errors.New("smtp-addr: want smtp-from too, the sender of e-mail"))
	}
	if (s.user == "") != (s.password == "") {
		faults = append(faults, errors.New("smtp-user and smtp-password belong together: want both or none"))
	}
	if s.tls == mailPlain && !loopback(host) {
		faults = append(faults, fmt.Errorf("smtp-tls none: e-mail would cross the network in the open: want %s or %s", mailStartTLS, mailTLS))
	}
	return faults
}

func (c *config) limitFaults() (faults []error) {
	for _, s := range c.settings() {
		if strings.HasPrefix(s.key, "limits-") && c.unlimited && c.told(s.key) {
			faults = append(faults, fmt.Errorf("unlimited and %s: want one of them", s.key))
		}
	}
	return faults
}

// loopback reports whether a host is this machine.
func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}
