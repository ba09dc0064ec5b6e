// SPDX-License-Identifier: Apache-2.0

package account

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/crypto/argon2"

	"cairn/internal/failure"
	"cairn/internal/fair"
	"cairn/internal/password"
)

// Parameters of argon2id, the minimum that OWASP recommends (2023): 19 MiB, two
// passes, one lane. They are stored with every hash, so that they can be raised.
const (
	argonMemory = 19 * 1024
	argonPasses = 2
	argonLanes  = 1
	argonBytes  = 32
)

const (
	// maxHashWaiters bounds the requests that wait to hash.
	maxHashWaiters = 256
	// maxHashesOf bounds the hashes of one address: a class that logs in at once.
	maxHashesOf = 64
	// hashWait is the default of Options.HashWait.
	hashWait = 20 * time.Second
	// hashPause is how many times the duration of a hash its slot stays occupied
	// while others wait, so that most of the processor is left to the matches.
	hashPause = 3
)

// dummyHash is compared with the password of an unknown account, so that unknown
// and known accounts take the same time.
var dummyHash = passwordHash{argonMemory, argonPasses, argonLanes, make([]byte, 16), make([]byte, argonBytes)}.String()

// passwordHash is a hash with its parameters.
type passwordHash struct {
	memory, passes uint32
	lanes          uint8
	salt, key      []byte
}

// String formats a hash as it is stored.
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
		err = errors.New("it has no key")
	}
	if err != nil {
		err = fmt.Errorf("read password hash: %w", err)
	}
	return h, err
}

// weak reports whether the parameters are below the current ones.
func (h passwordHash) weak() bool { return h.memory < argonMemory || h.passes < argonPasses }

// hasher hashes passwords. It bounds the concurrent hashes, and so the processors and the
// memory (19 MiB each) that a flood of log-ins can take, and is fair to the addresses
// that wait.
type hasher struct {
	parallel int
	wait     time.Duration
	queue    *fair.Queue
	took     atomic.Int64 // duration of the last hash with its pause, in nanoseconds
}

func newHasher(parallel int, wait time.Duration) *hasher {
	return &hasher{parallel: parallel, wait: cmp.Or(wait, hashWait), queue: fair.New(fair.Limit{Running: parallel, Waiting: maxHashWaiters, OfAddress: maxHashesOf})}
}

// hash hashes a password with a new salt. It returns Limited "passwords-busy" when
// too many wait.
func (h *hasher) hash(ctx context.Context, text string) (string, error) {
	release, err := h.acquire(ctx)
	if err != nil {
		return "", err
	}
	defer release()
	p := passwordHash{memory: argonMemory, passes: argonPasses, lanes: argonLanes, salt: make([]byte, 16)}
	_, _ = rand.Read(p.salt) // crypto/rand never fails
	p.key = argon2.IDKey([]byte(text), p.salt, p.passes, p.memory, p.lanes, argonBytes)
	return p.String(), nil
}

// check reports whether a password has that hash. The hash is empty for an
// unknown account.
func (h *hasher) check(ctx context.Context, hash, text string) (bool, error) {
	if hash == "" {
		hash = dummyHash
	}
	p, err := parseHash(hash)
	if err != nil {
		return false, err
	}
	release, err := h.acquire(ctx)
	if err != nil {
		return false, err
	}
	defer release()
	got := argon2.IDKey([]byte(text), p.salt, p.passes, p.memory, p.lanes, uint32(len(p.key)))
	return subtle.ConstantTimeCompare(got, p.key) == 1, nil
}

// acquire waits for a turn and returns the function that ends it.
func (h *hasher) acquire(ctx context.Context) (release func(), err error) {
	wait, cancel := context.WithTimeout(ctx, h.wait)
	defer cancel()
	release, err = h.queue.Acquire(wait, fair.Of(ctx))
	switch {
	case err == nil:
		return h.releaser(release), nil
	case ctx.Err() != nil:
		return nil, ctx.Err()
	}
	// As long as the hashes take that wait now.
	retry := time.Duration(h.took.Load()) * time.Duration(h.queue.Waiting()) / time.Duration(h.parallel)
	return nil, &failure.Error{Code: failure.Limited, Key: "passwords-busy", Retry: max(retry, time.Second), Err: err}
}

// releaser returns the function that ends a turn that began now.
func (h *hasher) releaser(release func()) func() {
	began := time.Now()
	return func() {
		took := time.Since(began)
		h.took.Store(int64((1 + hashPause) * took))
		if h.queue.Waiting() == 0 {
			release()
			return
		}
		time.AfterFunc(hashPause*took, release)
	}
}

// rehash replaces a hash with weak parameters after a log-in with that password.
// A failure is logged and does not stop the log-in.
func (s *Service) rehash(ctx context.Context, u User, text string) {
	if h, err := parseHash(u.Password); err != nil || !h.weak() {
		return
	}
	hash, err := s.hasher.hash(ctx, text)
	if err == nil {
		_, err = s.users.UpdateUser(ctx, u.ID, func(now *User) error {
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

// checkPassword returns an Invalid error for the field of a new password.
func checkPassword(text string, u User) error {
	return failure.Form(map[string]string{"password": passwordProblem(text, u)})
}

// passwordProblem returns the key of the problem of a new password, empty for none.
func passwordProblem(text string, u User) string {
	if text == "" {
		return "password-missing"
	}
	if problem := password.Check(text, u.Name, u.Email, u.Unconfirmed); problem != password.None {
		return "password-" + string(problem)
	}
	return ""
}
