// SPDX-License-Identifier: Apache-2.0

package server_test

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"cairn/internal/certs"
	"cairn/internal/certs/certstest"
	"cairn/internal/config"
	"cairn/internal/server"
	"cairn/internal/server/servertest"
)

// trusting returns a client that trusts one certificate, and opens a connection
// for each request.
func trusting(leaf *x509.Certificate) *http.Client {
	roots := x509.NewCertPool()
	roots.AddCert(leaf)
	return &http.Client{
		Transport:     &http.Transport{TLSClientConfig: &tls.Config{RootCAs: roots}, DisableKeepAlives: true},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

func fetch(t *testing.T, client *http.Client, method, url string) *http.Response {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	response, err := client.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	_ = response.Body.Close()
	return response
}

func TestServeOldTLS(t *testing.T) {
	cert, key, leaf := certstest.Sign(t, t.TempDir(), 1, time.Now().AddDate(0, 2, 0))
	home, _ := servertest.Run(t, "--data", t.TempDir(), "--tls-cert", cert, "--tls-key", key)
	for version, want := range map[uint16]bool{tls.VersionTLS10: false, tls.VersionTLS11: false, tls.VersionTLS12: true, tls.VersionTLS13: true} {
		client := trusting(leaf)
		settings := client.Transport.(*http.Transport).TLSClientConfig
		settings.MinVersion, settings.MaxVersion = version, version
		response, err := client.Get(home + "/healthz")
		if err == nil {
			_ = response.Body.Close()
		}
		if got := err == nil; got != want {
			t.Errorf("%s: got a connection %t, %v, want %t", tls.VersionName(version), got, err, want)
		}
	}
}

func TestServeOwnCertificate(t *testing.T) {
	dir := t.TempDir()
	next := time.Now().AddDate(0, 2, 0)
	cert, key, leaf := certstest.Sign(t, dir, 1, next)
	home, log := servertest.Run(t, "--data", t.TempDir(), "--tls-cert", cert, "--tls-key", key, "--tls-http", "127.0.0.1:0")
	if !strings.HasPrefix(home, "https://127.0.0.1:") {
		t.Errorf("the server is at %s, want it at https", home)
	}
	answer := fetch(t, trusting(leaf), http.MethodGet, home+"/healthz")
	if answer.StatusCode != http.StatusOK || answer.Header.Get("Strict-Transport-Security") == "" {
		t.Errorf("got %s with %v, want 200 and Strict-Transport-Security", answer.Status, answer.Header)
	}

	// Renewed while it runs. After half of a renewal the old certificate is still used.
	half := t.TempDir()
	_, halfKey, _ := certstest.Sign(t, half, 2, next)
	if err := os.Rename(halfKey, key); err != nil {
		t.Fatal(err)
	}
	fetch(t, trusting(leaf), http.MethodGet, home+"/healthz")
	if got := log.After(`level=WARN msg="certificate not renewed"`); got == "" {
		t.Errorf("the log says nothing of half a renewal: %s", log)
	}
	_, _, renewed := certstest.Sign(t, dir, 3, next)
	answer = fetch(t, trusting(renewed), http.MethodGet, home+"/healthz")
	if got := answer.TLS.PeerCertificates[0].SerialNumber.Int64(); got != 3 {
		t.Errorf("got certificate %d, want 3", got)
	}
}

// Plain HTTP is redirected; a form is refused, since it was sent unencrypted.
func TestServeRedirects(t *testing.T) {
	cert, key, leaf := certstest.Sign(t, t.TempDir(), 1, time.Now().AddDate(0, 2, 0))
	home, log := servertest.Run(t, "--data", t.TempDir(), "--tls-cert", cert, "--tls-key", key,
		"--tls-http", "127.0.0.1:0", "--url", "https://play.example.org")
	if home != "https://play.example.org" {
		t.Errorf("the server is at %s, want the configured address", home)
	}
	plain := "http://" + log.After("msg=plain addr=")
	answer := fetch(t, trusting(leaf), http.MethodGet, plain+"/rules/nine?a=b")
	if got, want := answer.Header.Get("Location"), "https://play.example.org/rules/nine?a=b"; answer.StatusCode != http.StatusMovedPermanently || got != want {
		t.Errorf("got %s to %q, want 301 to %q", answer.Status, got, want)
	}
	if answer = fetch(t, trusting(leaf), http.MethodPost, plain+"/login"); answer.StatusCode != http.StatusForbidden {
		t.Errorf("a form got %s, want 403", answer.Status)
	}
}

// Without a configured address, only the names of the certificate are redirected
// to: a client can send any Host header.
func TestServeRedirectsHome(t *testing.T) {
	cert, key, _ := certstest.Sign(t, t.TempDir(), 1, time.Now().AddDate(0, 2, 0))
	own, err := certs.OpenFiles(cert, key, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	h := server.Redirect(&config.Config{Addr: ":8443"}, own.Covers)
	for host, want := range map[string]string{
		"play.example.org":    "https://play.example.org:8443/rules",
		"PLAY.example.org:80": "https://PLAY.example.org:8443/rules",
		"127.0.0.1:80":        "https://127.0.0.1:8443/rules",
		"evil.example":        "",
		"evil.example:80":     "",
		"10.0.0.1":            "",
		"[::1]:80":            "",
	} {
		r := httptest.NewRequest(http.MethodGet, "http://"+host+"/rules", nil)
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		status := http.StatusMovedPermanently
		if want == "" {
			status = http.StatusMisdirectedRequest
		}
		if got := w.Header().Get("Location"); w.Code != status || got != want {
			t.Errorf("%s: got %d to %q, want %d to %q", host, w.Code, got, status, want)
		}
	}
}

func TestSecureHome(t *testing.T) {
	tests := map[string]struct {
		config config.Config
		host   string
		want   string
	}{
		"configured":   {config.Config{URL: "https://play.example.org", Addr: ":443"}, "10.0.0.1", "https://play.example.org"},
		"usual port":   {config.Config{Addr: ":443"}, "10.0.0.1:80", "https://10.0.0.1"},
		"another port": {config.Config{Addr: ":8443"}, "10.0.0.1:8080", "https://10.0.0.1:8443"},
		"no port":      {config.Config{Addr: ":8443"}, "stones", "https://stones:8443"},
		"IPv6":         {config.Config{Addr: ":443"}, "[::1]:80", "https://[::1]"},
		"IPv6, a port": {config.Config{Addr: ":8443"}, "[::1]", "https://[::1]:8443"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if got := server.SecureHome(&test.config, test.host); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

// reaching returns a client that finds any domain at one address and trusts one
// root.
func reaching(address string, root *x509.Certificate) *http.Client {
	client := trusting(root)
	client.Transport.(*http.Transport).DialContext = func(ctx context.Context, network, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, network, address)
	}
	return client
}

// A server that is given only its domain obtains a certificate, answers with it, and
// keeps it for the next start.
func TestServeDomain(t *testing.T) {
	const home = "https://play.example.org"
	a := certstest.New(t)
	data := t.TempDir()
	args := []string{"--data", data, "--tls-domain", "play.example.org", "--tls-http", "127.0.0.1:0", "--tls-directory", a.Directory()}
	t.Run("first", func(t *testing.T) {
		got, log := servertest.Run(t, args...)
		if got != home {
			t.Errorf("the server is at %s, want %s", got, home)
		}
		a.Site <- "http://" + log.After("msg=plain addr=")
		log.Await(t, "msg=certificate domain=play.example.org until=")
		address := log.After("msg=pages addr=")
		answer := fetch(t, reaching(address, a.Root), http.MethodGet, home+"/healthz")
		if answer.StatusCode != http.StatusOK || answer.Header.Get("Strict-Transport-Security") == "" {
			t.Errorf("got %s with %v, want 200 and Strict-Transport-Security", answer.Status, answer.Header)
		}
		for _, stranger := range []string{"other.example.org", ""} {
			_, err := tls.Dial("tcp", address, &tls.Config{ServerName: stranger, InsecureSkipVerify: true})
			if err == nil {
				t.Errorf("%q: got a certificate, want none", stranger)
			}
		}
		plain := "http://" + log.After("msg=plain addr=")
		moved := fetch(t, reaching(strings.TrimPrefix(plain, "http://"), a.Root), http.MethodGet, "http://play.example.org/rules")
		if got, want := moved.Header.Get("Location"), home+"/rules"; moved.StatusCode != http.StatusMovedPermanently || got != want {
			t.Errorf("got %s to %q, want 301 to %q", moved.Status, got, want)
		}
	})
	orders, faults := a.Orders()
	if len(faults) > 0 || orders != 1 {
		t.Errorf("the authority got %d orders and found %q, want 1 order", orders, faults)
	}
	info, err := os.Stat(filepath.Join(data, "certificates"))
	if err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("got %v, %v, want a folder that only its owner may read", info, err)
	}
	t.Run("again", func(t *testing.T) {
		_, log := servertest.Run(t, args...)
		log.Await(t, "msg=certificate domain=play.example.org until=")
		fetch(t, reaching(log.After("msg=pages addr="), a.Root), http.MethodGet, home+"/healthz")
		if orders, _ := a.Orders(); orders != 1 {
			t.Errorf("the authority got %d orders, want 1", orders)
		}
	})
}

// A server creates its data folder and ends with its context.
func TestRun(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "folder")
	home, _ := servertest.Run(t, "--admin", "127.0.0.1:0", "--data", dir)
	if !strings.HasPrefix(home, "http://127.0.0.1:") {
		t.Errorf("got %q, want the address", home)
	}
}
