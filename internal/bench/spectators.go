// SPDX-License-Identifier: Apache-2.0

package bench

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"sync"

	"github.com/coder/websocket"
	"golang.org/x/sync/errgroup"
)

const (
	// idlePerMatch is the number of spectators of one match.
	idlePerMatch = 100
	// idlePerAddress is the number of connections from one address of this machine,
	// which has some 28,000 ports.
	idlePerAddress = 20_000
	// dialers is the number of connections opened at the same time.
	dialers = 32
)

// idlers are spectators of matches without moves.
type idlers struct {
	measurement *measurement

	mu    sync.Mutex
	conns []*websocket.Conn
}

// open adds spectators and waits until each of them has seen its match.
func (l *idlers) open(ctx context.Context, n int) error {
	var group errgroup.Group
	group.SetLimit(dialers)
	var match string
	var transport *http.Transport
	for i := range n {
		var err error
		if i%idlePerMatch == 0 {
			match, err = l.newMatch(ctx)
		}
		if err != nil {
			return errors.Join(err, group.Wait())
		}
		if i%idlePerAddress == 0 {
			transport = l.transport(i / idlePerAddress)
		}
		match, transport := match, transport
		group.Go(func() error {
			if err := l.add(ctx, match, transport); err != nil {
				return fmt.Errorf("idle connection %d: %w", i+1, err)
			}
			return nil
		})
	}
	return group.Wait()
}

// newMatch creates a match with both players, so that others may watch.
func (l *idlers) newMatch(ctx context.Context) (string, error) {
	t, err := newTable(l.measurement, 0)
	if err != nil {
		return "", err
	}
	defer t.close()
	return t.seat(ctx)
}

// transport opens connections from one address. To a server on this machine they
// come from several addresses.
func (l *idlers) transport(address int) *http.Transport {
	var dialer net.Dialer
	if address > 0 && l.measurement.loopback {
		dialer.LocalAddr = &net.TCPAddr{IP: net.IPv4(127, 0, 0, byte(1+address))}
	}
	return &http.Transport{DialContext: dialer.DialContext, DisableKeepAlives: true}
}

// add opens the stream of a spectator and keeps reading what is sent to it.
func (l *idlers) add(ctx context.Context, match string, transport *http.Transport) error {
	visitor, err := NewClient(l.measurement.plan.URL)
	if err != nil {
		return err
	}
	conn, err := openStream(ctx, visitor, visitor.server, match, 0, transport)
	if err != nil {
		return err
	}
	l.mu.Lock()
	l.conns = append(l.conns, conn)
	l.mu.Unlock()
	if _, _, err := conn.Read(ctx); err != nil {
		return err
	}
	go func() {
		for err := error(nil); err == nil; {
			_, _, err = conn.Read(ctx)
		}
	}()
	return nil
}

func (l *idlers) close() {
	for _, conn := range l.conns {
		_ = conn.CloseNow()
	}
}
