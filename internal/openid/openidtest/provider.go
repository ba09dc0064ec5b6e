// SPDX-License-Identifier: Apache-2.0

// Package openidtest is a small OpenID Connect provider for tests: discovery,
// authorization, token and keys. It checks what a client must send, and can be made
// to answer wrongly.
package openidtest

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"
)

// Client and Secret are the credentials of the client.
const (
	Client = "cairn"
	Secret = "secret of the client"
)

// Provider is a running provider. Its fields set its next answers.
type Provider struct {
	Subject string                   // the person who logs in
	Name    string                   // preferred_username; none if empty
	Email   string                   // none if empty
	Claims  func(map[string]any)     // changes the claims of an ID token
	Alg     string                   // of the ID token; ES256 if empty
	Sign    func(text string) string // signs in another way
	Query   func(url.Values)         // changes the query with which a browser is sent back
	Down    bool                     // answers with an error only
	Now     func() time.Time

	URL    string
	Client *http.Client // follows no redirects, as a browser on its way back

	t      testing.TB
	key    *ecdsa.PrivateKey
	mu     sync.Mutex
	codes  map[string]url.Values // of the requests, by code
	Tokens []string              // all secrets that it gave out
}

// New starts a provider.
func New(t testing.TB) *Provider {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	p := &Provider{Subject: "s1", t: t, key: key, codes: map[string]url.Values{}, Now: time.Now}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /.well-known/openid-configuration", p.discover)
	mux.HandleFunc("GET /authorize", p.authorize)
	mux.HandleFunc("POST /token", p.token)
	mux.HandleFunc("GET /keys", p.keys)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if p.Down {
			http.Error(w, "down", http.StatusServiceUnavailable)
			return
		}
		mux.ServeHTTP(w, r)
	}))
	p.URL = server.URL
	p.Client = &http.Client{Transport: &http.Transport{}, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	t.Cleanup(func() {
		p.Client.CloseIdleConnections()
		http.DefaultTransport.(*http.Transport).CloseIdleConnections()
		server.Close()
	})
	return p
}

// Visit opens the address to which a client sends a browser, and returns the address
// to which the provider sends it back.
func (p *Provider) Visit(address string) *url.URL {
	p.t.Helper()
	answer, err := p.Client.Get(address)
	if err != nil {
		p.t.Fatal(err)
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusFound {
		body, _ := io.ReadAll(answer.Body)
		p.t.Fatalf("authorize: got %d %s", answer.StatusCode, body)
	}
	back, err := answer.Location()
	if err != nil {
		p.t.Fatal(err)
	}
	return back
}

func (p *Provider) discover(w http.ResponseWriter, _ *http.Request) {
	write(w, map[string]any{
		"issuer": p.URL, "authorization_endpoint": p.URL + "/authorize", "token_endpoint": p.URL + "/token", "jwks_uri": p.URL + "/keys",
		"response_types_supported": []string{"code"}, "subject_types_supported": []string{"public"},
		"id_token_signing_alg_values_supported":          []string{"ES256"},
		"authorization_response_iss_parameter_supported": true,
	})
}

// authorize logs the person in without asking.
func (p *Provider) authorize(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	for name, want := range map[string]string{"client_id": Client, "response_type": "code", "code_challenge_method": "S256"} {
		if q.Get(name) != want {
			http.Error(w, name, http.StatusBadRequest)
			return
		}
	}
	for _, name := range []string{"redirect_uri", "state", "nonce", "code_challenge"} {
		if q.Get(name) == "" {
			http.Error(w, name, http.StatusBadRequest)
			return
		}
	}
	if !strings.Contains(" "+q.Get("scope")+" ", " openid ") {
		http.Error(w, "scope", http.StatusBadRequest)
		return
	}
	code := p.secret()
	p.mu.Lock()
	p.codes[code] = q
	p.mu.Unlock()
	back := url.Values{"code": {code}, "state": {q.Get("state")}, "iss": {p.URL}}
	if p.Query != nil {
		p.Query(back)
	}
	http.Redirect(w, r, q.Get("redirect_uri")+"?"+back.Encode(), http.StatusFound)
}

// secret returns a random text and remembers it.
func (p *Provider) secret() string {
	text := rand.Text()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.Tokens = append(p.Tokens, text)
	return text
}

// token exchanges a code, once.
func (p *Provider) token(w http.ResponseWriter, r *http.Request) {
	user, password, _ := r.BasicAuth()
	if user == "" {
		user, password = r.FormValue("client_id"), r.FormValue("client_secret")
	}
	password, _ = url.QueryUnescape(password)
	p.mu.Lock()
	q, known := p.codes[r.FormValue("code")]
	delete(p.codes, r.FormValue("code"))
	p.mu.Unlock()
	sum := sha256.Sum256([]byte(r.FormValue("code_verifier")))
	switch {
	case user != Client || password != Secret:
		refuse(w, "invalid_client")
	case !known || q.Get("redirect_uri") != r.FormValue("redirect_uri") || q.Get("code_challenge") != b64(sum[:]):
		refuse(w, "invalid_grant")
	default:
		write(w, map[string]any{"access_token": p.secret(), "token_type": "Bearer", "expires_in": 300, "id_token": p.idToken(q.Get("nonce"))})
	}
}

func refuse(w http.ResponseWriter, code string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(http.StatusBadRequest)
	_ = json.NewEncoder(w).Encode(map[string]string{"error": code})
}

func (p *Provider) idToken(nonce string) string {
	now := p.Now()
	claims := map[string]any{
		"iss": p.URL, "sub": p.Subject, "aud": Client, "nonce": nonce, "iat": now.Unix(), "exp": now.Add(5 * time.Minute).Unix(),
	}
	if p.Name != "" {
		claims["preferred_username"] = p.Name
	}
	if p.Email != "" {
		claims["email"], claims["email_verified"] = p.Email, true
	}
	if p.Claims != nil {
		p.Claims(claims)
	}
	alg := p.Alg
	if alg == "" {
		alg = "ES256"
	}
	header, _ := json.Marshal(map[string]string{"alg": alg, "typ": "JWT", "kid": "k1"})
	body, _ := json.Marshal(claims)
	text := b64(header) + "." + b64(body)
	sign := p.Sign
	if sign == nil {
		sign = p.ES256
	}
	token := text + "." + sign(text)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.Tokens = append(p.Tokens, token)
	return token
}

// ES256 signs with the key of the provider.
func (p *Provider) ES256(text string) string { return signWith(p.key, text) }

// OtherKey signs with a key that is not the provider's.
func OtherKey(text string) string {
	key, _ := ecdsa.GenerateKey(elliptic.P256(), rand.Reader) // crypto/rand never fails
	return signWith(key, text)
}

// HS256 signs with the public key, as if it were a shared secret.
func (p *Provider) HS256(text string) string {
	public, _ := p.key.PublicKey.Bytes()
	mac := hmac.New(sha256.New, public)
	mac.Write([]byte(text))
	return b64(mac.Sum(nil))
}

func signWith(key *ecdsa.PrivateKey, text string) string {
	sum := sha256.Sum256([]byte(text))
	r, s, _ := ecdsa.Sign(rand.Reader, key, sum[:]) // crypto/rand never fails
	var out [64]byte
	r.FillBytes(out[:32])
	s.FillBytes(out[32:])
	return b64(out[:])
}

func (p *Provider) keys(w http.ResponseWriter, _ *http.Request) {
	public, _ := p.key.PublicKey.Bytes() // 4, x, y
	write(w, map[string]any{"keys": []map[string]string{{
		"kty": "EC", "crv": "P-256", "use": "sig", "alg": "ES256", "kid": "k1", "x": b64(public[1:33]), "y": b64(public[33:]),
	}}})
}

func write(w http.ResponseWriter, value any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(value)
}

func b64(data []byte) string { return base64.RawURLEncoding.EncodeToString(data) }
