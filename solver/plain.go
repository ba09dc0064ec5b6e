// SPDX-License-Identifier: Apache-2.0

package solver

import "cairn/tablebase"

// Where only values count the backward way goes round and round, however long a
// game lasts: news are the values found that have not been passed on.
const (
	newsLost = tablebase.Value(1)
	newsWon  = tablebase.Won - 1
)

// news returns what is to be passed on of a value.
func news(v tablebase.Value) tablebase.Value {
	return [...]tablebase.Value{newsLost, tablebase.Drawn, newsWon}[v.Sign()+1]
}

// plain passes on the values that are known until there are no news.
func (b *backward[P, M]) plain() error {
	for any := true; any; {
		any = false
		for _, v := range []tablebase.Value{newsLost, newsWon} {
			found, err := b.pass(v)
			if err != nil {
				return err
			}
			any = any || found
		}
	}
	return nil
}
