// SPDX-License-Identifier: Apache-2.0

package main

import (
	"io"
	"net"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/emersion/go-smtp"
)

// postOffice is a real SMTP server that hands on what it gets.
type postOffice struct{ letters chan string }

// NewSession implements smtp.Backend.
func (o postOffice) NewSession(*smtp.Conn) (smtp.Session, error) { return o, nil }

// Mail implements smtp.Session: anybody may send.
func (postOffice) Mail(string, *smtp.MailOptions) error { return nil }

// Rcpt implements smtp.Session: to anybody.
func (postOffice) Rcpt(string, *smtp.RcptOptions) error { return nil }

// Data implements smtp.Session.
func (o postOffice) Data(r io.Reader) error {
	letter, err := io.ReadAll(r)
	o.letters <- string(letter)
	return err
}

// Reset implements smtp.Session.
func (postOffice) Reset() {}

// Logout implements smtp.Session.
func (postOffice) Logout() error { return nil }

func openPostOffice(t *testing.T) (address string, letters <-chan string) {
	t.Helper()
	office := postOffice{make(chan string, 10)}
	server := smtp.NewServer(office)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go func() { _ = server.Serve(listener) }() // until it is closed
	t.Cleanup(func() { _ = server.Close() })
	return listener.Addr().String(), office.letters
}

// Somebody forgot the password: the server that is told of a mail server sends a
// link, which leads to the address that people use.
func TestServeSendsMail(t *testing.T) {
	address, letters := openPostOffice(t)
	home, log := serveInside(t, "--data", t.TempDir(), "--admin", "127.0.0.1:0", "--url", "http://play.example.org",
		"--smtp-addr", address, "--smtp-tls", "none", "--smtp-from", "Cairn <cairn@example.org>")
	if home != "http://play.example.org" {
		t.Errorf("the server is at %s, want the address that was told", home)
	}
	here := "http://" + log.after("msg=pages addr=")
	send := func(path string, form url.Values) {
		t.Helper()
		response, err := http.PostForm(here+path, form)
		if err != nil {
			t.Fatal(err)
		}
		_ = response.Body.Close() // nobody reads it
	}
	const password = "pebbles-in-a-row"
	send("/signup", url.Values{"name": {"Ada"}, "email": {"ada@example.org"}, "password": {password}, "again": {password}})
	send("/reset", url.Values{"login": {"Ada"}})
	letter := strings.ReplaceAll(<-letters, "=\r\n", "") // quoted-printable breaks long lines
	if !strings.Contains(letter, "To: <ada@example.org>") {
		t.Errorf("the letter is not for Ada:\n%s", letter)
	}
	if !regexp.MustCompile(`http://play\.example\.org/reset/\S{20,}`).MatchString(letter) {
		t.Errorf("there is no link in the letter:\n%s", letter)
	}
	response, err := http.Get("http://" + log.after("msg=admin addr=") + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	metrics, err := io.ReadAll(response.Body)
	if want := "\ncairn_mail_lost_total 0\n"; err != nil || !strings.Contains(string(metrics), want) {
		t.Errorf("got metrics %s, %v, want %q", metrics, err, want)
	}
}
