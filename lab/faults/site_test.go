// SPDX-License-Identifier: Apache-2.0

//go:build unix

package faults_test

import (
	"context"
	"strings"
	"testing"

	"golang.org/x/sync/errgroup"

	"cairn/catalog"
	"cairn/internal/bus/natstest"
	"cairn/internal/store/pgtest"
	"cairn/internal/store/postgres"
	"cairn/lab/faults"
)

// site is three nodes in processes of their own, on a real PostgreSQL and a real NATS
// server, with a link from each node to each of them.
type site struct {
	database *pgtest.Cluster
	bus      *natstest.Server
	nodes    []*node
	toData   []link // by node
	toBus    []link // by node
}

// size is the number of nodes.
const size = 3

// newSite starts a site.
func newSite(ctx context.Context, t *testing.T) *site {
	t.Helper()
	s := &site{database: pgtest.New(t, pgtest.Options{TCP: true}), bus: natstest.New(t)}
	store, err := postgres.Open(ctx, s.database.URL("postgres"), postgres.Options{Migrate: true, Connections: 1})
	must(t, err)
	must(t, store.Close())
	network := newNetwork()
	for range size {
		data := network.link(t, "database", s.database.Address())
		bus := network.link(t, "bus", strings.TrimPrefix(s.bus.URL(), "nats://"))
		s.toData, s.toBus = append(s.toData, data), append(s.toBus, bus)
		s.nodes = append(s.nodes, newNode(
			t, "--data", t.TempDir(), "--bus", "nats://"+bus.Listen,
			"--database", "postgres://postgres@"+data.Listen+"/postgres?sslmode=disable",
		))
	}
	var group errgroup.Group
	for _, n := range s.nodes {
		group.Go(func() error { return n.start(ctx, 0) })
	}
	must(t, group.Wait())
	return s
}

// load returns people who play on the site.
func (s *site) load() *load {
	l := &load{history: faults.NewHistory()}
	for _, n := range s.nodes {
		l.nodes = append(l.nodes, "http://"+n.address)
	}
	return l
}

// rest stops the nodes and audits the history of a load.
func (s *site) rest(t *testing.T, l *load) *faults.Report {
	t.Helper()
	for _, n := range s.nodes {
		if err := n.process.Stop(); err != nil {
			t.Errorf("stop node %s: %v", n.address, err)
		}
	}
	store, err := postgres.Open(t.Context(), s.database.URL("postgres"), postgres.Options{Connections: 8})
	must(t, err)
	defer store.Close()
	r, err := faults.Audit(t.Context(), store, catalog.Standard(), l.history)
	must(t, err)
	for i, finding := range r.Findings {
		if i == 50 {
			t.Errorf("and %d more", len(r.Findings)-i)
			break
		}
		t.Error(finding)
	}
	return r
}
