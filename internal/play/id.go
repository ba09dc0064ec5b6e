// SPDX-License-Identifier: Apache-2.0

package play

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"math/big"
	"strings"
)

// idAlphabet has no letters or digits that look alike.
const idAlphabet = "23456789abcdefghjkmnpqrstuvwxyz"

// matchIDLength makes 27 thousand million ids: enough that guessing one that is
// open is hopeless under any limit of attempts.
const matchIDLength = 7

func newMatchID() string { return randomText(matchIDLength) }

// newID makes an id that nobody types.
func newID() string { return randomText(20) }

func randomText(n int) string {
	var out strings.Builder
	size := big.NewInt(int64(len(idAlphabet)))
	for range n {
		i, _ := rand.Int(rand.Reader, size) // crypto/rand never fails
		out.WriteByte(idAlphabet[i.Int64()])
	}
	return out.String()
}

// CleanMatchID makes of what a person typed the id that was meant: letter case,
// blanks and hyphens do not count.
func CleanMatchID(typed string) string {
	return strings.Map(func(r rune) rune {
		if r == ' ' || r == '-' {
			return -1
		}
		return r
	}, strings.ToLower(strings.TrimSpace(typed)))
}

// newToken makes a session token of 256 random bits.
func newToken() string {
	var bytes [32]byte
	_, _ = rand.Read(bytes[:]) // crypto/rand never fails
	return base64.RawURLEncoding.EncodeToString(bytes[:])
}

// HashToken is what the store keeps of a session's token, and what OnSessionEnd
// tells of it.
func HashToken(token string) string { return hashToken(token) }

// hashToken is what the store keeps of a token.
func hashToken(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}

// coin is a fair coin.
func coin() bool {
	var bytes [1]byte
	_, _ = rand.Read(bytes[:])
	return bytes[0]&1 == 1
}
