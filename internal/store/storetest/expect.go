// SPDX-License-Identifier: Apache-2.0

package storetest

import (
	"errors"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cairn/internal/failure"
)

// must stops a test at an error that it is not about.
func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// wantError checks that an error means what it should.
func wantError(t testing.TB, what string, got, want error) {
	t.Helper()
	if !errors.Is(got, want) {
		t.Errorf("%s: got error %v, want %v", what, got, want)
	}
}

// wantTaken checks that an error says which value is taken.
func wantTaken(t testing.TB, what string, got error, field string) {
	t.Helper()
	if taken := takenField(got); taken != field {
		t.Errorf("%s: got error %v, want that the %s is taken", what, got, field)
	}
}

// takenField returns the field an error says is taken, if it does.
func takenField(err error) string {
	var taken *failure.ErrTaken
	if errors.As(err, &taken) {
		return taken.Field
	}
	return ""
}

// wantEqual checks what was read.
func wantEqual(t testing.TB, what string, got, want any) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s: got (+), want (-):\n%s", what, diff)
	}
}

// atOnce runs f n times at the same time and waits for all of them.
func atOnce(n int, f func(i int)) {
	var all sync.WaitGroup
	begin := make(chan struct{})
	for i := range n {
		all.Go(func() {
			<-begin
			f(i)
		})
	}
	close(begin)
	all.Wait()
}
