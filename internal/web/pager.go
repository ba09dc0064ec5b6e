// SPDX-License-Identifier: Apache-2.0

package web

import (
	"strconv"
	"strings"
	"time"

	"cairn/internal/live"
)

// formatCursor writes a place in a list for an address: milliseconds and the id
// of the match before it. Pages begin after a match, not at a number, so that
// games that end meanwhile neither hide nor repeat anything.
func formatCursor(c live.Cursor) string {
	if c.Updated.IsZero() {
		return ""
	}
	return strconv.FormatInt(c.Updated.UnixMilli(), 10) + "-" + c.ID
}

// parseCursor reads what formatCursor writes; an empty text is the beginning.
func parseCursor(text string) (live.Cursor, bool) {
	if text == "" {
		return live.Cursor{}, true
	}
	at, id, _ := strings.Cut(text, "-")
	ms, err := strconv.ParseInt(at, 10, 64)
	if err != nil || ms <= 0 || id == "" || id != live.CleanMatchID(id) {
		return live.Cursor{}, false
	}
	return live.Cursor{Updated: time.UnixMilli(ms).UTC(), ID: id}, true
}
