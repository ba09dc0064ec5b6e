// SPDX-License-Identifier: Apache-2.0

package listing

import (
	"net/http"
	"strings"

	"cairn/internal/live"
	"cairn/internal/web"
	"cairn/record"
)

// Extensions lists one extension of every format, without the dot.
func Extensions() []string {
	var list []string
	for _, f := range record.Formats() {
		list = append(list, strings.TrimPrefix(f.Extensions()[0], "."))
	}
	return list
}

// WrittenRecord returns the record of a match with the names of its players.
func (s *Lists) WrittenRecord(r *http.Request, id string) (record.Record, error) {
	room, err := s.Live.Room(r.Context(), web.VisitorOf(r).User, id)
	if err != nil {
		return record.Record{}, err
	}
	written := room.Match.Record()
	if room.Info.Kind != live.Screen {
		written.Players, err = s.SeatNames(r.Context(), s.Texts(r), &room.Info)
	}
	return written, err
}
