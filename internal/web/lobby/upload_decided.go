// SPDX-License-Identifier: Apache-2.0

package lobby

import (
	"errors"
	"fmt"
	"net/http"
	"strings"

	"cairn/game"
	"cairn/internal/failure"
	"cairn/internal/live/room"
	"cairn/internal/web"
	"cairn/internal/web/boardview"
	"cairn/match"
	"cairn/record"
)

// moveHead is the head of a record that is uploaded as a bare list of moves.
const moveHead = "cairn record 1\ngame: %s\n\n"

// readRecord reads the record of a form. Where a game is chosen, a text without the
// word that every record begins with is a list of its moves.
func (s *handlers) readRecord(in web.Form) (record.Record, *record.Walk, error) {
	text := in.Text("record")
	rec, walk, err := record.Read(strings.NewReader(text), nil, s.core.Live.Rooms.Games().Game)
	if err == nil || in.Text("game") == "" || strings.Contains(text, "cairn") {
		return rec, walk, err
	}
	entry, err := s.core.Live.Rooms.Games().Find(in.Text("game"))
	if err != nil {
		return rec, walk, failure.Field(failure.Invalid, "game", "no-game", err)
	}
	rec, walk, err = record.Read(strings.NewReader(fmt.Sprintf(moveHead, entry.Info().ID)+text), record.Text, s.core.Live.Rooms.Games().Game)
	var fault *record.Fault
	if errors.As(err, &fault) {
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

// goOn completes the spec of a match that continues a record: it keeps the clocks of the
// record, and drops a result only if the user asked for that. If the rules have ended the
// game, it takes back the last move.
func goOn(spec *room.Spec, walk *record.Walk, decided string) error {
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
		rec.Clock = record.TimesLeft{} // whose clock stands at zero would lose again
		spec.Control = ""
	}
	rec.Verdict, rec.Reason = game.Playing, ""
	return nil
}

// decidedView asks what to do with a game that is over.
type decidedView struct {
	web.Page
	GameName, Players, Result string
	Thumb                     *boardview.Thumb
	ByRules                   bool
	Record                    string // to be sent again
	Fields                    map[string]string
}

func (s *handlers) renderDecided(w http.ResponseWriter, r *http.Request, in web.Form, d *decidedGame) error {
	info := d.walk.Game().Info()
	t := s.core.Texts(r).For(info)
	v := decidedView{
		Page: s.core.Page(r, t.Text("web.upload.title")), GameName: t.Game(info), Result: t.End(d.rec.Verdict, d.rec.Reason),
		Thumb: boardview.NewThumb(info.Board, d.walk.State().View()), ByRules: d.walk.Result().Over(), Record: in.Text("record"), Fields: map[string]string{},
	}
	if white, black := d.rec.Players[game.White], d.rec.Players[game.Black]; white != "" && black != "" {
		v.Players = t.Text("web.front.between", "white", white, "black", black)
	}
	for _, name := range []string{"game", "then", "level", "side"} {
		v.Fields[name] = in.Text(name)
	}
	v.Narrow = true
	return s.core.Render(w, http.StatusOK, "upload_decided", &v)
}
