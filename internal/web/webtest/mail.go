// SPDX-License-Identifier: Apache-2.0

package webtest

import (
	"testing"
	"time"

	"cairn/internal/web"
)

// Mail is one message.
type Mail struct{ To, Subject, Text string }

// mailbox receives the mails of a site.
type mailbox struct {
	t       *testing.T
	Letters chan Mail
}

func NewMailbox(t *testing.T) *mailbox { return &mailbox{t, make(chan Mail, 100)} }

// Serve makes a site send mails, from a public address.
func (m *mailbox) Serve(o *web.Options) {
	o.URL = "https://play.example"
	o.Mail = func(to, subject, text string) bool {
		m.Letters <- Mail{to, subject, text}
		return true
	}
}

// Next waits for a mail.
func (m *mailbox) Next() Mail {
	m.t.Helper()
	select {
	case l := <-m.Letters:
		return l
	case <-time.After(5 * time.Minute):
		m.t.Fatal("no mail has come")
		return Mail{}
	}
}
