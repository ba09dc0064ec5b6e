// SPDX-License-Identifier: Apache-2.0

package tui

import (
	"context"
	"strings"
	"time"

	"cairn/client"
	"cairn/internal/lang"
	"cairn/match"
)

// goodbye bounds what is still sent to a server after the player has left.
const goodbye = 2 * time.Second

// lobbyRow is something to choose in the lobby.
type lobbyRow struct {
	section string // key of its heading
	text    string
	place   Place
	refused string // why it cannot be chosen; empty if it can
}

// look returns what there is to choose: the player's matches, challenges, players who
// wait, and, unless only the first are wanted, games to watch.
func (o *Online) look(ctx context.Context, words *lang.Catalogue, find func(string) string, resume bool) ([]lobbyRow, error) {
	var rows []lobbyRow
	if o.Name != "" {
		running, err := o.Client.Running(ctx)
		if err != nil {
			return nil, err
		}
		for _, r := range running {
			rows = append(rows, lobbyRow{section: "lobby.running", text: runningText(words, find, r), place: Place{Match: r.Match}})
		}
	}
	if resume {
		return rows, nil
	}
	rows = append(rows, o.challenges(ctx, words, find)...)
	listed, err := o.Client.Lobby(ctx)
	if err != nil {
		return nil, err
	}
	for _, s := range listed.Seeks {
		if s.Own {
			continue
		}
		text := strings.Join([]string{s.Who, s.Rating, s.Game, s.Also, s.Clock, s.Stakes}, "  ")
		rows = append(rows, lobbyRow{section: "lobby.seeks", text: printable(spaced(text)), place: Place{Accept: s.ID}, refused: s.Why})
	}
	for _, g := range listed.Games {
		rows = append(rows, lobbyRow{section: "lobby.games", text: printable(g.Game + "  " + g.Players), place: Place{Match: g.ID, Watch: true}})
	}
	return rows, nil
}

// watchLobby reports that there may be something new in the lobby: who waits and what
// is played, and what concerns the player.
func (o *Online) watchLobby(ctx context.Context, changed chan<- struct{}) {
	report := func() {
		select {
		case changed <- struct{}{}:
		default:
		}
	}
	if o.Name != "" {
		go func() {
			for _, err := range o.Client.Events(ctx) {
				if err == nil {
					report()
				}
			}
		}()
	}
	for _, err := range o.Client.Stream(ctx, "/lobby/events", nil) {
		if err == nil {
			report()
		}
	}
}

// spaced leaves out the gaps of empty fields.
func spaced(text string) string {
	for strings.Contains(text, "    ") {
		text = strings.ReplaceAll(text, "    ", "  ")
	}
	return text
}

// clockPart is the part of a row with a clock; empty without one.
func clockPart(clock string) string {
	if clock == "" || clock == "none" {
		return ""
	}
	return "  " + clock
}

func runningText(words *lang.Catalogue, find func(string) string, r client.Running) string {
	text := find(r.Game) + "  " + words.Text("lobby.against", "name", botName(r.Opponent, r.Bot))
	if r.Opponent == "" {
		text = find(r.Game) + "  " + words.Text("online.open")
	}
	text += clockPart(r.Clock)
	if r.Turn {
		text += "  " + words.Text("lobby.turn")
	}
	return printable(text)
}

// challenges returns the open challenges to the player; guests have none.
func (o *Online) challenges(ctx context.Context, words *lang.Catalogue, find func(string) string) (rows []lobbyRow) {
	if o.Name == "" || o.Guest {
		return nil
	}
	all, err := o.Client.Challenges(ctx)
	if err != nil {
		return nil // those of the lobby are shown all the same
	}
	for _, c := range all {
		if c.Mine || c.Status != "open" {
			continue
		}
		text := find(c.Game) + "  " + words.Text("lobby.from", "name", botName(c.From, c.Bot))
		text += clockPart(c.Clock)
		rows = append(rows, lobbyRow{section: "lobby.challenges", text: printable(text), place: Place{Take: c.ID}})
	}
	return rows
}

// ParseWish reads what a player looks for: a game and perhaps a clock such as 5+3, and
// the word "rated".
func ParseWish(text string) (client.Spec, error) {
	var spec client.Spec
	for _, word := range strings.Fields(text) {
		clock, ok := ParseClock(word)
		switch {
		case strings.EqualFold(word, "rated"):
			spec.Rated = true
		case spec.Game == "":
			spec.Game = word
		case !ok:
			return spec, placeError{"online.clock", word}
		default:
			spec.Clock = clock
		}
	}
	if spec.Game == "" {
		return spec, placeError{"online.which", text}
	}
	return spec, nil
}

// ParseClock reads a clock: as match.ParseControl does, or short as in 5+3.
func ParseClock(text string) (string, bool) {
	if minutes, seconds, ok := strings.Cut(text, "+"); ok && digits(minutes) && digits(seconds) {
		text = minutes + "m+" + seconds + "s"
	}
	if strings.EqualFold(text, "none") {
		return "none", true
	}
	control, err := match.ParseControl(text)
	return control.String(), err == nil && control.Kind != match.NoClock
}

func digits(text string) bool {
	return text != "" && strings.Trim(text, "0123456789") == ""
}
