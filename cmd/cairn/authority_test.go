// SPDX-License-Identifier: Apache-2.0

package main

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
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// authority is a small one that speaks ACME (RFC 8555) as far as a client needs
// it. It really looks for the page that proves a domain, at the address it is
// told. Signatures it does not check.
type authority struct {
	*httptest.Server
	root *x509.Certificate
	key  *ecdsa.PrivateKey
	site chan string // where the domain is served over plain HTTP

	domain string
	looked bool
	proven bool
	pem    []byte
	orders int
	faults []string
}

func newAuthority(t *testing.T) *authority {
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
	a := &authority{root: root, key: key, site: make(chan string, 1)}
	a.Server = httptest.NewServer(a.routes())
	t.Cleanup(a.Close)
	return a
}

func (a *authority) routes() http.Handler {
	mux := http.NewServeMux()
	on := func(path string, status int, answer func(payload []byte) any) {
		mux.HandleFunc(path, func(w http.ResponseWriter, r *http.Request) {
			var signed struct{ Payload string }
			_ = json.NewDecoder(r.Body).Decode(&signed) // a plain GET has none
			payload, _ := base64.RawURLEncoding.DecodeString(signed.Payload)
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
	on("POST /order/1", 200, func([]byte) any { return a.orderAs(a.standing("ready")) })
	on("POST /authorization", 200, func([]byte) any { return a.authorization() })
	on("POST /challenge", 200, func([]byte) any { return a.prove() })
	on("POST /finalize", 200, a.sign)
	mux.HandleFunc("POST /certificate", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Replay-Nonce", rand.Text())
		_, _ = w.Write(a.pem)
	})
	return mux
}

func (a *authority) newOrder(payload []byte) any {
	var wanted struct{ Identifiers []struct{ Value string } }
	if json.Unmarshal(payload, &wanted) != nil || len(wanted.Identifiers) != 1 {
		return a.orderAs("invalid")
	}
	a.domain, a.looked, a.proven = wanted.Identifiers[0].Value, false, false
	a.orders++
	return a.orderAs("pending")
}

// standing is how it stands with the proof; good names it when all is well.
func (a *authority) standing(good string) string {
	switch {
	case a.proven:
		return good
	case a.looked:
		return "invalid"
	}
	return "pending"
}

func (a *authority) orderAs(status string) any {
	return map[string]any{
		"status": status, "identifiers": []any{map[string]string{"type": "dns", "value": a.domain}},
		"authorizations": []string{a.URL + "/authorization"}, "finalize": a.URL + "/finalize", "certificate": a.URL + "/certificate",
	}
}

const token = "evaGxfADs6pSRb2LAv9IZf17Dt3juxGJ-PCt92wr-oA"

func (a *authority) authorization() any {
	status := a.standing("valid")
	return map[string]any{
		"status": status, "identifier": map[string]string{"type": "dns", "value": a.domain},
		"challenges": []any{
			map[string]string{"type": "dns-01", "status": "pending", "url": a.URL + "/other", "token": token},
			map[string]string{"type": "http-01", "status": status, "url": a.URL + "/challenge", "token": token},
		},
	}
}

// prove looks for the page: the token and a hash of the account's key.
func (a *authority) prove() any {
	site := <-a.site
	a.site <- site // for the next time
	a.looked = true
	page, err := pageOf(site, a.domain, "/.well-known/acme-challenge/"+token)
	begin, hash, _ := strings.Cut(page, ".")
	if a.proven = err == nil && begin == token && len(hash) == 43; !a.proven { // 43: SHA-256 in base 64
		a.faults = append(a.faults, fmt.Sprintf("got the page %q, %v", page, err))
	}
	return map[string]string{"type": "http-01", "status": "processing", "url": a.URL + "/challenge", "token": token}
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

// sign makes the certificate that a request asks for.
func (a *authority) sign(payload []byte) any {
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
	leaf, err := x509.CreateCertificate(rand.Reader, template, a.root, request.PublicKey, a.key)
	if err != nil {
		return a.orderAs("invalid")
	}
	a.pem = pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: leaf})
	return a.orderAs("valid")
}
