// SPDX-License-Identifier: Apache-2.0

package presence

import (
	"maps"
	"slices"
	"sync"
)

// Users knows which users have a page of the site open, whatever page it is, on any
// node.
type Users struct{ registry[string] }

// Enter notes an open stream of a user and returns the function that ends it. A
// user counts as online for some seconds after the last stream, as long as it
// takes to go from one page to the next. Visitors without a session have an empty
// id and are not counted.
func (u *Users) Enter(user string) (leave func()) {
	u.noteUser(user, 1)
	return sync.OnceFunc(func() { u.noteUser(user, -1) })
}

// Visit notes a request of a user, such as a page without script.
func (u *Users) Visit(user string) { u.noteUser(user, 0) }

// noteUser is note, and drops users who have left from time to time.
func (u *Users) noteUser(user string, streams int) {
	if user == "" {
		return
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	now := u.now()
	u.note(user, streams, now, presentFor)
	if now.Sub(u.swept) >= presentFor {
		u.swept = now
		maps.DeleteFunc(u.known, func(_ string, a *attendance) bool { return !a.here(now) })
	}
}

// Has reports whether a user is online.
func (u *Users) Has(user string) bool {
	a, _ := u.find(user)
	return a.here(u.now())
}

// Here reports whether a user has a page of this node open.
func (u *Users) Here(user string) bool {
	now := u.now()
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.known[user].here(now)
}

// OnNode returns the users who have a page of this node open.
func (u *Users) OnNode() []string { return slices.Collect(maps.Keys(u.stays(0))) }

// all returns the users who are online.
func (u *Users) all() map[string]stay {
	users := u.stays(0)
	u.elsewhere.addUsers(users, u.now())
	return users
}

// Count returns how many users are online.
func (u *Users) Count() int { return len(u.all()) }

// List returns the ids of the users who are online, in order.
func (u *Users) List() []string { return slices.Sorted(maps.Keys(u.all())) }
