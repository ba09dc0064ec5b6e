// SPDX-License-Identifier: Apache-2.0

package client

import (
	"context"
	"crypto/tls"
	"errors"
	"math/rand/v2"
	"net"
	"time"
)

const (
	firstPause = 5 * time.Millisecond
	maxPause   = 500 * time.Millisecond
)

// backoff waits longer after each failure, for a random time, so that clients that
// failed together do not retry together. The zero value is ready.
type backoff struct {
	pause, least time.Duration // least is of the next wait
	permanent    int           // permanent errors in a row
}

// wait returns when it is time to try again, or with the context's error.
func (b *backoff) wait(ctx context.Context) error {
	b.pause = min(max(2*b.pause, firstPause), maxPause)
	sleep := b.least + b.pause/2 + rand.N(b.pause)
	b.least = 0
	select {
	case <-time.After(sleep):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// hopeless counts permanent errors, and reports whether every node has returned one in
// a row: a certificate that is not trusted, or a name that does not exist. Once a node
// has answered a missing name is not permanent, because the name of a container vanishes
// while it restarts.
func (c *Client) hopeless(err error, b *backoff) bool {
	_, certificate := errors.AsType[*tls.CertificateVerificationError](err)
	name, dns := errors.AsType[*net.DNSError](err)
	if certificate || dns && name.IsNotFound && !c.answered.Load() {
		b.permanent++
	} else {
		b.permanent = 0
	}
	return b.permanent == len(c.nodes)
}
