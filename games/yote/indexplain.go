// SPDX-License-Identifier: Apache-2.0

package yote

import "cairn/game"

// Where only values count, plies do not, however long a game lasts: news are
// the values found that have not been told, and are told in any order.
const (
	newsLost = game.Value(1)
	newsWon  = game.Won - 1
)

// news returns what is to be told of a value.
func (f *fill) news(v game.Value) game.Value {
	if !f.job.Plain {
		return v
	}
	return [...]game.Value{newsLost, game.Drawn, newsWon}[v.Sign()+1]
}

// passAll tells all values, ply by ply where these count.
func (f *fill) passAll() error {
	if f.job.Plain {
		return f.passPlain()
	}
	for ply := range game.MaxPlies + 2 {
		if err := f.ply(ply); err != nil {
			return err
		}
	}
	return nil
}

// passPlain tells values until there are no news.
func (f *fill) passPlain() error {
	for any := true; any; {
		any = false
		for _, v := range []game.Value{newsLost, newsWon} {
			found, err := f.pass(v)
			if err != nil {
				return err
			}
			any = any || found
		}
	}
	return nil
}

// markTold makes the news that were found old.
func (f *fill) markTold(v game.Value) {
	told := byte(game.Lost)
	if v > game.Drawn {
		told = byte(game.Won)
	}
	for _, e := range f.found {
		if e.only {
			f.without[e.state] = told
			continue
		}
		f.value[e.state] = told
		if f.without[e.state] == byte(v) {
			f.without[e.state] = told
		}
	}
}
