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

// searchFields are the fields of a search of the archive, by their names in addresses: days for
// "from" and "to", turns of both sides for "min" and "max", and the cursor "after".
var searchFields = []string{"game", "player", "with", "result", "from", "to", "min", "max", "kind", "rated", "after"}

func readSearch(query url.Values) web.Form {
	form := web.Form{}
	for _, name := range searchFields {
		if value := strings.TrimSpace(query.Get(name)); value != "" {
			form[name] = value
		}
	}
	return form
}

// searchPath is the address of a search.
func searchPath(form web.Form) string {
	query := url.Values{}
	for name, value := range form {
		query.Set(name, value)
	}
	return strings.TrimSuffix("/games?"+query.Encode(), "?")
}

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
func (s *handlers) archiveFilter(ctx context.Context, form web.Form) (room.Filter, error) {
	p := filterParser{s, form, map[string]string{}, nil}
	f := room.Filter{Limit: archiveLength, Game: p.game(), User: p.player(ctx, "player"), With: p.player(ctx, "with")}
	switch f.User {
	case "":
		f.User, f.With = f.With, "" // a single name may be in either field
	case f.With:
		p.wrong["with"] = "same-player"
	}
	f.Since, f.Before = p.day("from"), p.day("to")
	if !f.Before.IsZero() {
		f.Before = f.Before.AddDate(0, 0, 1) // the whole day
	}
	if !f.Before.IsZero() && !f.Since.Before(f.Before) {
		p.wrong["to"] = "days-swapped"
	}
	f.MinPly, f.MaxPly = p.turns("min"), p.turns("max")
	if f.MaxPly > 0 && f.MaxPly < f.MinPly {
		p.wrong["max"] = "turns-swapped"
	}
	var err error
	var known [4]bool
	f.Verdicts, known[0] = archiveResults[form["result"]]
	f.Kinds, known[1] = archiveKinds[form["kind"]]
	f.Rated, err = form.Yes("rated")
	known[2] = err == nil
	f.After, known[3] = parseCursor(form["after"])
	for i, field := range []string{"result", "kind", "rated", "after"} {
		if !known[i] {
			p.wrong[field] = "no-choice"
		}
	}
	return f, cmp.Or(p.err, failure.Form(p.wrong))
}

// filterParser reads the fields of a search and collects the errors of fields.
type filterParser struct {
	server *handlers
	form   web.Form
	wrong  map[string]string // field → key of its text
	err    error             // of the store
}

func (p *filterParser) game() string {
	if p.form["game"] == "" {
		return ""
	}
	entry, err := p.server.core.Live.Rooms.Games().Find(p.form["game"])
	if err != nil {
		p.wrong["game"] = "no-game"
		return ""
	}
	return entry.Info().ID
}

// player finds the id of an account by its name.
func (p *filterParser) player(ctx context.Context, field string) string {
	if p.form[field] == "" || p.err != nil {
		return ""
	}
	profile, err := p.server.core.Live.Archive.Profile(ctx, p.form[field])
	if failure.CodeOf(err) == failure.NotFound {
		p.wrong[field] = "no-player"
		return ""
	}
	p.err = err
	return profile.User.ID
}

func (p *filterParser) day(field string) time.Time {
	day, err := time.Parse(time.DateOnly, p.form[field])
	if err != nil && p.form[field] != "" {
		p.wrong[field] = "bad-day"
	}
	return day
}

func (p *filterParser) turns(field string) int {
	n, err := strconv.Atoi(cmp.Or(p.form[field], "0"))
	if err != nil || n < 0 || n > maxTurns {
		p.wrong[field] = "bad-turns"
		return 0
	}
	return n
}
