// SPDX-License-Identifier: Apache-2.0

package storetest

import (
	"errors"
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"cairn/internal/failure"
	"cairn/internal/live/lobby"
	"cairn/internal/live/room"
)

// seekModel is a reference implementation of seeks, beside the store under test.
type seekModel struct {
	*testing.T
	Store
	round   string
	ids     []string // all ids ever used, in order
	seeks   map[string]lobby.Seek
	matches int
}

var seekers = []string{"u0", "u1", "u2", "u3"}

// testSeekModel performs random operations on seeks.
func testSeekModel(t *testing.T, s Store) {
	if testing.Short() {
		t.Skip("short: thousands of transactions")
	}
	addGuests(t, s, seekers...)
	round := 0
	rapid.Check(t, func(r *rapid.T) {
		round++
		must(t, s.DeleteSeeks(t.Context(), noon.Add(1000*time.Hour)))
		m := &seekModel{T: t, Store: s, round: fmt.Sprint("r", round), seeks: map[string]lobby.Seek{}}
		r.Repeat(map[string]func(*rapid.T){
			"pair":   func(r *rapid.T) { m.pair(r, nil) },
			"refuse": func(r *rapid.T) { m.pair(r, errors.New("refused")) },
			"couple": m.couple,
			"delete": m.delete,
			"touch":  m.touch,
			"forget": m.forget,
			"":       m.compare,
		})
	})
}

// far is a difference of ratings that is too large for a pair.
const far = 100

func near(a, b lobby.Seek) bool { return math.Abs(a.Rating-b.Rating) < far }

// waiting returns the oldest waiting seek for which fits is true.
func (m *seekModel) waiting(pass func(lobby.Seek) bool) (lobby.Seek, bool) {
	for _, id := range m.ids {
		if seek, there := m.seeks[id]; there && seek.Match == "" && pass(seek) {
			return seek, true
		}
	}
	return lobby.Seek{}, false
}

// rival returns the seek with which a new seek is paired.
func (m *seekModel) rival(seek lobby.Seek) (lobby.Seek, bool) {
	return m.waiting(func(w lobby.Seek) bool {
		return w.User != seek.User && w.Control == seek.Control && w.Rated == seek.Rated && near(w, seek)
	})
}

// pair adds a seek, or refuses the pairing if there is an opponent.
func (m *seekModel) pair(r *rapid.T, refusal error) {
	seek := seekAt(fmt.Sprintf("%s-s%d", m.round, len(m.ids)), rapid.SampledFrom(seekers).Draw(r, "user"), len(m.ids))
	seek.Game, seek.Control = m.round, rapid.SampledFrom([]string{"none", "3d"}).Draw(r, "control")
	seek.Rated, seek.Rating = rapid.Bool().Draw(r, "rated"), rapid.SampledFrom([]float64{1400, 1450, 1500}).Draw(r, "rating")
	opponent, found := m.rival(seek)
	id := seek.ID + "-match"
	got, err := m.Pair(m.Context(), seek, func(waiting lobby.Seek) bool { return near(waiting, seek) }, func(waiting lobby.Seek) (room.NewMatch, error) {
		if diff := cmp.Diff(opponent, waiting); diff != "" {
			return room.NewMatch{}, fmt.Errorf("opponent: got (+), want (-):\n%s", diff)
		}
		n, err := pairing(m, id, seek)(waiting)
		return n, errors.Join(err, refusal)
	})
	if found && refusal != nil {
		if !errors.Is(err, refusal) {
			r.Fatalf("refused pairing: got %v", err)
		}
		return
	}
	m.ids = append(m.ids, seek.ID)
	if own, had := m.waiting(func(w lobby.Seek) bool { return w.User == seek.User }); had {
		delete(m.seeks, own.ID)
	}
	if found {
		seek.Match, opponent.Match = id, id
		m.seeks[opponent.ID] = opponent
	}
	m.seeks[seek.ID] = seek
	if diff := cmp.Diff(seek, got); err != nil || diff != "" {
		r.Fatalf("pair: error %v, got (+), want (-):\n%s", err, diff)
	}
}

// couple pairs two random seeks, which may no longer wait.
func (m *seekModel) couple(r *rapid.T) {
	if len(m.ids) == 0 {
		r.Skip("there are no seeks")
	}
	ids := rapid.SampledFrom(m.ids)
	a, b := m.seeks[ids.Draw(r, "one")], m.seeks[ids.Draw(r, "other")]
	if a.ID == b.ID {
		r.Skip("one seek is no couple")
	}
	m.matches++
	id := fmt.Sprintf("%s-couple%d", m.round, m.matches)
	err := m.PairWaiting(m.Context(), a.ID, b.ID, couple(m, id))
	if a.ID == "" || b.ID == "" || a.Match != "" || b.Match != "" {
		if !errors.Is(err, failure.ErrNotFound) {
			r.Fatalf("couple of %+v and %+v: got %v, want not found", a, b, err)
		}
		return
	}
	if err != nil {
		r.Fatalf("couple: %v", err)
	}
	a.Match, b.Match = id, id
	m.seeks[a.ID], m.seeks[b.ID] = a, b
}

// touch touches a random seek, which may be gone.
func (m *seekModel) touch(r *rapid.T) {
	if len(m.ids) == 0 {
		r.Skip("there are no seeks")
	}
	id, at := rapid.SampledFrom(m.ids).Draw(r, "id"), m.later(r)
	seek, there := m.seeks[id]
	err := m.TouchSeek(m.Context(), id, at)
	if !there || seek.Match != "" {
		if !errors.Is(err, failure.ErrNotFound) {
			r.Fatalf("touch seek %+v: got %v, want not found", seek, err)
		}
		return
	}
	if err != nil {
		r.Fatalf("touch seek: %v", err)
	}
	seek.Seen = at
	m.seeks[id] = seek
}

// later returns a random time near the times of the seeks.
func (m *seekModel) later(r *rapid.T) time.Time {
	return noon.Add(time.Duration(rapid.IntRange(0, len(m.ids)).Draw(r, "seconds")) * time.Second)
}

// forget deletes old seeks; paired seeks stay for a day.
func (m *seekModel) forget(r *rapid.T) {
	before := m.later(r)
	if rapid.Bool().Draw(r, "a day later") {
		before = before.Add(24 * time.Hour)
	}
	if err := m.DeleteSeeks(m.Context(), before); err != nil {
		r.Fatal(err)
	}
	for id, seek := range m.seeks {
		limit := before
		if seek.Match != "" {
			limit = before.Add(-24 * time.Hour)
		}
		if seek.Seen.Before(limit) {
			delete(m.seeks, id)
		}
	}
}

// delete deletes a random seek, perhaps as another user.
func (m *seekModel) delete(r *rapid.T) {
	if len(m.ids) == 0 {
		r.Skip("there are no seeks")
	}
	id, user := rapid.SampledFrom(m.ids).Draw(r, "id"), rapid.SampledFrom(seekers).Draw(r, "user")
	seek, there := m.seeks[id]
	err := m.DeleteSeek(m.Context(), id, user)
	if there && seek.User == user && seek.Match == "" {
		if err != nil {
			r.Fatalf("delete seek: %v", err)
		}
		delete(m.seeks, id)
	} else if !errors.Is(err, failure.ErrNotFound) {
		r.Fatalf("delete seek %s of %s: got %v, want not found", id, user, err)
	}
}

func (m *seekModel) compare(r *rapid.T) {
	list, err := m.FindWaiting(m.Context())
	if err != nil {
		r.Fatal(err)
	}
	for i, seek := range list {
		if i > 0 && seek.Created.Before(list[i-1].Created) || seek.Match != "" {
			r.Fatalf("waiting: got %v, want those that wait, the oldest first", list)
		}
	}
	waiting := 0
	m.waiting(func(lobby.Seek) bool { waiting++; return false })
	if len(list) != waiting {
		r.Fatalf("waiting: got %d seeks, want %d", len(list), waiting)
	}
	for _, id := range m.ids {
		want, there := m.seeks[id]
		got, err := m.FindSeek(m.Context(), id)
		if diff := cmp.Diff(want, got); there && (err != nil || diff != "") {
			r.Fatalf("seek %s: error %v, got (+), want (-):\n%s", id, err, diff)
		}
		if !there && !errors.Is(err, failure.ErrNotFound) {
			r.Fatalf("seek %s: got %v, want not found", id, err)
		}
	}
}
