// SPDX-License-Identifier: Apache-2.0

package account

import (
	"context"
	"net/url"
	"time"

	"cairn/game"
	"cairn/internal/account"
	"cairn/internal/live"
	"cairn/internal/live/rating"
	"cairn/internal/live/room"
	"cairn/internal/live/social"
	"cairn/internal/study/library"
)

// exportDoc is the file account.json of an export: all that is stored of a
// user. Hashes of passwords and tokens are left out.
type exportDoc struct {
	Account  exportAccount     `json:"account"`
	Settings map[string]string `json:"settings"`
	Passkeys []exportPasskey   `json:"passkeys,omitempty"`
	Tokens   []ownToken        `json:"tokens,omitempty"`
	SSHKeys  []ownSSHKey       `json:"ssh_keys,omitempty"`
	Away     *exportAway       `json:"notifications,omitempty"`
	Judged   []exportJudged    `json:"judged_moves,omitempty"`
	Reports  []exportReport    `json:"reports,omitempty"`
	Sessions []exportOpen      `json:"sessions"`
	Results  []exportScore     `json:"results"`
	Ratings  []exportRating    `json:"ratings"`
	Changes  []exportChange    `json:"rating_changes"`
	Matches  []exportMatch     `json:"matches"`

	Players    []exportRelation  `json:"players,omitempty"`
	Allow      social.Allow      `json:"challenges_from,omitempty"`
	Challenges []exportChallenge `json:"challenges,omitempty"`
	Puzzles    *exportPuzzles    `json:"puzzles,omitempty"`
}

// exportRelation is a player whom the user follows or blocks, by id.
type exportRelation struct {
	Player string              `json:"player"`
	Kind   social.RelationKind `json:"relation"`
	Since  time.Time           `json:"since"`
}

type exportChallenge struct {
	From    string                 `json:"from"`
	To      string                 `json:"to"`
	Game    string                 `json:"game"`
	Clock   string                 `json:"clock"`
	Rated   bool                   `json:"rated"`
	Status  social.ChallengeStatus `json:"status"`
	Reason  string                 `json:"reason,omitempty"`
	Match   string                 `json:"match,omitempty"`
	Created time.Time              `json:"created"`
}

// exportPhrase is a phrase that the user has sent.
type exportPhrase struct {
	Phrase string    `json:"phrase"`
	At     time.Time `json:"at"`
}

type exportAccount struct {
	ID            string       `json:"id"`
	Name          string       `json:"name"`
	Email         string       `json:"email,omitempty"`
	Unconfirmed   string       `json:"unconfirmed_email,omitempty"`
	Guest         bool         `json:"guest"`
	Bot           bool         `json:"bot,omitempty"`
	Role          account.Role `json:"role,omitempty"`
	Created       time.Time    `json:"created"`
	TwoFactor     bool         `json:"two_factor"`
	RecoveryCodes int          `json:"recovery_codes_left"`
}

type exportPasskey struct {
	Name    string    `json:"name"`
	Created time.Time `json:"created"`
	Used    time.Time `json:"used,omitzero"`
}

type exportOpen struct {
	Browser string    `json:"browser"`
	Since   time.Time `json:"since"`
	Seen    time.Time `json:"last_seen"`
}

type exportScore struct {
	Game   string `json:"game"`
	Wins   int    `json:"wins"`
	Losses int    `json:"losses"`
	Draws  int    `json:"draws"`
}

type exportRating struct {
	Game      string    `json:"game"`
	Rating    float64   `json:"rating"`
	Deviation float64   `json:"deviation"`
	Games     int       `json:"games"`
	Updated   time.Time `json:"updated"`
}

type exportChange struct {
	Game   string    `json:"game"`
	Match  string    `json:"match"`
	At     time.Time `json:"at"`
	Before float64   `json:"before"`
	After  float64   `json:"after"`
}

type exportMatch struct {
	ID      string    `json:"id"`
	Game    string    `json:"game"`
	Kind    room.Kind `json:"kind"`
	Clock   string    `json:"clock"`
	Rated   bool      `json:"rated"`
	Side    string    `json:"side,omitempty"` // empty on one device, where both sides are the same user
	Status  string    `json:"status"`
	Verdict string    `json:"verdict,omitempty"`
	Reason  string    `json:"reason,omitempty"`
	Turns   int       `json:"turns"`
	Created time.Time `json:"created"`
	Updated time.Time `json:"updated"`

	Phrases []exportPhrase `json:"phrases,omitempty"`
}

// newExportDoc makes the file of a user. Stored hashes and secrets are left out.
func (s *exports) newExportDoc(ctx context.Context, all live.Export) (d exportDoc, err error) {
	u := all.User
	d = exportDoc{
		Account:  exportAccount{u.ID, u.Name, u.Email, u.Unconfirmed, u.Guest, u.Bot, u.Role, u.Created, u.TwoFactor.On(), len(u.TwoFactor.Codes)},
		Settings: map[string]string{}, Allow: all.Allow,
	}
	chosen, _ := url.ParseQuery(u.Settings) // as settings write themselves
	for name := range chosen {
		d.Settings[name] = chosen.Get(name)
	}
	d.Sessions = convert(all.Sessions, func(s account.OwnSession) exportOpen { return exportOpen{s.Browser, s.Created, s.Seen} })
	d.Results = convert(all.Scores, func(s rating.Score) exportScore { return exportScore(s) })
	d.Ratings = convert(all.Ratings, func(r rating.Rating) exportRating {
		return exportRating{r.Game, r.Rating.Rating, r.Deviation, r.Games, r.Updated}
	})
	d.Changes = convert(all.Changes, func(c rating.Change) exportChange { return exportChange{c.Game, c.Match, c.At, c.Before, c.After} })
	d.Matches = convert(all.Matches, func(m room.Info) exportMatch { return newExportMatch(&m, u.ID, all.Phrases[m.ID]) })
	d.Players = convert(all.Relations, func(r social.Relation) exportRelation { return exportRelation{r.Other, r.Kind, r.Created} })
	d.Challenges = convert(all.Challenges, func(c social.Challenge) exportChallenge {
		return exportChallenge{c.From, c.To, c.Game, c.Control, c.Rated, c.Status, c.Reason, c.Match, c.Created}
	})
	for _, add := range []func(context.Context, account.User, *exportDoc) error{
		s.addPasskeys, s.addAway, s.addPuzzles, s.addJudged, s.addTokens, s.addReports,
	} {
		if err := add(ctx, u, &d); err != nil {
			return d, err
		}
	}
	return d, nil
}

// convert converts all values of a list.
func convert[A, B any](list []A, to func(A) B) []B {
	var out []B
	for _, value := range list {
		out = append(out, to(value))
	}
	return out
}

func (s *exports) addPasskeys(ctx context.Context, user account.User, d *exportDoc) error {
	if s.core.Passkeys == nil {
		return nil
	}
	list, err := s.core.Passkeys.List(ctx, user)
	d.Passkeys = convert(list, func(k account.Passkey) exportPasskey { return exportPasskey{k.Name, k.Created, k.Used} })
	return err
}

func (s *exports) addAway(ctx context.Context, user account.User, d *exportDoc) error {
	if s.core.Notify == nil {
		return nil
	}
	list, digest, err := s.core.Notify.Export(ctx, user.ID)
	if err != nil || len(list) == 0 && digest.User == "" {
		return err
	}
	d.Away = &exportAway{Browsers: []exportPush{}, Digests: digest.PerDay, Last: digest.Last}
	for _, p := range list {
		endpoint, err := url.Parse(p.Endpoint)
		if err != nil {
			return err
		}
		d.Away.Browsers = append(d.Away.Browsers, exportPush{endpoint.Host, p.Lang, p.Created})
	}
	return nil
}

func (s *exports) addJudged(ctx context.Context, user account.User, d *exportDoc) error {
	if s.core.Library == nil {
		return nil
	}
	list, err := s.core.Library.Judged(ctx, user.ID, false)
	d.Judged = convert(list, func(j library.Judged) exportJudged {
		return exportJudged{j.Game, j.Phase, string(j.Verdict), j.Public, j.Moves}
	})
	return err
}

func (s *exports) addTokens(ctx context.Context, user account.User, d *exportDoc) error {
	list, err := s.core.Accounts.Programs.Tokens(ctx, user)
	if err != nil {
		return err
	}
	d.Tokens = convert(list, func(own account.OwnSession) ownToken {
		own.ID = "" // the beginning of the hash
		return newOwnToken(own, "")
	})
	keys, err := s.core.Accounts.Programs.SSHKeys(ctx, user)
	d.SSHKeys = convert(keys, func(k account.SSHKey) ownSSHKey {
		return ownSSHKey{Name: k.Name, Public: k.Public, Created: k.Created, Used: k.Used}
	})
	return err
}

func (s *exports) addReports(ctx context.Context, user account.User, d *exportDoc) error {
	list, err := s.core.Accounts.Reports.By(ctx, user.ID)
	d.Reports = convert(list, func(r account.Report) exportReport { return exportReport{r.User, r.Reason, r.Detail, r.At, r.Closed} })
	return err
}

func newExportMatch(info *room.Info, user string, phrases []social.Phrase) exportMatch {
	m := exportMatch{
		ID: info.ID, Game: info.Game, Kind: info.Kind, Clock: info.Control, Rated: info.Rated,
		Status: info.Status.String(), Turns: info.Ply, Created: info.Created, Updated: info.Updated,
		Phrases: convert(phrases, func(p social.Phrase) exportPhrase { return exportPhrase{p.Key, p.At} }),
	}
	if side, plays := info.SideOf(user); plays && info.Kind != room.Screen {
		m.Side = side.String()
	}
	if info.End.Over() {
		m.Verdict, m.Reason = info.End.Verdict.String(), string(info.End.Reason)
	}
	return m
}

// exportAway is how a user learns of turns while no page is open.
type exportAway struct {
	Browsers []exportPush `json:"browsers"`
	Digests  int          `json:"digests_per_day"`
	Last     time.Time    `json:"last_digest,omitzero"`
}

// exportPush is a browser that gets notifications. The rest of its address and its
// keys are secrets of the browser.
type exportPush struct {
	Service  string    `json:"service"`
	Language string    `json:"language"`
	Since    time.Time `json:"since"`
}

// exportJudged is how many moves of a user in one phase of a game had a verdict.
type exportJudged struct {
	Game    string     `json:"game"`
	Phase   game.Phase `json:"phase"`
	Verdict string     `json:"verdict"`
	Public  bool       `json:"public"`
	Moves   int        `json:"moves"`
}

// exportReport is a report of the user about another one, by id.
type exportReport struct {
	Player string    `json:"player"`
	Reason string    `json:"reason"`
	Detail string    `json:"detail,omitempty"`
	At     time.Time `json:"at"`
	Closed time.Time `json:"closed,omitzero"`
}

// exportPuzzles is what is stored of the user's puzzles and drills.
type exportPuzzles struct {
	Ratings  []exportPuzzleRating `json:"ratings"`
	Attempts []exportAttempt      `json:"attempts"`
	Drills   []exportDrill        `json:"drills"`
}

type exportPuzzleRating struct {
	Game       string    `json:"game"`
	Rating     float64   `json:"rating"`
	Deviation  float64   `json:"deviation"`
	Volatility float64   `json:"volatility"`
	Attempts   int       `json:"attempts"`
	Streak     int       `json:"streak"`
	Best       int       `json:"best_streak"`
	Updated    time.Time `json:"updated"`
}

type exportAttempt struct {
	Game   string    `json:"game"`
	Puzzle string    `json:"puzzle"`
	At     time.Time `json:"at"`
	Solved bool      `json:"solved"`
	Before float64   `json:"before"`
	After  float64   `json:"after"`
}

type exportDrill struct {
	Game    string    `json:"game"`
	Drill   string    `json:"drill"`
	Match   string    `json:"match"`
	Reached bool      `json:"reached"`
	Started time.Time `json:"started"`
}

// addPuzzles adds the user's puzzles and drills, if there are any.
func (s *exports) addPuzzles(ctx context.Context, user account.User, d *exportDoc) error {
	if s.core.Puzzles == nil {
		return nil
	}
	attempts, ratings, err := s.core.Puzzles.Attempts(ctx, user.ID)
	if err != nil {
		return err
	}
	runs, err := s.core.Puzzles.Runs(ctx, user.ID)
	if err != nil || len(attempts)+len(runs) == 0 {
		return err
	}
	d.Puzzles = &exportPuzzles{Ratings: []exportPuzzleRating{}, Attempts: []exportAttempt{}, Drills: []exportDrill{}}
	for _, p := range ratings {
		d.Puzzles.Ratings = append(d.Puzzles.Ratings, exportPuzzleRating{p.Game, p.Rating.Rating, p.Deviation, p.Volatility, p.Attempts, p.Streak, p.Best, p.Updated})
	}
	for _, a := range attempts {
		d.Puzzles.Attempts = append(d.Puzzles.Attempts, exportAttempt{a.Game, a.Puzzle, a.At, a.Solved, a.Before, a.After})
	}
	for _, run := range runs {
		d.Puzzles.Drills = append(d.Puzzles.Drills, exportDrill{run.Game, run.Drill, run.Match, run.Reached, run.Started})
	}
	return nil
}
