// SPDX-License-Identifier: Apache-2.0

package main

// text is a value that is told as text. It is pflag.Value by another name.
type text interface {
	Set(text string) error
	String() string
	Type() string
}

// setting is one thing that can be told, under one name everywhere: smtp-addr in
// the file, or addr below smtp; CAIRN_SMTP_ADDR; --smtp-addr.
type setting struct {
	key    string
	value  text
	help   string
	words  []string // all there are, if they are few
	secret bool     // never shown, no flag; KEY-file names a file that holds it
	list   bool     // several, with commas between them
}

// secretFile is what the key of a secret ends with when its value is the name of
// a file.
const secretFile = "-file"

// settings returns all there are, bound to this configuration.
func (c *config) settings() []setting {
	l, s := &c.limits, &c.smtp
	return []setting{
		{key: "addr", value: addressValue(&c.addr, false), help: "listen here; port 0 for any that is free; :443 with TLS"},
		{key: "url", value: urlValue(&c.url), help: "address that people use, if another than --addr"},
		{key: "admin", value: addressValue(&c.admin, true), help: "answer operators here: /metrics, /debug/pprof/"},
		{key: "data", value: folderValue(&c.data), help: "folder that holds everything the server keeps"},
		{key: "log-format", value: wordValue(&c.logFormat, "log format", "FORMAT", logFormats), help: "log as text or json", words: logFormats},
		{key: "log-level", value: wordValue(&c.logLevel, "log level", "LEVEL", logLevels), help: "log from debug, info, warn or error on; requests are info", words: logLevels},
		{key: "trusted-proxies", value: list(&c.proxies, parsePrefix, "NETWORK"), help: "believe these proxies about the addresses of clients; may be repeated", list: true},

		{key: "tls-domain", value: list(&c.tls.domains, parseDomain, "DOMAIN"), help: "get a certificate for this domain by itself; may be repeated", list: true},
		{key: "tls-email", value: mailValue(&c.tls.email), help: "where the authority writes to about certificates"},
		{key: "tls-directory", value: directoryValue(&c.tls.directory), help: "authority for certificates, another than Let's Encrypt"},
		{key: "tls-cert", value: fileValue(&c.tls.cert), help: "file with a certificate of one's own"},
		{key: "tls-key", value: fileValue(&c.tls.key), help: "file with its key"},
		{key: "tls-http", value: portValue(&c.tls.http), help: "send plain HTTP from here on to TLS; none for nowhere; :80 with --tls-domain"},

		{key: "smtp-addr", value: addressValue(&s.addr, false), help: "send e-mail through this server; without it none is sent"},
		{key: "smtp-tls", value: wordValue(&s.tls, "smtp-tls", "KIND", mailKinds), help: "how: starttls, tls from the start, or none", words: mailKinds},
		{key: "smtp-from", value: mailValue(&s.from), help: "sender of e-mail"},
		{key: "smtp-user", value: nameValue(&s.user), help: "log in to the mail server by this name"},
		{key: "smtp-password", value: nameValue(&s.password), help: "password for that", secret: true},

		{key: "limits-signup", value: limitValue(&l.signUp), help: "new accounts from one address"},
		{key: "limits-login", value: limitValue(&l.logIn), help: "attempts to log in from one address"},
		{key: "limits-account", value: limitValue(&l.account), help: "attempts at one account, from anywhere"},
		{key: "limits-code", value: limitValue(&l.code), help: "codes of the second step tried at one account"},
		{key: "limits-reset", value: limitValue(&l.reset), help: "links for a new password, asked for from one address"},
		{key: "limits-join", value: limitValue(&l.join), help: "attempts to join by id from one address"},
		{key: "limits-create", value: limitValue(&l.create), help: "seeks, matches, uploads and exports of one person"},
		{key: "limits-command", value: limitValue(&l.command), help: "moves and other deeds of one person in matches"},
		{key: "limits-streams-person", value: countValue(&l.streams.Person, maxIdle), help: "pages of one person that look on at the same time; 0 for any number"},
		{key: "limits-streams-address", value: countValue(&l.streams.Address, maxIdle), help: "the same from one address"},
		{key: "unlimited", value: switchValue(&c.unlimited), help: "lift all limits: for measurements"},
		{key: "thinkers", value: amountValue(&c.thinkers, 1024), help: "computer opponents that think at the same time"},
		{key: "hashing", value: amountValue(&c.hashing, 256), help: "passwords checked at the same time, 19 MiB each; by default half as many as processors"},
	}
}
