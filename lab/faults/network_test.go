// SPDX-License-Identifier: Apache-2.0

//go:build unix

package faults_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/Shopify/toxiproxy/v2"
	"github.com/rs/zerolog"
)

// network is all links of a site.
type network struct{ server *toxiproxy.ApiServer }

func newNetwork() *network {
	return &network{toxiproxy.NewServer(toxiproxy.NewMetricsContainer(nil), zerolog.Nop())}
}

// link is the way from one node to one server.
type link struct{ *toxiproxy.Proxy }

// link opens a way to an address.
func (n *network) link(t *testing.T, name, to string) link {
	t.Helper()
	l := link{toxiproxy.NewProxy(n.server, name, freeAddress(t), to)}
	must(t, l.Start())
	t.Cleanup(l.Stop)
	return l
}

// spoil makes the link bad until it is healed: kind is that of toxiproxy, direction
// "upstream" for what the node sends.
func (l link) spoil(kind, direction, attribute string, value int) error {
	toxic := fmt.Sprintf(`{"name":"fault","type":%q,"stream":%q,"attributes":{%q:%d}}`, kind, direction, attribute, value)
	_, err := l.Toxics.AddToxicJson(strings.NewReader(toxic))
	return err
}

// heal makes the link good again. Connections that have lost data are closed.
func (l link) heal(ctx context.Context) error { return l.Toxics.RemoveToxic(ctx, "fault") }
