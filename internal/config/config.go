// SPDX-License-Identifier: Apache-2.0

// Package config holds the settings of a server and reads them in layers:
// defaults, a YAML file, variables of the environment, flags. A later layer
// overrides an earlier one. Every setting has one key: "smtp-addr" is
// CAIRN_SMTP_ADDR in the environment and --smtp-addr on the command line.
//
// The package starts nothing and opens nothing but the files of settings and
// secrets; it does not check whether addresses are free or folders exist.
package config

import (
	"cmp"
	"net"
	"net/netip"
	"net/url"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"cairn/internal/web"
)

// Config is the configuration of a server.
type Config struct {
	Addr      string // of the web pages
	Admin     string // of metrics and profiles; empty for none
	SSH       string // of play by SSH; empty for none
	Data      string // folder
	Database  string // PostgreSQL as a URL, with its password; empty for SQLite in Data
	Bus       string // NATS as a URL, or several divided by commas; empty for none
	URL       string // public address; empty if it is Addr
	LogFormat string
	LogLevel  string
	Unlimited bool       // ignore Limits
	Limits    web.Limits // of requests and streams
	TLS       TLS
	Proxies   []netip.Prefix // proxies whose X-Forwarded-For is trusted
	SMTP      SMTP
	Passkeys  bool // log-in with passkeys
	OIDC      OIDC
	Thinkers  int // concurrent searches
	Hashing   int // concurrent password hashes
	Study     Study
	Webhook   Webhook

	password string           // of Database, if it is not in its URL
	from     map[string]entry // where a value comes from, by key; none for defaults
}

// TLS is how the server speaks TLS: not at all, with certificates obtained for
// Domains, or with the certificate in Cert and Key.
type TLS struct {
	Domains   []string
	Email     string // contact for the certificate authority
	Directory string // ACME directory of the authority; Let's Encrypt if empty
	Cert, Key string // files
	HTTP      string // address that redirects plain HTTP to TLS; "none" for none
}

// Study is the making of tables beside the server.
type Study struct {
	On       bool
	Games    []string // names; all games if empty
	Memory   Size     // half of the machine's if 0, 8 GiB at most
	Disk     Size     // of all tables
	Reserve  Size     // stays free on the disk
	Priority string   // StudyIdle or StudyNormal
}

// The priorities of making tables.
const (
	StudyIdle   = "idle"
	StudyNormal = "normal"
)

var studyPriorities = []string{StudyIdle, StudyNormal}

// SMTP is the server that sends mail; none if Addr is empty.
type SMTP struct{ Addr, User, Password, From, TLS string }

// OIDC is the OpenID Connect provider at which people can log in; none if Issuer is
// empty.
type OIDC struct {
	Issuer, Client, Secret string
	Name                   string   // of the provider, as people know it
	Domains                []string // of the email addresses that may log in; empty for all
	Only                   bool     // no sign-up with a password
}

// Webhook is the address to which events are posted; none if URL is empty.
type Webhook struct {
	URL    string // its path may be a secret
	Secret string // that signs the requests
}

// The formats of the log.
const (
	LogText = "text"
	LogJSON = "json"
)

var (
	logFormats = []string{LogText, LogJSON}
	logLevels  = []string{"debug", "info", "warn", "error"}
)

// The kinds of connection to a mail server: STARTTLS, TLS from the start,
// unencrypted.
const (
	mailStartTLS = "starttls"
	mailTLS      = "tls"
	mailPlain    = "none"
)

var mailKinds = []string{mailStartTLS, mailTLS, mailPlain}

// New returns the defaults for a data folder.
func New(data string) *Config {
	return &Config{
		Addr: "127.0.0.1:8080", Data: data, LogFormat: LogText, LogLevel: "info",
		Limits: web.DefaultLimits,
		SMTP:   SMTP{TLS: mailStartTLS},
		Study:  Study{Disk: 10 << 30, Reserve: 5 << 30, Priority: StudyIdle},
		from:   map[string]entry{},
	}
}

// complete sets the defaults that depend on other values.
func (c *Config) complete() {
	if c.SpeaksTLS() && !c.isSet("addr") {
		c.Addr = ":443"
	}
	c.Database = withPassword(c.Database, c.password)
	if c.Hashing == 0 {
		c.Hashing = max(1, runtime.GOMAXPROCS(0)/2) // the service's own default
	}
	if c.Thinkers == 0 {
		c.Thinkers = max(2, runtime.GOMAXPROCS(0)) // the service's own default
	}
	if u, err := url.Parse(c.OIDC.Issuer); c.OIDC.Name == "" && err == nil {
		c.OIDC.Name = u.Hostname()
	}
	if len(c.TLS.Domains) == 0 {
		return
	}
	if c.TLS.HTTP == "" {
		c.TLS.HTTP = ":80"
	}
	if c.URL == "" {
		c.URL = "https://" + c.TLS.Domains[0]
	}
}

// isSet reports whether a key was set by a file, a variable or a flag.
func (c *Config) isSet(key string) bool {
	_, set := c.from[key]
	return set
}

// SpeaksTLS reports whether the server itself speaks TLS.
func (c *Config) SpeaksTLS() bool { return len(c.TLS.Domains) > 0 || c.TLS.Cert != "" }

// Secure reports whether users connect over TLS, to this server or to a proxy.
func (c *Config) Secure() bool { return c.SpeaksTLS() || strings.HasPrefix(c.URL, "https://") }

// ProxyHidesClients reports whether all visitors seem to come from one address: a
// proxy speaks TLS in front of the server and is not trusted.
func (c *Config) ProxyHidesClients() bool {
	return strings.HasPrefix(c.URL, "https://") && !c.SpeaksTLS() && len(c.Proxies) == 0
}

// PlainHTTP returns the address that redirects plain HTTP to TLS, empty for none.
func (c *Config) PlainHTTP() string {
	if c.TLS.HTTP == "none" {
		return ""
	}
	return c.TLS.HTTP
}

// Home returns the public address of the server, as far as it is known before
// the server listens.
func (c *Config) Home() string {
	return cmp.Or(c.URL, Scheme(c.SpeaksTLS())+Reachable(c.Addr, "localhost"))
}

// WebLimits returns the limits that apply.
func (c *Config) WebLimits() web.Limits {
	if c.Unlimited {
		return web.NoLimits
	}
	return c.Limits
}

// Tables returns the folder of solved tables.
func (c *Config) Tables() string { return filepath.Join(c.Data, "tables") }

// Row is a setting as it is shown.
type Row struct {
	Key   string `json:"key"`
	Value string `json:"value"`
	From  Layer  `json:"from"`
	Where string `json:"where"` // empty for a default
}

// Rows returns every setting, without the values of secrets.
func (c *Config) Rows() []Row {
	var rows []Row
	for _, s := range c.settings() {
		e := c.from[s.key]
		row := Row{Key: s.key, Value: s.value.String(), From: cmp.Or(e.layer, ByDefault), Where: e.place}
		if s.secret && row.Value != "" {
			row.Value = "(set)"
		}
		rows = append(rows, row)
	}
	return rows
}

// SecretsInFile returns the keys of secrets that stand in the configuration file
// itself, and the path of that file.
func (c *Config) SecretsInFile() (keys []string, file string) {
	for _, s := range c.settings() {
		e := c.from[s.key]
		switch {
		case e.layer != ByFile || e.key != s.key:
		case s.secret:
			keys, file = append(keys, s.key), e.file
		case s.key == "database" && hasPassword(e.text):
			keys, file = append(keys, s.key+"-password"), e.file
		}
	}
	return keys, file
}

// find returns the setting of a key.
func (c *Config) find(key string) (setting, bool) {
	all := c.settings()
	i := slices.IndexFunc(all, func(s setting) bool { return s.key == key })
	if i < 0 {
		return setting{}, false
	}
	return all[i], true
}

// Scheme returns "https://" or "http://".
func Scheme(secure bool) string {
	if secure {
		return "https://"
	}
	return "http://"
}

// Reachable returns the address at which this machine reaches a server that
// listens on the given address. If that is on all hosts, the host is here.
func Reachable(address, here string) string {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return address
	}
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = here
	}
	return net.JoinHostPort(host, port)
}
