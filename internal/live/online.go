// SPDX-License-Identifier: Apache-2.0

package live

import (
	"maps"
	"slices"
	"sync"
	"time"
)

// Online knows which users have a page of the site open, whatever page it is, on any
// node. After a restart it fills again. Its methods may be called concurrently.
type Online struct {
	now    func() time.Time
	others *others

	mu    sync.Mutex
	users map[string]*attendance
	sweep time.Time // when those who left were last forgotten
}

func newOnline(now func() time.Time) *Online {
	return &Online{now: now, users: map[string]*attendance{}}
}

// Enter notes an open stream of a user and returns the function that ends it. A
// user counts as online for some seconds after the last stream, as long as it
// takes to go from one page to the next. Visitors without a session have an empty
// id and are not counted.
func (o *Online) Enter(user string) (leave func()) {
	if user == "" {
		return func() {}
	}
	o.note(user, 1)
	return sync.OnceFunc(func() { o.note(user, -1) })
}

// visit notes a request of a user, such as a page without script.
func (o *Online) visit(user string) {
	if user != "" {
		o.note(user, 0)
	}
}

func (o *Online) note(user string, streams int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	now := o.now()
	a := o.users[user]
	if a == nil {
		a = &attendance{}
		o.users[user] = a
	}
	a.note(streams, now, presentFor)
	if now.Sub(o.sweep) >= presentFor {
		o.forget(now)
	}
}

// forget drops those who are gone.
func (o *Online) forget(now time.Time) {
	o.sweep = now
	for user, a := range o.users {
		if !a.here(now) {
			delete(o.users, user)
		}
	}
}

// Has reports whether a user is online.
func (o *Online) Has(user string) bool {
	here := o.here(user)
	if here || o.others == nil {
		return here
	}
	other, _ := o.others.user(user)
	return other.here(o.now())
}

// here reports whether a user has a page of this node open.
func (o *Online) here(user string) bool {
	now := o.now()
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.users[user].here(now)
}

// stays returns the users who have a page of this node open.
func (o *Online) stays(now time.Time) map[string]stay {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.forget(now)
	list := make(map[string]stay, len(o.users))
	for user, a := range o.users {
		list[user] = stayOf(a)
	}
	return list
}

// all returns the users who are online.
func (o *Online) all() map[string]bool {
	now := o.now()
	users := map[string]bool{}
	o.others.online(users, now)
	o.mu.Lock()
	defer o.mu.Unlock()
	o.forget(now)
	for user := range o.users {
		users[user] = true
	}
	return users
}

// Count returns how many users are online.
func (o *Online) Count() int {
	if o.others != nil {
		return len(o.all())
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.forget(o.now())
	return len(o.users)
}

// List returns the ids of the users who are online, in order.
func (o *Online) List() []string {
	return slices.Sorted(maps.Keys(o.all()))
}

// Online returns who has a page open.
func (s *Service) Online() *Online { return s.online }
