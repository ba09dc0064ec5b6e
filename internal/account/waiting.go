// SPDX-License-Identifier: Apache-2.0

package account

import (
	"sync"
	"time"
)

const (
	// waitingLife is how long a browser may take for one step.
	waitingLife = 10 * time.Minute
	// maxWaiting bounds the steps that were begun, about 1 KB each. When there are
	// more, the oldest is dropped.
	maxWaiting = 10_000
)

// waiting keeps what the server must remember between two requests of a log-in.
// Each value is found once, by a secret that only the browser has. Values are
// in memory: after a restart users begin again.
type waiting[T any] struct {
	now func() time.Time

	mu     sync.Mutex
	values map[string]waitingValue[T] // by the hash of the secret
	order  []string                   // hashes, the oldest first; some may be gone
}

type waitingValue[T any] struct {
	value   T
	expires time.Time
}

func newWaiting[T any](now func() time.Time) *waiting[T] {
	return &waiting[T]{now: now, values: map[string]waitingValue[T]{}}
}

// add keeps a value and returns its secret.
func (w *waiting[T]) add(value T) (secret string) {
	secret, now := newSecret(), w.now()
	hash := HashToken(secret)
	w.mu.Lock()
	defer w.mu.Unlock()
	for len(w.order) > 0 && (len(w.order) >= maxWaiting || w.over(w.order[0], now)) {
		delete(w.values, w.order[0])
		w.order = w.order[1:]
	}
	w.values[hash] = waitingValue[T]{value, now.Add(waitingLife)}
	w.order = append(w.order, hash)
	return secret
}

// over reports whether a value is gone or has expired.
func (w *waiting[T]) over(hash string, now time.Time) bool {
	v, found := w.values[hash]
	return !found || now.After(v.expires)
}

// take returns a value and forgets it.
func (w *waiting[T]) take(secret string) (value T, found bool) {
	hash := HashToken(secret)
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.over(hash, w.now()) {
		return value, false
	}
	value = w.values[hash].value
	delete(w.values, hash)
	return value, true
}
