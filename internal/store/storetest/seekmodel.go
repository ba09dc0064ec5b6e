// SPDX-License-Identifier: Apache-2.0

package storetest

import (
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"cairn/internal/play"
)

// seekModel is what seeks mean, in plain Go, beside a store that is asked the
// same.
type seekModel struct {
	*testing.T
	play.Store
	round string
	ids   []string // every id there has been, in the order of coming
	seeks map[string]play.Seek
}

var seekers = []string{"u0", "u1", "u2", "u3"}

// testSeekModel does what comes to mind with seeks.
func testSeekModel(t *testing.T, s play.Store) {
	if testing.Short() {
		t.Skip("short: thousands of transactions")
	}
	addGuests(t, s, seekers...)
	round := 0
	rapid.Check(t, func(r *rapid.T) {
		round++
		m := &seekModel{T: t, Store: s, round: fmt.Sprint("r", round), seeks: map[string]play.Seek{}}
		r.Repeat(map[string]func(*rapid.T){
			"pair":   func(r *rapid.T) { m.pair(r, nil) },
			"refuse": func(r *rapid.T) { m.pair(r, errors.New("refused")) },
			"delete": m.delete,
			"":       m.compare,
		})
	})
}

// waiting returns the seek that has waited longest in a pool, user's own left
// out; with no pool, the user's own.
func (m *seekModel) waiting(user, control string) (play.Seek, bool) {
	for _, id := range m.ids {
		seek, there := m.seeks[id]
		own := seek.User == user
		if there && seek.Match == "" && (control == "" && own || seek.Control == control && !own) {
			return seek, true
		}
	}
	return play.Seek{}, false
}

// pair lets a user look for an opponent, who is refused if there is one.
func (m *seekModel) pair(r *rapid.T, refusal error) {
	seek := seekAt(fmt.Sprintf("%s-s%d", m.round, len(m.ids)), rapid.SampledFrom(seekers).Draw(r, "user"), len(m.ids))
	seek.Game, seek.Control = m.round, rapid.SampledFrom([]string{"none", "3d"}).Draw(r, "control")
	opponent, found := m.waiting(seek.User, seek.Control)
	id := seek.ID + "-match"
	got, err := m.Pair(m.Context(), seek, func(waiting play.Seek) (play.NewMatch, error) {
		if diff := cmp.Diff(opponent, waiting); diff != "" {
			return play.NewMatch{}, fmt.Errorf("opponent: got (+), want (-):\n%s", diff)
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
	if own, had := m.waiting(seek.User, ""); had {
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

// delete gives up a seek, perhaps somebody else's.
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
	} else if !errors.Is(err, play.ErrNotFound) {
		r.Fatalf("delete seek %s of %s: got %v, want not found", id, user, err)
	}
}

func (m *seekModel) compare(r *rapid.T) {
	for _, id := range m.ids {
		want, there := m.seeks[id]
		got, err := m.FindSeek(m.Context(), id)
		if diff := cmp.Diff(want, got); there && (err != nil || diff != "") {
			r.Fatalf("seek %s: error %v, got (+), want (-):\n%s", id, err, diff)
		}
		if !there && !errors.Is(err, play.ErrNotFound) {
			r.Fatalf("seek %s: got %v, want not found", id, err)
		}
	}
}
