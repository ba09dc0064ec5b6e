// SPDX-License-Identifier: Apache-2.0

package archive

import (
	"cmp"
	"context"
	"net/url"
	"strconv"
	"strings"
	"time"

	"cairn/game"
	"cairn/internal/failure"
	"cairn/internal/live/room"
	"cairn/internal/web"
)

// archiveForm is a search of the archive, as it was typed.
type archiveForm struct {
	Game     string // rule set or alias
	Player   string
	With     string // the other player
	Result   string
	From, To string // days
	Min, Max string // turns of both sides
	Kind     string
	Rated    string
	After    string // where the page begins
}

// fields are the parts of a form by their names in addresses.
func (f *archiveForm) fields() map[string]*string {
	return map[string]*string{
		"game": &f.Game, "player": &f.Player, "with": &f.With, "result": &f.Result, "from": &f.From, "to": &f.To,
		"min": &f.Min, "max": &f.Max, "kind": &f.Kind, "rated": &f.Rated, "after": &f.After,
	}
}

func readArchiveForm(query url.Values) archiveForm {
	var f archiveForm
	for name, field := range f.fields() {
		*field = strings.TrimSpace(query.Get(name))
	}
	return f
}

// path is the address of a search.
func (f archiveForm) path() string {
	query := url.Values{}
	for name, field := range f.fields() {
		if *field != "" {
			query.Set(name, *field)
		}
	}
	return strings.TrimSuffix("/games?"+query.Encode(), "?")
}

// narrow reports whether a search has more than a rule set.
func (f archiveForm) narrow() bool { return f != archiveForm{Game: f.Game} }

// Values of select boxes; the first holds when nothing is chosen.
var (
	archiveResults = map[string][]game.Verdict{
		"": nil, "white": {game.WhiteWins}, "black": {game.BlackWins}, "draw": {game.Draw},
	}
	archiveKinds = map[string][]room.Kind{
		"": {room.Open, room.Private}, "computer": {room.Computer}, "all": {room.Open, room.Private, room.Computer},
	}
)

// maxTurns bounds the numbers of a search.
const maxTurns = 1_000_000

// archiveFilter makes a filter of a form. The error has all fields that are
// wrong.
func (s *handlers) archiveFilter(ctx context.Context, form archiveForm) (room.Filter, error) {
	p := filterParser{server: s, wrong: map[string]string{}}
	f := room.Filter{Limit: archiveLength}
	f.Game = p.game(form.Game)
	f.User, f.With = p.player(ctx, "player", form.Player), p.player(ctx, "with", form.With)
	switch f.User {
	case "":
		f.User, f.With = f.With, "" // one name in the second field means the same as in the first
	case f.With:
		p.wrong["with"] = "same-player"
	}
	f.Since, f.Before = p.day("from", form.From), p.day("to", form.To)
	if !f.Before.IsZero() {
		f.Before = f.Before.AddDate(0, 0, 1) // the whole day
	}
	if !f.Before.IsZero() && !f.Since.Before(f.Before) {
		p.wrong["to"] = "days-swapped"
	}
	f.MinPly, f.MaxPly = p.turns("min", form.Min), p.turns("max", form.Max)
	if f.MaxPly > 0 && f.MaxPly < f.MinPly {
		p.wrong["max"] = "turns-swapped"
	}
	f.Verdicts, f.Kinds = choose(&p, "result", archiveResults, form.Result), choose(&p, "kind", archiveKinds, form.Kind)
	f.Rated, f.After = p.rated(form.Rated), p.cursor(form.After)
	return f, cmp.Or(p.err, failure.Form(p.wrong))
}

// filterParser reads the fields of an archiveForm and collects what is wrong.
type filterParser struct {
	server *handlers
	wrong  map[string]string // field → key of its text
	err    error             // of the store
}

func (p *filterParser) game(name string) string {
	if name == "" {
		return ""
	}
	entry, err := p.server.core.Live.Rooms.Games().Find(name)
	if err != nil {
		p.wrong["game"] = "no-game"
		return ""
	}
	return entry.Info().ID
}

// player finds the id of an account by its name.
func (p *filterParser) player(ctx context.Context, field, name string) string {
	if name == "" || p.err != nil {
		return ""
	}
	profile, err := p.server.core.Live.Archive.Profile(ctx, name)
	if failure.CodeOf(err) == failure.NotFound {
		p.wrong[field] = "no-player"
		return ""
	}
	p.err = err
	return profile.User.ID
}

func (p *filterParser) day(field, text string) time.Time {
	if text == "" {
		return time.Time{}
	}
	day, err := time.Parse(time.DateOnly, text)
	if err != nil {
		p.wrong[field] = "bad-day"
	}
	return day
}

func (p *filterParser) turns(field, text string) int {
	if text == "" {
		return 0
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > maxTurns {
		p.wrong[field] = "bad-turns"
		return 0
	}
	return n
}

func (p *filterParser) rated(text string) bool {
	rated, err := web.Form{"rated": text}.Yes("rated")
	if err != nil {
		p.wrong["rated"] = "no-choice"
	}
	return rated
}

func (p *filterParser) cursor(text string) room.Cursor {
	cursor, ok := parseCursor(text)
	if !ok {
		p.wrong["after"] = "no-choice"
	}
	return cursor
}

// choose returns the meaning of a value of a select box.
func choose[T any](p *filterParser, field string, choices map[string]T, value string) T {
	chosen, ok := choices[value]
	if !ok {
		p.wrong[field] = "no-choice"
	}
	return chosen
}
