// SPDX-License-Identifier: Apache-2.0

package record

import (
	"bytes"
	"io"

	"cairn/game"
)

// Read reads a record and replays it by the rules of its game, which find looks
// up by id. A nil format is detected by content. Whatever is wrong with the text
// or the game is a *Fault with its line.
func Read(in io.Reader, f Format, find func(id string) (game.Game, error)) (Record, *Walk, error) {
	data, err := slurp(in)
	if err != nil {
		return Record{}, nil, err
	}
	if f == nil {
		f = Detect(data)
	}
	r, lines, err := f.Decode(bytes.NewReader(data))
	if err != nil {
		return Record{}, nil, err
	}
	g, err := find(r.Game)
	if err != nil {
		return Record{}, nil, &Fault{Line: lines.Game, Err: err}
	}
	w, err := replay(g, r, lines)
	if err != nil {
		return Record{}, nil, err
	}
	return r, w, nil
}
