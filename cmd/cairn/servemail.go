// SPDX-License-Identifier: Apache-2.0

package main

import (
	"log/slog"

	"cairn/internal/mailer"
)

// options returns the configuration as the mailer takes it.
func (s smtpConfig) options() mailer.Options {
	return mailer.Options{Addr: s.addr, User: s.user, Password: s.password, From: s.from, TLS: mailer.Security(s.tls)}
}

// newMail returns what sends letters in the background, nil where nobody carries
// them.
func newMail(s smtpConfig, log *slog.Logger) (*mailer.Queue, error) {
	if s.addr == "" {
		return nil, nil
	}
	sender, err := mailer.New(s.options())
	if err != nil {
		return nil, err
	}
	return mailer.NewQueue(sender.Send, log), nil
}

// letterBox returns the way to a queue that pages take, nil without one.
func letterBox(q *mailer.Queue) func(to, subject, text string) bool {
	if q == nil {
		return nil
	}
	return func(to, subject, text string) bool {
		return q.Push(mailer.Message{To: to, Subject: subject, Text: text})
	}
}
