// SPDX-License-Identifier: Apache-2.0

package config

import (
	"errors"
	"fmt"
	"net"
	"net/mail"
	"net/netip"
	"net/url"
	"regexp"
	"strconv"
	"strings"
)

// check returns a parser that keeps a text; format is the error for a text that is not
// ok.
func check(format string, ok func(text string) bool) func(string) (string, error) {
	return func(text string) (string, error) {
		if !ok(text) {
			return "", fmt.Errorf(format, text)
		}
		return text, nil
	}
}

var (
	parseText   = check("want a text%.0s", notEmpty)
	parseFolder = check("folder: want a path%.0s", notEmpty)
	parseEmail  = check("email address %q: want one like cairn@example.org", func(text string) bool {
		_, err := mail.ParseAddress(text)
		return err == nil
	})
	// Which games there are is not known here.
	parseGame      = check("game %q: want the name of a game", notEmpty)
	parseDirectory = check("directory %q: want an address like https://acme.example.org/directory", func(text string) bool {
		_, ok := parseWeb(text)
		return ok
	})
	// The path of a webhook may be a secret, which the error must not show.
	parseWebhook = check("webhook-url: want an address like https://example.org/hook%.0s", func(text string) bool {
		u, ok := parseWeb(text)
		return ok && u.Fragment == ""
	})
	// The issuer stays exactly as the provider names itself.
	parseIssuer = check("issuer %q: want an address like https://login.example.org", func(text string) bool {
		u, ok := parseWeb(text)
		return ok && u.RawQuery == "" && u.Fragment == "" && (u.Scheme == "https" || loopback(u.Hostname()))
	})
)

func notEmpty(text string) bool { return text != "" }

func parseAddress(text string) (string, error) {
	host, port, err := net.SplitHostPort(text)
	number, numeric := strconv.ParseUint(port, 10, 16)
	if err != nil || numeric != nil {
		return "", fmt.Errorf("address %q: want a host and a port like 127.0.0.1:8080", text)
	}
	return net.JoinHostPort(host, strconv.FormatUint(number, 10)), nil
}

// parsePrivateAddress listens only on this machine unless the text names a host.
func parsePrivateAddress(text string) (string, error) {
	address, err := parseAddress(text)
	if strings.HasPrefix(address, ":") {
		address = "127.0.0.1" + address
	}
	return address, err
}

func orNone(parse func(string) (string, error)) func(string) (string, error) {
	return func(text string) (string, error) {
		if text == "none" {
			return text, nil
		}
		return parse(text)
	}
}

// domainForm is a name with at least one dot, as it is looked up in DNS.
var domainForm = regexp.MustCompile(`^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]*[a-z0-9]$`)

func parseDomain(text string) (string, error) {
	name := strings.ToLower(strings.TrimSuffix(text, "."))
	if _, err := netip.ParseAddr(name); err == nil || !domainForm.MatchString(name) {
		return "", fmt.Errorf("domain %q: want a name like play.example.org", text)
	}
	return name, nil
}

// parsePrefix reads a network, or an address as a network of its own.
func parsePrefix(text string) (netip.Prefix, error) {
	if address, err := netip.ParseAddr(text); err == nil {
		return netip.PrefixFrom(address, address.BitLen()), nil
	}
	prefix, err := netip.ParsePrefix(text)
	if err != nil {
		return netip.Prefix{}, fmt.Errorf("network %q: want one like 10.0.0.0/8, or an address", text)
	}
	return prefix.Masked(), nil
}

// parseWeb reads the URL of a web server; ok is false for any other text.
func parseWeb(text string) (u *url.URL, ok bool) {
	u, err := url.Parse(text)
	return u, err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != ""
}

// ParseURL reads the public address of a server: scheme and host only.
func ParseURL(text string) (string, error) {
	u, ok := parseWeb(text)
	if !ok || u.RawQuery != "" || u.Fragment != "" {
		return "", fmt.Errorf("url %q: want one like https://play.example.org", text)
	}
	if strings.Trim(u.Path, "/") != "" {
		return "", fmt.Errorf("url %q: want a host without a path", text)
	}
	return u.Scheme + "://" + u.Host, nil
}

// loopback reports whether a host is this machine.
func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// ParseDatabase checks the URL of a PostgreSQL database. The error does not show it,
// since it may hold a password.
func ParseDatabase(text string) (string, error) {
	const like = "like postgres://cairn@db.example.org/cairn"
	u, err := url.Parse(text)
	switch {
	case err != nil || u.Scheme != "postgres" && u.Scheme != "postgresql" || u.Opaque != "" || u.Fragment != "":
		return "", errors.New("database: want a URL " + like)
	case strings.Trim(u.Path, "/") == "" && !u.Query().Has("dbname"):
		return "", errors.New("database: want the name of the database too, " + like)
	}
	return text, nil
}

// ShowDatabase returns the URL of a database without its password.
func ShowDatabase(text string) string {
	u, err := url.Parse(text)
	if err != nil {
		return "(set)"
	}
	if query := u.Query(); query.Has("password") {
		query.Set("password", "xxxxx")
		u.RawQuery = query.Encode()
	}
	return u.Redacted()
}

// hasPassword reports whether the URL of a database holds a password.
func hasPassword(text string) bool {
	u, err := url.Parse(text)
	if err != nil {
		return false
	}
	_, set := u.User.Password()
	return set || u.Query().Has("password")
}

// WithPassword returns the URL of a database, checked and with database-password if
// it has none.
func (c *Config) WithPassword(text string) (string, error) {
	text, err := ParseDatabase(text)
	return withPassword(text, c.DatabasePassword), err
}

func withPassword(text, password string) string {
	u, err := url.Parse(text)
	if text == "" || password == "" || err != nil || hasPassword(text) {
		return text
	}
	u.User = url.UserPassword(u.User.Username(), password)
	return u.String()
}

// parseBus reads the URLs of NATS servers, divided by commas.
func parseBus(text string) (string, error) {
	all := strings.Split(text, ",")
	for i, one := range all {
		all[i] = strings.TrimSpace(one)
		u, err := url.Parse(all[i])
		if err != nil || u.Scheme != "nats" && u.Scheme != "tls" || u.Hostname() == "" || strings.Trim(u.Path, "/") != "" || u.RawQuery != "" || u.Fragment != "" {
			return "", errors.New("bus: want a URL like nats://nats.example.org:4222, or several divided by commas")
		}
	}
	return strings.Join(all, ","), nil
}

// showBus hides the passwords and tokens in URLs.
func showBus(text string) string {
	all := strings.Split(text, ",")
	for i, one := range all {
		u, err := url.Parse(one)
		if err != nil {
			return "(set)"
		}
		if u.User != nil {
			u.User = url.User("xxxxx")
		}
		all[i] = u.String()
	}
	return strings.Join(all, ",")
}
