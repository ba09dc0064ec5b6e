// SPDX-License-Identifier: Apache-2.0

package live

import (
	"context"
	"math"
	"slices"
	"sync"
	"time"

	"cairn/internal/failure"
	"cairn/match"
)

const (
	// pairEvery is how often waiting seeks are compared again.
	pairEvery = time.Second
	// forgetEvery is how often expired seeks are deleted. They are not paired
	// anyway.
	forgetEvery = time.Minute

	// firstWidth is the difference of ratings that is accepted at once: the weaker
	// player still scores 30 %.
	firstWidth = 150
	// The accepted difference grows by this much in every widenEvery.
	widenBy    = 50
	widenEvery = 5 * time.Second
	// anyAfter is how long a seek waits for an opponent of similar rating. After
	// that it accepts any.
	anyAfter = 60 * time.Second
)

// pool is what two seeks must have in common.
type pool struct {
	game, control string
	rated         bool
}

func (s Seek) pool() pool { return pool{s.Game, s.Control, s.Rated} }

// width returns the difference of ratings that is accepted after waiting for age.
func width(age time.Duration) float64 {
	if age >= anyAfter {
		return math.Inf(1)
	}
	return firstWidth + widenBy*float64(max(age, 0)/widenEvery)
}

// fit reports whether two seeks of one pool are to be paired. The one that has
// waited longer decides: the other gets a match at once instead of a closer one
// later. Casual matches accept any opponent.
func fit(a, b Seek, now time.Time) bool {
	if now.Sub(a.Seen) >= seekLife || now.Sub(b.Seen) >= seekLife {
		return false
	}
	oldest := max(now.Sub(a.Created), now.Sub(b.Created))
	return !a.Rated || math.Abs(a.Rating-b.Rating) <= width(oldest)
}

// pairs returns the seeks to be paired, given all that wait, the oldest first.
// Each seek in turn gets the nearest in rating of those before it that are left.
func pairs(waiting []Seek, now time.Time) [][2]Seek {
	var list [][2]Seek
	pools := map[pool][]Seek{}
	for _, seek := range waiting {
		p := seek.pool()
		i := nearest(pools[p], seek, now)
		if i < 0 {
			pools[p] = append(pools[p], seek)
			continue
		}
		list = append(list, [2]Seek{pools[p][i], seek})
		pools[p] = slices.Delete(pools[p], i, i+1)
	}
	return list
}

// nearest returns the index of the seek that fits best, -1 when none does.
func nearest(waiting []Seek, seek Seek, now time.Time) int {
	best, distance := -1, math.Inf(1)
	for i, other := range waiting {
		if d := math.Abs(other.Rating - seek.Rating); d < distance && fit(other, seek, now) {
			best, distance = i, d
		}
	}
	return best
}

// pairing makes matches of seeks. It also knows the casual pools in which a seek
// waits, to offer them to rated seeks. Casual seeks get no such offer, so that two
// users do not keep switching pools at the same time.
type pairing struct {
	store Store
	bus   Bus
	rooms *rooms
	now   func() time.Time

	mu     sync.Mutex
	casual map[pool]bool
}

// add pairs a new seek with a waiting one, or stores it to wait.
func (p *pairing) add(ctx context.Context, coming Seek) (Seek, error) {
	var made NewMatch
	var opponent Seek
	fits := func(waiting Seek) bool { return fit(waiting, coming, coming.Created) }
	kept, err := p.store.Pair(ctx, coming, fits, func(waiting Seek) (n NewMatch, err error) {
		made, err = p.newMatch(waiting, coming)
		opponent = waiting
		return made, err
	})
	if err == nil {
		p.bus.Publish(seekTopic(kept.ID), 1) // another page may wait for it
	}
	if err == nil && kept.Match != "" {
		p.bus.Publish(seekTopic(opponent.ID), 1)
		p.rooms.begun(ctx, made.Info)
	}
	return kept, err
}

// newMatch makes the match of two seeks; sides are random.
func (p *pairing) newMatch(a, b Seek) (NewMatch, error) {
	g, err := p.rooms.games.Game(a.Game)
	if err != nil {
		return NewMatch{}, err
	}
	setup := match.Setup{
		Game: g.Info().ID, Revision: g.Info().Revision,
		Seats: [2]string{a.User, b.User}, Rated: a.Rated,
	}
	if coin() {
		setup.Seats[0], setup.Seats[1] = setup.Seats[1], setup.Seats[0]
	}
	if setup.Control, err = match.ParseControl(a.Control); err != nil {
		return NewMatch{}, err
	}
	return p.rooms.newMatch(Open, "", setup, nil)
}

// pairWaiting pairs the seeks that have come to fit while they waited. Several
// servers may do this: the store lets one of them succeed.
func (p *pairing) pairWaiting(ctx context.Context) error {
	waiting, err := p.store.FindWaiting(ctx)
	if err != nil {
		return err
	}
	p.wakeRated(waiting)
	for _, c := range pairs(waiting, p.now()) {
		var made NewMatch
		err := p.store.PairWaiting(ctx, c[0].ID, c[1].ID, func(a, b Seek) (n NewMatch, err error) {
			made, err = p.newMatch(a, b)
			return made, err
		})
		if failure.CodeOf(err) == failure.NotFound { // one was cancelled or paired meanwhile
			continue
		}
		if err != nil {
			return err
		}
		p.bus.Publish(seekTopic(c[0].ID), 1)
		p.bus.Publish(seekTopic(c[1].ID), 1)
		p.rooms.begun(ctx, made.Info)
	}
	return nil
}

// forgetExpired deletes expired seeks.
func (p *pairing) forgetExpired(ctx context.Context) error {
	return p.store.DeleteSeeks(ctx, p.now().Add(-seekLife))
}

// hasCasual reports whether a rated seek could get a casual match at once.
func (p *pairing) hasCasual(seek Seek) bool {
	if !seek.Rated || seek.Match != "" {
		return false
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.casual[pool{seek.Game, seek.Control, false}]
}

// wakeRated updates the casual pools from all waiting seeks, and wakes the pages
// of the rated seeks for which that makes a difference.
func (p *pairing) wakeRated(waiting []Seek) {
	casual, now := map[pool]bool{}, p.now()
	for _, seek := range waiting {
		if !seek.Rated && now.Sub(seek.Seen) < seekLife {
			casual[seek.pool()] = true
		}
	}
	p.mu.Lock()
	before := p.casual
	p.casual = casual
	p.mu.Unlock()
	for _, seek := range waiting {
		same := pool{seek.Game, seek.Control, false}
		if seek.Rated && casual[same] != before[same] {
			p.bus.Publish(seekTopic(seek.ID), 1)
		}
	}
}
