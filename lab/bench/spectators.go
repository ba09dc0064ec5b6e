// SPDX-License-Identifier: Apache-2.0

package bench

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"sync"

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
	streams     sync.WaitGroup
	stop        context.CancelFunc
}

// open adds spectators and waits until each of them has seen its match.
func (l *idlers) open(ctx context.Context, n int) error {
	ctx, l.stop = context.WithCancel(ctx)
	var group errgroup.Group
	group.SetLimit(dialers)
	var match string
	var visitor *Client // spectators need no session, and share a client
	for i := range n {
		var err error
		if i%idlePerMatch == 0 {
			match, err = l.newMatch(ctx)
		}
		if i%idlePerAddress == 0 && err == nil {
			visitor, err = l.newVisitor(i / idlePerAddress)
		}
		if err != nil {
			return errors.Join(err, group.Wait())
		}
		match, visitor := match, visitor
		group.Go(func() error {
			if err := l.add(ctx, visitor, match); err != nil {
				return fmt.Errorf("idle connection %d: %w", i+1, err)
			}
			return nil
		})
	}
	return group.Wait()
}

// newMatch creates a match with both players, which spectators may watch.
func (l *idlers) newMatch(ctx context.Context) (string, error) {
	t, err := newTable(l.measurement, 0)
	if err != nil {
		return "", err
	}
	defer t.close()
	return t.seat(ctx)
}

// newVisitor returns a client at one of the addresses of this machine. To a server on
// this machine streams come from several addresses.
func (l *idlers) newVisitor(address int) (*Client, error) {
	visitor, err := NewClient(l.measurement.plan.URL)
	if err == nil && address > 0 && l.measurement.loopback {
		visitor.DialFrom(net.IPv4(127, 0, 0, byte(1+address)).String())
	}
	return visitor, err
}

// add opens the stream of a spectator and keeps reading what is sent to it.
func (l *idlers) add(ctx context.Context, visitor *Client, match string) error {
	first := make(chan error, 1)
	l.streams.Go(func() {
		for _, err := range visitor.Stream(ctx, streamPath(match), func() url.Values { return changesSince(0) }) {
			select {
			case first <- err:
			default:
			}
		}
	})
	return <-first
}

func (l *idlers) close() {
	if l.stop != nil {
		l.stop()
	}
	l.streams.Wait()
}
