// SPDX-License-Identifier: Apache-2.0

package mailer

import (
	"bytes"
	"crypto/rand"
	"errors"
	"fmt"
	"mime"
	"mime/quotedprintable"
	netmail "net/mail"
	"strings"
	"time"
	"unicode/utf8"
)

// Message is a letter to one person.
type Message struct {
	To      string // a bare address
	Subject string // one line
	Text    string // lines may end in \n
}

// maxSubject keeps the header line within the 998 bytes that RFC 5322 allows, even
// where nothing needs encoding and so nothing is folded.
const maxSubject = 500

// ErrMessage is wrapped by errors about a Message that no server could take.
var ErrMessage = errors.New("mail: bad message")

// check refuses what would let a letter say or reach more than it should. A line
// break in a header begins another header.
func (m Message) check() error {
	address, err := netmail.ParseAddress(m.To)
	switch {
	case err != nil || address.Address != m.To || strings.ContainsAny(m.To, "\r\n"):
		return fmt.Errorf("%w: the recipient is not a bare address", ErrMessage)
	case strings.ContainsAny(m.Subject, "\r\n"):
		return fmt.Errorf("%w: the subject has more than one line", ErrMessage)
	case len(m.Subject) > maxSubject:
		return fmt.Errorf("%w: the subject has %d bytes, want at most %d", ErrMessage, len(m.Subject), maxSubject)
	case !utf8.ValidString(m.Subject) || !utf8.ValidString(m.Text):
		return fmt.Errorf("%w: the text is not UTF-8", ErrMessage)
	}
	return nil
}

// render writes a letter as RFC 5322 wants it, in lines that end in CRLF.
func (m Message) render(from *netmail.Address, now time.Time) []byte {
	var b bytes.Buffer
	header := func(name, value string) { fmt.Fprintf(&b, "%s: %s\r\n", name, value) }
	header("Date", now.UTC().Format(time.RFC1123Z))
	header("Message-ID", fmt.Sprintf("<%s@%s>", strings.ToLower(rand.Text()), domain(from.Address)))
	header("From", from.String())
	header("To", (&netmail.Address{Address: m.To}).String())
	header("Subject", encodeHeader(m.Subject))
	header("Auto-Submitted", "auto-generated") // RFC 3834: nobody is away from their desk for us
	header("MIME-Version", "1.0")
	header("Content-Type", "text/plain; charset=utf-8")
	header("Content-Transfer-Encoding", "quoted-printable")
	b.WriteString("\r\n")
	body := quotedprintable.NewWriter(&b) // ends lines in CRLF and keeps them below 77 bytes
	_, _ = body.Write([]byte(m.Text))
	_ = body.Close() // neither fails: a buffer takes everything
	return b.Bytes()
}

// encodeHeader is RFC 2047, with every encoded word on a line of its own.
func encodeHeader(text string) string {
	return strings.ReplaceAll(mime.QEncoding.Encode("utf-8", text), "?= =?", "?=\r\n =?")
}

// domain returns what follows the last @ of an address.
func domain(address string) string { return address[strings.LastIndexByte(address, '@')+1:] }

func isASCII(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r >= utf8.RuneSelf }) < 0
}
