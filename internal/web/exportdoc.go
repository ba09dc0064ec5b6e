// SPDX-License-Identifier: Apache-2.0

package web

import (
	"net/url"
	"time"

	"cairn/internal/account"
	"cairn/internal/live"
)

// exportDoc is the file account.json of an export: all that is stored of a
// person, in words. What only proves who somebody is, such as hashes of
// passwords and tokens, tells nobody anything and is left out.
type exportDoc struct {
	Account  exportAccount     `json:"account"`
	Settings map[string]string `json:"settings"`
	Sessions []exportOpen      `json:"sessions"`
	Results  []exportScore     `json:"results"`
	Ratings  []exportRating    `json:"ratings"`
	Changes  []exportChange    `json:"rating_changes"`
	Matches  []exportMatch     `json:"matches"`
}

type exportAccount struct {
	ID            string       `json:"id"`
	Name          string       `json:"name"`
	Email         string       `json:"email,omitempty"`
	Guest         bool         `json:"guest"`
	Role          account.Role `json:"role,omitempty"`
	Created       time.Time    `json:"created"`
	SecondFactor  bool         `json:"second_factor"`
	RecoveryCodes int          `json:"recovery_codes_left"`
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
	Kind    live.Kind `json:"kind"`
	Clock   string    `json:"clock"`
	Rated   bool      `json:"rated"`
	Side    string    `json:"side,omitempty"` // empty at one screen, where both are one's own
	Status  string    `json:"status"`
	Verdict string    `json:"verdict,omitempty"`
	Reason  string    `json:"reason,omitempty"`
	Turns   int       `json:"turns"`
	Created time.Time `json:"created"`
	Updated time.Time `json:"updated"`
}

func newExportDoc(all live.Export) exportDoc {
	u := all.User
	d := exportDoc{
		Account:  exportAccount{u.ID, u.Name, u.Email, u.Guest, u.Role, u.Created, u.TwoFactor.On(), len(u.TwoFactor.Codes)},
		Settings: map[string]string{},
	}
	chosen, _ := url.ParseQuery(u.Settings) // as settings write themselves
	for name := range chosen {
		d.Settings[name] = chosen.Get(name)
	}
	for _, s := range all.Sessions {
		d.Sessions = append(d.Sessions, exportOpen{s.Browser, s.Created, s.Seen})
	}
	for _, s := range all.Scores {
		d.Results = append(d.Results, exportScore(s))
	}
	for _, r := range all.Ratings {
		d.Ratings = append(d.Ratings, exportRating{r.Game, r.Rating.Rating, r.Deviation, r.Games, r.Updated})
	}
	for _, c := range all.Changes {
		d.Changes = append(d.Changes, exportChange{c.Game, c.Match, c.At, c.Before, c.After})
	}
	for _, m := range all.Matches {
		d.Matches = append(d.Matches, newExportMatch(&m, u.ID))
	}
	return d
}

func newExportMatch(info *live.Info, user string) exportMatch {
	m := exportMatch{
		ID: info.ID, Game: info.Game, Kind: info.Kind, Clock: info.Control, Rated: info.Rated,
		Status: info.Status.String(), Turns: info.Ply, Created: info.Created, Updated: info.Updated,
	}
	if side, plays := info.SideOf(user); plays && info.Kind != live.Screen {
		m.Side = side.String()
	}
	if info.End.Over() {
		m.Verdict, m.Reason = info.End.Verdict.String(), string(info.End.Reason)
	}
	return m
}
