// SPDX-License-Identifier: Apache-2.0

package web

import (
	"io"
	"mime"
	"net/http"
	"strings"

	"cairn/internal/failure"
	"cairn/internal/live"
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
	page
	Levels []levelChoice
	Sides  []choice

	Record, Then, Level, Side string // as typed and chosen
	Problem                   *problem
}

func (s *Server) showUpload(w http.ResponseWriter, r *http.Request) error {
	return s.renderUpload(w, r, http.StatusOK, uploadView{Then: thenReplay})
}

func (s *Server) renderUpload(w http.ResponseWriter, r *http.Request, status int, v uploadView) error {
	v.page = s.page(r, s.texts(r).Text("web.upload.title"))
	v.Levels = levels(s.families(s.texts(r)))
	v.Sides = append([]choice{{"", s.texts(r).Text("web.upload.side.turn")}}, sideChoices(s.texts(r))...)
	return s.render(w, status, "upload", &v)
}

// upload reads a record and makes a match of it, to be looked at or played on.
func (s *Server) upload(w http.ResponseWriter, r *http.Request) error {
	in, err := readUpload(r)
	if err != nil {
		return err
	}
	if err := checkRecordText(in.text("record")); err != nil {
		return s.uploadProblem(w, r, in, err)
	}
	rec, walk, err := record.Read(strings.NewReader(in.text("record")), nil, s.live.Games().Game)
	if err == nil {
		err = checkRecordNames(rec)
	}
	if err != nil {
		return s.uploadProblem(w, r, in, err)
	}
	spec := live.Spec{Game: rec.Game, Kind: live.Screen, Side: in.text("side"), From: &rec}
	switch in.text("then") {
	case "", thenReplay, thenScreen:
	case thenComputer:
		spec.Kind, spec.Level = live.Computer, in.text("level")
	default:
		return s.uploadProblem(w, r, in, &failure.Error{Code: failure.Invalid, Key: "no-then"})
	}
	if spec.Side == "" {
		spec.Side = walk.State().Turn().String()
	}
	user, err := s.player(w, r)
	if err != nil {
		return err
	}
	info, err := s.live.CreateMatch(r.Context(), user, spec)
	if err != nil {
		return s.uploadProblem(w, r, in, err)
	}
	if in.text("then") == thenReplay && !wantsJSON(r) {
		return see(w, r, matchPath(info.ID)+plyQuery(0))
	}
	return s.seeMatch(w, r, info.ID)
}

// uploadProblem shows the form again, with what was typed and what is wrong with
// it, and where.
func (s *Server) uploadProblem(w http.ResponseWriter, r *http.Request, in input, err error) error {
	p := s.texts(r).problem(err)
	if wantsJSON(r) || p.Code != failure.Invalid {
		return err
	}
	return s.renderUpload(w, r, p.Status, uploadView{
		Record: in.text("typed"), Then: in.text("then"), Level: in.text("level"), Side: in.text("side"), Problem: p,
	})
}

// readUpload reads the form; a file takes the place of what was typed.
func readUpload(r *http.Request) (input, error) {
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "multipart/form-data" {
		in, err := readInput(r)
		if err == nil {
			in["typed"] = in["record"]
		}
		return in, err
	}
	if err := r.ParseMultipartForm(maxUpload); err != nil {
		return nil, badRequest(err)
	}
	in := input{}
	for name, values := range r.MultipartForm.Value {
		in[name] = values[0]
	}
	in["typed"] = in["record"]
	file, header, err := r.FormFile("file")
	if err != nil || header.Size == 0 {
		return in, nil // no file was chosen
	}
	defer file.Close()
	data, err := io.ReadAll(file)
	if err != nil {
		return nil, badRequest(err)
	}
	in["record"] = string(data)
	return in, nil
}
