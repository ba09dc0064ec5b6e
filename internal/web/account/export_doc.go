// SPDX-License-Identifier: Apache-2.0

package account

import (
	"context"
	"encoding/json"
	"net/url"
	"reflect"
	"strconv"
	"strings"
	"time"

	"cairn/internal/account"
	"cairn/internal/live"
	"cairn/internal/live/rating"
	"cairn/internal/live/room"
	"cairn/internal/live/social"
	"cairn/internal/study/library"
	"cairn/internal/study/trainer"
)

// object is a JSON object whose members keep their order.
type object []member

// member is a member of an object. It is left out when it is empty and its name ends with
// ",omitempty", as in a struct tag; a time is empty when it is zero.
type member struct {
	name  string
	value any
}

// MarshalJSON implements json.Marshaler.
func (o object) MarshalJSON() ([]byte, error) {
	out := []byte{'{'}
	for _, m := range o {
		name, optional := strings.CutSuffix(m.name, ",omitempty")
		if optional && isEmpty(m.value) {
			continue
		}
		value, err := json.Marshal(m.value)
		if err != nil {
			return nil, err
		}
		if len(out) > 1 {
			out = append(out, ',')
		}
		out = append(append(strconv.AppendQuote(out, name), ':'), value...)
	}
	return append(out, '}'), nil
}

func isEmpty(value any) bool {
	if at, ok := value.(time.Time); ok {
		return at.IsZero()
	}
	v := reflect.ValueOf(value)
	return v.Kind() == reflect.Slice && v.Len() == 0 || v.IsZero()
}

// convert converts all values of a list; an empty list becomes nil, which is null in JSON.
func convert[A, B any](list []A, to func(A) B) []B {
	var out []B
	for _, value := range list {
		out = append(out, to(value))
	}
	return out
}

// newExportDoc makes the file account.json of an export: all that is stored of a user. Hashes
// of passwords and tokens are left out; other users are named by id.
func (s *exports) newExportDoc(ctx context.Context, all live.Export) (object, error) {
	u := all.User
	settings := map[string]string{}
	chosen, _ := url.ParseQuery(u.Settings) // as settings write themselves
	for name := range chosen {
		settings[name] = chosen.Get(name)
	}
	doc := object{
		{"account", object{
			{"id", u.ID},
			{"name", u.Name},
			{"email,omitempty", u.Email},
			{"unconfirmed_email,omitempty", u.Unconfirmed},
			{"guest", u.Guest},
			{"bot,omitempty", u.Bot},
			{"role,omitempty", u.Role},
			{"created", u.Created},
			{"two_factor", u.TwoFactor.On()},
			{"recovery_codes_left", len(u.TwoFactor.Codes)},
		}},
		{"settings", settings},
	}
	for _, part := range []func(context.Context, account.User) (object, error){
		s.exportPasskeys, s.exportTokens, s.exportAway, s.exportJudged, s.exportReports,
	} {
		members, err := part(ctx, u)
		if err != nil {
			return nil, err
		}
		doc = append(doc, members...)
	}
	puzzles, err := s.exportPuzzles(ctx, u)
	return append(append(doc, exportPlayed(all)...), puzzles...), err
}

// exportPlayed has the matches, ratings, relations and challenges of a user.
func exportPlayed(all live.Export) object {
	return object{
		{"sessions", convert(all.Sessions, func(s account.OwnSession) object {
			return object{{"browser", s.Browser}, {"since", s.Created}, {"last_seen", s.Seen}}
		})},
		{"results", convert(all.Scores, func(s rating.Score) object {
			return object{{"game", s.Game}, {"wins", s.Wins}, {"losses", s.Losses}, {"draws", s.Draws}}
		})},
		{"ratings", convert(all.Ratings, func(r rating.Rating) object {
			return object{{"game", r.Game}, {"rating", r.Rating.Rating}, {"deviation", r.Deviation}, {"games", r.Games}, {"updated", r.Updated}}
		})},
		{"rating_changes", convert(all.Changes, func(c rating.Change) object {
			return object{{"game", c.Game}, {"match", c.Match}, {"at", c.At}, {"before", c.Before}, {"after", c.After}}
		})},
		{"matches", convert(all.Matches, func(m room.Info) object { return exportMatch(&m, all.User.ID, all.Phrases[m.ID]) })},
		{"players,omitempty", convert(all.Relations, func(r social.Relation) object {
			return object{{"player", r.Other}, {"relation", r.Kind}, {"since", r.Created}}
		})},
		{"challenges_from,omitempty", all.Allow},
		{"challenges,omitempty", convert(all.Challenges, func(c social.Challenge) object {
			return object{
				{"from", c.From},
				{"to", c.To},
				{"game", c.Game},
				{"clock", c.Control},
				{"rated", c.Rated},
				{"status", c.Status},
				{"reason,omitempty", c.Reason},
				{"match,omitempty", c.Match},
				{"created", c.Created},
			}
		})},
	}
}

// exportMatch describes a match of a user. On one device, where both sides are the same user,
// it has no side.
func exportMatch(m *room.Info, user string, phrases []social.Phrase) object {
	var sideName, verdict, reason string
	if side, plays := m.SideOf(user); plays && m.Kind != room.Screen {
		sideName = side.String()
	}
	if m.End.Over() {
		verdict, reason = m.End.Verdict.String(), string(m.End.Reason)
	}
	return object{
		{"id", m.ID},
		{"game", m.Game},
		{"kind", m.Kind},
		{"clock", m.Control},
		{"rated", m.Rated},
		{"side,omitempty", sideName},
		{"status", m.Status.String()},
		{"verdict,omitempty", verdict},
		{"reason,omitempty", reason},
		{"turns", m.Ply},
		{"created", m.Created},
		{"updated", m.Updated},
		{"phrases,omitempty", convert(phrases, func(p social.Phrase) object { return object{{"phrase", p.Key}, {"at", p.At}} })},
	}
}

func (s *exports) exportPasskeys(ctx context.Context, user account.User) (object, error) {
	if s.core.Passkeys == nil {
		return nil, nil
	}
	list, err := s.core.Passkeys.List(ctx, user)
	return object{{"passkeys,omitempty", convert(list, func(k account.Passkey) object {
		return object{{"name", k.Name}, {"created", k.Created}, {"used,omitempty", k.Used}}
	})}}, err
}

func (s *exports) exportTokens(ctx context.Context, user account.User) (object, error) {
	list, err := s.core.Accounts.Programs.Tokens(ctx, user)
	if err != nil {
		return nil, err
	}
	tokens := convert(list, func(own account.Session) ownToken {
		token := newOwnToken(own, "")
		token.ID = "" // the beginning of the hash
		return token
	})
	keys, err := s.core.Accounts.Programs.SSHKeys(ctx, user)
	return object{{"tokens,omitempty", tokens}, {"ssh_keys,omitempty", convert(keys, func(k account.SSHKey) object {
		return object{{"name", k.Name}, {"key", k.Public}, {"created", k.Created}, {"last_used,omitempty", k.Used}}
	})}}, err
}

// exportAway has the browsers that get notifications, and the digests. Only the service of a
// browser is exported: the rest of its address and its keys are secrets of the browser.
func (s *exports) exportAway(ctx context.Context, user account.User) (object, error) {
	if s.core.Notify == nil {
		return nil, nil
	}
	list, digest, err := s.core.Notify.Export(ctx, user.ID)
	if err != nil || len(list) == 0 && digest.User == "" {
		return nil, err
	}
	browsers := []object{}
	for _, p := range list {
		endpoint, err := url.Parse(p.Endpoint)
		if err != nil {
			return nil, err
		}
		browsers = append(browsers, object{{"service", endpoint.Host}, {"language", p.Lang}, {"since", p.Created}})
	}
	return object{{"notifications", object{{"browsers", browsers}, {"digests_per_day", digest.PerDay}, {"last_digest,omitempty", digest.Last}}}}, nil
}

func (s *exports) exportJudged(ctx context.Context, user account.User) (object, error) {
	if s.core.Library == nil {
		return nil, nil
	}
	list, err := s.core.Library.Judged(ctx, user.ID, false)
	return object{{"judged_moves,omitempty", convert(list, func(j library.Judged) object {
		return object{{"game", j.Game}, {"phase", j.Phase}, {"verdict", string(j.Verdict)}, {"public", j.Public}, {"moves", j.Moves}}
	})}}, err
}

func (s *exports) exportReports(ctx context.Context, user account.User) (object, error) {
	list, err := s.core.Accounts.Reports.By(ctx, user.ID)
	return object{{"reports,omitempty", convert(list, func(r account.Report) object {
		return object{{"player", r.User}, {"reason", r.Reason}, {"detail,omitempty", r.Detail}, {"at", r.At}, {"closed,omitempty", r.Closed}}
	})}}, err
}

func (s *exports) exportPuzzles(ctx context.Context, user account.User) (object, error) {
	if s.core.Puzzles == nil {
		return nil, nil
	}
	attempts, ratings, err := s.core.Puzzles.Attempts(ctx, user.ID)
	if err != nil {
		return nil, err
	}
	runs, err := s.core.Puzzles.Runs(ctx, user.ID)
	if err != nil {
		return nil, err
	}
	storms, err := s.core.Puzzles.Storms(ctx, user.ID)
	if err != nil || len(attempts)+len(runs)+len(storms) == 0 {
		return nil, err
	}
	return object{{"puzzles", object{
		{"ratings", append([]object{}, convert(ratings, func(r trainer.Rating) object {
			return object{
				{"game", r.Game},
				{"rating", r.Rating.Rating},
				{"deviation", r.Deviation},
				{"volatility", r.Volatility},
				{"attempts", r.Attempts},
				{"streak", r.Streak},
				{"best_streak", r.Best},
				{"updated", r.Updated},
			}
		})...)},
		{"attempts", append([]object{}, convert(attempts, func(a trainer.Attempt) object {
			return object{{"game", a.Game}, {"puzzle", a.Puzzle}, {"at", a.At}, {"solved", a.Solved}, {"before", a.Before}, {"after", a.After}}
		})...)},
		{"drills", append([]object{}, convert(runs, func(d trainer.Run) object {
			return object{{"game", d.Game}, {"drill", d.Drill}, {"match", d.Match}, {"reached", d.Reached}, {"started", d.Started}}
		})...)},
		{"storms,omitempty", convert(storms, func(m trainer.Storm) object {
			return object{{"game", m.Game}, {"started", m.Started}, {"tried", m.Tried}, {"score", m.Score}, {"best_of_the_day", m.Best}}
		})},
	}}}, nil
}
