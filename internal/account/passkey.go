// SPDX-License-Identifier: Apache-2.0

package account

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"net/url"
	"strings"
	"time"
	"unicode"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"

	"cairn/internal/failure"
	"cairn/internal/totp"
)

const (
	// maxPasskeys is the number of passkeys of an account: enough for all devices.
	maxPasskeys = 10
	// maxPlainName bounds the name of a passkey, a token or a key, in characters.
	maxPlainName = 40
	// siteName is the name of the site in the dialogs of browsers.
	siteName = "Cairn"
)

// Passkey is a key pair of a user's device (WebAuthn). The server has the public
// key only.
type Passkey struct {
	ID         string // of the credential, base64url
	User       string
	Name       string // given by the user
	Credential string // webauthn.Credential as JSON
	Created    time.Time
	Used       time.Time // zero for never
}

// PasskeyStore keeps passkeys. The promises of Store hold here too.
type PasskeyStore interface {
	// CreatePasskey stores a passkey and changes its user in one transaction, like
	// UpdateAccess; *failure.TakenError if it is registered already.
	CreatePasskey(ctx context.Context, p Passkey, a AccessChange, change func(*User) error) error
	// FindPasskeys returns the passkeys of a user, the oldest first.
	FindPasskeys(ctx context.Context, user string) ([]Passkey, error)
	// UsePasskey stores the credential after a log-in.
	UsePasskey(ctx context.Context, id, credential string, now time.Time) error
	// DeletePasskey removes a passkey of a user and changes the user in one
	// transaction, like UpdateAccess.
	DeletePasskey(ctx context.Context, user, id string, a AccessChange, change func(*User) error) error
}

// Passkeys adds and removes passkeys, and logs users in with them. A passkey
// proves possession of the device and, since it asks for a fingerprint or a PIN,
// who uses it: it counts as both factors. An account with a passkey has
// two-factor authentication: the password alone does not log in.
type Passkeys struct {
	accounts   *Service
	store      PasskeyStore
	protocol   *webauthn.WebAuthn
	challenges steps[challenge]
}

// challenge is a challenge that was sent to a browser.
type challenge struct {
	Session   webauthn.SessionData
	Adds      bool   // a passkey is to be added
	User      string // whose passkey it must be; empty for any
	TwoFactor string // hash of the secret of the log-in that it completes; empty for none
	Version   int64  // of the user when that log-in, or the adding, began
}

// NewPasskeys returns the passkeys of a site. Browsers bind them to the host of
// its address, which must be a name.
func NewPasskeys(accounts *Service, store PasskeyStore, address string) (*Passkeys, error) {
	site, err := url.Parse(address)
	if err != nil {
		return nil, err
	}
	engine, err := webauthn.New(&webauthn.Config{
		RPID: site.Hostname(), RPDisplayName: siteName, RPOrigins: []string{site.Scheme + "://" + site.Host},
		AttestationPreference: protocol.PreferNoAttestation,
		AuthenticatorSelection: protocol.AuthenticatorSelection{
			RequireResidentKey: new(true), ResidentKey: protocol.ResidentKeyRequirementRequired,
			UserVerification: protocol.VerificationRequired,
		},
	})
	if err != nil {
		return nil, err
	}
	return &Passkeys{accounts: accounts, store: store, protocol: engine, challenges: steps[challenge]{accounts.tokens, passkeyStep}}, nil
}

// List returns the passkeys of a user, the oldest first.
func (p *Passkeys) List(ctx context.Context, user User) ([]Passkey, error) {
	return p.store.FindPasskeys(ctx, user.ID)
}

// BeginAdd returns the options with which a browser makes a passkey, and the secret
// for Add. It requires a Proof. An account has at most ten: Forbidden
// "passkey-many".
func (p *Passkeys) BeginAdd(ctx context.Context, user User, proof Proof) (options any, secret string, err error) {
	if user.Guest {
		return nil, "", failure.New(failure.Forbidden, "account-needed")
	}
	u, err := p.accounts.change(ctx, user, proof, func(*User) {})
	if err != nil {
		return nil, "", err
	}
	holder, err := p.holder(ctx, u)
	if err != nil {
		return nil, "", err
	}
	if len(holder.keys) >= maxPasskeys {
		return nil, "", failure.New(failure.Forbidden, "passkey-many")
	}
	creation, session, err := p.protocol.BeginRegistration(holder, webauthn.WithExclusions(holder.keys.CredentialDescriptors()))
	if err != nil {
		return nil, "", err
	}
	secret, err = p.challenges.add(ctx, challenge{Session: *session, Adds: true, User: u.ID, Version: u.Version})
	return creation, secret, err
}

// Add stores the passkey that a browser has made, and ends all sessions but the session of
// the token. If it turns two-factor authentication on, Add returns recovery codes,
// which cannot be shown again. A secret that is used, too old, of another user or from
// before a change of password is NotFound "passkey-gone"; an answer that is not right,
// Forbidden "passkey-wrong".
func (p *Passkeys) Add(ctx context.Context, user User, token, secret, name, answer string) (codes []string, err error) {
	c, err := p.challenges.take(ctx, secret, "passkey-gone", func(c challenge) bool { return c.Adds && c.User == user.ID })
	if err != nil {
		return nil, err
	}
	parsed, err := protocol.ParseCredentialCreationResponseBytes([]byte(answer))
	if err != nil {
		return nil, wrongPasskey(err)
	}
	credential, err := p.protocol.CreateCredential(passkeyHolder{user: user}, c.Session, parsed)
	if err != nil {
		return nil, wrongPasskey(err)
	}
	credential.Attestation = webauthn.CredentialAttestation{} // it says nothing without a list of trusted devices
	text, err := json.Marshal(credential)
	if err != nil {
		return nil, err
	}
	key := Passkey{
		ID: base64.RawURLEncoding.EncodeToString(credential.ID), User: user.ID, Name: plainName(name),
		Credential: string(text), Created: p.accounts.now(),
	}
	change := AccessChange{Now: key.Created, Keep: HashToken(token)}
	err = p.accounts.sessions.reporting(ctx, func() error {
		return p.store.CreatePasskey(ctx, key, change, func(u *User) error {
			if u.Version != c.Version { // the password has changed since
				return failure.ErrNotFound
			}
			codes, err = addPasskey(&u.TwoFactor)
			return err
		})
	})
	if err != nil {
		return nil, failure.IfTaken(failure.Missing(err, "passkey-gone"), failure.Forbidden, "passkey-taken")
	}
	return codes, nil
}

// addPasskey counts a new passkey, and makes recovery codes if it is the first
// second factor.
func addPasskey(f *TwoFactor) (codes []string, err error) {
	if f.Passkeys >= maxPasskeys {
		return nil, failure.New(failure.Forbidden, "passkey-many")
	}
	if !f.On() {
		codes = totp.NewCodes(recoveryCodes)
		f.Codes = hashCodes(codes)
	}
	f.Passkeys++
	return codes, nil
}

// Remove removes a passkey of a user and ends all other sessions: one of them may
// have been opened with the passkey. It requires a Proof. NotFound for the passkey
// of another user.
func (p *Passkeys) Remove(ctx context.Context, user User, proof Proof, id string) error {
	checked, err := p.accounts.confirm(ctx, user, proof)
	if err != nil {
		return err
	}
	change := proof.keep()
	change.Now = p.accounts.now()
	return p.accounts.sessions.reporting(ctx, func() error {
		return p.store.DeletePasskey(ctx, user.ID, id, change, func(u *User) error {
			err := proof.use(u, checked, change.Now)
			u.TwoFactor.Passkeys--
			u.TwoFactor.tidy()
			return err
		})
	})
}

// plainName returns a name on one line, of bounded length.
func plainName(name string) string {
	name = strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return -1
		}
		return r
	}, strings.TrimSpace(name))
	if runes := []rune(name); len(runes) > maxPlainName {
		name = string(runes[:maxPlainName])
	}
	return name
}

// wrongPasskey is the error for an invalid answer of a browser.
func wrongPasskey(cause error) error {
	return &failure.Error{Code: failure.Forbidden, Key: "passkey-wrong", Err: cause}
}

// holder returns a user with all passkeys.
func (p *Passkeys) holder(ctx context.Context, u User) (passkeyHolder, error) {
	list, err := p.store.FindPasskeys(ctx, u.ID)
	if err != nil {
		return passkeyHolder{}, err
	}
	h := passkeyHolder{user: u}
	for _, key := range list {
		var credential webauthn.Credential
		if err := json.Unmarshal([]byte(key.Credential), &credential); err != nil {
			return passkeyHolder{}, err
		}
		h.keys = append(h.keys, credential)
	}
	return h, nil
}

// passkeyHolder is a user as package webauthn wants it.
type passkeyHolder struct {
	user User
	keys webauthn.Credentials
}

// WebAuthnID implements webauthn.User.
func (h passkeyHolder) WebAuthnID() []byte { return []byte(h.user.ID) }

// WebAuthnName implements webauthn.User.
func (h passkeyHolder) WebAuthnName() string { return h.user.Name }

// WebAuthnDisplayName implements webauthn.User.
func (h passkeyHolder) WebAuthnDisplayName() string { return h.user.Name }

// WebAuthnCredentials implements webauthn.User.
func (h passkeyHolder) WebAuthnCredentials() []webauthn.Credential { return h.keys }
