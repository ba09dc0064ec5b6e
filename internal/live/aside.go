// SPDX-License-Identifier: Apache-2.0

package live

import (
	"context"
	"slices"
	"sync"
	"time"

	"cairn/game"
	"cairn/internal/fair"
	"cairn/match"
)

// Aside is what pages show beside a match. It is no part of it.
type Aside struct {
	Watchers int      // spectators who have the page open
	Phrases  []Phrase // the last ones, for players only
	Meetings Meetings // of White against Black
}

// same reports whether two asides look the same.
func (a *Aside) same(b *Aside) bool {
	return b != nil && a.Watchers == b.Watchers && a.Meetings == b.Meetings && slices.Equal(a.Phrases, b.Phrases)
}

func asideTopic(match string) string { return "aside." + match }

// Aside returns what a user sees beside a match.
func (p *People) Aside(ctx context.Context, user string, info *Info) (*Aside, error) {
	return p.aside(ctx, user, info, nil)
}

func (p *People) aside(ctx context.Context, user string, info *Info, made *Rendered) (*Aside, error) {
	a := &Aside{Watchers: p.audience.count(info.ID)}
	var err error
	if a.Phrases, err = p.said(ctx, user, info); err != nil {
		return nil, err
	}
	a.Meetings, err = p.score(ctx, info, made)
	return a, err
}

// score returns the results of White against Black, two people; both streams share it.
func (p *People) score(ctx context.Context, info *Info, made *Rendered) (Meetings, error) {
	if info.Kind != Open && info.Kind != Private {
		return Meetings{}, nil
	}
	return made.Score(p.now(), func() (Meetings, error) {
		return p.Meetings(ctx, info.Seats[game.White], info.Seats[game.Black])
	})
}

// sideline is the part of a Watch that follows what is beside the match.
type sideline struct {
	signal <-chan int
	leave  func()
	stale  bool // something may have changed
	over   bool // the match was over
	last   *Aside
	deep   func(func() error) error // runs what needs a deep stack; nil for here
}

// newSideline follows what is beside a match; a spectator counts while it is open.
// Visitors without a session are distinguished by their address.
func (p *People) newSideline(ctx context.Context, user string, info *Info) *sideline {
	signal, end := p.bus.Subscribe(asideTopic(info.ID))
	leave := func() {}
	if _, plays := info.SideOf(user); !plays {
		who := user
		if who == "" {
			who = "address " + fair.Of(ctx).Address
		}
		leave = p.audience.enter(info.ID, who)
	}
	return &sideline{signal: signal, leave: func() { end(); leave() }, stale: true}
}

// look returns what is beside the match if it has changed, else nil. The score
// between the players changes when the match ends.
func (l *sideline) look(ctx context.Context, p *People, user string, r *Room) (*Aside, error) {
	over := r.Info.Status == match.Over
	if !l.stale && over == l.over {
		return nil, nil
	}
	var a *Aside
	ask := func() (err error) {
		if l.stale {
			a, err = p.aside(ctx, user, &r.Info, r.Rendered)
			return err
		}
		changed := *l.last
		a = &changed
		a.Meetings, err = p.score(ctx, &r.Info, r.Rendered)
		return err
	}
	run := l.deep
	if run == nil {
		run = func(f func() error) error { return f() }
	}
	if err := run(ask); err != nil {
		return nil, err
	}
	l.stale, l.over = false, over
	if a.same(l.last) {
		return nil, nil
	}
	l.last = a
	return a, nil
}

// watchersEvery is how often pages learn how many watch a match.
const watchersEvery = time.Second

// audience counts the spectators of matches.
type audience struct {
	bus    Bus
	others *others

	mu      sync.Mutex
	matches map[string]*crowd
}

// crowd is the spectators of one match, with the number of their pages.
type crowd struct {
	people map[string]int
	waking bool // the pages will be woken
}

// enter notes a page of a spectator and returns the function that ends it.
func (a *audience) enter(match, who string) (leave func()) {
	a.mu.Lock()
	defer a.mu.Unlock()
	c := a.matches[match]
	if c == nil {
		c = &crowd{people: map[string]int{}}
		a.matches[match] = c
	}
	c.people[who]++
	a.wake(match, c)
	return sync.OnceFunc(func() { a.leave(match, c, who) })
}

func (a *audience) leave(match string, c *crowd, who string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if c.people[who]--; c.people[who] > 0 {
		return
	}
	delete(c.people, who)
	if len(c.people) == 0 && a.matches[match] == c {
		delete(a.matches, match)
	}
	a.wake(match, c)
}

// wake lets the pages of a match count again in a moment, together with others who
// come and go until then.
func (a *audience) wake(match string, c *crowd) {
	if c.waking {
		return
	}
	c.waking = true
	time.AfterFunc(watchersEvery, func() {
		a.mu.Lock()
		c.waking = false
		a.mu.Unlock()
		a.bus.Publish(asideTopic(match), 1)
	})
}

// count returns how many watch a match. One who watches on several nodes counts
// several times.
func (a *audience) count(match string) int {
	elsewhere := a.others.watchers(match)
	a.mu.Lock()
	defer a.mu.Unlock()
	if c := a.matches[match]; c != nil {
		return len(c.people) + elsewhere
	}
	return elsewhere
}

// counts returns how many watch each match on this node.
func (a *audience) counts() map[string]int {
	a.mu.Lock()
	defer a.mu.Unlock()
	list := make(map[string]int, len(a.matches))
	for match, c := range a.matches {
		list[match] = len(c.people)
	}
	return list
}
