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

// cancelTimeout bounds the request that cancels a seek or a challenge.
const cancelTimeout = 2 * time.Second

// LobbyRow is a row of the lobby.
type LobbyRow struct {
	Section string // key of its heading
	Text    string
	Place   Place
	Refused string // why it cannot be chosen; empty if it can
}

// Rows returns the rows of the lobby: the user's running matches and, unless resume is set,
// challenges, seeks and games to watch.
func (o *Online) Rows(ctx context.Context, words *lang.Catalogue, find func(string) string, resume bool) ([]LobbyRow, error) {
	var rows []LobbyRow
	if o.Name != "" {
		running, err := o.Client.Running(ctx)
		if err != nil {
			return nil, err
		}
		for _, r := range running {
			rows = append(rows, LobbyRow{Section: "lobby.running", Text: runningText(words, find, r), Place: Place{Match: r.Match}})
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
		rows = append(rows, LobbyRow{Section: "lobby.seeks", Text: printable(spaced(text)), Place: Place{Accept: s.ID}, Refused: printable(s.Why)})
	}
	for _, g := range listed.Games {
		rows = append(rows, LobbyRow{Section: "lobby.games", Text: printable(g.Game + "  " + g.Players), Place: Place{Match: g.ID, Watch: true}})
	}
	return rows, nil
}

// WatchLobby sends to changed when the seeks and games of the lobby, or the user's
// challenges and matches, may have changed. Wake-ups coalesce.
func (o *Online) WatchLobby(ctx context.Context, changed chan<- struct{}) {
	report := func() {
		select {
		case changed <- struct{}{}:
		default:
		}
	}
	if o.Name != "" {
		go func() {
			defer recoverPanic(new(error)) // the display looks again from time to time
			for _, err := range o.Client.Events(ctx) {
				if err == nil {
					report()
				}
			}
		}()
	}
	defer recoverPanic(new(error))
	for _, err := range o.Client.Stream(ctx, "/lobby/events", nil) {
		if err == nil {
			report()
		}
	}
}

// spaced collapses the gaps that empty fields leave in a row.
func spaced(text string) string {
	for strings.Contains(text, "    ") {
		text = strings.ReplaceAll(text, "    ", "  ")
	}
	return text
}

// ClockWords says a time control in words, the same as on pages.
func ClockWords(words *lang.Catalogue, text string) string {
	c, err := match.ParseControl(text)
	switch {
	case err != nil:
		return text
	case c.Kind == match.Correspondence:
		return words.Count("clock.days", int(c.PerMove/(24*time.Hour)))
	case c.Kind == match.RealTime && c.Increment == 0:
		return words.Text("clock.initial", "minutes", c.Initial.Minutes())
	case c.Kind == match.RealTime:
		return words.Text("clock.increment", "minutes", c.Initial.Minutes(), "seconds", c.Increment.Seconds())
	}
	return words.Text("clock.none")
}

func runningText(words *lang.Catalogue, find func(string) string, r client.Running) string {
	text := find(r.Game) + "  " + words.Text("lobby.against", "name", botName(r.Opponent, r.Bot))
	if r.Opponent == "" {
		text = find(r.Game) + "  " + words.Text("online.open")
	}
	text += "  " + ClockWords(words, r.Clock)
	if r.Turn {
		text += "  " + words.Text("lobby.turn")
	}
	return printable(text)
}

// challenges returns the open challenges to the user; guests cannot be challenged.
func (o *Online) challenges(ctx context.Context, words *lang.Catalogue, find func(string) string) (rows []LobbyRow) {
	if o.Name == "" || o.Guest {
		return nil
	}
	all, err := o.Client.Challenges(ctx)
	if err != nil {
		return nil // the lobby is shown without them
	}
	for _, c := range all {
		if c.Mine || c.Status != "open" {
			continue
		}
		text := find(c.Game) + "  " + words.Text("lobby.from", "name", botName(c.From, c.Bot))
		text += "  " + ClockWords(words, c.Clock)
		rows = append(rows, LobbyRow{Section: "lobby.challenges", Text: printable(text), Place: Place{Take: c.ID}})
	}
	return rows
}

// ParseClock reads a clock as match.ParseControl does, or in the short form 5+3.
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

// SeekPlace reads the terms of a seek: a game, perhaps a clock such as 5+3, and the word
// "rated".
func SeekPlace(text string) (Place, error) {
	var spec client.Spec
	for word := range strings.FieldsSeq(text) {
		clock, ok := ParseClock(word)
		switch {
		case strings.EqualFold(word, "rated"):
			spec.Rated = true
		case spec.Game == "":
			spec.Game = word
		case !ok:
			return Place{}, refuse("online.clock", "text", Quote(word))
		default:
			spec.Clock = clock
		}
	}
	if spec.Game == "" {
		return Place{}, refuse("online.which")
	}
	return Place{Seek: &spec}, nil
}

// ChallengePlace reads a name and the terms of a challenge.
func ChallengePlace(text string) (Place, error) {
	name, wish, _ := strings.Cut(strings.TrimSpace(text), " ")
	place, err := SeekPlace(wish)
	place.Challenge = name
	return place, err
}

// NoPlace returns the error for a text that names no place.
func NoPlace() (Place, error) { return Place{}, refuse("lobby.want") }
