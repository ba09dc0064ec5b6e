// SPDX-License-Identifier: Apache-2.0

package match_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"testing"

	"cairn/internal/web"
	"cairn/internal/web/webtest"
)

// eventStream is the stream of a match for programs.
type eventStream struct {
	t     *testing.T
	lines *json.Decoder
}

// openEvents opens the stream of a match after a seq.
func openEvents(s *webtest.Site, id string, since int) *eventStream {
	s.T.Helper()
	r := s.Request(http.MethodGet, web.APIPrefix+"/matches/"+id+"/events?since="+strconv.Itoa(since)).WithContext(s.T.Context())
	answer, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		s.T.Fatal(err)
	}
	s.T.Cleanup(func() { answer.Body.Close() })
	return &eventStream{s.T, json.NewDecoder(answer.Body)}
}

// until returns the seqs of the events up to the state with a seq.
func (s *eventStream) until(seq int) (seqs []int) {
	s.t.Helper()
	for {
		var m struct {
			Type   string
			Seq    int
			Events []struct{ Seq int }
		}
		if err := s.lines.Decode(&m); err != nil {
			s.t.Fatal(err)
		}
		for _, e := range m.Events {
			seqs = append(seqs, e.Seq)
		}
		if m.Type == "state" && m.Seq == seq {
			return seqs
		}
	}
}

// A program gets every event once, from the first or from where it stopped.
func TestEventsOnce(t *testing.T) {
	s := webtest.NewSite(t)
	id, white, black := s.Pair("nine")
	s.Play(id, white, black, "a1", "a4")
	seq := white.State(id).Seq
	all := make([]int, seq)
	for i := range all {
		all[i] = i + 1
	}
	first, resumed, latest := openEvents(s, id, 0), openEvents(s, id, 2), openEvents(s, id, seq)
	if got := first.until(seq); !slices.Equal(got, all) {
		t.Errorf("from the start: got %v, want %v", got, all)
	}
	if got := resumed.until(seq); !slices.Equal(got, all[2:]) {
		t.Errorf("after seq 2: got %v, want %v", got, all[2:])
	}
	if got := latest.until(seq); len(got) > 0 {
		t.Errorf("after seq %d: got %v, want none", seq, got)
	}
	read := s.EventsRead.Load()
	white.Send("/match/"+id+"/move", `{"move":"d1"}`).Want(200)
	for name, stream := range map[string]*eventStream{"first": first, "resumed": resumed, "latest": latest} {
		if got := stream.until(seq + 1); !slices.Equal(got, []int{seq + 1}) {
			t.Errorf("%s: got %v after a move, want %d", name, got, seq+1)
		}
	}
	if got := s.EventsRead.Load() - read; got > 0 {
		t.Errorf("streams that are not behind read %d events from the store", got)
	}
}
