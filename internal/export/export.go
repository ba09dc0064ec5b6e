// SPDX-License-Identifier: Apache-2.0

// Package export writes the public games of a server for others to use: one line of
// JSON for each finished game, as docs/games.schema.json describes. It reads a page of
// matches at a time, so that its memory does not grow with their number, and knows
// neither files nor compression.
package export

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"cairn/game"
	"cairn/internal/account"
	"cairn/internal/failure"
	"cairn/internal/live"
	"cairn/internal/live/room"
	"cairn/record"
)

// Source is the server whose games are written.
type Source struct {
	Live     *live.Service
	Accounts *account.Service
}

// line is one game.
type line struct {
	ID     string           `json:"id"`
	Kind   room.Kind        `json:"kind"`
	Rated  bool             `json:"rated"`
	Ended  time.Time        `json:"ended"`
	White  room.NamedPlayer `json:"white"`
	Black  room.NamedPlayer `json:"black"`
	Record json.RawMessage  `json:"record"`
}

// kinds are the kinds of matches that are written: private matches only if everyone may
// watch them, as in the archive.
var kinds = []room.Kind{room.Open, room.Private, room.Computer}

// Write writes all finished games that everyone may see, the last ended first, and
// returns how many. Games that end meanwhile are left out.
func (s Source) Write(ctx context.Context, w io.Writer) (games int, err error) {
	filter := room.Filter{Kinds: kinds}
	for {
		list, next, err := s.Live.Archive.Find(ctx, account.User{}, filter)
		if err != nil {
			return games, err
		}
		var players []string
		for _, info := range list {
			players = append(players, info.Seats[:]...)
		}
		names, err := s.Accounts.Names(ctx, players...)
		if err != nil {
			return games, err
		}
		for _, info := range list {
			err := s.game(ctx, w, &info, names)
			switch {
			case failure.CodeOf(err) == failure.NotFound: // deleted meanwhile
			case err != nil:
				return games, fmt.Errorf("match %s: %w", info.ID, err)
			default:
				games++
			}
		}
		if next == (room.Cursor{}) {
			return games, nil
		}
		filter.After = next
	}
}

// game writes one game.
func (s Source) game(ctx context.Context, w io.Writer, info *room.Info, names map[string]string) error {
	played, err := s.Live.Rooms.Read(ctx, account.User{}, info.ID)
	if err != nil {
		return err
	}
	written := played.Match.Record()
	written.Players = [2]string{} // the line has them
	var text bytes.Buffer
	if err := record.JSON.Encode(&text, written); err != nil {
		return err
	}
	out, err := json.Marshal(line{
		ID: info.ID, Kind: info.Kind, Rated: info.Rated, Ended: info.Updated.UTC(), Record: text.Bytes(),
		White: info.Player(game.White, names), Black: info.Player(game.Black, names),
	})
	if err == nil {
		_, err = w.Write(append(out, '\n'))
	}
	return err
}
