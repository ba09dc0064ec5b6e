// SPDX-License-Identifier: Apache-2.0

package nats

import (
	"crypto/sha256"
	"fmt"
	"strings"
)

// Subjects: the message that topic "match.x" has reached seq 7 is "7" on the
// subject "cairn.match.x". Nothing else is published.
const prefix = "cairn."

// longest is the length from which a topic is replaced by its hash. The protocol
// allows lines of 4 kB.
const longest = 200

// subject returns the subject of a topic. Different topics have different
// subjects, and none has a wildcard. Dots divide a subject into tokens, as they
// divide the topic; other bytes than letters, digits, "-" and "_" are written
// "=XX", and so is a dot that would make an empty token.
func subject(topic string) string {
	if len(topic) > longest {
		return prefix + fmt.Sprintf("=%x", sha256.Sum256([]byte(topic)))
	}
	var s strings.Builder
	s.Grow(len(prefix) + len(topic))
	s.WriteString(prefix)
	token := 0 // bytes of the topic in the token so far
	for i := range len(topic) {
		c := topic[i]
		switch {
		case c == '.' && token > 0 && i+1 < len(topic):
			s.WriteByte(c)
			token = 0
			continue
		case isPlain(c):
			s.WriteByte(c)
		default:
			fmt.Fprintf(&s, "=%02X", c)
		}
		token++
	}
	if topic == "" {
		s.WriteByte('=')
	}
	return s.String()
}

// isPlain reports whether a byte stands for itself in a subject.
func isPlain(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '-' || c == '_'
}
