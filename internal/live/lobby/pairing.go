// SPDX-License-Identifier: Apache-2.0

package lobby

import (
	"context"
	"errors"
	"math"
	"slices"
	"sync"
	"time"

	"cairn/internal/failure"
	"cairn/internal/live/cluster"
	"cairn/internal/live/room"
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

// width returns the difference of ratings that is accepted after waiting for age.
func width(age time.Duration) float64 {
	if age >= anyAfter {
		return math.Inf(1)
	}
	return firstWidth + widenBy*float64(max(age, 0)/widenEvery)
}

// pairs returns the seeks to be paired, given all that wait, the oldest first.
// Each seek in turn gets the unpaired seek before it that is nearest in rating.
func pairs(waiting []Seek, blocked blockedPairs, now time.Time) [][2]Seek {
	var list [][2]Seek
	pools, paired := map[pool][]int{}, make([]bool, len(waiting))
	for i, seek := range waiting {
		best, distance := -1, math.Inf(1)
		for _, p := range seek.pools() {
			for _, j := range pools[p] {
				if paired[j] || waiting[j].User == seek.User || blocked.between(waiting[j].User, seek.User) {
					continue
				}
				if met, ok := fit(waiting[j], seek, now); ok && met.distance < distance {
					best, distance = j, met.distance
				}
			}
		}
		if best >= 0 {
			list = append(list, [2]Seek{waiting[best], seek})
			paired[best] = true
			continue
		}
		for _, p := range seek.pools() {
			pools[p] = append(pools[p], i)
		}
	}
	return list
}

// pairing makes matches of seeks. It also knows the casual pools in which a seek
// waits, to offer them to rated seeks. Casual seeks get no such offer, so that two
// users do not keep switching pools at the same time.
type pairing struct {
	store Store
	env   room.Env
	rooms *room.Rooms

	mu      sync.Mutex
	casual  map[pool]bool
	waiting map[string]Seek // by user
}

// add pairs a new seek with a waiting one, or stores it to wait.
func (p *pairing) add(ctx context.Context, coming Seek) (Seek, error) {
	var made room.NewMatch
	var opponent Seek
	fits := func(waiting Seek) bool {
		_, ok := fit(waiting, coming, coming.Created)
		return ok
	}
	kept, err := p.store.Pair(ctx, coming, fits, func(waiting Seek) (n room.NewMatch, err error) {
		made, err = p.newMatch(waiting, coming, coming.Created)
		opponent = waiting
		return made, err
	})
	if err != nil {
		return coming, err
	}
	p.env.Bus.Publish(cluster.SeekTopic(kept.ID), 1) // another page may wait for it
	if kept.Match != "" {
		p.found(ctx, &made, opponent.ID)
	}
	return kept, nil
}

// accept makes the match of a waiting seek and a user who has chosen it.
func (p *pairing) accept(ctx context.Context, id string, coming Seek) (room.Info, error) {
	var made room.NewMatch
	own, err := p.store.AcceptSeek(ctx, id, coming.User, func(waiting Seek) (n room.NewMatch, err error) {
		if err := mayAccept(waiting, coming); err != nil {
			return room.NewMatch{}, err
		}
		made, err = p.newMatch(waiting, coming, coming.Created)
		return made, err
	})
	if err != nil {
		return room.Info{}, err
	}
	p.found(ctx, &made, id, own)
	return made.Info, nil
}

// found wakes the pages of seeks that have led to a match, and begins it.
func (p *pairing) found(ctx context.Context, made *room.NewMatch, seeks ...string) {
	p.mu.Lock()
	for _, user := range made.Info.Seats {
		delete(p.waiting, user)
	}
	p.mu.Unlock()
	for _, id := range seeks {
		if id != "" {
			p.env.Bus.Publish(cluster.SeekTopic(id), 1)
		}
	}
	p.rooms.Begin(ctx, made)
}

// newMatch makes the match of two seeks that fit; sides are random.
func (p *pairing) newMatch(a, b Seek, now time.Time) (room.NewMatch, error) {
	met, ok := fit(a, b, now)
	if !ok {
		return room.NewMatch{}, failure.ErrNotFound
	}
	control, err := match.ParseControl(met.control)
	if err != nil {
		return room.NewMatch{}, err
	}
	setup := match.Setup{Game: met.game, Control: control, Seats: [2]string{a.User, b.User}, Rated: a.Rated}
	if room.Coin() {
		setup.Seats = [2]string{b.User, a.User}
	}
	return p.rooms.Make(room.Open, "", setup, nil, false)
}

// pairWaiting pairs the seeks that have come to fit while they waited. Several
// servers may do this: the store lets one of them succeed.
func (p *pairing) pairWaiting(ctx context.Context) error {
	waiting, err := p.store.FindWaiting(ctx)
	if err != nil {
		return err
	}
	waiting, failed := p.dropLeft(ctx, waiting)
	p.wakeRated(waiting)
	blocked, err := p.blocked(ctx, waiting)
	if err != nil {
		return errors.Join(failed, err)
	}
	now := p.env.Cluster.Now()
	for _, c := range pairs(waiting, blocked, now) {
		err = errors.Join(err, p.pairTwo(ctx, c, now))
	}
	return errors.Join(failed, err)
}

// pairTwo pairs two waiting seeks, unless one was cancelled or paired meanwhile.
func (p *pairing) pairTwo(ctx context.Context, c [2]Seek, now time.Time) error {
	var made room.NewMatch
	err := p.store.PairWaiting(ctx, c[0].ID, c[1].ID, func(a, b Seek) (n room.NewMatch, err error) {
		made, err = p.newMatch(a, b, now)
		return made, err
	})
	switch {
	case failure.CodeOf(err) == failure.NotFound:
		return nil
	case err != nil:
		return err
	}
	p.found(ctx, &made, c[0].ID, c[1].ID)
	return nil
}

// blockedPairs are pairs of users of whom the first blocks the second.
type blockedPairs map[[2]string]bool

// between reports whether two users must not meet, in either order.
func (b blockedPairs) between(one, other string) bool {
	return b[[2]string{one, other}] || b[[2]string{other, one}]
}

// blocked returns the blocks among the users of seeks and others.
func (p *pairing) blocked(ctx context.Context, seeks []Seek, others ...string) (blockedPairs, error) {
	users := others
	for _, seek := range seeks {
		users = append(users, seek.User)
	}
	if len(users) < 2 {
		return nil, nil
	}
	blocks, err := p.store.FindBlocks(ctx, users)
	found := blockedPairs{}
	for _, pair := range blocks {
		found[pair] = true
	}
	return found, err
}

// dropLeft deletes the seeks whose pages have been closed and returns the others.
func (p *pairing) dropLeft(ctx context.Context, waiting []Seek) (kept []Seek, err error) {
	now := p.env.Cluster.Now()
	p.env.Presence.Seeks.Forget(seekLife)
	for _, seek := range waiting {
		if !p.env.Presence.Seeks.Left(seek.ID, seek.Seen, now) {
			kept = append(kept, seek)
			continue
		}
		gone := p.store.DeleteSeek(ctx, seek.ID, seek.User)
		if gone != nil && failure.CodeOf(gone) != failure.NotFound {
			err = errors.Join(err, gone)
			continue
		}
		p.env.Bus.Publish(cluster.SeekTopic(seek.ID), 1)
	}
	return kept, err
}

// forgetExpired deletes expired seeks.
func (p *pairing) forgetExpired(ctx context.Context) error {
	if due, err := p.env.Cluster.TakeTask(ctx, "delete seeks", forgetEvery); err != nil || !due {
		return err
	}
	return p.store.DeleteSeeks(ctx, p.env.Cluster.Now().Add(-seekLife))
}

// hasCasual reports whether a rated seek could get a casual match at once.
func (p *pairing) hasCasual(seek Seek) bool {
	if !seek.Rated || seek.Match != "" {
		return false
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return anyCasual(p.casual, seek)
}

// anyCasual reports whether one of the pools of a seek is among the casual ones.
func anyCasual(casual map[pool]bool, seek Seek) bool {
	return slices.ContainsFunc(seek.pools(), func(p pool) bool { return casual[pool{p.game, p.control, false}] })
}

// wait notes a seek that waits, and wakes the pages of the rated seeks for which it is the
// first of a casual pool.
func (p *pairing) wait(seek Seek) {
	for _, id := range p.note(seek) {
		p.env.Bus.Publish(cluster.SeekTopic(id), 1)
	}
}

// note adds a waiting seek, and returns the rated seeks to be woken.
func (p *pairing) note(seek Seek) (wake []string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.waiting[seek.User] = seek
	if seek.Rated {
		return nil
	}
	opened := map[pool]bool{}
	for _, pool := range seek.pools() {
		if !p.casual[pool] {
			opened[pool], p.casual[pool] = true, true
		}
	}
	for _, other := range p.waiting {
		if other.Rated && anyCasual(opened, other) {
			wake = append(wake, other.ID)
		}
	}
	return wake
}

// wakeRated replaces the known seeks and pools, and wakes the pages of the rated seeks for
// which a casual pool has come or gone.
func (p *pairing) wakeRated(waiting []Seek) {
	casual, users, now := map[pool]bool{}, map[string]Seek{}, p.env.Cluster.Now()
	for _, seek := range waiting {
		users[seek.User] = seek
		if !seek.Rated && now.Sub(seek.Seen) < seekLife {
			for _, p := range seek.pools() {
				casual[p] = true
			}
		}
	}
	p.mu.Lock()
	before, known := p.casual, p.waiting
	p.casual, p.waiting = casual, users
	p.mu.Unlock()
	p.wakePaired(known, users)
	for _, seek := range waiting {
		if seek.Rated && anyCasual(casual, seek) != anyCasual(before, seek) {
			p.env.Bus.Publish(cluster.SeekTopic(seek.ID), 1)
		}
	}
}

// wakePaired wakes the pages of seeks that no longer wait, since another node may
// have paired them.
func (p *pairing) wakePaired(before, now map[string]Seek) {
	if !p.env.Cluster.MayLag() {
		return
	}
	for user, seek := range before {
		if now[user].ID != seek.ID {
			p.env.Bus.Publish(cluster.SeekTopic(seek.ID), 1)
		}
	}
}

// seekOf returns the waiting seek of a user, as last known.
func (p *pairing) seekOf(user string) (Seek, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	seek, waits := p.waiting[user]
	return seek, waits && p.env.Cluster.Now().Sub(seek.Seen) < seekLife
}

// cancelled forgets the seek of a user.
func (p *pairing) cancelled(user string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.waiting, user)
}
