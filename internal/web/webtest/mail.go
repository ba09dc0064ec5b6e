// SPDX-License-Identifier: Apache-2.0

package webtest

import (
	"testing"
	"time"

	"cairn/internal/web"
)

// letter is one that was sent.
type letter struct{ To, Subject, Text string }

// mailbox receives the letters of a site.
type mailbox struct {
	t       *testing.T
	Letters chan letter
}

func NewMailbox(t *testing.T) *mailbox { return &mailbox{t, make(chan letter, 100)} }

// Serve makes a site send letters, from a public address.
func (m *mailbox) Serve(o *web.Options) {
	o.URL = "https://play.example"
	o.Mail = func(to, subject, text string) bool {
		m.Letters <- letter{to, subject, text}
		return true
	}
}

// Next waits for a letter.
func (m *mailbox) Next() letter {
	m.t.Helper()
	select {
	case l := <-m.Letters:
		return l
	case <-time.After(5 * time.Minute):
		m.t.Fatal("no letter has come")
		return letter{}
	}
}
