// SPDX-License-Identifier: Apache-2.0

package mail_test

import (
	"strings"
	"testing"

	"cairn/internal/mail"
)

func TestOptions(t *testing.T) {
	good := mail.Options{Addr: "mail.example.org:587", User: "cairn", Password: "secret", From: "noreply@example.org", TLS: mail.StartTLS}
	for _, c := range []struct {
		name   string
		change func(*mail.Options)
		want   string // part of the error; empty for none
	}{
		{"good", func(*mail.Options) {}, ""},
		{"TLS not said", func(o *mail.Options) { o.TLS = "" }, ""},
		{"TLS at once", func(o *mail.Options) { o.TLS = mail.TLS }, ""},
		{"no log-in", func(o *mail.Options) { o.User, o.Password = "", "" }, ""},
		{"a named sender", func(o *mail.Options) { o.From = "Cairn <noreply@example.org>" }, ""},
		{"no TLS to this machine", func(o *mail.Options) { o.TLS, o.Addr = mail.None, "localhost:25" }, ""},
		{"no TLS to this machine, IPv4", func(o *mail.Options) { o.TLS, o.Addr = mail.None, "127.0.0.1:25" }, ""},
		{"no TLS to this machine, IPv6", func(o *mail.Options) { o.TLS, o.Addr = mail.None, "[::1]:25" }, ""},
		{"no TLS to another machine", func(o *mail.Options) { o.TLS = mail.None }, "want starttls or tls"},
		{"no TLS to another address", func(o *mail.Options) { o.TLS, o.Addr = mail.None, "192.0.2.1:25" }, "want starttls or tls"},
		{"no TLS to a name that begins so", func(o *mail.Options) { o.TLS, o.Addr = mail.None, "localhost.example.org:25" }, "want starttls or tls"},
		{"unknown security", func(o *mail.Options) { o.TLS = "ssl" }, `security "ssl", want starttls, tls or none`},
		{"no server", func(o *mail.Options) { o.Addr = "" }, "want host:port"},
		{"no port", func(o *mail.Options) { o.Addr = "mail.example.org" }, "want host:port"},
		{"an empty port", func(o *mail.Options) { o.Addr = "mail.example.org:" }, "want host:port"},
		{"no host", func(o *mail.Options) { o.Addr = ":25" }, "want host:port"},
		{"no sender", func(o *mail.Options) { o.From = "" }, "want an address"},
		{"a sender that is none", func(o *mail.Options) { o.From = "cairn" }, "want an address"},
		{"a sender with a header", func(o *mail.Options) { o.From = "noreply@example.org\r\n Bcc: x" }, "want an address"},
		{"a sender folded over two lines", func(o *mail.Options) { o.From = "Cairn\r\n <noreply@example.org>" }, "want an address"},
		{"a sender beyond ASCII", func(o *mail.Options) { o.From = "não@example.org" }, "want an address"},
		{"user without password", func(o *mail.Options) { o.Password = "" }, "go together"},
		{"password without user", func(o *mail.Options) { o.User = "" }, "go together"},
		{"negative timeout", func(o *mail.Options) { o.Timeout = -1 }, "timeout"},
	} {
		t.Run(c.name, func(t *testing.T) {
			options := good
			c.change(&options)
			_, err := mail.New(options)
			switch {
			case c.want == "" && err != nil:
				t.Errorf("got %v, want no error", err)
			case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
				t.Errorf("got %v, want %q in it", err, c.want)
			case err != nil && strings.Contains(err.Error(), "secret"):
				t.Errorf("got the password in %v", err)
			}
		})
	}
}
