// SPDX-License-Identifier: Apache-2.0

package presence

import (
	"maps"
	"slices"
	"sync"
	"time"
)

// Users knows which users have a page of the site open, whatever page it is, on any
// node.
type Users struct {
	now       func() time.Time
	elsewhere *elsewhere

	mu    sync.Mutex
	users map[string]*attendance
	swept time.Time
}

// Enter notes an open stream of a user and returns the function that ends it. A
// user counts as online for some seconds after the last stream, as long as it
// takes to go from one page to the next. Visitors without a session have an empty
// id and are not counted.
func (u *Users) Enter(user string) (leave func()) {
	if user == "" {
		return func() {}
	}
	u.note(user, 1)
	return sync.OnceFunc(func() { u.note(user, -1) })
}

// Visit notes a request of a user, such as a page without script.
func (u *Users) Visit(user string) {
	if user != "" {
		u.note(user, 0)
	}
}

func (u *Users) note(user string, streams int) {
	u.mu.Lock()
	defer u.mu.Unlock()
	now := u.now()
	a := u.users[user]
	if a == nil {
		a = &attendance{}
		u.users[user] = a
	}
	a.note(streams, now, presentFor)
	if now.Sub(u.swept) >= presentFor {
		u.sweep(now)
	}
}

// sweep forgets users who are gone.
func (u *Users) sweep(now time.Time) {
	u.swept = now
	for user, a := range u.users {
		if !a.here(now) {
			delete(u.users, user)
		}
	}
}

// Has reports whether a user is online.
func (u *Users) Has(user string) bool {
	if u.Here(user) {
		return true
	}
	other := u.elsewhere.user(user)
	return other.here(u.now())
}

// Here reports whether a user has a page of this node open.
func (u *Users) Here(user string) bool {
	now := u.now()
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.users[user].here(now)
}

// OnNode returns the users who have a page of this node open.
func (u *Users) OnNode() []string { return slices.Collect(maps.Keys(u.stays())) }

// stays returns the users who have a page of this node open.
func (u *Users) stays() map[string]stay {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.sweep(u.now())
	list := make(map[string]stay, len(u.users))
	for user, a := range u.users {
		list[user] = stayOf(a)
	}
	return list
}

// all returns the users who are online.
func (u *Users) all() map[string]bool {
	now := u.now()
	users := map[string]bool{}
	u.elsewhere.addUsers(users, now)
	u.mu.Lock()
	defer u.mu.Unlock()
	u.sweep(now)
	for user := range u.users {
		users[user] = true
	}
	return users
}

// Count returns how many users are online.
func (u *Users) Count() int {
	if !u.elsewhere.none() {
		return len(u.all())
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	u.sweep(u.now())
	return len(u.users)
}

// List returns the ids of the users who are online, in order.
func (u *Users) List() []string {
	return slices.Sorted(maps.Keys(u.all()))
}
