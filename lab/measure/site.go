// SPDX-License-Identifier: Apache-2.0

package measure

import (
	"context"
	"errors"
	"fmt"

	"cairn/lab/bench"
)

// Site is one server, or several nodes that share a database.
type Site struct {
	Program  string // the server
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

// Start starts the nodes, each with its own temporary data folder; end stops them and
// removes the folders.
func (s Site) Start(ctx context.Context) (nodes []*bench.Process, end func(), err error) {
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
		node, stop, err := bench.StartServer(ctx, s.Program, args...)
		if err != nil {
			end()
			return nil, nil, err
		}
		nodes, ends = append(nodes, node), append(ends, stop)
	}
	return nodes, end, nil
}

// StartBare starts the bare server in a process of this program.
func StartBare(ctx context.Context) (_ *bench.Process, end func(), err error) {
	return bench.StartIn(ctx, "", func(dir string) []string { return []string{"bare", dir} })
}
