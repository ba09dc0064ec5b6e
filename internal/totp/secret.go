// SPDX-License-Identifier: Apache-2.0

package totp

import (
	"crypto/rand"
	"encoding/base32"
	"fmt"
	"net/url"
	"strings"
)

// secretBytes is the length RFC 4226 recommends: that of the hash, 160 bits.
const secretBytes = 20

var encoding = base32.StdEncoding.WithPadding(base32.NoPadding)

// NewSecret returns a fresh random secret, in base32 without padding as apps want
// it: 32 letters and digits.
func NewSecret() string {
	var secret [secretBytes]byte
	_, _ = rand.Read(secret[:]) // never fails; see its documentation
	return encoding.EncodeToString(secret[:])
}

// URI returns the address that apps read from a QR code. The issuer is the name of
// the site and the account that of the person; apps show both. The account should
// be short, as the code grows with it.
func URI(issuer, account, secret string) string {
	return fmt.Sprintf("otpauth://totp/%s:%s?secret=%s&issuer=%s", escape(issuer), escape(account), escape(secret), escape(issuer))
}

// escape leaves only letters, digits and -_.~ as they are, so that no name can add
// a parameter or a colon. Apps show a plus sign as such, so a space becomes %20.
func escape(s string) string { return strings.ReplaceAll(url.QueryEscape(s), "+", "%20") }
