// SPDX-License-Identifier: Apache-2.0

package main

import (
	"log/slog"

	"cairn/internal/mail"
)

// options returns the configuration for internal/mail.
func (s smtpConfig) options() mail.Options {
	return mail.Options{Addr: s.addr, User: s.user, Password: s.password, From: s.from, TLS: mail.Security(s.tls)}
}

// newMail returns the queue of outgoing mail, nil without an SMTP server.
func newMail(s smtpConfig, log *slog.Logger) (*mail.Queue, error) {
	if s.addr == "" {
		return nil, nil
	}
	sender, err := mail.New(s.options())
	if err != nil {
		return nil, err
	}
	return mail.NewQueue(sender.Send, log), nil
}

// mailTo returns the function by which pages send mail, nil without a queue.
func mailTo(q *mail.Queue) func(to, subject, text string) bool {
	if q == nil {
		return nil
	}
	return func(to, subject, text string) bool {
		return q.Push(mail.Message{To: to, Subject: subject, Text: text})
	}
}
