// SPDX-License-Identifier: Apache-2.0

package mail_test

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"net"
	"net/http/httptest"
	"sync"
	"testing"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"

	"cairn/internal/mail"
)

const (
	user   = "cairn"
	secret = "stone by stone"
	sender = "Cairn à table <noreply@example.org>"
)

// postOffice is a real SMTP server that keeps what it gets.
type postOffice struct {
	addr  string
	roots *x509.CertPool

	mu       sync.Mutex
	messages []taken
	logIns   int // attempts
}

// taken is a message as the server got it.
type taken struct {
	from, to, user string
	encrypted      bool
	data           string
}

// open starts a post office on a free port; adapt may change it before.
func open(t *testing.T, security mail.Security, adapt func(*smtp.Server)) *postOffice {
	t.Helper()
	// Go's own test server has a certificate for 127.0.0.1.
	https := httptest.NewTLSServer(nil)
	https.Close()
	office := &postOffice{roots: x509.NewCertPool()}
	office.roots.AddCert(https.Certificate())

	server := smtp.NewServer(smtp.BackendFunc(func(c *smtp.Conn) (smtp.Session, error) {
		return &counter{office: office, conn: c}, nil
	}))
	server.Domain = "localhost"
	server.ErrorLog = discard{}
	if security != mail.None {
		server.TLSConfig = https.TLS.Clone()
		server.TLSConfig.NextProtos = nil
	}
	server.AllowInsecureAuth = security == mail.None
	if adapt != nil {
		adapt(server)
	}
	listener := listen(t)
	office.addr = listener.Addr().String()
	done := make(chan struct{})
	go func() {
		defer close(done)
		if security == mail.TLS {
			listener = tls.NewListener(listener, server.TLSConfig)
		}
		_ = server.Serve(listener)
	}()
	t.Cleanup(func() {
		_ = server.Close()
		<-done
	})
	return office
}

func listen(t *testing.T) net.Listener {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	return listener
}

// count returns the numbers of messages and of attempts to log in.
func (o *postOffice) count() (messages, logIns int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return len(o.messages), o.logIns
}

// taken returns the only message the server got.
func (o *postOffice) taken(t *testing.T) taken {
	t.Helper()
	o.mu.Lock()
	defer o.mu.Unlock()
	if len(o.messages) != 1 {
		t.Fatalf("got %d messages, want 1", len(o.messages))
	}
	return o.messages[0]
}

// options returns the options of a Sender to this server.
func (o *postOffice) options(security mail.Security) mail.Options {
	return mail.Options{Addr: o.addr, User: user, Password: secret, From: sender, TLS: security, RootCAs: o.roots}
}

// counter serves one connection.
type counter struct {
	office  *postOffice
	conn    *smtp.Conn
	message taken
}

func (c *counter) AuthMechanisms() []string { return []string{sasl.Plain} }

func (c *counter) Auth(string) (sasl.Server, error) {
	return sasl.NewPlainServer(func(_, name, password string) error {
		c.office.mu.Lock()
		c.office.logIns++
		c.office.mu.Unlock()
		if name != user || password != secret {
			return smtp.ErrAuthFailed
		}
		c.message.user = name
		return nil
	}), nil
}

func (c *counter) Mail(from string, _ *smtp.MailOptions) error {
	_, c.message.encrypted = c.conn.TLSConnectionState()
	c.message.from = from
	return nil
}

// Rcpt accepts all recipients but two.
func (c *counter) Rcpt(to string, _ *smtp.RcptOptions) error {
	switch to {
	case "nobody@example.org":
		return &smtp.SMTPError{Code: 550, Message: "no mailbox <nobody@example.org> here, nobody: unknown"}
	case "full@example.org":
		return &smtp.SMTPError{Code: 452, Message: "mailbox full"}
	}
	c.message.to = to
	return nil
}

func (c *counter) Data(r io.Reader) error {
	data, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	c.message.data = string(data)
	if c.message.to == "refused@example.org" {
		return errors.New("looks like spam")
	}
	c.office.mu.Lock()
	defer c.office.mu.Unlock()
	c.office.messages = append(c.office.messages, c.message)
	return nil
}

func (c *counter) Reset()        {}
func (c *counter) Logout() error { return nil }

// discard drops the log of the server.
type discard struct{}

func (discard) Printf(string, ...any) {}
func (discard) Println(...any)        {}
