// SPDX-License-Identifier: Apache-2.0

// Package totp implements the codes of two-factor authentication: six digits that
// an app on a phone shows for 30 seconds (RFC 6238 over RFC 4226, with SHA-1, which
// every such app supports), and recovery codes for a lost phone.
//
// The package stores nothing and counts no attempts. The caller stores the secret
// and the last step used, stores recovery codes hashed, and limits the attempts: a
// code of six digits is no protection without such a limit.
package totp

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha1"
	"crypto/subtle"
	"encoding/base32"
	"encoding/binary"
	"fmt"
	"net/url"
	"strings"
	"time"
)

const (
	// period is how long a code is shown, in seconds.
	period = 30
	// drift is how many steps the clock of a phone may differ from ours; with it a
	// code is valid for a minute and a half.
	drift = 1
	// secretBytes is the length that RFC 4226 recommends, 160 bits, as long as the hash.
	secretBytes = 20
)

var encoding = base32.StdEncoding.WithPadding(base32.NoPadding)

// NewSecret returns a new random secret in base32 without padding, as apps expect
// it: 32 letters and digits.
func NewSecret() string {
	var secret [secretBytes]byte
	_, _ = rand.Read(secret[:]) // never fails; see its documentation
	return encoding.EncodeToString(secret[:])
}

// URI returns the address that apps read from a QR code. Apps show the issuer, the
// name of the site, and the account, the name of the user. The account should be
// short, as the QR code grows with it.
func URI(issuer, account, secret string) string {
	return fmt.Sprintf("otpauth://totp/%s:%s?secret=%s&issuer=%s", escape(issuer), escape(account), escape(secret), escape(issuer))
}

// escape leaves only letters, digits and -_.~ as they are, so that no name can add
// a parameter or a colon. Apps show a plus sign as such, so a space becomes %20.
func escape(s string) string { return strings.ReplaceAll(url.QueryEscape(s), "+", "%20") }

// Code returns the six digits that an app shows at a time. It returns an error if
// the secret is not base32.
func Code(secret string, at time.Time) (string, error) {
	key, err := encoding.DecodeString(secret)
	if err != nil {
		return "", fmt.Errorf("totp: the secret is not base32: %w", err)
	}
	return digits(key, step(at)), nil
}

// Check reports whether a code is valid at a time, and its step: the number of
// periods of 30 seconds since 1970. The caller stores that step and passes it as
// last the next time, 0 at first, so that neither that code nor an older one is
// valid again. Spaces in the code are ignored. Wrong codes take as long as right
// ones.
func Check(secret, code string, now time.Time, last int64) (used int64, ok bool) {
	key, err := encoding.DecodeString(secret)
	if err != nil || len(key) == 0 {
		return 0, false
	}
	given := []byte(strings.Join(strings.Fields(code), ""))
	middle := step(now)
	// If two steps have the same code, the later one is used.
	for s := middle - drift; s <= middle+drift; s++ {
		if subtle.ConstantTimeCompare(given, []byte(digits(key, s))) == 1 && s > last {
			used, ok = s, true
		}
	}
	return used, ok
}

func step(at time.Time) int64 { return at.Unix() / period }

// digits is HOTP of RFC 4226, section 5.3: four bytes of the hash at the offset
// given by its last four bits, without the highest bit, as six decimal digits.
func digits(key []byte, counter int64) string {
	mac := hmac.New(sha1.New, key)
	_ = binary.Write(mac, binary.BigEndian, counter) // a hash returns no error
	sum := mac.Sum(nil)
	at := sum[len(sum)-1] & 0x0f
	number := binary.BigEndian.Uint32(sum[at:]) & 0x7fffffff
	return fmt.Sprintf("%06d", number%1_000_000)
}
