// SPDX-License-Identifier: Apache-2.0

package main

import "context"

// await returns what work returns, or earlier the context's error. Work that
// knows no context is then left running: the program ends with it.
func await[T any](ctx context.Context, work func() T) (T, error) {
	var none T
	if ctx.Err() != nil {
		return none, ctx.Err()
	}
	done := make(chan T, 1)
	go func() { done <- work() }()
	select {
	case result := <-done:
		return result, nil
	case <-ctx.Done():
		return none, ctx.Err()
	}
}
