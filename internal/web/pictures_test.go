// SPDX-License-Identifier: Apache-2.0

package web

import (
	"bytes"
	"errors"
	"net/http/httptest"
	"testing"
)

// A picture is drawn once; one that failed is drawn again.
func TestPictures(t *testing.T) {
	p, drawn := &Pictures{NewWork(), newPictureCache(100)}, 0
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

// What has not been asked for the longest makes room.
func TestPictureCache(t *testing.T) {
	c := newPictureCache(10)
	c.add("a", []byte("1234"))
	c.add("b", []byte("5678"))
	c.add("b", []byte("5678"))
	c.find("a")
	c.add("c", []byte("90"))
	if c.find("a") == nil || c.find("b") != nil || string(c.find("c")) != "90" {
		t.Errorf("got a %q, b %q, c %q", c.find("a"), c.find("b"), c.find("c"))
	}
	c.add("d", make([]byte, 20))
	if len(c.found) != 0 || c.order.Len() != 0 || c.room != 10 {
		t.Errorf("after one that is too large: got %d kept, room %d", len(c.found), c.room)
	}
}
