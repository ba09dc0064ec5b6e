// SPDX-License-Identifier: Apache-2.0

package match

import (
	"bytes"
	"mime"
	"net/http"
	"strings"

	"cairn/internal/live/room"
	"cairn/internal/web"
	"cairn/internal/web/listing"
	"cairn/record"
)

// recordView is the part of a page about the record that a match continues: its comments and
// extra fields, and whether it is kept. Nil for other matches.
type recordView struct {
	Match   string
	Unkept  bool // it is not among the viewer's games
	Comment string
	Facts   []record.Extra // fields of the record that the pages do not know
	Turns   []recordTurn   // turns with comments
}

// recordTurn is a turn with a comment.
type recordTurn struct {
	Number              int
	Move, Comment, Href string
}

// recordOf returns the view of the record of a match.
func (s *handlers) recordOf(r *http.Request, room *room.Room) (*recordView, error) {
	if !room.Match.Loaded() {
		return nil, nil
	}
	kept, err := s.core.Live.Archive.Kept(r.Context(), web.VisitorOf(r).User, &room.Info)
	if err != nil {
		return nil, err
	}
	written := room.Match.Record()
	v := &recordView{Match: room.Info.ID, Unkept: !kept, Comment: written.Comment, Facts: written.Extra}
	if !written.Date.IsZero() {
		v.Facts = append([]record.Extra{{Name: s.core.Texts(r).Text("web.record.date"), Value: web.Day(written.Date)}}, v.Facts...)
	}
	for i, turn := range written.Turns {
		if turn.Comment != "" {
			v.Turns = append(v.Turns, recordTurn{i + 1, turn.Move, turn.Comment, listing.PlyQuery(i + 1)})
		}
	}
	return v, nil
}

// keep adds a replayed record to the viewer's games.
func (s *handlers) keep(w http.ResponseWriter, r *http.Request) error {
	id := room.CleanMatchID(r.PathValue("id"))
	if err := s.core.Live.Archive.Keep(r.Context(), web.VisitorOf(r).User, id); err != nil {
		return err
	}
	return s.core.DoneNotice(w, r, listing.MatchPath(id)+listing.PlyQuery(0), "kept", struct{}{})
}

// mediaTypes are the types of records by extension; others are text.
var mediaTypes = map[string]string{
	".json": "application/json; charset=utf-8",
	".yaml": "application/yaml; charset=utf-8",
	".yml":  "application/yaml; charset=utf-8",
}

// download sends the record of a match as a file.
func (s *handlers) download(w http.ResponseWriter, r *http.Request, id, extension string) error {
	extension = strings.ToLower(extension)
	name := mime.FormatMediaType("attachment", map[string]string{"filename": "cairn-" + id + "." + extension})
	return s.sendRecord(w, r, id, extension, name)
}

// showRecord sends the record of a match: as text if the client asks for text, else as
// JSON.
func (s *handlers) showRecord(w http.ResponseWriter, r *http.Request) error {
	extension := "json"
	if strings.HasPrefix(r.Header.Get("Accept"), "text/plain") {
		extension = "txt"
	}
	return s.sendRecord(w, r, room.CleanMatchID(r.PathValue("id")), extension, "inline")
}

// sendRecord sends the record of a match as it is now.
func (s *handlers) sendRecord(w http.ResponseWriter, r *http.Request, id, extension, disposition string) error {
	format, known := record.FormatFor("record." + extension)
	if !known {
		return web.ErrNoPage
	}
	written, err := s.lists.WrittenRecord(r, id)
	if err != nil {
		return err
	}
	var out bytes.Buffer
	if err := format.Encode(&out, written); err != nil {
		return err
	}
	kind, listed := mediaTypes["."+extension]
	if !listed {
		kind = "text/plain; charset=utf-8"
	}
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Content-Disposition", disposition)
	_, _ = out.WriteTo(w) // the client may be gone
	return nil
}
