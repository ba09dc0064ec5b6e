// SPDX-License-Identifier: Apache-2.0

package attack

import (
	"context"
	"fmt"
	"strings"
)

// onLogIn are the attacks on the log-in form.
var onLogIn = []Attack{
	{
		Name: "long-names", Doc: "4,000 log-ins from 270 addresses with names of 64 KB",
		strike: longNames,
	},
	{
		Name: "hashes", Doc: "40 addresses log in with wrong passwords; another user logs in",
		strike: hashes, probe: logsIn,
	},
	{
		Name: "current", Doc: "30 accounts send wrong current passwords; another user logs in",
		strike: current, probe: logsIn,
	},
}

func longNames(ctx context.Context, g *gang) (finding, error) {
	var t tally
	const addresses, each = 270, 15
	crowd(addresses, func(i int) {
		p := g.person(i)
		defer p.close()
		for j := range each {
			if ctx.Err() != nil {
				return
			}
			name := fmt.Sprintf("%d-%d-", i, j)
			t.note(p.logIn(ctx, name+strings.Repeat("x", 65_000-len(name)), "wrong"))
		}
	})
	return held("%d log-ins, %d of them limited", t.sent.Load(), t.limited.Load()), nil
}

// logsIn logs in to an account at a new browser, again and again.
func logsIn(ctx context.Context, s *scene) (probe, error) {
	owner := s.person(otherHome)
	if err := owner.signUp(ctx, "Otherone"); err != nil {
		return probe{}, err
	}
	times := 0
	return probe{"a log-in", func(ctx context.Context) error {
		times++
		p := newPerson("http://"+s.address, fmt.Sprintf("127.4.%d.1", times))
		defer p.close()
		r, err := p.logIn(ctx, "Otherone", password)
		if err == nil && !r.ok() {
			err = fmt.Errorf("status %d %s", r.status, r.code())
		}
		return err
	}}, nil
}

func hashes(ctx context.Context, g *gang) (finding, error) {
	var t tally
	crowd(40, func(i int) {
		p := g.person(i)
		defer p.close()
		crowd(15, func(j int) { t.note(p.logIn(ctx, fmt.Sprintf("unknown%d-%d", i, j), "wrong password")) })
	})
	return held("%d wrong log-ins, %d limited", t.sent.Load(), t.limited.Load()), nil
}

func current(ctx context.Context, g *gang) (finding, error) {
	var t, accounts tally
	crowd(30, func(i int) {
		p := g.person(0)
		defer p.close()
		name := fmt.Sprintf("Account%d", i)
		r, err := p.post(ctx, "/signup", map[string]string{"email": name + "@example.org", "name": name, "password": password, "again": password})
		accounts.note(r, err)
		if err != nil || !r.ok() {
			return
		}
		crowd(20, func(int) {
			t.note(p.post(ctx, "/account/password", map[string]string{"current": "wrong password", "password": "another good pebble", "again": "another good pebble"}))
		})
	})
	return held("%d accounts, %d wrong passwords, %d limited", accounts.done.Load(), t.sent.Load(), t.limited.Load()), nil
}
