// SPDX-License-Identifier: Apache-2.0

package listing

import (
	"net/url"
	"strconv"
	"strings"
)

// PlayerPath is the address of a player's page.
func PlayerPath(name string) string { return "/player/" + url.PathEscape(name) }

// MatchPath is the address of a match.
func MatchPath(id string) string { return "/match/" + id }

// LastPly asks for the last turn without its number.
const LastPly = "last"

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
