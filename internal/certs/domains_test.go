// SPDX-License-Identifier: Apache-2.0

package certs_test

import (
	"crypto/tls"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"cairn/internal/certs"
	"cairn/internal/certs/certstest"
)

const domain = "play.example.org"

func domains(a *certstest.Authority, directory, folder string) *certs.Domains {
	return certs.NewDomains(certs.Options{
		Names: []string{domain}, Directory: a.URL + directory, Folder: folder, Log: slog.New(slog.DiscardHandler),
	})
}

// site serves the challenges of domains over plain HTTP and gives the authority its
// address.
func site(t *testing.T, a *certstest.Authority, d *certs.Domains) string {
	t.Helper()
	s := httptest.NewServer(d.HTTPHandler(http.NotFoundHandler()))
	t.Cleanup(s.Close)
	a.Site <- s.URL
	return s.URL
}

func TestObtain(t *testing.T) {
	a, dir := certstest.New(t), filepath.Join(t.TempDir(), "certificates")
	d := domains(a, "/directory", dir)
	site(t, a, d)
	hello := &tls.ClientHelloInfo{ServerName: "PLAY.example.org."}
	if pair, err := d.GetCertificate(hello); err == nil {
		t.Errorf("got %v before it was obtained, want an error", pair)
	}
	if orders, _ := a.Orders(); orders != 0 {
		t.Errorf("a visitor caused %d orders, want none", orders)
	}
	if err := d.Obtain(domain); err != nil {
		_, faults := a.Orders()
		t.Fatal(err, faults)
	}
	pair, err := d.GetCertificate(hello)
	if err != nil || pair.Leaf.VerifyHostname(domain) != nil {
		t.Errorf("got %v, %v, want a certificate for %s", pair, err, domain)
	}
	for _, stranger := range []string{"other.example.org", ""} {
		if pair, err := d.GetCertificate(&tls.ClientHelloInfo{ServerName: stranger}); err == nil {
			t.Errorf("%q: got %v, want no certificate", stranger, pair)
		}
	}
	info, err := os.Stat(dir)
	if err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("got %v, %v, want a folder that only its owner may read", info, err)
	}
	orders, faults := a.Orders()
	for _, fault := range faults {
		t.Error(fault)
	}

	// The next start takes it from the folder.
	d = domains(a, "/directory", dir)
	if err := d.Obtain(domain); err != nil {
		t.Error(err)
	}
	if again, _ := a.Orders(); again != orders {
		t.Errorf("got %d orders after a restart, want %d", again, orders)
	}
}

func TestRefused(t *testing.T) {
	a := certstest.New(t)
	a.Site <- "http://127.0.0.1:1" // where no challenge is answered
	for name, test := range map[string]struct{ directory, want string }{
		"no such authority": {"/nowhere", "404"},
		"no proof":          {"/directory", "no viable challenge type"},
	} {
		d := domains(a, test.directory, t.TempDir())
		d.HTTPHandler(nil) // switches http-01 on
		if err := d.Obtain(domain); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: got %v, want %q", name, err, test.want)
		}
		if _, err := d.GetCertificate(&tls.ClientHelloInfo{ServerName: domain}); err == nil {
			t.Errorf("%s: got a certificate", name)
		}
	}
}

// A broken certificate is obtained anew; a broken account key is an error.
func TestBrokenFolder(t *testing.T) {
	a, dir := certstest.New(t), t.TempDir()
	write := func(name string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("nonsense"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("account.pem")
	if err := domains(a, "/directory", dir).Obtain(domain); err == nil || !strings.Contains(err.Error(), "account key") {
		t.Errorf("got %v, want an error about the account key", err)
	}
	if err := os.Remove(filepath.Join(dir, "account.pem")); err != nil {
		t.Fatal(err)
	}
	write(domain + ".pem")
	d := domains(a, "/directory", dir)
	site(t, a, d)
	if err := d.Obtain(domain); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(filepath.Join(dir, "account.pem")); err != nil {
		t.Error(err)
	}
}

// A certificate that an earlier version saved, key first and then the chain, is
// used.
func TestSavedCertificate(t *testing.T) {
	a, dir := certstest.New(t), t.TempDir()
	cert, key, _ := certstest.Sign(t, dir, 1, time.Now().AddDate(0, 10, 0))
	var content []byte
	for _, path := range []string{key, cert} {
		part, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		content = append(content, part...)
	}
	if err := os.WriteFile(filepath.Join(dir, domain+".pem"), content, 0o600); err != nil {
		t.Fatal(err)
	}
	d := domains(a, "/directory", dir)
	if err := d.Obtain(domain); err != nil {
		t.Fatal(err)
	}
	if pair, err := d.GetCertificate(&tls.ClientHelloInfo{ServerName: domain}); err != nil || pair.Leaf.SerialNumber.Int64() != 1 {
		t.Errorf("got %v, %v, want the certificate of the file", pair, err)
	}
}

// An attempt fails two challenges at most, and five failures an hour are allowed.
func TestPauses(t *testing.T) {
	var elapsed time.Duration
	allowed := 5.0
	for failures := range 100 {
		if allowed -= 2; allowed < 0 {
			t.Errorf("more failures than allowed after %v", elapsed)
		}
		pause := certs.PauseAfter(failures)
		if pause <= 0 || pause > certs.CheckEvery {
			t.Errorf("got a pause of %v after %d failures", pause, failures)
		}
		elapsed += pause
		allowed = min(5, allowed+pause.Minutes()/12)
	}
}
