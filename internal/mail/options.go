// SPDX-License-Identifier: Apache-2.0

package mail

import (
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	netmail "net/mail"
	"strings"
	"time"
)

// Security is how the connection to the server is encrypted. Its values are options of
// the configuration.
type Security string

// The kinds of security; an empty Security is StartTLS.
const (
	StartTLS Security = "starttls" // unencrypted at first, then TLS or nothing; usually port 587
	TLS      Security = "tls"      // TLS from the first byte; usually port 465
	None     Security = "none"     // unencrypted; only to this machine
)

// DefaultTimeout bounds the sending of one message.
const DefaultTimeout = 30 * time.Second

// Options name the server and the sender.
type Options struct {
	Addr     string // host and port of the server
	User     string // empty if the server needs no log-in
	Password string
	From     string // an address, or a name and an address as in: Cairn <noreply@example.org>
	TLS      Security
	Timeout  time.Duration  // for one message, from dialling to the end; 0 for DefaultTimeout
	RootCAs  *x509.CertPool // authorities to trust; nil for the authorities of the system
}

// New returns a Sender, or an error that names the wrong option. It does not
// connect to the server.
func New(o Options) (*Sender, error) {
	host, port, err := splitAddr(o.Addr)
	if err != nil {
		return nil, err
	}
	from, err := parseFrom(o.From)
	if err != nil {
		return nil, err
	}
	if (o.User == "") != (o.Password == "") {
		return nil, errors.New("mail: user and password go together, got only one of them")
	}
	if o.Timeout < 0 {
		return nil, fmt.Errorf("mail: timeout %v, want a positive time", o.Timeout)
	}
	switch o.TLS {
	case StartTLS, TLS:
	case "":
		o.TLS = StartTLS
	case None:
		if !loopback(host) {
			return nil, fmt.Errorf("mail: %q without TLS would send mail unencrypted; want starttls or tls", host)
		}
	default:
		return nil, fmt.Errorf("mail: security %q, want starttls, tls or none", o.TLS)
	}
	if o.Timeout == 0 {
		o.Timeout = DefaultTimeout
	}
	return &Sender{options: o, host: host, port: port, from: from}, nil
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
