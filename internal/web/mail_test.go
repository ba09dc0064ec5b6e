// SPDX-License-Identifier: Apache-2.0

package web_test

import (
	"testing"
	"time"

	"cairn/internal/web"
)

// letter is one that was sent.
type letter struct{ to, subject, text string }

// mailbox receives the letters of a site.
type mailbox struct {
	t       *testing.T
	letters chan letter
}

func newMailbox(t *testing.T) *mailbox { return &mailbox{t, make(chan letter, 100)} }

// serve makes a site send letters, from a public address.
func (m *mailbox) serve(o *web.Options) {
	o.URL = "https://play.example"
	o.Mail = func(to, subject, text string) bool {
		m.letters <- letter{to, subject, text}
		return true
	}
}

// next waits for a letter.
func (m *mailbox) next() letter {
	m.t.Helper()
	select {
	case l := <-m.letters:
		return l
	case <-time.After(5 * time.Minute):
		m.t.Fatal("no letter has come")
		return letter{}
	}
}
