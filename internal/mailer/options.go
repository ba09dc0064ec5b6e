// SPDX-License-Identifier: Apache-2.0

package mailer

import (
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	netmail "net/mail"
	"strings"
	"time"
)

// Security says how the connection to the server is kept from being read. Its
// texts are what a configuration says.
type Security string

// The kinds of security; an empty Security is StartTLS.
const (
	StartTLS Security = "starttls" // begins in the clear and must go on in TLS; mostly port 587
	TLS      Security = "tls"      // TLS from the first byte; mostly port 465
	None     Security = "none"     // in the clear; only to this machine
)

// DefaultTimeout is how long a letter may take.
const DefaultTimeout = 30 * time.Second

// Options say which server takes the letters and who writes them.
type Options struct {
	Addr     string // host and port of the server
	User     string // empty where the server wants no log-in
	Password string
	From     string // an address, or a name and an address as in: Cairn <noreply@example.org>
	TLS      Security
	Timeout  time.Duration  // for one letter, from dialling to the end; 0 for DefaultTimeout
	RootCAs  *x509.CertPool // who may vouch for the server; nil for those of the system
}

// New returns a Sender, or an error that says which option is wrong. It does not
// talk to the server.
func New(o Options) (*Sender, error) {
	host, port, err := net.SplitHostPort(o.Addr)
	if err != nil || host == "" || port == "" {
		return nil, fmt.Errorf("mail: server %q, want host:port", o.Addr)
	}
	from, err := parseFrom(o.From)
	if err != nil {
		return nil, err
	}
	if (o.User == "") != (o.Password == "") {
		return nil, errors.New("mail: user and password go together, got only one of them")
	}
	if o.Timeout < 0 {
		return nil, fmt.Errorf("mail: timeout %v, want more than nothing", o.Timeout)
	}
	switch o.TLS {
	case StartTLS, TLS:
	case "":
		o.TLS = StartTLS
	case None:
		if !loopback(host) {
			return nil, fmt.Errorf("mail: %q without TLS would let others read the letters; want starttls or tls", host)
		}
	default:
		return nil, fmt.Errorf("mail: security %q, want starttls, tls or none", o.TLS)
	}
	if o.Timeout == 0 {
		o.Timeout = DefaultTimeout
	}
	return &Sender{options: o, host: host, from: from}, nil
}

func parseFrom(text string) (*netmail.Address, error) {
	from, err := netmail.ParseAddress(text)
	if err != nil || strings.ContainsAny(text, "\r\n") || !isASCII(from.Address) {
		return nil, fmt.Errorf("mail: sender %q, want an address or a name <address>", text)
	}
	return from, nil
}

// loopback reports whether a host is this machine.
func loopback(host string) bool {
	return host == "localhost" || net.ParseIP(host).IsLoopback()
}
