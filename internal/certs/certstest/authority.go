// SPDX-License-Identifier: Apache-2.0

// Package certstest is a small ACME authority on this machine, for tests of servers
// that obtain certificates. It checks the challenge http-01 for real, but no
// signatures of requests.
package certstest

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"io"
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

// Authority speaks ACME (RFC 8555) as far as a client needs it.
type Authority struct {
	*httptest.Server
	Root *x509.Certificate
	Site chan string // holds the address where the domain is served over plain HTTP

	key *ecdsa.PrivateKey

	mu      sync.Mutex // of the state of the only order
	domain  string
	checked bool
	proven  bool
	pem     []byte
	orders  int
	faults  []string
}

// Directory returns the address of the ACME directory.
func (a *Authority) Directory() string { return a.URL + "/directory" }

// Orders returns the number of orders, and what was wrong with challenges.
func (a *Authority) Orders() (orders int, faults []string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.orders, a.faults
}

// New starts an authority.
func New(t *testing.T) *Authority {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "authority"}, IsCA: true, BasicConstraintsValid: true,
		NotBefore: time.Now().AddDate(0, 0, -1), NotAfter: time.Now().AddDate(1, 0, 0), KeyUsage: x509.KeyUsageCertSign,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	root, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	a := &Authority{Root: root, key: key, Site: make(chan string, 1)}
	a.Server = httptest.NewServer(a.routes())
	t.Cleanup(a.Close)
	return a
}

func (a *Authority) routes() http.Handler {
	mux := http.NewServeMux()
	on := func(path string, status int, answer func(payload []byte) any) {
		mux.HandleFunc(path, func(w http.ResponseWriter, r *http.Request) {
			var signed struct{ Payload string }
			_ = json.NewDecoder(r.Body).Decode(&signed) // a plain GET has none
			payload, _ := base64.RawURLEncoding.DecodeString(signed.Payload)
			a.mu.Lock()
			defer a.mu.Unlock()
			w.Header().Set("Replay-Nonce", rand.Text())
			w.Header().Set("Location", a.URL+r.URL.Path+"/1")
			w.WriteHeader(status)
			if document := answer(payload); document != nil {
				_ = json.NewEncoder(w).Encode(document)
			}
		})
	}
	on("/directory", 200, func([]byte) any {
		return map[string]string{"newNonce": a.URL + "/nonce", "newAccount": a.URL + "/account", "newOrder": a.URL + "/order"}
	})
	on("/nonce", 200, func([]byte) any { return nil })
	on("/account", 201, func([]byte) any { return map[string]string{"status": "valid"} })
	on("POST /order", 201, a.newOrder)
	on("POST /order/1", 200, func([]byte) any { return a.orderAs(a.status("ready")) })
	on("POST /authorization", 200, func([]byte) any { return a.authorization() })
	on("POST /challenge", 200, func([]byte) any { return a.prove() })
	on("POST /finalize", 200, a.sign)
	mux.HandleFunc("POST /certificate", func(w http.ResponseWriter, _ *http.Request) {
		a.mu.Lock()
		defer a.mu.Unlock()
		w.Header().Set("Replay-Nonce", rand.Text())
		_, _ = w.Write(a.pem)
	})
	return mux
}

func (a *Authority) newOrder(payload []byte) any {
	var wanted struct{ Identifiers []struct{ Value string } }
	if json.Unmarshal(payload, &wanted) != nil || len(wanted.Identifiers) != 1 {
		return a.orderAs("invalid")
	}
	a.domain, a.checked, a.proven = wanted.Identifiers[0].Value, false, false
	a.orders++
	return a.orderAs("pending")
}

// status returns the status of the challenge; good is the word for a proven one.
func (a *Authority) status(good string) string {
	switch {
	case a.proven:
		return good
	case a.checked:
		return "invalid"
	}
	return "pending"
}

func (a *Authority) orderAs(status string) any {
	return map[string]any{
		"status": status, "identifiers": []any{map[string]string{"type": "dns", "value": a.domain}},
		"authorizations": []string{a.URL + "/authorization"}, "finalize": a.URL + "/finalize", "certificate": a.URL + "/certificate",
	}
}

// Token is the token of every challenge.
const Token = "evaGxfADs6pSRb2LAv9IZf17Dt3juxGJ-PCt92wr-oA"

func (a *Authority) authorization() any {
	status := a.status("valid")
	return map[string]any{
		"status": status, "identifier": map[string]string{"type": "dns", "value": a.domain},
		"challenges": []any{
			map[string]string{"type": "dns-01", "status": "pending", "url": a.URL + "/other", "token": Token},
			map[string]string{"type": "http-01", "status": status, "url": a.URL + "/challenge", "token": Token},
		},
	}
}

// prove fetches the page of the challenge: the token and a hash of the account's
// key.
func (a *Authority) prove() any {
	site := <-a.Site
	a.Site <- site // for the next time
	a.checked = true
	page, err := pageOf(site, a.domain, "/.well-known/acme-challenge/"+Token)
	begin, hash, _ := strings.Cut(page, ".")
	if a.proven = err == nil && begin == Token && len(hash) == 43; !a.proven { // 43: SHA-256 in base 64
		a.faults = append(a.faults, fmt.Sprintf("got the page %q, %v", page, err))
	}
	return map[string]string{"type": "http-01", "status": "processing", "url": a.URL + "/challenge", "token": Token}
}

func pageOf(site, host, path string) (string, error) {
	request, err := http.NewRequest(http.MethodGet, site+path, nil)
	if err != nil {
		return "", err
	}
	request.Host = host
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return "", err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	return string(body), err
}

// sign issues the certificate of a request.
func (a *Authority) sign(payload []byte) any {
	var sent struct{ CSR string }
	if err := json.Unmarshal(payload, &sent); err != nil {
		return a.orderAs("invalid")
	}
	der, _ := base64.RawURLEncoding.DecodeString(sent.CSR)
	request, err := x509.ParseCertificateRequest(der)
	if err != nil || !a.proven {
		return a.orderAs("invalid")
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(int64(a.orders)), DNSNames: request.DNSNames,
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().AddDate(0, 0, 90),
	}
	leaf, err := x509.CreateCertificate(rand.Reader, template, a.Root, request.PublicKey, a.key)
	if err != nil {
		return a.orderAs("invalid")
	}
	a.pem = pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: leaf})
	return a.orderAs("valid")
}

// Sign writes a self-signed certificate for play.example.org and 127.0.0.1 with its
// key, and returns the files and the certificate.
func Sign(t *testing.T, dir string, serial int64, until time.Time) (certFile, keyFile string, leaf *x509.Certificate) {
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
	if leaf, err = x509.ParseCertificate(der); err != nil {
		t.Fatal(err)
	}
	return certFile, keyFile, leaf
}
