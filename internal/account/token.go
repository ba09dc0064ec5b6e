// SPDX-License-Identifier: Apache-2.0

package account

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"math/big"
	"strings"
	"time"

	"cairn/internal/failure"
)

// Lives of tokens.
const (
	mailedResetLife = time.Hour          // mail takes minutes, and others may read the mailbox later
	handedResetLife = 24 * time.Hour     // the operator passes the link on by other means
	confirmLife     = 24 * time.Hour     // the link grants little, and mail is read once a day
	twoFactorLife   = 10 * time.Minute   // to find a code, or to set up an app
	adminLife       = 7 * 24 * time.Hour // an operator returns to a new server within days
)

// tokens creates tokens and finds them by their secrets.
type tokens struct {
	store TokenStore
	now   func() time.Time
}

// create stores a token, in place of an earlier one of the user, and returns its
// secret.
func (t tokens) create(ctx context.Context, purpose Purpose, user, data string, life time.Duration) (secret string, err error) {
	secret, now := newSecret(), t.now()
	token := Token{Hash: HashToken(secret), Purpose: purpose, User: user, Data: data, Created: now, Expires: now.Add(life)}
	return secret, t.store.CreateToken(ctx, token)
}

// find returns a valid token.
func (t tokens) find(ctx context.Context, purpose Purpose, secret string) (Token, error) {
	return t.store.FindToken(ctx, purpose, HashToken(secret), t.now())
}

// findOwner returns a valid token with its user; NotFound with the key if either is gone.
func (t tokens) findOwner(ctx context.Context, users UserStore, purpose Purpose, secret, key string) (token Token, u User, err error) {
	if token, err = t.find(ctx, purpose, secret); err == nil {
		u, err = users.FindUser(ctx, token.User)
	}
	return token, u, failure.Missing(err, key)
}

// findOf returns the valid token of a user, the zero Token if there is none.
func (t tokens) findOf(ctx context.Context, purpose Purpose, user string) (Token, error) {
	token, err := t.store.FindTokenOf(ctx, purpose, user, t.now())
	return token, ignoreMissing(err)
}

// take uses up a valid token.
func (t tokens) take(ctx context.Context, purpose Purpose, secret string) (Token, error) {
	return t.store.TakeToken(ctx, purpose, HashToken(secret), t.now())
}

// newSecret returns 256 random bits as text.
func newSecret() string {
	var bytes [32]byte
	_, _ = rand.Read(bytes[:]) // crypto/rand never fails
	return base64.RawURLEncoding.EncodeToString(bytes[:])
}

// HashToken returns the hash of a token that the store keeps and OnSessionEnd
// reports.
func HashToken(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}

// alphabet has no letters or digits that look alike.
const alphabet = "23456789abcdefghjkmnpqrstuvwxyz"

// NewID returns a random id that users never type.
func NewID() string { return RandomText(20) }

// TextOf returns n letters and digits that look random and depend on a secret alone;
// n is at most 32.
func TextOf(secret string, n int) string {
	sum := sha256.Sum256([]byte(secret))
	out := make([]byte, n)
	for i := range out {
		out[i] = alphabet[int(sum[i])%len(alphabet)]
	}
	return string(out)
}

// RandomText returns n random letters and digits, none of which look alike.
func RandomText(n int) string {
	var out strings.Builder
	size := big.NewInt(int64(len(alphabet)))
	for range n {
		i, _ := rand.Int(rand.Reader, size) // crypto/rand never fails
		out.WriteByte(alphabet[i.Int64()])
	}
	return out.String()
}

// stepLife is how long a browser may take for one step of a log-in.
const stepLife = 10 * time.Minute

// steps stores the state of a log-in between two requests. Each value is found once, by a
// secret that only the browser has. Values are stored as
// tokens without an owner: another node, or this one after a restart, can take the
// next step.
type steps[T any] struct {
	tokens  tokens
	purpose Purpose
}

// add keeps a value and returns its secret.
func (s steps[T]) add(ctx context.Context, value T) (secret string, err error) {
	data, err := json.Marshal(value)
	if err != nil {
		return "", err
	}
	return s.tokens.create(ctx, s.purpose, "", string(data), stepLife)
}

// take removes and returns a value; NotFound with the key if there is none, or if valid
// refuses it.
func (s steps[T]) take(ctx context.Context, secret, key string, valid func(T) bool) (value T, err error) {
	token, err := s.tokens.take(ctx, s.purpose, secret)
	if err != nil {
		return value, failure.Missing(err, key)
	}
	if err := json.Unmarshal([]byte(token.Data), &value); err != nil {
		return value, err
	}
	if !valid(value) {
		return value, failure.New(failure.NotFound, key)
	}
	return value, nil
}
