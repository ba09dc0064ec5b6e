// SPDX-License-Identifier: Apache-2.0

package web

import (
	"bytes"
	"errors"
	"net/http/httptest"
	"testing"

	"cairn/internal/lru"
)

// A picture is drawn once, and again after a failure.
func TestPictures(t *testing.T) {
	p, drawn := &Pictures{NewWork(), lru.New[string, []byte](100)}, 0
	broken := errors.New("broken")
	c := Picture{Key: "key", Kind: "image/png", Keep: 60, Draw: func(out *bytes.Buffer) error {
		if drawn++; drawn == 1 {
			return broken
		}
		out.WriteString("dots")
		return nil
	}}
	r := httptest.NewRequest("GET", "/", nil)
	if err := p.Answer(httptest.NewRecorder(), r, c); !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
	for range 3 {
		w := httptest.NewRecorder()
		if err := p.Answer(w, r, c); err != nil || w.Body.String() != "dots" || w.Header().Get("Cache-Control") != "public, max-age=60" {
			t.Errorf("got %q, %v, %v", w.Body, w.Header(), err)
		}
	}
	if drawn != 2 {
		t.Errorf("drawn %d times, want 2", drawn)
	}
}
