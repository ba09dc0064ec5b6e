// SPDX-License-Identifier: Apache-2.0

package web_test

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"cairn/internal/fair"
	"cairn/internal/web"
)

// Four requests of an address run and four wait; others are refused at once. Those
// of another address run meanwhile.
func TestWork(t *testing.T) {
	work, begun, end := web.NewWork(), make(chan string), make(chan struct{})
	h := work.Handle(func(_ http.ResponseWriter, r *http.Request) error {
		begun <- fair.Of(r.Context()).Address
		<-end
		return nil
	})
	answers := make(chan error)
	send := func(address string) {
		r := httptest.NewRequest(http.MethodPost, "/", nil)
		go func() {
			answers <- h(httptest.NewRecorder(), r.WithContext(fair.With(r.Context(), fair.Client{Address: address})))
		}()
	}
	for range 9 {
		send("192.0.2.1")
	}
	for range 4 {
		<-begun
	}
	if err := <-answers; !errors.Is(err, fair.ErrBusy) {
		t.Errorf("the ninth request: got %v, want ErrBusy", err)
	}
	send("192.0.2.2")
	if got := <-begun; got != "192.0.2.2" {
		t.Errorf("a request of %s began, want the other address", got)
	}
	close(end)
	for range 4 {
		<-begun
	}
	for range 9 {
		if err := <-answers; err != nil {
			t.Error(err)
		}
	}
}

// deadlines notes the deadlines that a handler sets.
type deadlines struct {
	*httptest.ResponseRecorder
	set []time.Time
}

func (d *deadlines) SetReadDeadline(at time.Time) error {
	d.set = append(d.set, at)
	return nil
}

// A body has to arrive in time; the time to handle it does not count.
func TestBodyTime(t *testing.T) {
	d := &deadlines{ResponseRecorder: httptest.NewRecorder()}
	before := time.Now()
	web.LimitBody(100, http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		if len(d.set) != 0 {
			t.Error("there is a deadline before the body is read")
		}
		if _, err := io.ReadAll(r.Body); err != nil {
			t.Error(err)
		}
	})).ServeHTTP(d, httptest.NewRequest(http.MethodPost, "/", strings.NewReader("a body")))
	if len(d.set) != 2 || d.set[0].Before(before) || d.set[0].After(time.Now().Add(web.BodyTime)) || !d.set[1].IsZero() {
		t.Errorf("got deadlines %v, want one, and none after the body", d.set)
	}
}
