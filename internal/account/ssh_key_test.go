// SPDX-License-Identifier: Apache-2.0

package account_test

import (
	"crypto/ed25519"
	"crypto/rand"
	"crypto/rsa"
	"math/big"
	"strings"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"

	"cairn/internal/account"
	"cairn/internal/failure"
)

// sshKey returns a new public key as authorized_keys has it.
func sshKey(t testing.TB, comment string) string {
	t.Helper()
	public, _, err := ed25519.GenerateKey(rand.Reader)
	must(t, err)
	return keyText(t, public, comment)
}

func keyText(t testing.TB, public any, comment string) string {
	t.Helper()
	key, err := ssh.NewPublicKey(public)
	must(t, err)
	return strings.TrimSpace(string(ssh.MarshalAuthorizedKey(key))) + " " + comment + "\n"
}

func TestSSHKey(t *testing.T) {
	h := newHouse(t)
	ann, _ := h.member("Ann")
	bob, _ := h.member("Bob")
	text := sshKey(t, "ann@laptop")
	k, err := h.Programs.AddSSHKey(background, ann, proof(phrase), text)
	must(t, err)
	if k.Name != "ann@laptop" || !strings.HasPrefix(k.Fingerprint, "SHA256:") || k.Public+" ann@laptop\n" != text {
		t.Errorf("got %+v", k)
	}
	for range 2 {
		if u, err := h.Programs.UserBySSHKey(background, k.Fingerprint); err != nil || u.ID != ann.ID {
			t.Errorf("got %+v, %v", u, err)
		}
	}
	if list, err := h.Programs.SSHKeys(background, ann); err != nil || len(list) != 1 || list[0].Used != h.clock.Now() {
		t.Errorf("keys: got %+v, %v", list, err)
	}
	_, err = h.Programs.AddSSHKey(background, bob, proof(phrase), text)
	wantKey(t, "another's key", err, failure.Forbidden, "ssh-key-taken")
	wantCode(t, h.Programs.RemoveSSHKey(background, bob, k.ID()), failure.NotFound)

	must(t, h.Staff.SetBanned(background, account.Operator, "Ann", true))
	_, err = h.Programs.UserBySSHKey(background, k.Fingerprint)
	wantCode(t, err, failure.NotFound)
	must(t, h.Staff.SetBanned(background, account.Operator, "Ann", false))
	must(t, h.Programs.RemoveSSHKey(background, ann, k.ID()))
	_, err = h.Programs.UserBySSHKey(background, k.Fingerprint)
	wantCode(t, err, failure.NotFound)
	wantCode(t, h.Programs.RemoveSSHKey(background, ann, k.ID()), failure.NotFound)
}

func TestSSHKeyRefused(t *testing.T) {
	h := newHouse(t)
	ann, _ := h.member("Ann")
	one := sshKey(t, "one")
	weak := &rsa.PublicKey{N: new(big.Int).Lsh(big.NewInt(1), 1023), E: 65537} // 1024 bits
	for _, c := range []struct{ name, text, want string }{
		{"nothing", "", "ssh-key-malformed"},
		{"a private key", "-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\n-----END OPENSSH PRIVATE KEY-----", "ssh-key-malformed"},
		{"two keys", one + sshKey(t, "two"), "ssh-key-malformed"},
		{"options", `command="sh" ` + one, "ssh-key-malformed"},
		{"long", one + strings.Repeat(" ", 5000), "ssh-key-malformed"},
		{"weak", keyText(t, weak, ""), "ssh-key-weak"},
	} {
		_, err := h.Programs.AddSSHKey(background, ann, proof(phrase), c.text)
		wantFields(t, c.name, err, map[string]string{"key": c.want})
	}
	_, err := h.Programs.AddSSHKey(background, h.guest(), proof(phrase), one)
	wantKey(t, "guest", err, failure.Forbidden, "account-needed")
	token, err := h.Authenticate(background, h.token(ann, "program", account.ScopeRead))
	must(t, err)
	_, err = h.Programs.AddSSHKey(background, token, proof(phrase), one)
	wantKey(t, "with a token", err, failure.Forbidden, "token-scope")
	for range 20 {
		_, err := h.Programs.AddSSHKey(background, ann, proof(phrase), sshKey(t, ""))
		must(t, err)
		h.clock.Advance(time.Second)
	}
	_, err = h.Programs.AddSSHKey(background, ann, proof(phrase), one)
	wantKey(t, "many", err, failure.Forbidden, "ssh-key-many")
}
