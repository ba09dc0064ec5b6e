// SPDX-License-Identifier: Apache-2.0

package solver

import (
	"sync"
	"sync/atomic"
)

// pieces is into how many parts each worker's share of a task is cut, so that
// none waits long for another.
const pieces = 32

// each splits the numbers from 0 to n into pieces and has them worked on by all
// workers. It stops early when the run is cancelled.
func (r *run[P, M]) each(n int, work func(worker, from, to int)) error {
	piece := max(1, n/(pieces*r.Workers))
	var next atomic.Int64
	var group sync.WaitGroup
	for worker := range r.Workers {
		group.Go(func() {
			for r.ctx.Err() == nil {
				from := int(next.Add(int64(piece))) - piece
				if from >= n {
					return
				}
				work(worker, from, min(from+piece, n))
				r.track.step(from, n)
			}
		})
	}
	group.Wait()
	return r.ctx.Err()
}
