// SPDX-License-Identifier: Apache-2.0

package play

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"fmt"
	"strings"

	"golang.org/x/crypto/argon2"
)

// Parameters of argon2id, the least that OWASP asks for (2023): 19 MiB, two
// passes, one lane. They are written with every hash, so that they can rise.
const (
	argonMemory = 19 * 1024
	argonPasses = 2
	argonLanes  = 1
	argonBytes  = 32

	// maxHashing bounds the hashes computed at the same time, and so the memory
	// (19 MiB each) a flood of log-ins can take.
	maxHashing = 4
)

const hashFormat = "$argon2id$v=19$m=%d,t=%d,p=%d$%s$%s"

// nobody is the hash that the password of an unknown account is compared with, so
// that unknown accounts take as long as known ones.
var nobody = encodeHash(make([]byte, 16), make([]byte, argonBytes))

func encodeHash(salt, key []byte) string {
	encode := base64.RawStdEncoding.EncodeToString
	return fmt.Sprintf(hashFormat, argonMemory, argonPasses, argonLanes, encode(salt), encode(key))
}

// hashPassword hashes with a fresh salt, when it is its turn.
func (s *Service) hashPassword(ctx context.Context, password string) (string, error) {
	if err := s.waitToHash(ctx); err != nil {
		return "", err
	}
	defer s.doneHashing()
	var salt [16]byte
	_, _ = rand.Read(salt[:])
	return encodeHash(salt[:], argon2.IDKey([]byte(password), salt[:], argonPasses, argonMemory, argonLanes, argonBytes)), nil
}

// checkPassword reports whether a password has that hash.
func (s *Service) checkPassword(ctx context.Context, hash, password string) (bool, error) {
	if hash == "" {
		hash = nobody
	}
	var memory, passes uint32
	var lanes uint8
	var salt64, key64 string
	if _, err := fmt.Sscanf(hash, "$argon2id$v=19$m=%d,t=%d,p=%d$%s", &memory, &passes, &lanes, &salt64); err != nil {
		return false, fmt.Errorf("read password hash: %w", err)
	}
	salt64, key64, _ = strings.Cut(salt64, "$")
	salt, err := base64.RawStdEncoding.DecodeString(salt64)
	if err != nil {
		return false, fmt.Errorf("read password hash: %w", err)
	}
	key, err := base64.RawStdEncoding.DecodeString(key64)
	if err != nil {
		return false, fmt.Errorf("read password hash: %w", err)
	}
	if err := s.waitToHash(ctx); err != nil {
		return false, err
	}
	defer s.doneHashing()
	got := argon2.IDKey([]byte(password), salt, passes, memory, lanes, uint32(len(key)))
	return subtle.ConstantTimeCompare(got, key) == 1, nil
}

func (s *Service) waitToHash(ctx context.Context) error {
	select {
	case s.hashing <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (s *Service) doneHashing() { <-s.hashing }
