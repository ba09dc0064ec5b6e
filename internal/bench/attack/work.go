// SPDX-License-Identifier: Apache-2.0

package attack

import (
	"context"
	"fmt"
	"io"
	"net"
	"strings"
	"sync/atomic"
	"time"
)

// manyVariations is as many as a record of 218 KB has.
const manyVariations = 9_100

// onWork are the attacks that give the server work, from one address.
var onWork = []Attack{
	{
		Name: "uploads", Doc: "one address uploads 900 records with 9,100 variations each, as one guest after another",
		strike: uploads, judge: growth,
	},
	{
		Name: "masters", Doc: "one address starts 500 games against the level master; another user plays against the computer",
		strike: masters, probe: computerReply,
	},
	{
		Name: "exports", Doc: "25 exports at the same time of an account full of large records",
		strike: exports,
	},
	{
		Name: "bodies", Doc: "one address sends 280 uploads up to their last byte and holds them",
		strike: bodies, probe: pageLoads,
	},
}

// growth judges how much the data folder has grown.
func growth(r *Row) finding {
	const most = 64 << 20
	return verdict(r.DataBytes <= most, "data grew by %d MB", r.DataBytes>>20)
}

func uploads(ctx context.Context, g *gang) (finding, error) {
	record := bigRecord(manyVariations)
	t := g.guests(ctx, 8, 900, func(p *person) (reply, error) {
		return p.post(ctx, "/upload", map[string]string{"record": record})
	})
	return held("%s", t), nil
}

func masters(ctx context.Context, g *gang) (finding, error) {
	t := g.guests(ctx, 8, 500, func(p *person) (reply, error) {
		return p.post(ctx, "/match", map[string]string{"game": "nine", "opponent": "computer", "level": "master", "side": "black"})
	})
	return held("%s", t), nil
}

// computerReply starts a game against the computer and waits for its first move.
func computerReply(_ context.Context, s *scene) (probe, error) {
	p := s.person(otherHome)
	return probe{"the computer's reply", func(ctx context.Context) error {
		id, err := p.create(ctx, map[string]string{"game": "nine", "opponent": "computer", "level": "easy", "side": "black"})
		for err == nil {
			var now state
			if now, err = p.match(ctx, id); len(now.Moves) > 0 {
				break
			}
			time.Sleep(10 * time.Millisecond)
		}
		return err
	}}, nil
}

// exports fills an account and exports it many times at once.
func exports(ctx context.Context, g *gang) (finding, error) {
	p := g.person(0)
	record := bigRecord(manyVariations)
	var kept, t tally
	for range 25 {
		kept.note(p.post(ctx, "/upload", map[string]string{"record": record}))
	}
	if kept.done.Load() == 0 { // large records are refused
		for range 25 {
			kept.note(p.post(ctx, "/upload", map[string]string{"record": bigRecord(100)}))
		}
	}
	crowd(25, func(int) { t.note(p.get(ctx, "/account/export")) })
	return held("%d records, exports: %s", kept.done.Load(), &t), nil
}

// bodies holds uploads that are never finished.
func bodies(ctx context.Context, g *gang) (finding, error) {
	const size = 1 << 20
	head := fmt.Sprintf("POST /upload HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n{\"record\":\"",
		strings.TrimPrefix(g.home, "http://"), size)
	dialer := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(address(0))}}
	var open atomic.Int64
	crowd(280, func(int) {
		conn, err := dialer.DialContext(ctx, "tcp", strings.TrimPrefix(g.home, "http://"))
		if err != nil {
			return
		}
		defer conn.Close()
		deadline, _ := ctx.Deadline()
		_ = conn.SetDeadline(deadline)
		if _, err := io.WriteString(conn, head+strings.Repeat("x", size-20)); err == nil {
			open.Add(1)
		}
		_, _ = conn.Read(make([]byte, 1)) // until it is refused or the load ends
	})
	return held("%d of 280 bodies sent", open.Load()), nil
}

// pageLoads opens a page on a new connection.
func pageLoads(_ context.Context, s *scene) (probe, error) {
	return probe{"a new visitor's page", func(ctx context.Context) error {
		p := newPerson("http://"+s.address, otherHome)
		defer p.close()
		r, err := p.get(ctx, "/about")
		if err == nil && !r.ok() {
			err = fmt.Errorf("status %d", r.status)
		}
		return err
	}}, nil
}
