// SPDX-License-Identifier: Apache-2.0

package attack

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
)

// gang are the attackers of a load.
type gang struct{ home string }

// address returns one of the addresses of the attackers, each in a network of its
// own: 127.66.n.1 and so on.
func address(n int) string { return fmt.Sprintf("127.%d.%d.1", 66+n/250, 1+n%250) }

// person returns an attacker at one of the addresses.
func (g *gang) person(n int) *person { return newPerson(g.home, address(n)) }

// tally counts the answers to attackers.
type tally struct{ sent, done, limited, failed atomic.Int64 }

// note counts an answer.
func (t *tally) note(r reply, err error) {
	t.sent.Add(1)
	switch {
	case err != nil:
		t.failed.Add(1)
	case r.limited():
		t.limited.Add(1)
	case r.status < 400:
		t.done.Add(1)
	}
}

func (t *tally) String() string {
	return fmt.Sprintf("%d of %d done, %d limited", t.done.Load(), t.sent.Load(), t.limited.Load())
}

// crowd runs a function n times, in parallel, until all have returned.
func crowd(n int, do func(i int)) {
	var group sync.WaitGroup
	for i := range n {
		group.Go(func() { do(i) })
	}
	group.Wait()
}

// guests repeats something in parallel as one guest after another from one address,
// at most n times in all: each guest until it is limited. It ends when new guests
// are limited too.
func (g *gang) guests(ctx context.Context, parallel, n int, do func(*person) (reply, error)) *tally {
	t := &tally{}
	var left atomic.Int64
	left.Store(int64(n))
	crowd(parallel, func(int) {
		p := g.person(0)
		defer p.close()
		fresh := true
		for ctx.Err() == nil && left.Add(-1) >= 0 {
			r, err := do(p)
			t.note(r, err)
			switch {
			case err != nil:
				return
			case r.limited() && fresh:
				return
			case r.limited():
				p.forget()
				fresh = true
			default:
				fresh = false
			}
		}
	})
	return t
}
