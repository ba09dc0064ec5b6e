// SPDX-License-Identifier: Apache-2.0

package mailer

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	netmail "net/mail"
	"net/smtp"
	"time"
)

// Sender sends letters, one connection for each. It may be used by many at once.
type Sender struct {
	options Options
	host    string
	from    *netmail.Address
}

// Send hands one letter to the server, within the time of the context and of the
// options. Without an error the server has taken the letter; with one it most
// likely has not. The error may name the recipient, in the words of the server.
func (s *Sender) Send(ctx context.Context, m Message) error {
	if err := m.check(); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, s.options.Timeout)
	defer cancel()
	err := s.deliver(ctx, m.To, m.render(s.from, time.Now()))
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return fmt.Errorf("mail: %w: %w", ctx.Err(), err)
	}
	return fmt.Errorf("mail: %w", err)
}

func (s *Sender) deliver(ctx context.Context, to string, letter []byte) error {
	var dialer net.Dialer
	conn, err := dialer.DialContext(ctx, "tcp", s.options.Addr)
	if err != nil {
		return err
	}
	defer conn.Close()
	// The client below knows no contexts: a deadline in the past ends what it waits for.
	stop := context.AfterFunc(ctx, func() { _ = conn.SetDeadline(time.Unix(1, 0)) })
	defer stop()
	client, err := s.greet(conn)
	if err != nil {
		return err
	}
	if err := s.logIn(client); err != nil {
		return err
	}
	if err := s.transfer(client, to, letter); err != nil {
		return err
	}
	_ = client.Quit() // the letter is taken; how they part does not matter
	return nil
}

// greet says hello and sees to it that nobody else listens from here on.
func (s *Sender) greet(conn net.Conn) (*smtp.Client, error) {
	config := &tls.Config{ServerName: s.host, RootCAs: s.options.RootCAs, MinVersion: tls.VersionTLS12}
	if s.options.TLS == TLS {
		conn = tls.Client(conn, config)
	}
	client, err := smtp.NewClient(conn, s.host)
	if err != nil {
		return nil, fmt.Errorf("greeting: %w", err)
	}
	if err := client.Hello(domain(s.from.Address)); err != nil {
		return nil, fmt.Errorf("hello: %w", err)
	}
	if s.options.TLS != StartTLS {
		return client, nil
	}
	if ok, _ := client.Extension("STARTTLS"); !ok {
		return nil, errors.New("the server offers no STARTTLS, and without it others could read the letters")
	}
	if err := client.StartTLS(config); err != nil {
		return nil, fmt.Errorf("starttls: %w", err)
	}
	return client, nil
}

func (s *Sender) logIn(client *smtp.Client) error {
	if s.options.User == "" {
		return nil
	}
	if ok, _ := client.Extension("AUTH"); !ok {
		return errors.New("the server offers no log-in, but a user is set")
	}
	if err := client.Auth(smtp.PlainAuth("", s.options.User, s.options.Password, s.host)); err != nil {
		return fmt.Errorf("log in: %w", err)
	}
	return nil
}

func (s *Sender) transfer(client *smtp.Client, to string, letter []byte) error {
	if ok, _ := client.Extension("SMTPUTF8"); !ok && !isASCII(to) {
		return fmt.Errorf("%w: the server takes no addresses beyond ASCII", ErrMessage)
	}
	if err := client.Mail(s.from.Address); err != nil {
		return fmt.Errorf("sender: %w", err)
	}
	if err := client.Rcpt(to); err != nil {
		return fmt.Errorf("recipient: %w", err)
	}
	w, err := client.Data()
	if err != nil {
		return fmt.Errorf("data: %w", err)
	}
	_, err = w.Write(letter)
	if err := errors.Join(err, w.Close()); err != nil {
		return fmt.Errorf("data: %w", err)
	}
	return nil
}
