// SPDX-License-Identifier: Apache-2.0

package totp

import (
	"crypto/hmac"
	"crypto/sha1"
	"crypto/subtle"
	"encoding/binary"
	"fmt"
	"strings"
	"time"
)

const (
	// period is how long a code is shown, in seconds.
	period = 30
	// drift is how many steps a phone's clock may be before or behind ours; with
	// it a code is good for a minute and a half.
	drift = 1
)

// Code returns the six digits that an app shows at a time. The error says that
// the secret is not one of NewSecret.
func Code(secret string, at time.Time) (string, error) {
	key, err := encoding.DecodeString(secret)
	if err != nil {
		return "", fmt.Errorf("totp: the secret is not base32: %w", err)
	}
	return digits(key, step(at)), nil
}

// Check reports whether a code is right at a time, and the step (the count of 30
// seconds since 1970) that it belongs to. The caller remembers that step and gives
// it as last the next time, 0 at first: neither that code nor an older one is
// taken again. Spaces in the code do not matter, and wrong codes take as long as
// right ones.
func Check(secret, code string, now time.Time, last int64) (used int64, ok bool) {
	key, err := encoding.DecodeString(secret)
	if err != nil || len(key) == 0 {
		return 0, false
	}
	given := []byte(strings.Join(strings.Fields(code), ""))
	middle := step(now)
	// The latest step that fits is the one remembered, should two have the same code.
	for s := middle - drift; s <= middle+drift; s++ {
		if subtle.ConstantTimeCompare(given, []byte(digits(key, s))) == 1 && s > last {
			used, ok = s, true
		}
	}
	return used, ok
}

func step(at time.Time) int64 { return at.Unix() / period }

// digits is HOTP of RFC 4226, section 5.3: four bytes of the hash, from the place
// that its last half byte names, without the highest bit, as six decimal digits.
func digits(key []byte, counter int64) string {
	mac := hmac.New(sha1.New, key)
	_ = binary.Write(mac, binary.BigEndian, counter) // a hash takes everything
	sum := mac.Sum(nil)
	at := sum[len(sum)-1] & 0x0f
	number := binary.BigEndian.Uint32(sum[at:]) & 0x7fffffff
	return fmt.Sprintf("%06d", number%1_000_000)
}
