// SPDX-License-Identifier: Apache-2.0

package accounttest

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"net/url"
	"testing"
)

// Authenticator is a device with one passkey, as a browser uses it. Tests may change the
// fields between calls.
type Authenticator struct {
	Origin     string // of the page that requests the passkey, as the browser sees it
	Site       string // that the passkey is bound to; the host of Origin
	Unverified bool   // does not ask for a fingerprint
	Count      uint32 // of signatures

	t    testing.TB
	key  *ecdsa.PrivateKey
	id   []byte
	user string // base64url
}

// NewAuthenticator returns a device in a browser on a page of a site.
func NewAuthenticator(t testing.TB, address string) *Authenticator {
	t.Helper()
	site, err := url.Parse(address)
	Must(t, err)
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	Must(t, err)
	id := make([]byte, 16)
	_, _ = rand.Read(id) // crypto/rand never fails
	return &Authenticator{Origin: address, Site: site.Hostname(), t: t, key: key, id: id}
}

// challengeOptions are the options of a server, as far as a test needs them.
type challengeOptions struct {
	PublicKey struct {
		Challenge string
		User      struct{ ID string }
		Allow     []struct{ ID string } `json:"allowCredentials"`
	}
}

func (a *Authenticator) read(options any) challengeOptions {
	a.t.Helper()
	text, err := json.Marshal(options)
	Must(a.t, err)
	var c challengeOptions
	Must(a.t, json.Unmarshal(text, &c))
	return c
}

// Create answers the options for a new passkey.
func (a *Authenticator) Create(options any) string {
	a.t.Helper()
	c := a.read(options)
	a.user = c.PublicKey.User.ID
	data := a.data(0x40) // with the key
	data = append(data, make([]byte, 16)...)
	data = binary.BigEndian.AppendUint16(data, uint16(len(a.id)))
	data = append(data, a.id...)
	data = append(data, a.publicKey()...)
	object := []byte("\xa3\x63fmt\x64none\x67attStmt\xa0\x68authData\x59")
	object = binary.BigEndian.AppendUint16(object, uint16(len(data)))
	object = append(object, data...)
	return a.answer(map[string]string{
		"clientDataJSON":    b64(a.client("webauthn.create", c.PublicKey.Challenge)),
		"attestationObject": b64(object),
	})
}

// Get answers the options for a log-in.
func (a *Authenticator) Get(options any) string {
	a.t.Helper()
	c := a.read(options)
	a.Count++
	client, data := a.client("webauthn.get", c.PublicKey.Challenge), a.data(0)
	sum := sha256.Sum256(client)
	digest := sha256.Sum256(append(append([]byte{}, data...), sum[:]...))
	signature, err := ecdsa.SignASN1(rand.Reader, a.key, digest[:])
	Must(a.t, err)
	return a.answer(map[string]string{
		"clientDataJSON": b64(client), "authenticatorData": b64(data), "signature": b64(signature), "userHandle": a.user,
	})
}

// data returns the authenticator data: site, flags, count of signatures.
func (a *Authenticator) data(flags byte) []byte {
	flags |= 0x01 // present
	if !a.Unverified {
		flags |= 0x04
	}
	sum := sha256.Sum256([]byte(a.Site))
	return binary.BigEndian.AppendUint32(append(sum[:], flags), a.Count)
}

// publicKey returns the key in COSE: EC2, ES256, P-256.
func (a *Authenticator) publicKey() []byte {
	public, err := a.key.PublicKey.Bytes() // 4, x, y
	Must(a.t, err)
	out := []byte{0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20}
	out = append(out, public[1:33]...)
	out = append(out, 0x22, 0x58, 0x20)
	return append(out, public[33:]...)
}

func (a *Authenticator) client(kind, challenge string) []byte {
	text, err := json.Marshal(map[string]any{"type": kind, "challenge": challenge, "origin": a.Origin, "crossOrigin": false})
	Must(a.t, err)
	return text
}

func (a *Authenticator) answer(response map[string]string) string {
	text, err := json.Marshal(map[string]any{
		"id": b64(a.id), "rawId": b64(a.id), "type": "public-key", "response": response, "clientExtensionResults": struct{}{},
	})
	Must(a.t, err)
	return string(text)
}

func b64(data []byte) string { return base64.RawURLEncoding.EncodeToString(data) }
