// SPDX-License-Identifier: Apache-2.0

// Package attack attacks a real server, started for each attack in its own process
// with its default limits, and reports what it withstood. Users have different addresses
// in 127.0.0.0/8, which Linux lets any program use.
//
// Attacks of two kinds: some look for one fault, like a claim after a restart; others
// are a load, made by a further process of the lowest priority, while two people play
// a gentle game and are measured. Times are reported and decide nothing; what
// decides is whether a promise was kept: see each attack. The package prints nothing.
package attack

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"
)

// Attack is an attack on a server.
type Attack struct {
	Name string
	Doc  string // what is tried

	serve  serveOptions
	times  int                                            // how much longer the load lasts; 0 is 1
	strike func(context.Context, *gang) (finding, error)  // a load; runs in its own process
	probe  func(context.Context, *scene) (probe, error)   // measured beside the players of a load
	judge  func(*Row) finding                             // of the figures of a load
	run    func(context.Context, *scene) (finding, error) // instead of strike
}

// finding is what an attack found.
type finding struct {
	Held bool   `json:"held"`
	Seen string `json:"seen"`
}

func held(format string, args ...any) finding { return finding{true, fmt.Sprintf(format, args...)} }

func broken(format string, args ...any) finding { return finding{false, fmt.Sprintf(format, args...)} }

// verdict returns a finding that held or not.
func verdict(holds bool, format string, args ...any) finding {
	return finding{holds, fmt.Sprintf(format, args...)}
}

// All returns the attacks in a fixed order, those on fairness first.
func All() []Attack { return slices.Concat(onFairness, onWork, onLogIn, onServer, onAccounts, onData) }

// Find returns attacks by their names, all for none.
func Find(names ...string) ([]Attack, error) {
	all := All()
	if len(names) == 0 {
		return all, nil
	}
	var found []Attack
	for _, name := range names {
		i := slices.IndexFunc(all, func(a Attack) bool { return a.Name == name })
		if i < 0 {
			return nil, fmt.Errorf("no attack is called %q", name)
		}
		found = append(found, all[i])
	}
	return found, nil
}

// Plan is how to attack.
type Plan struct {
	Program string        // the server
	Quiet   time.Duration // how long people play before a load
	Load    time.Duration // and during it
	// Strike returns the command line that calls Strike.
	Strike func(name, home string, load time.Duration) []string
}

// Row is the result of an attack. Its JSON is documented; times, memory and bytes
// are 0 where they are not measured.
type Row struct {
	Name       string  `json:"name"`
	Held       bool    `json:"held"`
	Seen       string  `json:"seen"`
	Moves      int     `json:"moves"` // of the two people during the load
	QuietP50MS float64 `json:"quiet_p50_ms"`
	QuietP95MS float64 `json:"quiet_p95_ms"`
	P50MS      float64 `json:"p50_ms"`
	P95MS      float64 `json:"p95_ms"`

	Probe        string  `json:"probe"` // what else was measured, as another user
	QuietProbeMS float64 `json:"quiet_probe_ms"`
	ProbeMS      float64 `json:"probe_ms"` // the longest

	RSSBytes     int64   `json:"rss_bytes"` // of the server before the load
	PeakRSSBytes int64   `json:"peak_rss_bytes"`
	EndRSSBytes  int64   `json:"end_rss_bytes"`
	CPUSeconds   float64 `json:"cpu_seconds"`   // of the server during the load
	WrittenBytes int64   `json:"written_bytes"` // to the disk during the load
	DataBytes    int64   `json:"data_bytes"`    // growth of the data folder
	Seconds      float64 `json:"seconds"`       // of the load
}

// Run carries out an attack.
func Run(ctx context.Context, plan Plan, a Attack) (Row, error) {
	row := Row{Name: a.Name}
	s, err := newScene(plan.Program)
	if err != nil {
		return row, err
	}
	defer s.end()
	switch err := s.start(ctx, a.serve); {
	case errors.Is(err, errNoDisk):
		row.Held, row.Seen = true, "not tried: "+err.Error()
		return row, nil
	case err != nil:
		return row, err
	}
	var f finding
	if a.run != nil {
		f, err = a.run(ctx, s)
	} else {
		f, err = load(ctx, plan, a, s, &row)
	}
	row.Held, row.Seen = f.Held && err == nil, f.Seen
	if err != nil {
		return row, fmt.Errorf("%s: %w", a.Name, err)
	}
	return row, nil
}
