// SPDX-License-Identifier: Apache-2.0

package measure

import (
	"context"

	"cairn/lab/bench"
)

// CeilingReport compares this server with a bare one that only saves and pushes moves.
// The figures are medians over the rounds. Its JSON is documented.
type CeilingReport struct {
	Rounds int               `json:"rounds"`
	Cairn  bench.ServeReport `json:"cairn"`
	Bare   bench.ServeReport `json:"bare"`
	Ratio  float64           `json:"ratio"` // moves per second of Cairn to those of the bare server
}

// Ceiling measures a site and a bare server by turns, so that both meet the same state of
// the machine. After each turn it calls report with the name of the server.
func Ceiling(ctx context.Context, plan bench.ServePlan, rounds int, cairn []*bench.Process, bare *bench.Process, report func(string, bench.ServeReport)) (CeilingReport, error) {
	var all [2][]bench.ServeReport
	for range rounds {
		for i, servers := range [][]*bench.Process{cairn, {bare}} {
			r, err := bench.Serve(ctx, plan.Of(servers...))
			if err != nil {
				return CeilingReport{}, err
			}
			all[i] = append(all[i], r)
			report([]string{"cairn", "bare"}[i], r)
		}
	}
	c := CeilingReport{Rounds: rounds, Cairn: bench.Medians(all[0]), Bare: bench.Medians(all[1])}
	if c.Bare.MovesPerS > 0 {
		c.Ratio = c.Cairn.MovesPerS / c.Bare.MovesPerS
	}
	return c, nil
}
