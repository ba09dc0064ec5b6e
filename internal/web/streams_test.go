// SPDX-License-Identifier: Apache-2.0

package web_test

import (
	"context"
	"testing"
	"testing/synctest"

	"cairn/internal/web"
	"cairn/internal/web/webtest"
)

// A stream that begins while the server stops ends at once, and the server waits for
// it too.
func TestStreamBeginsWhileClosing(t *testing.T) {
	accounts := webtest.NewSite(t).Accounts
	for range 200 {
		synctest.Test(t, func(t *testing.T) {
			streams := web.NewStreams(accounts)
			_, endFirst, err := streams.Begin()
			if err != nil {
				t.Fatal(err)
			}
			closed := make(chan error, 1)
			go func() { closed <- streams.Close(t.Context()) }()
			synctest.Wait()
			late, endLate, err := streams.Begin()
			if err != nil || late.Err() == nil {
				t.Fatalf("a stream that begins late: got %v and %v, want one that has ended", err, late.Err())
			}
			endFirst()
			synctest.Wait()
			select {
			case <-closed:
				t.Fatal("the late stream was not waited for")
			default:
			}
			endLate()
			_, endLater, err := streams.Begin()
			if err != nil {
				t.Fatal(err)
			}
			if err := <-closed; err != nil {
				t.Fatal(err)
			}
			endLater()
		})
	}
}

// Closing gives up waiting when its context ends, and may be repeated.
func TestCloseStreamsTwice(t *testing.T) {
	streams := web.NewStreams(webtest.NewSite(t).Accounts)
	_, end, err := streams.Begin()
	if err != nil {
		t.Fatal(err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if err := streams.Close(ended); err == nil {
		t.Error("got no error although a stream is open")
	}
	end()
	for range 2 {
		if err := streams.Close(t.Context()); err != nil {
			t.Error(err)
		}
	}
}
