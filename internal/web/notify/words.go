// SPDX-License-Identifier: Apache-2.0

package notify

import (
	"cmp"
	"strings"

	"cairn/internal/account"
	"cairn/internal/live/room"
	"cairn/internal/web"
	"cairn/internal/web/listing"
)

// digestLength is how many games a digest lists.
const digestLength = 20

// words writes the texts of notifications.
type words struct {
	core  *web.Server
	lists *listing.Lists
	url   string // public address of the server
}

// Turn implements notify.Words.
func (w *words) Turn(user account.User, lang string, info room.Info, opponent string) (title, text string) {
	t := web.TextsIn(w.core, user, lang)
	return t.Text("web.push.turn"), w.game(t, &info, opponent)
}

// game names a game and the opponent.
func (w *words) game(t *web.Texts, info *room.Info, opponent string) string {
	opponent = cmp.Or(opponent, t.Text("web.seat.gone"))
	return t.Text("web.push.game", "game", t.Game(w.lists.GameInfo(info.Game)), "opponent", t.Person(opponent))
}

// Digest implements notify.Words.
func (w *words) Digest(user account.User, lang string, waiting []room.Info, names map[string]string, unsubscribe string) (subject, text string) {
	t := web.TextsIn(w.core, user, lang)
	subject = t.Count("web.digest.subject", len(waiting))
	var out strings.Builder
	out.WriteString(t.Text("web.digest.hello", "name", user.Name) + "\n\n" + t.Count("web.digest.waiting", len(waiting)) + "\n\n")
	for _, info := range waiting[:min(len(waiting), digestLength)] {
		out.WriteString(w.line(t, &info, user.ID, names))
	}
	out.WriteString(t.Text("web.digest.all") + "\n" + w.url + runningPath + "\n\n-- \n")
	out.WriteString(t.Text("web.digest.end") + "\n" + unsubscribe + "\n")
	return subject, out.String()
}

// line lists one game: who plays it, until when one has to move, and its address.
func (w *words) line(t *web.Texts, info *room.Info, user string, names map[string]string) string {
	opponent := ""
	for _, seat := range info.Seats {
		if seat != user {
			opponent = names[seat]
		}
	}
	text := w.game(t, info, opponent)
	if !info.Deadline.IsZero() {
		text += ", " + t.Text("web.digest.until", "time", info.Deadline.UTC().Format("2006-01-02 15:04")+" UTC")
	}
	return text + "\n" + w.url + listing.MatchPath(info.ID) + "\n\n"
}
