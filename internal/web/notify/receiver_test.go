// SPDX-License-Identifier: Apache-2.0

package notify_test

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdh"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// receiver is a push service with the one browser that is subscribed there.
type receiver struct {
	t      *testing.T
	server *httptest.Server
	key    *ecdh.PrivateKey
	auth   []byte
	status int // of its answers
	got    chan pushed
}

// pushed is a notification as the browser gets it.
type pushed struct {
	Title, Text, URL, Tag string
	header                http.Header
}

func newReceiver(t *testing.T, status int) *receiver {
	t.Helper()
	key, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	p := &receiver{t: t, key: key, auth: []byte("sixteen bytes ok"), status: status, got: make(chan pushed, 10)}
	p.server = httptest.NewTLSServer(p)
	t.Cleanup(p.server.Close)
	return p
}

// subscription is the body that the script of a page sends.
func (p *receiver) subscription(path string) string {
	encode := base64.RawURLEncoding.EncodeToString
	body, err := json.Marshal(map[string]string{
		"endpoint": p.server.URL + path, "p256dh": encode(p.key.PublicKey().Bytes()), "auth": encode(p.auth),
	})
	if err != nil {
		p.t.Fatal(err)
	}
	return string(body)
}

// ServeHTTP implements http.Handler.
func (p *receiver) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err == nil {
		body, err = p.decrypt(body)
	}
	m := pushed{header: r.Header}
	if err == nil {
		err = json.Unmarshal(body, &m)
	}
	if err != nil {
		p.t.Error(err)
	}
	p.got <- m
	w.WriteHeader(p.status)
}

// decrypt reads a message of one record (RFC 8188, RFC 8291).
func (p *receiver) decrypt(body []byte) ([]byte, error) {
	if len(body) < 21+65 || body[20] != 65 {
		return nil, errors.New("the header is malformed")
	}
	salt, sender, sealed := body[:16], body[21:21+65], body[21+65:]
	from, err := ecdh.P256().NewPublicKey(sender)
	if err != nil {
		return nil, err
	}
	shared, err := p.key.ECDH(from)
	if err != nil {
		return nil, err
	}
	info := "WebPush: info\x00" + string(p.key.PublicKey().Bytes()) + string(sender)
	secret, err := hkdf.Key(sha256.New, shared, p.auth, info, 32)
	if err != nil {
		return nil, err
	}
	key, err := hkdf.Key(sha256.New, secret, salt, "Content-Encoding: aes128gcm\x00", 16)
	if err != nil {
		return nil, err
	}
	nonce, err := hkdf.Key(sha256.New, secret, salt, "Content-Encoding: nonce\x00", 12)
	if err != nil {
		return nil, err
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	gcm, err := cipher.NewGCM(block)
	if err != nil {
		return nil, err
	}
	plain, err := gcm.Open(nil, nonce, sealed, nil)
	if err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(bytes.TrimRight(plain, "\x00"), []byte{2}), nil
}

// next waits for a notification.
func (p *receiver) next() pushed {
	p.t.Helper()
	select {
	case m := <-p.got:
		if !strings.HasPrefix(m.header.Get("Authorization"), "vapid t=") {
			p.t.Errorf("authorization: got %q", m.header.Get("Authorization"))
		}
		return m
	case <-time.After(5 * time.Minute):
		p.t.Fatal("no notification came")
		return pushed{}
	}
}

// none checks that no notification has come.
func (p *receiver) none(what string) {
	p.t.Helper()
	if len(p.got) > 0 {
		p.t.Errorf("%s: got %+v, want no notification", what, <-p.got)
	}
}
