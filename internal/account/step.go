// SPDX-License-Identifier: Apache-2.0

package account

import (
	"context"
	"encoding/json"
	"time"

	"cairn/internal/failure"
)

// stepLife is how long a browser may take for one step of a log-in.
const stepLife = 10 * time.Minute

// steps keeps what the server must know between two requests of a log-in. Each
// value is found once, by a secret that only the browser has. Values are stored as
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

// take returns a value that is valid and forgets it; NotFound with the key if there is none.
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
