// SPDX-License-Identifier: Apache-2.0

package lobby

import (
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"unicode/utf8"

	"cairn/game"
	"cairn/internal/failure"
	"cairn/internal/live/room"
	"cairn/internal/web"
	"cairn/internal/web/boardview"
	"cairn/internal/web/listing"
	"cairn/match"
	"cairn/record"
)

// What to do with a record that was uploaded.
const (
	thenReplay   = "replay"
	thenComputer = "computer"
	thenScreen   = "screen"
)

// uploadView is the form to upload a record.
type uploadView struct {
	web.Page
	Levels   []listing.LevelChoice
	Sides    []web.Choice
	Families []listing.Family

	Record, Game, Then, Level, Side string // as typed and chosen
	Problem                         *web.Problem
}

func (s *handlers) showUpload(w http.ResponseWriter, r *http.Request) error {
	return s.renderUpload(w, r, http.StatusOK, uploadView{Then: thenReplay})
}

func (s *handlers) renderUpload(w http.ResponseWriter, r *http.Request, status int, v uploadView) error {
	v.Page = s.core.Page(r, s.core.Texts(r).Text("web.upload.title"))
	v.Families = s.lists.Families(s.core.Texts(r))
	v.Levels = listing.Levels(v.Families)
	v.Sides = append([]web.Choice{{Value: "", Text: s.core.Texts(r).Text("web.upload.side.turn")}}, sideChoices(s.core.Texts(r))...)
	return s.core.Render(w, status, "upload", &v)
}

// upload reads a record and makes a match of it, to be replayed or continued.
func (s *handlers) upload(w http.ResponseWriter, r *http.Request) error {
	in, err := listing.ReadRecordForm(r)
	if err != nil {
		return err
	}
	if in.Text("decided") == decidedLook {
		in["then"] = thenReplay
	}
	var info room.Info
	err = s.uploads.Do(r.Context(), func() error {
		info, err = s.createFrom(w, r, in)
		return err
	})
	switch {
	case err != nil:
		return s.uploadProblem(w, r, in, err)
	case in.Text("then") == thenReplay && !web.WantsJSON(r):
		return web.See(w, r, listing.MatchPath(info.ID)+listing.PlyQuery(0))
	}
	return s.seeMatch(w, r, info.ID)
}

// createFrom makes a match of the record in a form.
func (s *handlers) createFrom(w http.ResponseWriter, r *http.Request, in web.Form) (room.Info, error) {
	if err := listing.CheckRecordText(in.Text("record")); err != nil {
		return room.Info{}, err
	}
	rec, walk, err := s.readRecord(in)
	if err == nil {
		err = checkRecord(rec, web.VisitorOf(r).Member())
	}
	if err != nil {
		return room.Info{}, err
	}
	spec := room.Spec{Game: rec.Game, Kind: room.Screen, Side: in.Text("side"), From: &rec}
	switch in.Text("then") {
	case "", thenReplay:
		spec.Look = true
	case thenScreen:
	case thenComputer:
		spec.Kind, spec.Level = room.Computer, in.Text("level")
	default:
		return room.Info{}, &failure.Error{Code: failure.Invalid, Key: "no-then"}
	}
	if !spec.Look {
		if err := continueRecord(&spec, walk, in.Text("decided")); err != nil {
			return room.Info{}, err
		}
	}
	if spec.Side == "" {
		spec.Side = walk.State().Turn().String()
	}
	if spec.Key, err = web.KeyOf(r); err != nil {
		return room.Info{}, err
	}
	user, err := s.core.Player(w, r)
	if err != nil {
		return room.Info{}, err
	}
	return s.core.Live.Rooms.Create(r.Context(), user, spec)
}

// uploadProblem shows the form again with the input and the problem. For a game that is
// over it asks how to continue.
func (s *handlers) uploadProblem(w http.ResponseWriter, r *http.Request, in web.Form, err error) error {
	p := s.core.Texts(r).Problem(err)
	if web.WantsJSON(r) || p.Code != failure.Invalid {
		return err
	}
	if decided, ok := errors.AsType[*decidedGame](err); ok {
		return s.renderDecided(w, r, in, decided)
	}
	if several, ok := errors.AsType[*severalGames](err); ok {
		return s.renderSeveral(w, r, in, several)
	}
	return s.renderUpload(w, r, p.Status, uploadView{
		Record: in.Text("typed"), Game: in.Text("game"), Then: in.Text("then"), Level: in.Text("level"), Side: in.Text("side"), Problem: p,
	})
}

const (
	// maxRecordName is the longest name of a player that a page shows, in
	// characters.
	maxRecordName = 100
	// maxTurns and maxVariations bound the turns and variations of a record; the texts
	// of record-long and record-long-guest name the numbers.
	maxTurns, maxVariations           = 5_000, 5_000
	maxGuestTurns, maxGuestVariations = 1_000, 500
	// maxNotes and maxGuestNotes bound the bytes of comments and unknown fields.
	maxNotes, maxGuestNotes = 128 << 10, 16 << 10
)

// checkRecord refuses a record whose names are too long for a page, or that is too
// large to keep.
func checkRecord(r record.Record, member bool) error {
	long := func(name string) bool { return utf8.RuneCountInString(name) > maxRecordName }
	turns, variations, notes := len(r.Turns), r.Variations(), r.Notes()
	switch {
	case long(r.Players[game.White]) || long(r.Players[game.Black]) || long(r.Control) || notes > maxNotes || !member && notes > maxGuestNotes:
		return record.ErrTooLarge
	case turns > maxTurns || variations > maxVariations:
		return failure.New(failure.Invalid, "record-long")
	case !member && (turns > maxGuestTurns || variations > maxGuestVariations):
		return failure.New(failure.Invalid, "record-long-guest")
	}
	return nil
}

// moveHead is the header that is put before an uploaded list of moves.
const moveHead = "cairn record 1\ngame: %s\n\n"

// readRecord reads the record of a form; of several, the one of the field number. If a game is
// chosen and the text does not contain the word "cairn", which begins every record, the text is
// a list of moves.
func (s *handlers) readRecord(in web.Form) (record.Record, *record.Walk, error) {
	text := in.Text("record")
	if parts, err := record.Split(strings.NewReader(text), nil); err == nil && len(parts) > 1 {
		number, err := strconv.Atoi(in.Text("number"))
		if err != nil || number < 1 || number > len(parts) {
			return record.Record{}, nil, s.askNumber(parts)
		}
		return parts[number-1].Read(s.core.Live.Rooms.Games().Game)
	}
	rec, walk, err := record.Read(strings.NewReader(text), nil, s.core.Live.Rooms.Games().Game)
	if err == nil || in.Text("game") == "" || strings.Contains(text, "cairn") {
		return rec, walk, err
	}
	entry, err := s.core.Live.Rooms.Games().Find(in.Text("game"))
	if err != nil {
		return rec, walk, failure.Field(failure.Invalid, "game", "no-game", err)
	}
	rec, walk, err = record.Read(strings.NewReader(fmt.Sprintf(moveHead, entry.Info().ID)+text), record.Text, s.core.Live.Rooms.Games().Game)
	if fault, ok := errors.AsType[*record.Fault](err); ok {
		fault.Line -= strings.Count(moveHead, "\n")
	}
	return rec, walk, err
}

// How to continue a record whose game is over.
const (
	decidedOpen = "open" // play on
	decidedLook = "look" // replay it
)

// decidedGame is the error for continuing a record whose game is over.
type decidedGame struct {
	rec  record.Record
	walk *record.Walk
}

func (*decidedGame) Error() string { return "the game is over" }

// continueRecord completes the spec of a match that continues a record: it keeps the clocks of the
// record, and drops a result only if the user asked for that. If the rules have ended the
// game, it takes back the last move.
func continueRecord(spec *room.Spec, walk *record.Walk, decided string) error {
	rec := spec.From
	if control, err := match.ParseControl(rec.Control); err == nil && control.Kind == match.RealTime {
		spec.Control = rec.Control
	}
	if rec.Verdict == game.Playing && rec.Reason == "" {
		return nil
	}
	if decided != decidedOpen {
		return &failure.Error{Code: failure.Invalid, Key: "record-decided", Err: &decidedGame{*rec, walk}}
	}
	if walk.Result().Over() {
		walk.Undo()
		back := walk.Record()
		rec.Turns, rec.Undone = back.Turns, back.Undone
	}
	if rec.Reason == record.Time {
		rec.Clock = record.TimesLeft{} // a clock at zero would lose again
		spec.Control = ""
	}
	rec.Verdict, rec.Reason = game.Playing, ""
	return nil
}

// severalGames is the error for a file of several records when none is chosen.
type severalGames struct{ games []readGame }

// readGame is one record of several, or why it cannot be read.
type readGame struct {
	rec  record.Record
	info *game.Info
	err  error
}

func (*severalGames) Error() string { return "the file holds several games" }

// maxGames bounds the games of a file from which one is chosen.
const maxGames = 1_000

// askNumber reads the records of a file of several and returns the error that asks for one.
func (s *handlers) askNumber(parts []record.Part) error {
	if len(parts) > maxGames {
		return record.ErrTooLarge
	}
	several := &severalGames{}
	for _, part := range parts {
		g := readGame{}
		var walk *record.Walk
		if g.rec, walk, g.err = part.Read(s.core.Live.Rooms.Games().Game); g.err == nil {
			g.info = walk.Game().Info()
		}
		several.games = append(several.games, g)
	}
	return &failure.Error{Code: failure.Invalid, Key: "record-several", Err: several}
}

// severalView asks which game of a file to open.
type severalView struct {
	web.Page
	Games  []gameChoice
	Record string // sent again by the form
	Fields map[string]string
}

// gameChoice is one game of a file, or the problem of one that cannot be opened.
type gameChoice struct {
	Number                             int
	GameName, Players, Result, Problem string
}

func (s *handlers) renderSeveral(w http.ResponseWriter, r *http.Request, in web.Form, several *severalGames) error {
	t := s.core.Texts(r)
	v := severalView{Page: s.core.Page(r, t.Text("web.upload.title")), Record: in.Text("record"), Fields: resent(in)}
	for i, g := range several.games {
		choice := gameChoice{Number: i + 1}
		if g.err != nil {
			choice.Problem = t.Problem(g.err).Text
		} else {
			choice.GameName, choice.Players = t.Game(g.info), players(t, &g.rec)
			if g.rec.Verdict != game.Playing || g.rec.Reason != "" {
				choice.Result = t.For(g.info).End(g.rec.Verdict, g.rec.Reason)
			}
		}
		v.Games = append(v.Games, choice)
	}
	v.Narrow = true
	return s.core.Render(w, http.StatusOK, "upload_several", &v)
}

// resent returns the fields of a form that a question about it sends again.
func resent(in web.Form) map[string]string {
	return map[string]string{
		"game": in.Text("game"), "then": in.Text("then"), "level": in.Text("level"), "side": in.Text("side"), "number": in.Text("number"),
	}
}

// players names the players of a record, if it names both.
func players(t *web.Texts, rec *record.Record) string {
	if white, black := rec.Players[game.White], rec.Players[game.Black]; white != "" && black != "" {
		return t.Text("web.front.between", "white", white, "black", black)
	}
	return ""
}

// decidedView asks what to do with a game that is over.
type decidedView struct {
	web.Page
	GameName, Players, Result string
	Thumb                     *boardview.Thumb
	ByRules                   bool
	Record                    string // sent again by the form
	Fields                    map[string]string
}

func (s *handlers) renderDecided(w http.ResponseWriter, r *http.Request, in web.Form, d *decidedGame) error {
	info := d.walk.Game().Info()
	t := s.core.Texts(r).For(info)
	v := decidedView{
		Page: s.core.Page(r, t.Text("web.upload.title")), GameName: t.Game(info), Result: t.End(d.rec.Verdict, d.rec.Reason),
		Thumb: boardview.NewThumb(info.Board, d.walk.State().View()), ByRules: d.walk.Result().Over(),
		Players: players(t, &d.rec), Record: in.Text("record"), Fields: resent(in),
	}
	v.Narrow = true
	return s.core.Render(w, http.StatusOK, "upload_decided", &v)
}
