// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"errors"
	"testing"
)

func TestAwait(t *testing.T) {
	got, err := await(t.Context(), func() int { return 7 })
	if got != 7 || err != nil {
		t.Errorf("got %d and error %v, want 7 and none", got, err)
	}
}

func TestAwaitIsCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	forever := make(chan int)
	_, err := await(ctx, func() int {
		cancel()
		return <-forever
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got error %v, want %v", err, context.Canceled)
	}
	close(forever)
}
