// SPDX-License-Identifier: Apache-2.0

package bench

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// Site is one server, or several nodes that share a database.
type Site struct {
	Nodes    int    // at least 1
	Database string // of PostgreSQL; SQLite in the folder of the node if empty
	Bus      string // NATS; nodes ask the database if empty
}

// Check returns an error for a site that cannot be started.
func (s Site) Check() error {
	switch {
	case s.Nodes < 1:
		return fmt.Errorf("nodes %d: want at least 1", s.Nodes)
	case s.Nodes > 1 && s.Database == "":
		return errors.New("several nodes need --database")
	}
	return nil
}

// String returns what the site is made of.
func (s Site) String() string {
	database, bus := "SQLite", ""
	if s.Database != "" {
		database = "PostgreSQL"
	}
	if s.Bus != "" {
		bus = ", NATS"
	}
	return fmt.Sprintf("%d × node, %s%s", s.Nodes, database, bus)
}

// Start starts the nodes, each the running program with its own temporary data folder;
// end stops them and removes the folders. They do not log requests: this process would
// read every line.
func (s Site) Start(ctx context.Context) (_ Servers, end func(), err error) {
	var nodes Servers
	var ends []func()
	end = func() {
		for _, stop := range ends {
			stop()
		}
	}
	var args []string
	if s.Database != "" {
		args = append(args, "--database", s.Database)
	}
	if s.Bus != "" {
		args = append(args, "--bus", s.Bus)
	}
	for range s.Nodes {
		node, stop, err := startIn(ctx, "", func(dir string) []string { return append(serveIn(dir), args...) })
		if err != nil {
			end()
			return nil, nil, err
		}
		nodes, ends = append(nodes, node), append(ends, stop)
	}
	return nodes, end, nil
}

// Servers are the processes of a site.
type Servers []*Process

// Memory returns the resident memory of all together in bytes.
func (s Servers) Memory() (sum int64, err error) {
	for _, p := range s {
		memory, err := p.Memory()
		if err != nil {
			return 0, err
		}
		sum += memory
	}
	return sum, nil
}

// CPU returns the processor time that all together have taken.
func (s Servers) CPU() (sum time.Duration, err error) {
	for _, p := range s {
		used, err := p.CPU()
		if err != nil {
			return 0, err
		}
		sum += used
	}
	return sum, nil
}

// Of returns the plan for a site.
func (p ServePlan) Of(servers Servers) ServePlan {
	p.URL, p.Nodes, p.Memory, p.CPU = servers[0].URL, nil, servers.Memory, servers.CPU
	for _, node := range servers[1:] {
		p.Nodes = append(p.Nodes, node.URL)
	}
	return p
}
