// SPDX-License-Identifier: Apache-2.0

package mailer_test

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

	"cairn/internal/mailer"
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

	mu      sync.Mutex
	letters []taken
	logIns  int // attempts
}

// taken is a letter as it came.
type taken struct {
	from, to, user string
	encrypted      bool
	data           string
}

// open starts a post office on a free port; adapt may change it before.
func open(t *testing.T, security mailer.Security, adapt func(*smtp.Server)) *postOffice {
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
	if security != mailer.None {
		server.TLSConfig = https.TLS.Clone()
		server.TLSConfig.NextProtos = nil
	}
	server.AllowInsecureAuth = security == mailer.None
	if adapt != nil {
		adapt(server)
	}
	listener := listen(t)
	office.addr = listener.Addr().String()
	done := make(chan struct{})
	go func() {
		defer close(done)
		if security == mailer.TLS {
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

// count returns how many letters and attempts to log in there were.
func (o *postOffice) count() (letters, logIns int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return len(o.letters), o.logIns
}

// taken returns the only letter that came.
func (o *postOffice) taken(t *testing.T) taken {
	t.Helper()
	o.mu.Lock()
	defer o.mu.Unlock()
	if len(o.letters) != 1 {
		t.Fatalf("got %d letters, want 1", len(o.letters))
	}
	return o.letters[0]
}

// options lead to the post office.
func (o *postOffice) options(security mailer.Security) mailer.Options {
	return mailer.Options{Addr: o.addr, User: user, Password: secret, From: sender, TLS: security, RootCAs: o.roots}
}

// counter serves one visitor of the post office.
type counter struct {
	office *postOffice
	conn   *smtp.Conn
	letter taken
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
		c.letter.user = name
		return nil
	}), nil
}

func (c *counter) Mail(from string, _ *smtp.MailOptions) error {
	_, c.letter.encrypted = c.conn.TLSConnectionState()
	c.letter.from = from
	return nil
}

// Rcpt knows everybody but two.
func (c *counter) Rcpt(to string, _ *smtp.RcptOptions) error {
	switch to {
	case "nobody@example.org":
		return &smtp.SMTPError{Code: 550, Message: "no mailbox <nobody@example.org> here, nobody: unknown"}
	case "full@example.org":
		return &smtp.SMTPError{Code: 452, Message: "mailbox full"}
	}
	c.letter.to = to
	return nil
}

func (c *counter) Data(r io.Reader) error {
	data, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	c.letter.data = string(data)
	if c.letter.to == "refused@example.org" {
		return errors.New("looks like spam")
	}
	c.office.mu.Lock()
	defer c.office.mu.Unlock()
	c.office.letters = append(c.office.letters, c.letter)
	return nil
}

func (c *counter) Reset()        {}
func (c *counter) Logout() error { return nil }

// discard drops the log of the server.
type discard struct{}

func (discard) Printf(string, ...any) {}
func (discard) Println(...any)        {}
