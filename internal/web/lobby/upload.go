// SPDX-License-Identifier: Apache-2.0

package lobby

import (
	"errors"
	"net/http"
	"unicode/utf8"

	"cairn/game"
	"cairn/internal/failure"
	"cairn/internal/live/room"
	"cairn/internal/web"
	"cairn/internal/web/listing"
	"cairn/record"
)

// What to do with a record that was uploaded.
const (
	thenReplay   = "replay"
	thenComputer = "computer"
	thenScreen   = "screen"
)

// uploadView is the form for a record.
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

// upload reads a record and makes a match of it, to be looked at or played on.
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
		if err := goOn(&spec, walk, in.Text("decided")); err != nil {
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

// uploadProblem shows the form again, with what was typed and what is wrong; a game
// that is over is asked about.
func (s *handlers) uploadProblem(w http.ResponseWriter, r *http.Request, in web.Form, err error) error {
	p := s.core.Texts(r).Problem(err)
	var decided *decidedGame
	switch {
	case web.WantsJSON(r) || p.Code != failure.Invalid:
		return err
	case errors.As(err, &decided):
		return s.renderDecided(w, r, in, decided)
	}
	return s.renderUpload(w, r, p.Status, uploadView{
		Record: in.Text("typed"), Game: in.Text("game"), Then: in.Text("then"), Level: in.Text("level"), Side: in.Text("side"), Problem: p,
	})
}

const (
	// maxRecordName is the longest name of a player that a page shows, in
	// characters.
	maxRecordName = 100
	// maxTurns and maxVariations bound the turns of a record, and turns that were
	// taken back; the texts of record-long and record-long-guest name the numbers.
	maxTurns, maxVariations           = 5_000, 5_000
	maxGuestTurns, maxGuestVariations = 1_000, 500
	// maxNotes and maxGuestNotes bound the bytes of comments and unknown fields.
	maxNotes, maxGuestNotes = 128 << 10, 16 << 10
)

// checkRecord refuses a record whose names are too long for a page, or that is too
// large to keep.
func checkRecord(r record.Record, member bool) error {
	for _, name := range []string{r.Players[game.White], r.Players[game.Black], r.Control} {
		if utf8.RuneCountInString(name) > maxRecordName {
			return record.ErrTooLarge
		}
	}
	turns, variations, notes := len(r.Turns), r.Variations(), r.Notes()
	switch {
	case notes > maxNotes || !member && notes > maxGuestNotes:
		return record.ErrTooLarge
	case turns > maxTurns || variations > maxVariations:
		return failure.New(failure.Invalid, "record-long")
	case !member && (turns > maxGuestTurns || variations > maxGuestVariations):
		return failure.New(failure.Invalid, "record-long-guest")
	}
	return nil
}
