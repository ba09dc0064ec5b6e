// SPDX-License-Identifier: Apache-2.0

package analysis_test

import (
	"net/http"
	"net/url"
	"testing"

	"cairn/internal/web/webtest"
)

// A position of a rated match that is being played is refused, as page, as JSON and to
// the script, and shown when the match is over.
func TestRunningRatedMatch(t *testing.T) {
	s := site(t)
	ann, bob := s.Member("ann"), s.Member("bob")
	id := s.Rated("three", ann, bob)
	s.Play(id, ann, bob, "b2", "a1")
	position := url.Values{"position": {"3/1w1/b2 w 2,2 0"}}.Encode()
	paths := []string{"/analysis/three-mens-morris?" + position, "/analysis/three/state?" + position}
	for _, path := range paths {
		for _, b := range []*webtest.Browser{ann, s.Browser()} {
			b.Get(path).Want(http.StatusForbidden).Has("a rated game that is being played here")
			r := s.Request("GET", path)
			r.Header.Set("Accept", "application/json")
			if got := b.Do(r).Want(http.StatusForbidden).Refusal().Error; got.Key != "running" {
				t.Errorf("%s: got %+v", path, got)
			}
		}
	}
	ann.Get("/analysis/three-mens-morris").Want(200)
	bob.Post("/match/"+id+"/resign", nil).Want(200)
	for _, path := range paths {
		ann.Get(path).Want(200)
	}
}
