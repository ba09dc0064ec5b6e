// SPDX-License-Identifier: Apache-2.0

package server_test

import (
	"io"
	"net"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/emersion/go-smtp"

	"cairn/internal/server/servertest"
)

// postOffice is a real SMTP server that passes on the mail it gets.
type postOffice struct{ messages chan string }

// NewSession implements smtp.Backend.
func (o postOffice) NewSession(*smtp.Conn) (smtp.Session, error) { return o, nil }

// Mail implements smtp.Session.
func (postOffice) Mail(string, *smtp.MailOptions) error { return nil }

// Rcpt implements smtp.Session.
func (postOffice) Rcpt(string, *smtp.RcptOptions) error { return nil }

// Data implements smtp.Session.
func (o postOffice) Data(r io.Reader) error {
	message, err := io.ReadAll(r)
	o.messages <- string(message)
	return err
}

// Reset implements smtp.Session.
func (postOffice) Reset() {}

// Logout implements smtp.Session.
func (postOffice) Logout() error { return nil }

func openPostOffice(t *testing.T) (address string, messages <-chan string) {
	t.Helper()
	office := postOffice{make(chan string, 10)}
	server := smtp.NewServer(office)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go func() { _ = server.Serve(listener) }() // until it is closed
	t.Cleanup(func() { _ = server.Close() })
	return listener.Addr().String(), office.messages
}

// linkFor returns the path of the link in a message for Ada.
func linkFor(t *testing.T, message, kind string) string {
	t.Helper()
	message = strings.ReplaceAll(message, "=\r\n", "") // quoted-printable breaks long lines
	if !strings.Contains(message, "To: <ada@example.org>") {
		t.Errorf("the message is not for Ada:\n%s", message)
	}
	found := regexp.MustCompile(`http://play\.example\.org(` + kind + `\S{20,})`).FindStringSubmatch(message)
	if found == nil {
		t.Fatalf("there is no link in the message:\n%s", message)
	}
	return found[1]
}

// A server with an SMTP server sends links to confirm an address and for a new
// password, to its public address.
func TestServeSendsMail(t *testing.T) {
	address, messages := openPostOffice(t)
	home, log := servertest.Run(t, "--data", t.TempDir(), "--admin", "127.0.0.1:0", "--url", "http://play.example.org",
		"--smtp-addr", address, "--smtp-tls", "none", "--smtp-from", "Cairn <cairn@example.org>")
	if home != "http://play.example.org" {
		t.Errorf("the server is at %s, want the configured address", home)
	}
	here := "http://" + log.After("msg=pages addr=")
	send := func(path string, form url.Values) {
		t.Helper()
		response, err := http.PostForm(here+path, form)
		if err != nil {
			t.Fatal(err)
		}
		_ = response.Body.Close()
	}
	const password = "pebbles-in-a-row"
	send("/signup", url.Values{"name": {"Ada"}, "email": {"ada@example.org"}, "password": {password}})
	send(linkFor(t, <-messages, "/confirm/"), nil)
	send("/reset", url.Values{"login": {"Ada"}})
	linkFor(t, <-messages, "/reset/")
	response, err := http.Get("http://" + log.After("msg=admin addr=") + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	metrics, err := io.ReadAll(response.Body)
	if want := "\ncairn_mail_lost_total 0\n"; err != nil || !strings.Contains(string(metrics), want) {
		t.Errorf("got metrics %s, %v, want %q", metrics, err, want)
	}
}
