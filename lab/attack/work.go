// SPDX-License-Identifier: Apache-2.0

package attack

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"time"
)

// manyVariations is as many as a record of 218 KB has.
const manyVariations = 9_100

// onWork are the attacks that give the server work, from one address.
var onWork = []Attack{
	{
		Name: "uploads", Doc: "one address uploads 900 records with 9,100 variations each",
		strike: uploads, judge: growth, times: 3,
	},
	{
		Name: "masters", Doc: "one address starts 500 games against master; another user plays the computer",
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
	const most = 32 << 20
	return verdict(r.DataBytes <= most, "data grew by %d MB", r.DataBytes>>20)
}

// largest returns the largest record that the server accepts of a guest, with the
// number of its variations.
func (g *gang) largest(ctx context.Context) (record string, variations int, err error) {
	p := g.person(0)
	defer p.close()
	for variations = manyVariations; variations > 0; variations /= 2 {
		r, err := p.post(ctx, "/upload", map[string]string{"record": bigRecord(variations)})
		if err != nil || r.ok() {
			return bigRecord(variations), variations, err
		}
	}
	return "", 0, fmt.Errorf("no record is accepted")
}

func uploads(ctx context.Context, g *gang) (finding, error) {
	record, variations, err := g.largest(ctx)
	if err != nil {
		return finding{}, err
	}
	t := g.guests(ctx, 8, 900, func(p *person) (reply, error) {
		return p.post(ctx, "/upload", map[string]string{"record": record})
	})
	return held("%d variations: %s", variations, t), nil
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
	record, _, err := g.largest(ctx)
	if err != nil {
		return finding{}, err
	}
	p := g.person(0)
	var kept, t tally
	for range 5 { // with the exports that is as much as one guest may create at once
		kept.note(p.post(ctx, "/upload", map[string]string{"record": record}))
	}
	crowd(25, func(int) { t.note(p.get(ctx, "/account/export")) })
	return held("%d records, exports: %s", kept.done.Load(), &t), nil
}

// bodies holds uploads that are never finished, as several guests.
func bodies(ctx context.Context, g *gang) (finding, error) {
	const size, guests, each = 1 << 20, 10, 28
	var sent atomic.Int64
	for range guests {
		p := g.person(0)
		if _, err := p.create(ctx, map[string]string{"game": "three", "opponent": "screen"}); err != nil {
			continue // no more guests
		}
		for range each {
			go func() {
				body := io.MultiReader(strings.NewReader(`{"record":"`+strings.Repeat("x", size-20)), counter{&sent}, never{ctx})
				_, _ = p.send(ctx, http.MethodPost, "/upload", body)
			}()
		}
	}
	<-ctx.Done()
	return held("%d of %d bodies sent", sent.Load(), guests*each), nil
}

// counter is a reader without content that counts when it is reached.
type counter struct{ n *atomic.Int64 }

// Read implements io.Reader.
func (c counter) Read([]byte) (int, error) {
	c.n.Add(1)
	return 0, io.EOF
}

// never is a reader that waits for the end of a context.
type never struct{ ctx context.Context }

// Read implements io.Reader.
func (n never) Read([]byte) (int, error) {
	<-n.ctx.Done()
	return 0, n.ctx.Err()
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
