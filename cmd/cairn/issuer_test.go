// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"crypto/ecdsa"
	"crypto/tls"
	"crypto/x509"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// reaching returns a client that finds any domain at one address and trusts one
// root.
func reaching(address string, root *x509.Certificate) *http.Client {
	client := trusting(root)
	client.Transport.(*http.Transport).DialContext = func(ctx context.Context, network, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, network, address)
	}
	return client
}

// A server that is told nothing but its domain gets a certificate, answers with
// it, and keeps it for the next time.
func TestServeDomain(t *testing.T) {
	const home = "https://play.example.org"
	a := newAuthority(t)
	data := t.TempDir()
	args := []string{"--data", data, "--tls-domain", "play.example.org", "--tls-http", "127.0.0.1:0", "--tls-directory", a.URL + "/directory"}
	t.Run("first", func(t *testing.T) {
		got, log := serveInside(t, args...)
		if got != home {
			t.Errorf("the server is at %s, want %s", got, home)
		}
		a.site <- "http://" + log.after("msg=plain addr=")
		log.await(t, "msg=certificate domain=play.example.org until=")
		address := log.after("msg=pages addr=")
		answer := fetch(t, reaching(address, a.root), http.MethodGet, home+"/healthz")
		if answer.StatusCode != http.StatusOK || answer.Header.Get("Strict-Transport-Security") == "" {
			t.Errorf("got %s with %v, want 200 and Strict-Transport-Security", answer.Status, answer.Header)
		}
		for _, stranger := range []string{"other.example.org", ""} {
			_, err := tls.Dial("tcp", address, &tls.Config{ServerName: stranger, InsecureSkipVerify: true})
			if err == nil {
				t.Errorf("whoever asks for %q gets a certificate, want none", stranger)
			}
		}
		plain := "http://" + log.after("msg=plain addr=")
		moved := fetch(t, trusting(a.root), http.MethodGet, plain+"/.well-known/acme-challenge/"+token)
		if moved.StatusCode != http.StatusMovedPermanently {
			t.Errorf("the proof is still there: %s", moved.Status)
		}
	})
	for _, fault := range a.faults {
		t.Error(fault)
	}
	info, err := os.Stat(filepath.Join(data, "certificates"))
	if err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("got %v, %v, want a folder that is its owner's alone", info, err)
	}
	t.Run("again", func(t *testing.T) {
		_, log := serveInside(t, args...)
		fetchWhenLoaded(t, log, a.root, home)
		if a.orders != 1 {
			t.Errorf("the authority got %d orders, want 1", a.orders)
		}
	})
}

// fetchWhenLoaded asks until the certificates of before are read, which happens
// beside answering.
func fetchWhenLoaded(t *testing.T, log *shared, root *x509.Certificate, home string) {
	t.Helper()
	client := reaching(log.after("msg=pages addr="), root)
	for t.Context().Err() == nil {
		response, err := client.Get(home + "/healthz")
		if err == nil {
			_ = response.Body.Close() // nobody reads it
			return
		}
	}
}

func TestIssuerRefused(t *testing.T) {
	a := newAuthority(t)
	a.site <- "http://" + freeAddress(t) // nobody shows the page there
	for name, test := range map[string]struct{ directory, want string }{
		"no such authority": {"/nowhere", "play.example.org: register: 404"},
		"no proof":          {"/directory", "play.example.org: prove: acme: authorization error for play.example.org"},
	} {
		c := newConfig(t.TempDir())
		c.tls.domains, c.tls.directory = []string{"play.example.org"}, a.URL+test.directory
		i := newIssuer(c, slog.New(slog.DiscardHandler))
		if err := i.renew(t.Context()); err == nil || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%s: got %v, want %q", name, err, test.want)
		}
		if _, err := i.get(&tls.ClientHelloInfo{ServerName: "play.example.org"}); err == nil {
			t.Errorf("%s: got a certificate from nowhere", name)
		}
	}
}

func TestCertificateFolder(t *testing.T) {
	dir := t.TempDir()
	f := certificateFolder(dir)
	if pair, err := f.read("play.example.org"); pair != nil || err != nil {
		t.Errorf("got %v, %v, want none", pair, err)
	}
	for name, content := range map[string]string{"account": "nonsense", "play.example.org": "nonsense"} {
		if err := os.WriteFile(f.path(name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if pair, err := f.read("play.example.org"); pair != nil || err == nil {
		t.Errorf("got %v, %v, want an error for a broken file", pair, err)
	}
	if key, err := f.accountKey(); key != nil || err == nil {
		t.Errorf("got %v, %v, want an error for a broken key", key, err)
	}
	if err := os.Remove(f.path("account")); err != nil {
		t.Fatal(err)
	}
	first, err := f.accountKey()
	if err != nil {
		t.Fatal(err)
	}
	second, err := f.accountKey()
	if err != nil {
		t.Fatal(err)
	}
	if !first.(*ecdsa.PrivateKey).Equal(second) {
		t.Error("the key of the account changed")
	}
}

func TestCertificateIsDue(t *testing.T) {
	_, _, leaf := signOwn(t, t.TempDir(), 1, time.Now().AddDate(1, 0, 0))
	pair := &tls.Certificate{Leaf: leaf}
	third := leaf.NotAfter.Sub(leaf.NotBefore) / 3
	for name, test := range map[string]struct {
		pair *tls.Certificate
		now  time.Time
		want bool
	}{
		"none":   {nil, leaf.NotBefore, true},
		"new":    {pair, leaf.NotBefore, false},
		"before": {pair, leaf.NotAfter.Add(-third), false},
		"after":  {pair, leaf.NotAfter.Add(-third + time.Second), true},
		"over":   {pair, leaf.NotAfter.Add(time.Hour), true},
	} {
		if got := due(test.pair, test.now); got != test.want {
			t.Errorf("%s: got %v, want %v", name, got, test.want)
		}
	}
}

// Five failures in an hour are all that an authority takes.
func TestPauses(t *testing.T) {
	var elapsed time.Duration
	inAnHour := 1
	for failures := 0; failures < 100; failures++ {
		pause := pauseAfter(failures)
		if pause <= 0 || pause > lookAgain {
			t.Errorf("got a pause of %v after %d failures", pause, failures)
		}
		if elapsed += pause; elapsed < time.Hour {
			inAnHour++
		}
	}
	if inAnHour > 5 {
		t.Errorf("got %d attempts in the first hour, want at most 5", inAnHour)
	}
}
