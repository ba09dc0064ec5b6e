// SPDX-License-Identifier: Apache-2.0

// Package mail sends short plain-text messages through an SMTP server, at once
// with a Sender or in the background with a Queue.
//
// It does not write the texts: callers do. It sends no HTML and no attachments,
// and it does not sign messages; the SMTP server does that. A Queue lives in
// memory: messages that are not yet sent are lost when the process ends.
package mail

import (
	"crypto/rand"
	"errors"
	"fmt"
	netmail "net/mail"
	"strings"
	"unicode/utf8"

	gomail "github.com/wneessen/go-mail"
)

// Message is a message to one recipient.
type Message struct {
	To      string // a bare address
	Subject string // one line
	Text    string // lines may end in \n

	// Unsubscribe is an address that ends messages of this kind: by a link, and at
	// once when a mail program posts to it (RFC 8058). Empty for messages that are
	// no list.
	Unsubscribe string
}

// maxSubject keeps the header line within the 998 bytes that RFC 5322 allows, even
// where nothing needs encoding and the line is not folded.
const maxSubject = 500

// ErrMessage is wrapped by errors about a Message that no server could take.
var ErrMessage = errors.New("mail: bad message")

// check refuses a message that could carry more headers or recipients than it
// should. A line break in a header begins another header.
func (m Message) check() error {
	address, err := netmail.ParseAddress(m.To)
	switch {
	case err != nil || address.Address != m.To || strings.ContainsAny(m.To, "\r\n"):
		return fmt.Errorf("%w: the recipient is not a bare address", ErrMessage)
	case strings.ContainsAny(m.Subject, "\r\n"):
		return fmt.Errorf("%w: the subject has more than one line", ErrMessage)
	case len(m.Subject) > maxSubject:
		return fmt.Errorf("%w: the subject has %d bytes, want at most %d", ErrMessage, len(m.Subject), maxSubject)
	case strings.ContainsAny(m.Unsubscribe, "\r\n<>"):
		return fmt.Errorf("%w: the address to unsubscribe", ErrMessage)
	case !utf8.ValidString(m.Subject) || !utf8.ValidString(m.Text):
		return fmt.Errorf("%w: the text is not UTF-8", ErrMessage)
	}
	return nil
}

// build returns the message as go-mail sends it.
func (m Message) build(from *netmail.Address) (*gomail.Msg, error) {
	msg := gomail.NewMsg(gomail.WithNoDefaultUserAgent())
	if err := msg.FromFormat(from.Name, from.Address); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrMessage, err)
	}
	if err := msg.To(m.To); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrMessage, err)
	}
	msg.Subject(m.Subject)
	msg.SetDate()
	msg.SetMessageIDWithValue(strings.ToLower(rand.Text()) + "@" + domain(from.Address))
	msg.SetGenHeader("Auto-Submitted", "auto-generated") // RFC 3834: no out-of-office replies
	if m.Unsubscribe != "" {
		msg.SetGenHeader("List-Unsubscribe", "<"+m.Unsubscribe+">")
		msg.SetGenHeader("List-Unsubscribe-Post", "List-Unsubscribe=One-Click")
	}
	msg.SetBodyString(gomail.TypeTextPlain, m.Text)
	return msg, nil
}

// domain returns what follows the last @ of an address.
func domain(address string) string { return address[strings.LastIndexByte(address, '@')+1:] }

func isASCII(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r >= utf8.RuneSelf }) < 0
}
