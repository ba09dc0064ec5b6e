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
	"strings"

	"cairn/internal/limit"
)

// Config is the configuration of a server. Its fields are its settings, in the order
// in which they are shown. Tags say the key, the kind of the value (kinds; by default
// the key), the help, the key without which the setting has no effect (needs), and
// whether the value is secret: never shown, with KEY-file as the name of a file that
// holds it. The key of a struct begins the keys in it.
type Config struct {
	Addr             string         `key:"addr" kind:"address" help:"address to listen on; port 0 for any free port; :443 with TLS"`
	URL              string         `key:"url" help:"public address, if it differs from --addr"`
	Admin            string         `key:"admin" kind:"private address" help:"address for operators: /metrics, /debug/pprof/"`
	SSH              string         `key:"ssh" kind:"address" help:"address to play at by ssh; none without it"`
	Data             string         `key:"data" kind:"folder" help:"data folder of the server"`
	Database         string         `key:"database" help:"PostgreSQL instead of SQLite in the data folder, for several nodes: postgres://USER@HOST/NAME"`
	DatabasePassword string         `key:"database-password" kind:"text" help:"password of the database, if it is not in its URL" secret:"true" needs:"database"`
	Bus              string         `key:"bus" help:"NATS between the nodes of one database: nats://HOST:4222; several servers divided by commas" needs:"database"`
	LogFormat        string         `key:"log-format" help:"log format: text or json"`
	LogLevel         string         `key:"log-level" help:"lowest level to log: debug, info, warn or error; requests are info"`
	Proxies          []netip.Prefix `key:"trusted-proxies" kind:"network" help:"proxies whose X-Forwarded-For is trusted; may be repeated"`
	TLS              TLS            `key:"tls"`
	SMTP             SMTP           `key:"smtp"`
	EmailOptional    bool           `key:"email-optional" kind:"switch" help:"people may sign up without an email address"`
	Passkeys         bool           `key:"passkeys" kind:"switch" help:"log in with passkeys; needs --url"`
	OIDC             OIDC           `key:"oidc"`
	Webhook          Webhook        `key:"webhook"`
	Limits           limit.Limits   `key:"limits"`
	Unlimited        bool           `key:"unlimited" kind:"switch" help:"no limits at all, for measurements"`
	Thinkers         int            `key:"thinkers" help:"computer opponents that search at the same time"`
	Study            Study          `key:"study"`
	Hashing          int            `key:"hashing" help:"passwords hashed at the same time, 19 MiB each; by default half the number of processors"`

	file string           // that was read; empty for none
	from map[string]entry // where a value comes from, by key; no entry for a default
}

// TLS is how the server speaks TLS: not at all, with certificates obtained for
// Domains, or with the certificate in Cert and Key.
type TLS struct {
	Domains   []string `key:"domain" kind:"domain" help:"obtain a certificate for this domain from Let's Encrypt; may be repeated"`
	Email     string   `key:"email" kind:"email" help:"contact address for the certificate authority" needs:"tls-domain"`
	Directory string   `key:"directory" kind:"directory" help:"ACME directory of another certificate authority than Let's Encrypt" needs:"tls-domain"`
	Cert      string   `key:"cert" kind:"file" help:"certificate file, instead of --tls-domain"`
	Key       string   `key:"key" kind:"file" help:"key file of the certificate"`
	HTTP      string   `key:"http" kind:"optional address" help:"address that redirects plain HTTP to TLS, or none; :80 with --tls-domain"`
}

// SMTP is the server that sends mail; none if Addr is empty.
type SMTP struct {
	Addr     string `key:"addr" kind:"address" help:"SMTP server for outgoing email; no email without it"`
	TLS      string `key:"tls" help:"encryption: starttls, tls from the start, or none" needs:"smtp-addr"`
	From     string `key:"from" kind:"email" help:"sender of email" needs:"smtp-addr"`
	User     string `key:"user" kind:"text" help:"username at the SMTP server" needs:"smtp-addr"`
	Password string `key:"password" kind:"text" help:"password at the SMTP server" secret:"true" needs:"smtp-addr"`
}

// OIDC is the OpenID Connect provider at which people can log in; none if Issuer is
// empty.
type OIDC struct {
	Issuer  string   `key:"issuer" kind:"issuer" help:"OpenID Connect provider at which people can log in"`
	Client  string   `key:"client" kind:"text" help:"client id at the OpenID Connect provider" needs:"oidc-issuer"`
	Secret  string   `key:"secret" kind:"text" help:"client secret at the OpenID Connect provider" secret:"true" needs:"oidc-issuer"`
	Name    string   `key:"name" kind:"text" help:"name of the provider on the log-in button; by default its host" needs:"oidc-issuer"`
	Domains []string `key:"domains" kind:"domain" help:"domains of the email addresses that may log in at the provider; may be repeated" needs:"oidc-issuer"`
	Only    bool     `key:"only" kind:"switch" help:"no sign-up with a password, only at the provider" needs:"oidc-issuer"`
}

// Webhook is the address to which events are posted; none if URL is empty.
type Webhook struct {
	URL    string `key:"url" help:"address to which ended matches and reported users are posted as signed JSON"`
	Secret string `key:"secret" kind:"text" help:"secret that signs what is posted to webhook-url" secret:"true" needs:"webhook-url"`
}

// Study is the making of tables beside the server.
type Study struct {
	On       bool     `key:"" kind:"switch" help:"make missing tables of exact values beside the server"`
	Games    []string `key:"games" kind:"game" help:"games whose tables are made; by default all that can be; may be repeated" needs:"study"`
	Memory   Size     `key:"memory" kind:"size" help:"memory for making tables; by default half of the machine's, 8GiB at most" needs:"study"`
	Disk     Size     `key:"disk" kind:"size" help:"disk for tables" needs:"study"`
	Reserve  Size     `key:"reserve" kind:"size" help:"room on the disk that making tables leaves free" needs:"study"`
	Priority string   `key:"priority" help:"idle, which on Linux takes only the processor time that is left over, or normal" needs:"study"`
}

// The values of LogFormat and of Study.Priority.
const (
	LogText = "text"
	LogJSON = "json"

	StudyIdle   = "idle"
	StudyNormal = "normal"
)

// New returns the defaults for a data folder.
func New(data string) *Config {
	return &Config{
		Addr: "127.0.0.1:8080", Data: data, LogFormat: LogText, LogLevel: "info",
		Limits: limit.Default,
		SMTP:   SMTP{TLS: "starttls"},
		Study:  Study{Disk: 10 << 30, Reserve: 5 << 30, Priority: StudyIdle},
		from:   map[string]entry{},
	}
}

// complete sets the defaults that depend on other values.
func (c *Config) complete() {
	if c.SpeaksTLS() && !c.isSet("addr") {
		c.Addr = ":443"
	}
	c.Database = withPassword(c.Database, c.DatabasePassword)
	c.Hashing = cmp.Or(c.Hashing, max(1, runtime.GOMAXPROCS(0)/2)) // the services' own defaults
	c.Thinkers = cmp.Or(c.Thinkers, max(2, runtime.GOMAXPROCS(0)))
	if u, err := url.Parse(c.OIDC.Issuer); err == nil {
		c.OIDC.Name = cmp.Or(c.OIDC.Name, u.Hostname())
	}
	if len(c.TLS.Domains) > 0 {
		c.TLS.HTTP = cmp.Or(c.TLS.HTTP, ":80")
		c.URL = cmp.Or(c.URL, "https://"+c.TLS.Domains[0])
	}
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
func (c *Config) PlainHTTP() string { return strings.TrimPrefix(c.TLS.HTTP, "none") }

// Home returns the public address of the server, as far as it is known before
// the server listens.
func (c *Config) Home() string {
	return cmp.Or(c.URL, Scheme(c.SpeaksTLS())+Reachable(c.Addr, "localhost"))
}

// EffectiveLimits returns the limits that apply.
func (c *Config) EffectiveLimits() limit.Limits {
	if c.Unlimited {
		return limit.None
	}
	return c.Limits
}

// Tables returns the folder of solved tables.
func (c *Config) Tables() string { return filepath.Join(c.Data, "tables") }

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
