// SPDX-License-Identifier: Apache-2.0

package play

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"

	"golang.org/x/crypto/argon2"

	"cairn/internal/password"
)

// Parameters of argon2id, the least that OWASP asks for (2023): 19 MiB, two
// passes, one lane. They are written with every hash, so that they can rise.
const (
	argonMemory = 19 * 1024
	argonPasses = 2
	argonLanes  = 1
	argonBytes  = 32
)

// nobody is the hash that the password of an unknown account is compared with, so
// that unknown accounts take as long as known ones.
var nobody = passwordHash{argonMemory, argonPasses, argonLanes, make([]byte, 16), make([]byte, argonBytes)}.String()

// passwordHash is a hash with what it was made with.
type passwordHash struct {
	memory, passes uint32
	lanes          uint8
	salt, key      []byte
}

// String writes a hash as it is stored.
func (h passwordHash) String() string {
	encode := base64.RawStdEncoding.EncodeToString
	return fmt.Sprintf("$argon2id$v=19$m=%d,t=%d,p=%d$%s$%s", h.memory, h.passes, h.lanes, encode(h.salt), encode(h.key))
}

func parseHash(text string) (h passwordHash, err error) {
	var rest string
	if _, err := fmt.Sscanf(text, "$argon2id$v=19$m=%d,t=%d,p=%d$%s", &h.memory, &h.passes, &h.lanes, &rest); err != nil {
		return h, fmt.Errorf("read password hash: %w", err)
	}
	salt, key, _ := strings.Cut(rest, "$")
	if h.salt, err = base64.RawStdEncoding.DecodeString(salt); err == nil {
		h.key, err = base64.RawStdEncoding.DecodeString(key)
	}
	if err == nil && len(h.key) == 0 {
		err = errors.New("there is no key in it")
	}
	if err != nil {
		return h, fmt.Errorf("read password hash: %w", err)
	}
	return h, nil
}

// weak reports parameters below those of today.
func (h passwordHash) weak() bool { return h.memory < argonMemory || h.passes < argonPasses }

// hashPassword hashes with a fresh salt, when it is its turn.
func (s *Service) hashPassword(ctx context.Context, text string) (string, error) {
	end, err := s.hashing.begin(ctx)
	if err != nil {
		return "", err
	}
	defer end()
	h := passwordHash{memory: argonMemory, passes: argonPasses, lanes: argonLanes, salt: make([]byte, 16)}
	_, _ = rand.Read(h.salt) // crypto/rand never fails
	h.key = argon2.IDKey([]byte(text), h.salt, h.passes, h.memory, h.lanes, argonBytes)
	return h.String(), nil
}

// checkPassword reports whether a password has that hash; nobody's is empty.
func (s *Service) checkPassword(ctx context.Context, hash, text string) (bool, error) {
	if hash == "" {
		hash = nobody
	}
	h, err := parseHash(hash)
	if err != nil {
		return false, err
	}
	end, err := s.hashing.begin(ctx)
	if err != nil {
		return false, err
	}
	defer end()
	got := argon2.IDKey([]byte(text), h.salt, h.passes, h.memory, h.lanes, uint32(len(h.key)))
	return subtle.ConstantTimeCompare(got, h.key) == 1, nil
}

// rehash replaces a hash that was made with weaker parameters, now that the
// password is known. The person has logged in either way.
func (s *Service) rehash(ctx context.Context, u User, text string) {
	if h, err := parseHash(u.Password); err != nil || !h.weak() {
		return
	}
	hash, err := s.hashPassword(ctx, text)
	if err == nil {
		_, err = s.store.UpdateUser(ctx, u.ID, func(now *User) error {
			if now.Password == u.Password {
				now.Password = hash
			}
			return nil
		})
	}
	if err != nil {
		s.log.Warn("rehash password", "user", u.ID, "err", err)
	}
}

// checkNew adds what is wrong with a new password to the fields of a form.
func checkNew(fields map[string]string, text, again string, u User) {
	if text == "" {
		fields["password"] = "password-missing"
	} else if problem := password.Check(text, u.Name, u.Email); problem != password.None {
		fields["password"] = "password-" + string(problem)
	}
	if again != text {
		fields["again"] = "again-differs"
	}
}
