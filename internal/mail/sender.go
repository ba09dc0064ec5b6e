// SPDX-License-Identifier: Apache-2.0

package mail

import (
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	netmail "net/mail"
	"strconv"
	"strings"
	"time"

	gomail "github.com/wneessen/go-mail"
)

// Sender sends messages, each over its own connection. It is safe for concurrent
// use.
type Sender struct {
	options Options
	host    string
	port    int
	from    *netmail.Address
}

// Send hands one message to the server, within the time limits of the context and
// the options. If it returns nil, the server has accepted the message. An error
// may contain the recipient's address, as the server repeats it.
func (s *Sender) Send(ctx context.Context, m Message) error {
	if err := m.check(); err != nil {
		return err
	}
	msg, err := m.build(s.from)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, s.options.Timeout)
	defer cancel()
	err = s.deliver(ctx, m.To, msg)
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return fmt.Errorf("mail: %w: %w", ctx.Err(), err)
	}
	return fmt.Errorf("mail: %w", err)
}

func (s *Sender) deliver(ctx context.Context, to string, msg *gomail.Msg) error {
	client, err := s.client(ctx)
	if err != nil {
		return err
	}
	session, err := client.DialToSMTPClientWithContext(ctx)
	if err != nil {
		return fmt.Errorf("connect: %w", err)
	}
	if ok, _ := session.Extension("SMTPUTF8"); !ok && !isASCII(to) {
		return errors.Join(fmt.Errorf("%w: the server accepts only ASCII addresses", ErrMessage), client.CloseWithSMTPClient(session))
	}
	if err := client.SendWithSMTPClient(session, msg); err != nil {
		return err
	}
	_ = client.CloseWithSMTPClient(session) // the server has accepted the message
	return nil
}

// client returns a client for one connection. The connection is closed when ctx
// ends: go-mail itself watches the context only while it dials.
func (s *Sender) client(ctx context.Context) (*gomail.Client, error) {
	config := &tls.Config{ServerName: s.host, RootCAs: s.options.RootCAs, MinVersion: tls.VersionTLS12}
	options := []gomail.Option{
		gomail.WithPort(s.port), gomail.WithTimeout(s.options.Timeout + time.Second), // ctx ends first
		gomail.WithHELO(domain(s.from.Address)),
		gomail.WithTLSConfig(config), gomail.WithTLSPolicy(gomail.NoTLS), gomail.WithoutNoop(), gomail.WithoutRset(),
		gomail.WithDialContextFunc(func(dialling context.Context, network, address string) (net.Conn, error) {
			conn, err := (&net.Dialer{}).DialContext(dialling, network, address)
			if err != nil {
				return nil, err
			}
			context.AfterFunc(ctx, func() { _ = conn.Close() })
			if s.options.TLS == TLS {
				return tls.Client(conn, config), nil
			}
			return conn, nil
		}),
	}
	if s.options.TLS == StartTLS {
		options = append(options, gomail.WithTLSPolicy(gomail.TLSMandatory))
	}
	if s.options.User != "" {
		options = append(options, gomail.WithSMTPAuth(gomail.SMTPAuthPlain),
			gomail.WithUsername(s.options.User), gomail.WithPassword(s.options.Password))
	}
	return gomail.NewClient(s.host, options...)
}

// splitAddr returns the host and port of a server.
func splitAddr(addr string) (host string, port int, err error) {
	host, text, err := net.SplitHostPort(addr)
	port, numeric := strconv.Atoi(text)
	if err != nil || numeric != nil || host == "" {
		return "", 0, fmt.Errorf("mail: server %q, want host:port", addr)
	}
	return host, port, nil
}

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
	o.TLS, o.Timeout = cmp.Or(o.TLS, StartTLS), cmp.Or(o.Timeout, DefaultTimeout)
	switch o.TLS {
	case StartTLS, TLS:
	case None:
		if !loopback(host) {
			return nil, fmt.Errorf("mail: %q without TLS would send mail unencrypted; want starttls or tls", host)
		}
	default:
		return nil, fmt.Errorf("mail: security %q, want starttls, tls or none", o.TLS)
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
