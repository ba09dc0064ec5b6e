// SPDX-License-Identifier: Apache-2.0

package store

// maxBatch bounds the ids asked for in one query; databases bound the number of
// arguments.
const maxBatch = 256

// inBatches calls f with the placeholders and the arguments of some of the ids
// after the other. Each time it is a power of two of ids, some of them twice, so
// that there are few query texts to prepare.
func inBatches(ids []string, f func(marks string, args []any) error) error {
	for len(ids) > 0 {
		n := min(len(ids), maxBatch)
		size := 1
		for size < n {
			size *= 2
		}
		args := make([]any, size, size+1)
		for i := range args {
			args[i] = ids[min(i, n-1)]
		}
		if err := f(placeholders(1, size), args); err != nil {
			return err
		}
		ids = ids[n:]
	}
	return nil
}
