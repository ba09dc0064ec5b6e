// SPDX-License-Identifier: Apache-2.0

package mail_test

import (
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/quotedprintable"
	netmail "net/mail"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-smtp"
	"github.com/google/go-cmp/cmp"

	"cairn/internal/mail"
)

var sample = mail.Message{To: "ann@example.org", Subject: "A new password", Text: "Follow this link.\n"}

func newSender(t *testing.T, o mail.Options) *mail.Sender {
	t.Helper()
	s, err := mail.New(o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestSend(t *testing.T) {
	for _, security := range []mail.Security{mail.StartTLS, mail.TLS, mail.None} {
		for _, login := range []string{user, ""} {
			t.Run(fmt.Sprintf("%s as %q", security, login), func(t *testing.T) {
				office := open(t, security, nil)
				options := office.options(security)
				if login == "" {
					options.User, options.Password = "", ""
				}
				if err := newSender(t, options).Send(t.Context(), sample); err != nil {
					t.Fatal(err)
				}
				got := office.taken(t)
				got.data = ""
				want := taken{from: "noreply@example.org", to: sample.To, user: login, encrypted: security != mail.None}
				if diff := cmp.Diff(want, got, cmp.AllowUnexported(taken{})); diff != "" {
					t.Errorf("message (-want +got):\n%s", diff)
				}
			})
		}
	}
}

// Any text arrives unchanged, in lines that every server accepts.
func TestContent(t *testing.T) {
	for _, c := range []struct{ name, subject, text string }{
		{"plain", "Hello", "One line.\nAnother.\n"},
		{"nothing", "", ""},
		{"other messages", "Mot de passe oublié ? – 忘れた", "Grüße, ça va ? ✓\n石\n"},
		{"a long subject", strings.Repeat("été ", 80), "x\n"},
		{"dots", "Dots", ".\n..\n.line\n.\n"},
		{"a long line", "Long", strings.Repeat("stone by stone ", 300) + "\n"},
		{"spaces at the end", "Spaces", "a \nb\t\n= \n"},
		{"control characters", "Control \x01", "a\x00b\x1b[0m\x7f\n"},
		{"a header in the text", "Header", "\nBcc: eve@example.org\n\n"},
		{"no line break at the end", "End", "end"},
	} {
		t.Run(c.name, func(t *testing.T) {
			office := open(t, mail.StartTLS, nil)
			message := mail.Message{To: "ann@example.org", Subject: c.subject, Text: c.text}
			if err := newSender(t, office.options(mail.StartTLS)).Send(t.Context(), message); err != nil {
				t.Fatal(err)
			}
			data := office.taken(t).data
			checkLines(t, data)
			subject, text := read(t, data)
			if subject != c.subject {
				t.Errorf("subject: got %q, want %q", subject, c.subject)
			}
			if got, want := strings.TrimSuffix(text, "\n"), strings.TrimSuffix(c.text, "\n"); got != want {
				t.Errorf("text: got %q, want %q", got, want)
			}
		})
	}
}

// checkLines fails on lines that a server may refuse or change.
func checkLines(t *testing.T, data string) {
	t.Helper()
	for line := range strings.SplitSeq(strings.TrimSuffix(data, "\r\n"), "\r\n") {
		if len(line) > 998 || strings.ContainsAny(line, "\r\n\x00") || strings.ContainsFunc(line, func(r rune) bool { return r > 126 }) {
			t.Errorf("got the line %q, want ASCII, no lone line breaks, at most 998 bytes", line)
		}
	}
}

// read parses a message as a mail program does.
func read(t *testing.T, data string) (subject, text string) {
	t.Helper()
	m, err := netmail.ReadMessage(strings.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	if subject, err = new(mime.WordDecoder).DecodeHeader(m.Header.Get("Subject")); err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(quotedprintable.NewReader(m.Body))
	if err != nil {
		t.Fatal(err)
	}
	return subject, strings.ReplaceAll(string(body), "\r\n", "\n")
}

func TestHeaders(t *testing.T) {
	office := open(t, mail.TLS, nil)
	s := newSender(t, office.options(mail.TLS))
	before := time.Now().Truncate(time.Second)
	for range 2 {
		if err := s.Send(t.Context(), sample); err != nil {
			t.Fatal(err)
		}
	}
	ids := map[string]bool{}
	office.mu.Lock()
	defer office.mu.Unlock()
	for _, l := range office.messages {
		m, err := netmail.ReadMessage(strings.NewReader(l.data))
		if err != nil {
			t.Fatal(err)
		}
		if date, err := m.Header.Date(); err != nil || date.Before(before) || date.After(time.Now()) {
			t.Errorf("date: got %v, %v, want the time of sending", date, err)
		}
		if id := m.Header.Get("Message-Id"); !strings.HasSuffix(id, "@example.org>") || len(id) < 30 {
			t.Errorf("got the message id %q, want a long one of example.org", id)
		}
		ids[m.Header.Get("Message-Id")] = true
		from, err := m.Header.AddressList("From")
		if err != nil || len(from) != 1 || *from[0] != (netmail.Address{Name: "Cairn à table", Address: "noreply@example.org"}) {
			t.Errorf("from: got %v, %v, want %s", from, err, sender)
		}
		for name, want := range map[string]string{
			"To":                        "<ann@example.org>",
			"Subject":                   "A new password",
			"Auto-Submitted":            "auto-generated",
			"Mime-Version":              "1.0",
			"Content-Type":              "text/plain; charset=UTF-8",
			"Content-Transfer-Encoding": "quoted-printable",
		} {
			if got := m.Header.Get(name); got != want {
				t.Errorf("%s: got %q, want %q", name, got, want)
			}
		}
	}
	if len(ids) != 2 {
		t.Errorf("got message ids %v, want two", ids)
	}
}

// A message with more headers or recipients than it should have is not sent.
func TestBadMessages(t *testing.T) {
	office := open(t, mail.StartTLS, nil)
	s := newSender(t, office.options(mail.StartTLS))
	for name, change := range map[string]func(*mail.Message){
		"no recipient":             func(m *mail.Message) { m.To = "" },
		"no address":               func(m *mail.Message) { m.To = "ann" },
		"two recipients":           func(m *mail.Message) { m.To = "ann@example.org, eve@example.org" },
		"a name before it":         func(m *mail.Message) { m.To = "Ann <ann@example.org>" },
		"a header behind it":       func(m *mail.Message) { m.To = "ann@example.org\r\nBcc: eve@example.org" },
		"a folded header":          func(m *mail.Message) { m.To = "ann@example.org\r\n eve@example.org" },
		"a command behind it":      func(m *mail.Message) { m.To = "ann@example.org>\r\nRCPT TO:<eve@example.org" },
		"a space behind it":        func(m *mail.Message) { m.To += " " },
		"a header in the subject":  func(m *mail.Message) { m.Subject = "x\r\nBcc: eve@example.org" },
		"a lone CR in the subject": func(m *mail.Message) { m.Subject = "x\rBcc: eve@example.org" },
		"a lone LF in the subject": func(m *mail.Message) { m.Subject = "x\n\nThe text." },
		"an endless subject":       func(m *mail.Message) { m.Subject = strings.Repeat("x", 501) },
		"a subject of bytes":       func(m *mail.Message) { m.Subject = "\xff" },
		"a text of bytes":          func(m *mail.Message) { m.Text = "\xff" },
		"beyond ASCII":             func(m *mail.Message) { m.To = "añn@example.org" }, // this server lacks SMTPUTF8
	} {
		message := sample
		change(&message)
		if err := s.Send(t.Context(), message); !errors.Is(err, mail.ErrMessage) {
			t.Errorf("%s: got %v, want ErrMessage", name, err)
		}
	}
	if messages, _ := office.count(); messages > 0 {
		t.Errorf("got %d messages, want none", messages)
	}
}

func TestAddressBeyondASCII(t *testing.T) {
	office := open(t, mail.StartTLS, func(s *smtp.Server) { s.EnableSMTPUTF8 = true })
	message := sample
	message.To = "añn@example.org"
	if err := newSender(t, office.options(mail.StartTLS)).Send(t.Context(), message); err != nil {
		t.Fatal(err)
	}
	if got := office.taken(t).to; got != message.To {
		t.Errorf("got %q, want %q", got, message.To)
	}
}

func TestRefusals(t *testing.T) {
	for _, c := range []struct {
		name  string
		serve mail.Security
		adapt func(*mail.Options)
		to    string
		want  string // part of the error
	}{
		{"no STARTTLS", mail.None, nil, "", "does not support STARTTLS"},
		{"an unknown certificate", mail.StartTLS, func(o *mail.Options) { o.RootCAs = nil }, "", "connect: tls: failed to verify"},
		{"the same, with TLS at once", mail.TLS, func(o *mail.Options) { o.RootCAs, o.TLS = nil, mail.TLS }, "", "connect: tls: failed to verify"},
		{"the certificate of another", mail.StartTLS, func(o *mail.Options) { o.Addr = strings.Replace(o.Addr, "127.0.0.1", "localhost", 1) }, "", "not localhost"},
		{"wrong password", mail.StartTLS, func(o *mail.Options) { o.Password = "wrong" }, "", "SMTP AUTH failed: 535"},
		{"no such recipient", mail.StartTLS, nil, "nobody@example.org", "RCPT TO command: 550"},
		{"mailbox full", mail.StartTLS, nil, "full@example.org", "RCPT TO command: 452"},
		{"text refused", mail.StartTLS, nil, "refused@example.org", "DATA writer: 554"},
	} {
		t.Run(c.name, func(t *testing.T) {
			office := open(t, c.serve, nil)
			options := office.options(mail.StartTLS)
			if c.adapt != nil {
				c.adapt(&options)
			}
			message := sample
			if c.to != "" {
				message.To = c.to
			}
			err := newSender(t, options).Send(t.Context(), message)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q in it", err, c.want)
			}
			if err != nil && strings.Contains(err.Error(), secret) {
				t.Errorf("got the password in %v", err)
			}
			if messages, _ := office.count(); messages > 0 {
				t.Errorf("got %d messages, want none", messages)
			}
		})
	}
}

// The password is never sent to a server without TLS.
func TestPasswordIsNotSentInTheClear(t *testing.T) {
	office := open(t, mail.None, nil)
	if err := newSender(t, office.options(mail.StartTLS)).Send(t.Context(), sample); err == nil {
		t.Error("got no error, want one")
	}
	if _, logIns := office.count(); logIns != 0 {
		t.Errorf("got %d log-ins, want none", logIns)
	}
}
