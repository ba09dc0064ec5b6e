// SPDX-License-Identifier: Apache-2.0

package bench

import (
	"context"

	"golang.org/x/sync/errgroup"
)

// BesideReport compares this server with another version of it. The figures are medians
// over the rounds. Its JSON is documented.
type BesideReport struct {
	Rounds int         `json:"rounds"`
	Now    ServeReport `json:"now"`
	Before ServeReport `json:"before"`
	Ratio  float64     `json:"ratio"` // of the processor time a move, now to before: the mean of the rounds
}

// Beside measures two servers at the same time, each under the whole load. Noise of
// the machine slows down both alike, so the ratio of their processor times is more exact
// than two measurements in turn. Beside calls report for each server after each round.
func Beside(ctx context.Context, plan ServePlan, rounds int, now, before *Process, report func(string, ServeReport)) (BesideReport, error) {
	var all [2][]ServeReport
	b := BesideReport{Rounds: rounds}
	for range rounds {
		var pair [2]ServeReport
		var group errgroup.Group
		for i, p := range []*Process{now, before} {
			group.Go(func() (err error) {
				pair[i], err = Serve(ctx, plan.Of(p))
				return err
			})
		}
		if err := group.Wait(); err != nil {
			return b, err
		}
		for i, name := range []string{"now", "before"} {
			all[i] = append(all[i], pair[i])
			report(name, pair[i])
		}
		if pair[1].CPUPerMoveUS > 0 {
			b.Ratio += pair[0].CPUPerMoveUS / pair[1].CPUPerMoveUS / float64(rounds)
		}
	}
	b.Now, b.Before = Medians(all[0]), Medians(all[1])
	return b, nil
}

// Medians returns the medians of rounds. Moves, seconds and errors are sums; memory is
// taken from the last round.
func Medians(rounds []ServeReport) ServeReport {
	middle := func(figure func(ServeReport) float64) float64 {
		values := make([]float64, len(rounds))
		for i, r := range rounds {
			values[i] = figure(r)
		}
		return Median(values)
	}
	m := rounds[len(rounds)-1]
	m.MovesPerS = middle(func(r ServeReport) float64 { return r.MovesPerS })
	m.P50MS = middle(func(r ServeReport) float64 { return r.P50MS })
	m.P95MS = middle(func(r ServeReport) float64 { return r.P95MS })
	m.P99MS = middle(func(r ServeReport) float64 { return r.P99MS })
	m.CPUPerMoveUS = middle(func(r ServeReport) float64 { return r.CPUPerMoveUS })
	m.Moves, m.Seconds, m.Errors, m.Faults = 0, 0, 0, nil
	for _, r := range rounds {
		m.Moves += r.Moves
		m.Seconds += r.Seconds
		m.Errors += r.Errors
		m.Faults = append(m.Faults, r.Faults...)
	}
	return m
}
