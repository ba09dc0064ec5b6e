// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bufio"
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"io"
	"log/slog"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// signOwn writes a certificate for this machine with its key, and returns the
// files and the certificate.
func signOwn(t *testing.T, dir string, serial int64, until time.Time) (certFile, keyFile string, leaf *x509.Certificate) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(serial), Subject: pkix.Name{CommonName: "cairn"},
		NotBefore: until.AddDate(-1, 0, 0), NotAfter: until,
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, DNSNames: []string{"play.example.org"},
		IsCA: true, BasicConstraintsValid: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	certFile, keyFile = filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	for path, block := range map[string]*pem.Block{
		certFile: {Type: "CERTIFICATE", Bytes: der}, keyFile: {Type: "PRIVATE KEY", Bytes: private},
	} {
		if err := os.WriteFile(path, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	leaf, err = x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	return certFile, keyFile, leaf
}

// shared is a buffer that one writes and another reads.
type shared struct {
	mu   sync.Mutex
	text bytes.Buffer
	more chan struct{} // closed when there is more
}

func newShared() *shared { return &shared{more: make(chan struct{})} }

func (s *shared) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	close(s.more)
	s.more = make(chan struct{})
	return s.text.Write(p)
}

// await returns when a text is there.
func (s *shared) await(t *testing.T, text string) {
	t.Helper()
	for {
		s.mu.Lock()
		there, more := strings.Contains(s.text.String(), text), s.more
		s.mu.Unlock()
		if there {
			return
		}
		select {
		case <-more:
		case <-t.Context().Done():
			t.Fatalf("%q never came: %s", text, s)
		}
	}
}

func (s *shared) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.String()
}

// after returns the word that follows a text in the log.
func (s *shared) after(text string) string {
	_, rest, _ := strings.Cut(s.String(), text)
	word, _, _ := strings.Cut(rest, "\n")
	return word
}

// serveInside runs a server in this process and returns where it is and its log.
// It is stopped when the test ends.
func serveInside(t *testing.T, args ...string) (home string, log *shared) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	in, out := io.Pipe()
	log = newShared()
	ended := make(chan int, 1)
	go func() {
		ended <- run(ctx, append([]string{"serve", "--addr", "127.0.0.1:0"}, args...), noEnv, strings.NewReader(""), out, log)
		_ = out.Close()
	}()
	t.Cleanup(func() {
		cancel()
		if got := <-ended; got != exitOK {
			t.Errorf("the server ended with status %d: %s", got, log)
		}
	})
	lines := bufio.NewReader(in)
	line, err := lines.ReadString('\n')
	home, found := strings.CutPrefix(strings.TrimSpace(line), "Cairn is at ")
	if err != nil || !found {
		t.Fatalf("the server said %q: %s", line, log)
	}
	go func() { _, _ = io.Copy(io.Discard, lines) }()
	return home, log
}

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
	_ = response.Body.Close() // nobody reads it
	return response
}

func TestServeOwnCertificate(t *testing.T) {
	dir := t.TempDir()
	next := time.Now().AddDate(0, 2, 0)
	cert, key, leaf := signOwn(t, dir, 1, next)
	home, log := serveInside(t, "--data", t.TempDir(), "--tls-cert", cert, "--tls-key", key, "--tls-http", "127.0.0.1:0")
	if !strings.HasPrefix(home, "https://127.0.0.1:") {
		t.Errorf("the server is at %s, want it at https", home)
	}
	answer := fetch(t, trusting(leaf), http.MethodGet, home+"/healthz")
	if answer.StatusCode != http.StatusOK || answer.Header.Get("Strict-Transport-Security") == "" {
		t.Errorf("got %s with %v, want 200 and Strict-Transport-Security", answer.Status, answer.Header)
	}

	// Renewed while it runs. Half of a renewal leaves the one before.
	half := t.TempDir()
	_, halfKey, _ := signOwn(t, half, 2, next)
	if err := os.Rename(halfKey, key); err != nil {
		t.Fatal(err)
	}
	fetch(t, trusting(leaf), http.MethodGet, home+"/healthz")
	if got := log.after(`level=WARN msg="certificate not renewed"`); got == "" {
		t.Errorf("the log says nothing of half a renewal: %s", log)
	}
	_, _, renewed := signOwn(t, dir, 3, next)
	answer = fetch(t, trusting(renewed), http.MethodGet, home+"/healthz")
	if got := answer.TLS.PeerCertificates[0].SerialNumber.Int64(); got != 3 {
		t.Errorf("got certificate %d, want 3", got)
	}
}

// Whoever comes without TLS is sent on; a form is not, since it came in the open.
func TestServeRedirects(t *testing.T) {
	cert, key, leaf := signOwn(t, t.TempDir(), 1, time.Now().AddDate(0, 2, 0))
	home, log := serveInside(t, "--data", t.TempDir(), "--tls-cert", cert, "--tls-key", key,
		"--tls-http", "127.0.0.1:0", "--url", "https://play.example.org")
	if home != "https://play.example.org" {
		t.Errorf("the server is at %s, want the address that was told", home)
	}
	plain := "http://" + log.after("msg=plain addr=")
	answer := fetch(t, trusting(leaf), http.MethodGet, plain+"/rules/nine?a=b")
	if got, want := answer.Header.Get("Location"), "https://play.example.org/rules/nine?a=b"; answer.StatusCode != http.StatusMovedPermanently || got != want {
		t.Errorf("got %s to %q, want 301 to %q", answer.Status, got, want)
	}
	if answer = fetch(t, trusting(leaf), http.MethodPost, plain+"/login"); answer.StatusCode != http.StatusForbidden {
		t.Errorf("a form got %s, want 403", answer.Status)
	}
}

// Without an address that was told, people are sent on to the names of the
// certificate only: anybody can write anything into Host.
func TestServeRedirectsHome(t *testing.T) {
	cert, key, _ := signOwn(t, t.TempDir(), 1, time.Now().AddDate(0, 2, 0))
	own, err := openCertificate(cert, key, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	h := redirect(&config{addr: ":8443"}, own.named)
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
		config config
		host   string
		want   string
	}{
		"told":         {config{url: "https://play.example.org", addr: ":443"}, "10.0.0.1", "https://play.example.org"},
		"usual port":   {config{addr: ":443"}, "10.0.0.1:80", "https://10.0.0.1"},
		"another port": {config{addr: ":8443"}, "10.0.0.1:8080", "https://10.0.0.1:8443"},
		"no port":      {config{addr: ":8443"}, "stones", "https://stones:8443"},
		"IPv6":         {config{addr: ":443"}, "[::1]:80", "https://[::1]"},
		"IPv6, a port": {config{addr: ":8443"}, "[::1]", "https://[::1]:8443"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if got := secureHome(&test.config, test.host); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}
