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

// validate reports all values that contradict each other.
func (c *Config) validate() error {
	return errors.Join(slices.Concat(c.nodeFaults(), c.tlsFaults(), c.mailFaults(), c.logInFaults(), c.limitFaults(), c.studyFaults(), c.webhookFaults())...)
}

func (c *Config) nodeFaults() (faults []error) {
	if c.Database == "" {
		for _, key := range []string{"database-password", "bus"} {
			if c.isSet(key) {
				faults = append(faults, fmt.Errorf("%s: has no effect without database", key))
			}
		}
	} else if c.isSet("database-password") && hasPassword(c.from["database"].text) {
		faults = append(faults, errors.New("database and database-password: want the password in one of them"))
	}
	return faults
}

func (c *Config) studyFaults() (faults []error) {
	if c.Study.On {
		return nil
	}
	for _, key := range []string{"study-games", "study-memory", "study-disk", "study-reserve", "study-priority"} {
		if c.isSet(key) {
			faults = append(faults, fmt.Errorf("%s: has no effect without study", key))
		}
	}
	return faults
}

// minSecret is the shortest secret of a webhook, in bytes.
const minSecret = 16

func (c *Config) webhookFaults() (faults []error) {
	switch {
	case c.Webhook.URL == "" && c.isSet("webhook-secret"):
		faults = append(faults, errors.New("webhook-secret: has no effect without webhook-url"))
	case c.Webhook.URL != "" && len(c.Webhook.Secret) < minSecret:
		faults = append(faults, fmt.Errorf("webhook-url: want webhook-secret-file too, with a secret of %d characters at least", minSecret))
	}
	return faults
}

func (c *Config) tlsFaults() (faults []error) {
	fault := func(wrong bool, format string, args ...any) {
		if wrong {
			faults = append(faults, fmt.Errorf(format, args...))
		}
	}
	t := c.TLS
	automatic := len(t.Domains) > 0
	fault((t.Cert == "") != (t.Key == ""), "tls-cert and tls-key: want both or neither")
	fault(automatic && t.Cert != "", "tls-domain and tls-cert: want only one of them")
	fault(!automatic && t.Email != "", "tls-email: has no effect without tls-domain")
	fault(!automatic && t.Directory != "", "tls-directory: has no effect without tls-domain")
	fault(!c.SpeaksTLS() && t.HTTP != "", "tls-http: has no effect without tls-domain, or tls-cert and tls-key")
	fault(automatic && t.HTTP == "none", "tls-http none: the certificate authority checks the domain over plain HTTP: want an address, :80 on the internet")
	u, err := url.Parse(c.URL)
	if c.URL == "" || err != nil {
		return faults
	}
	fault(c.SpeaksTLS() && u.Scheme != "https", "url %s: the server speaks TLS: want https://%s", c.URL, u.Host)
	fault(automatic && !slices.Contains(t.Domains, u.Hostname()),
		"url %s: tls-domain has no %s: want one of %s", c.URL, u.Hostname(), strings.Join(t.Domains, ", "))
	return faults
}

func (c *Config) mailFaults() (faults []error) {
	s := c.SMTP
	if s.Addr == "" {
		for _, key := range []string{"smtp-from", "smtp-user", "smtp-password", "smtp-tls"} {
			if c.isSet(key) {
				faults = append(faults, fmt.Errorf("%s: has no effect without smtp-addr", key))
			}
		}
		return faults
	}
	host, _, _ := net.SplitHostPort(s.Addr)
	if host == "" {
		faults = append(faults, fmt.Errorf("smtp-addr %s: want the host of the SMTP server too", s.Addr))
	}
	if c.URL == "" {
		faults = append(faults, errors.New("smtp-addr: want url too, for the links in email"))
	}
	if s.From == "" {
		faults = append(faults, errors.New("smtp-addr: want smtp-from too, the sender of email"))
	}
	if (s.User == "") != (s.Password == "") {
		faults = append(faults, errors.New("smtp-user and smtp-password: want both or neither"))
	}
	if s.TLS == mailPlain && !loopback(host) {
		faults = append(faults, fmt.Errorf("smtp-tls none: email would cross the network unencrypted: want %s or %s", mailStartTLS, mailTLS))
	}
	return faults
}

func (c *Config) logInFaults() (faults []error) {
	u, err := url.Parse(c.URL)
	if c.Passkeys && (err != nil || net.ParseIP(u.Hostname()) != nil || u.Hostname() == "" || u.Scheme != "https" && u.Hostname() != "localhost") {
		faults = append(faults, errors.New("passkeys: browsers bind them to a name and want TLS: want url like https://play.example.org"))
	}
	if c.OIDC.Issuer == "" {
		for _, key := range []string{"oidc-client", "oidc-secret", "oidc-name", "oidc-domains", "oidc-only"} {
			if c.isSet(key) {
				faults = append(faults, fmt.Errorf("%s: has no effect without oidc-issuer", key))
			}
		}
		return faults
	}
	if c.OIDC.Client == "" {
		faults = append(faults, errors.New("oidc-issuer: want oidc-client too"))
	}
	if c.URL == "" {
		faults = append(faults, errors.New("oidc-issuer: want url too, to which the provider sends browsers back"))
	}
	return faults
}

func (c *Config) limitFaults() (faults []error) {
	for _, s := range c.settings() {
		if strings.HasPrefix(s.key, "limits-") && c.Unlimited && c.isSet(s.key) {
			faults = append(faults, fmt.Errorf("unlimited and %s: want only one of them", s.key))
		}
	}
	return faults
}

// loopback reports whether a host is this machine.
func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}
