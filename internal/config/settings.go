// SPDX-License-Identifier: Apache-2.0

package config

// text is a value that is set and shown as text; a pflag.Value.
type text interface {
	Set(text string) error
	String() string
	Type() string
}

// setting is one setting of a Config.
type setting struct {
	key    string
	value  text
	help   string
	words  []string // all possible values, if they are few
	secret bool     // never shown; KEY-file names a file that holds it
	hidden bool     // URLs that may hold a password, which is never shown
	list   bool     // comma-separated values
}

// secretFile ends the key that names a file with a secret.
const secretFile = "-file"

// maxStreams bounds the limits of streams and connections.
const maxStreams = 1_000_000

// settings returns all settings, bound to this configuration.
func (c *Config) settings() []setting {
	l, o, s, t := &c.Limits, &c.OIDC, &c.SMTP, &c.TLS
	return []setting{
		{key: "addr", value: AddressValue(&c.Addr, false), help: "address to listen on; port 0 for any free port; :443 with TLS"},
		{key: "url", value: URLValue(&c.URL), help: "public address, if it differs from --addr"},
		{key: "admin", value: AddressValue(&c.Admin, true), help: "address for operators: /metrics, /debug/pprof/"},
		{key: "ssh", value: AddressValue(&c.SSH, false), help: "address to play at by ssh; none without it"},
		{key: "data", value: FolderValue(&c.Data), help: "data folder of the server"},
		{key: "database", value: databaseValue(&c.Database), help: "PostgreSQL instead of SQLite in the data folder, for several nodes: postgres://USER@HOST/NAME", hidden: true},
		{key: "database-password", value: textValue(&c.password), help: "password of the database, if it is not in its URL", secret: true},
		{key: "bus", value: busValue(&c.Bus), help: "NATS between the nodes of one database: nats://HOST:4222; several servers divided by commas", hidden: true},
		{key: "log-format", value: wordValue(&c.LogFormat, "log format", "FORMAT", logFormats), help: "log format: text or json", words: logFormats},
		{key: "log-level", value: wordValue(&c.LogLevel, "log level", "LEVEL", logLevels), help: "lowest level to log: debug, info, warn or error; requests are info", words: logLevels},
		{key: "trusted-proxies", value: listValue(&c.Proxies, parsePrefix, "NETWORK"), help: "proxies whose X-Forwarded-For is trusted; may be repeated", list: true},

		{key: "tls-domain", value: listValue(&t.Domains, parseDomain, "DOMAIN"), help: "obtain a certificate for this domain from Let's Encrypt; may be repeated", list: true},
		{key: "tls-email", value: mailValue(&t.Email), help: "contact address for the certificate authority"},
		{key: "tls-directory", value: directoryValue(&t.Directory), help: "ACME directory of another certificate authority than Let's Encrypt"},
		{key: "tls-cert", value: FileValue(&t.Cert), help: "certificate file, instead of --tls-domain"},
		{key: "tls-key", value: FileValue(&t.Key), help: "key file of the certificate"},
		{key: "tls-http", value: optionalAddressValue(&t.HTTP), help: "address that redirects plain HTTP to TLS, or none; :80 with --tls-domain"},

		{key: "smtp-addr", value: AddressValue(&s.Addr, false), help: "SMTP server for outgoing email; no email without it"},
		{key: "smtp-tls", value: wordValue(&s.TLS, "smtp-tls", "KIND", mailKinds), help: "encryption: starttls, tls from the start, or none", words: mailKinds},
		{key: "smtp-from", value: mailValue(&s.From), help: "sender of email"},
		{key: "smtp-user", value: textValue(&s.User), help: "username at the SMTP server"},
		{key: "smtp-password", value: textValue(&s.Password), help: "password at the SMTP server", secret: true},

		{key: "passkeys", value: switchValue(&c.Passkeys), help: "log in with passkeys; needs --url"},
		{key: "oidc-issuer", value: issuerValue(&o.Issuer), help: "OpenID Connect provider at which people can log in"},
		{key: "oidc-client", value: textValue(&o.Client), help: "client id at the OpenID Connect provider"},
		{key: "oidc-secret", value: textValue(&o.Secret), help: "client secret at the OpenID Connect provider", secret: true},
		{key: "oidc-name", value: textValue(&o.Name), help: "name of the provider on the log-in button; by default its host"},
		{key: "oidc-domains", value: listValue(&o.Domains, parseDomain, "DOMAIN"), help: "domains of the email addresses that may log in at the provider; may be repeated", list: true},
		{key: "oidc-only", value: switchValue(&o.Only), help: "no sign-up with a password, only at the provider"},

		{key: "webhook-url", value: webhookValue(&c.Webhook.URL), help: "address to which ended matches and reported users are posted as signed JSON", hidden: true},
		{key: "webhook-secret", value: textValue(&c.Webhook.Secret), help: "secret that signs what is posted to webhook-url", secret: true},

		{key: "limits-signup", value: limitValue(&l.SignUp), help: "new accounts from one address"},
		{key: "limits-login", value: limitValue(&l.LogIn), help: "log-in attempts from one address, and separately to change accounts"},
		{key: "limits-account", value: limitValue(&l.Account), help: "log-in attempts for one account from one address, or in a browser that has logged in before"},
		{key: "limits-code", value: limitValue(&l.Code), help: "attempts at two-factor codes for one account"},
		{key: "limits-reset", value: limitValue(&l.Reset), help: "password resets requested from one address"},
		{key: "limits-join", value: limitValue(&l.Join), help: "attempts to join by id from one address"},
		{key: "limits-create", value: limitValue(&l.Create), help: "seeks, matches and exports of one user; four times as many of one address"},
		{key: "limits-upload", value: limitValue(&l.Upload), help: "records uploaded by one user; four times as many of one address"},
		{key: "limits-token", value: limitValue(&l.Token), help: "requests to the API with one token, or from one address without one"},
		{key: "limits-command", value: limitValue(&l.Command), help: "moves and other commands of one user in matches"},
		{key: "limits-streams-person", value: CountValue(&l.Streams.Person, maxStreams), help: "live streams of one user at the same time; 0 for any number"},
		{key: "limits-streams-address", value: CountValue(&l.Streams.Address, maxStreams), help: "live streams from one address at the same time; 0 for any number"},
		{key: "limits-connections", value: CountValue(&l.Connections, maxStreams), help: "open connections from one address; 0 for any number"},
		{key: "unlimited", value: switchValue(&c.Unlimited), help: "no limits at all, for measurements"},
		{key: "thinkers", value: positiveValue(&c.Thinkers, 1024), help: "computer opponents that search at the same time"},
		{key: "study", value: switchValue(&c.Study.On), help: "make missing tables of exact values beside the server"},
		{key: "study-games", value: listValue(&c.Study.Games, parseGame, "GAME"), help: "games whose tables are made; by default all that can be; may be repeated", list: true},
		{key: "study-memory", value: SizeValue(&c.Study.Memory), help: "memory for making tables; by default half of the machine's, 8GiB at most"},
		{key: "study-disk", value: SizeValue(&c.Study.Disk), help: "disk for tables"},
		{key: "study-reserve", value: SizeValue(&c.Study.Reserve), help: "room on the disk that making tables leaves free"},
		{key: "study-priority", value: wordValue(&c.Study.Priority, "study-priority", "PRIORITY", studyPriorities), help: "idle, which on Linux takes only the processor time that is left over, or normal", words: studyPriorities},
		{key: "hashing", value: positiveValue(&c.Hashing, 256), help: "passwords hashed at the same time, 19 MiB each; by default half the number of processors"},
	}
}
