// SPDX-License-Identifier: Apache-2.0

package account

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"time"

	"cairn/internal/account"
	"cairn/internal/failure"
	"cairn/internal/live"
	"cairn/internal/live/room"
	"cairn/internal/live/social"
	"cairn/internal/web"
	"cairn/internal/web/listing"
	"cairn/match"
	"cairn/record"
)

// exportTime is how long a client may take for one game of an archive. There
// may be thousands of games, so the whole answer has no limit.
const exportTime = 30 * time.Second

var errNoFormat = &failure.Error{Code: failure.Invalid, Key: "no-format"}

// exports has the handlers that send the data of the visitor.
type exports struct {
	core  *web.Server
	lists *listing.Lists
	work  *web.Work
}

// sendAccount sends all data of the visitor in one archive.
func (s *exports) sendAccount(w http.ResponseWriter, r *http.Request) error {
	user := web.VisitorOf(r).User
	all, err := s.core.Live.Export(r.Context(), user)
	if err != nil {
		return err
	}
	all.User.TwoFactor = user.TwoFactor // only whether it is on is exported
	var keys []account.Passkey
	if s.core.Passkeys != nil {
		if keys, err = s.core.Passkeys.List(r.Context(), user); err != nil {
			return err
		}
	}
	away, err := s.exportAway(r, user.ID)
	if err != nil {
		return err
	}
	puzzles, err := s.exportPuzzles(r, user.ID)
	if err != nil {
		return err
	}
	judged, err := s.exportJudged(r, user.ID)
	if err != nil {
		return err
	}
	tokens, err := s.exportTokens(r, user)
	if err != nil {
		return err
	}
	reports, err := s.exportReports(r, user.ID)
	if err != nil {
		return err
	}
	return s.sendArchive(w, r, "cairn-account.zip", func(a *archive) error {
		doc := newExportDoc(all)
		doc.Away, doc.Judged, doc.Puzzles, doc.exportTokens, doc.Reports = away, judged, puzzles, tokens, reports
		for _, key := range keys {
			doc.Passkeys = append(doc.Passkeys, exportPasskey{key.Name, key.Created, key.Used})
		}
		if err := a.add(func() error { return a.account(doc) }); err != nil {
			return err
		}
		return a.games("games/", all.Matches, listing.Extensions())
	})
}

// sendGames sends all games of the visitor in one format.
func (s *exports) sendGames(w http.ResponseWriter, r *http.Request) error {
	format := r.URL.Query().Get("format")
	if format == "" {
		format = listing.Extensions()[0]
	}
	if _, known := record.FormatFor("record." + format); !known {
		return errNoFormat
	}
	all, err := s.core.Live.Export(r.Context(), web.VisitorOf(r).User)
	if err != nil {
		return err
	}
	return s.sendArchive(w, r, "cairn-games.zip", func(a *archive) error {
		return a.games("", all.Matches, []string{format})
	})
}

// archive is a ZIP file that is being sent.
type archive struct {
	*exports
	request *http.Request
	control *http.ResponseController
	out     http.ResponseWriter
	made    bytes.Buffer // not sent yet
	zip     *zip.Writer
}

// sendArchive sends a file while it is made. On an error the connection is
// cut, so that the client does not take half a file for a whole one.
func (s *exports) sendArchive(w http.ResponseWriter, r *http.Request, name string, fill func(*archive) error) error {
	w.Header().Set("Content-Type", "application/zip")
	w.Header().Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": name}))
	a := &archive{exports: s, request: r, control: http.NewResponseController(w), out: w}
	a.zip = zip.NewWriter(&a.made)
	err := fill(a)
	if err == nil {
		err = a.add(a.zip.Close)
	}
	if err != nil {
		if r.Context().Err() == nil {
			s.core.Log.Error("export", "err", err)
		}
		panic(http.ErrAbortHandler)
	}
	return nil
}

// add waits for its turn to make a part of the archive, and sends it after that: a
// slow client keeps no others waiting.
func (a *archive) add(part func() error) error {
	if err := a.work.Do(a.request.Context(), part); err != nil {
		return err
	}
	_ = a.control.SetWriteDeadline(time.Now().Add(exportTime)) // where it cannot be set there is none
	_, err := a.made.WriteTo(a.out)
	return err
}

// file begins a file of the archive.
func (a *archive) file(name string, at time.Time) (io.Writer, error) {
	return a.zip.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate, Modified: at.UTC()})
}

func (a *archive) account(doc exportDoc) error {
	out, err := a.file("account.json", a.core.Now())
	if err != nil {
		return err
	}
	encoder := json.NewEncoder(out)
	encoder.SetIndent("", "  ")
	return encoder.Encode(doc)
}

// games writes the records of matches. A match that never began has none.
func (a *archive) games(folder string, list []room.Info, formats []string) error {
	for _, info := range list {
		if info.Status != match.Playing && info.Status != match.Over {
			continue
		}
		err := a.add(func() error { return a.match(folder, &info, formats) })
		if err != nil && failure.CodeOf(err) != failure.NotFound { // gone meanwhile
			return err
		}
	}
	return nil
}

// match writes the record of a match in all formats.
func (a *archive) match(folder string, info *room.Info, formats []string) error {
	written, err := a.lists.WrittenRecord(a.request, info.ID)
	for _, extension := range formats {
		if err == nil {
			err = a.game(folder+info.ID+"."+extension, info.Updated, written)
		}
	}
	return err
}

func (a *archive) game(name string, at time.Time, written record.Record) error {
	format, _ := record.FormatFor(name)
	out, err := a.file(name, at)
	if err == nil {
		err = format.Encode(out, written)
	}
	if err != nil {
		return fmt.Errorf("file %s: %w", name, err)
	}
	return nil
}

// exportDoc is the file account.json of an export: all that is stored of a
// user. Hashes of passwords and tokens are left out.
type exportDoc struct {
	Account  exportAccount     `json:"account"`
	Settings map[string]string `json:"settings"`
	Passkeys []exportPasskey   `json:"passkeys,omitempty"`
	exportTokens
	Away     *exportAway    `json:"notifications,omitempty"`
	Judged   []exportJudged `json:"judged_moves,omitempty"`
	Reports  []exportReport `json:"reports,omitempty"`
	Sessions []exportOpen   `json:"sessions"`
	Results  []exportScore  `json:"results"`
	Ratings  []exportRating `json:"ratings"`
	Changes  []exportChange `json:"rating_changes"`
	Matches  []exportMatch  `json:"matches"`

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

func newExportDoc(all live.Export) exportDoc {
	u := all.User
	d := exportDoc{
		Account:  exportAccount{u.ID, u.Name, u.Email, u.Unconfirmed, u.Guest, u.Bot, u.Role, u.Created, u.TwoFactor.On(), len(u.TwoFactor.Codes)},
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
		exported := newExportMatch(&m, u.ID)
		for _, p := range all.Phrases[m.ID] {
			exported.Phrases = append(exported.Phrases, exportPhrase{p.Key, p.At})
		}
		d.Matches = append(d.Matches, exported)
	}
	d.addPeople(all)
	return d
}

// addPeople adds what the user has to do with others.
func (d *exportDoc) addPeople(all live.Export) {
	d.Allow = all.Allow
	for _, r := range all.Relations {
		d.Players = append(d.Players, exportRelation{r.Other, r.Kind, r.Created})
	}
	for _, c := range all.Challenges {
		d.Challenges = append(d.Challenges, exportChallenge{c.From, c.To, c.Game, c.Control, c.Rated, c.Status, c.Reason, c.Match, c.Created})
	}
}

func newExportMatch(info *room.Info, user string) exportMatch {
	m := exportMatch{
		ID: info.ID, Game: info.Game, Kind: info.Kind, Clock: info.Control, Rated: info.Rated,
		Status: info.Status.String(), Turns: info.Ply, Created: info.Created, Updated: info.Updated,
	}
	if side, plays := info.SideOf(user); plays && info.Kind != room.Screen {
		m.Side = side.String()
	}
	if info.End.Over() {
		m.Verdict, m.Reason = info.End.Verdict.String(), string(info.End.Reason)
	}
	return m
}
