// SPDX-License-Identifier: Apache-2.0

package server

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"testing"
)

// The endings of a game are made once, for one game at a time, also after a failure.
func TestEndings(t *testing.T) {
	made, ended := make(chan string), make(chan struct{})
	tables := tableMaker{log: slog.New(slog.DiscardHandler), wanted: make(chan string, 3)}
	tables.endings = func(_ context.Context, game string) error {
		made <- game
		return errors.New("no room")
	}
	for _, game := range []string{"a", "a", "b", "c"} { // the last has to ask again
		tables.want(game)
	}
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		defer close(ended)
		tables.make(ctx)
	}()
	got := []string{<-made, <-made}
	tables.want("c")
	got = append(got, <-made)
	cancel()
	<-ended
	if want := []string{"a", "b", "c"}; !slices.Equal(got, want) {
		t.Errorf("made %v, want %v", got, want)
	}
}
