// SPDX-License-Identifier: Apache-2.0

// Package listing has views that several features share: rows of matches, menus
// of games, and players with their names and ratings.
package listing

import (
	"embed"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"cairn/internal/live/room"
	"cairn/internal/web"
	"cairn/record"
)

// Files are the templates and texts of this package.
//
//go:embed templates texts
var Files embed.FS

// Lists reads the data of lists. Features hold it beside the server.
type Lists struct{ core *web.Server }

// New returns the lists of a server.
func New(server *web.Server) *Lists { return &Lists{server} }

// PlayerPath is the address of a player's page.
func PlayerPath(name string) string { return "/player/" + url.PathEscape(name) }

// MatchPath is the address of a match.
func MatchPath(id string) string { return "/match/" + id }

// GamesPath is the address of all finished games of a player.
func GamesPath(name string) string { return "/games?player=" + url.QueryEscape(name) }

// PlyQuery is the query that asks the page of a match for an earlier position.
func PlyQuery(ply int) string { return "?ply=" + strconv.Itoa(ply) }

// guestPrefix is how the names of guests begin, and no account's does.
const guestPrefix = "guest"

// ProfilePath returns the address of a player's profile; guests have none.
func ProfilePath(name string) string {
	if name == "" || strings.HasPrefix(strings.ToLower(name), guestPrefix) {
		return ""
	}
	return PlayerPath(name)
}

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
	played, err := s.core.Live.Rooms.Read(r.Context(), web.VisitorOf(r).User, id)
	if err != nil {
		return record.Record{}, err
	}
	written := played.Match.Record()
	if written.Players = played.Info.Names; played.Info.Kind != room.Screen {
		written.Players, err = s.SeatNames(r.Context(), s.core.Texts(r), &played.Info)
	}
	return written, err
}
