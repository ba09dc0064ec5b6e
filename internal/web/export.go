// SPDX-License-Identifier: Apache-2.0

package web

import (
	"archive/zip"
	"encoding/json"
	"fmt"
	"io"
	"mime"
	"net/http"
	"time"

	"cairn/internal/failure"
	"cairn/internal/live"
	"cairn/match"
	"cairn/record"
)

// exportTime is how long a reader may take for one file of an archive. There may
// be thousands, which no limit of a whole answer would suit.
const exportTime = 30 * time.Second

var errNoFormat = &failure.Error{Code: failure.Invalid, Key: "no-format"}

// sendAccount gives people everything the site knows of them, in one archive.
func (s *Server) sendAccount(w http.ResponseWriter, r *http.Request) error {
	user := visitorOf(r).user
	all, err := s.live.Export(r.Context(), user)
	if err != nil {
		return err
	}
	all.User.TwoFactor = user.TwoFactor // of which only whether it is on is told
	return s.sendArchive(w, r, "cairn-account.zip", func(a *archive) error {
		if err := a.account(all); err != nil {
			return err
		}
		return a.games("games/", all.Matches, extensions())
	})
}

// sendGames gives people all their games in one format.
func (s *Server) sendGames(w http.ResponseWriter, r *http.Request) error {
	format := r.URL.Query().Get("format")
	if format == "" {
		format = extensions()[0]
	}
	if _, known := record.FormatFor("record." + format); !known {
		return errNoFormat
	}
	all, err := s.live.Export(r.Context(), visitorOf(r).user)
	if err != nil {
		return err
	}
	return s.sendArchive(w, r, "cairn-games.zip", func(a *archive) error {
		return a.games("", all.Matches, []string{format})
	})
}

// archive is a ZIP file on its way to its reader.
type archive struct {
	server  *Server
	request *http.Request
	control *http.ResponseController
	zip     *zip.Writer
}

// sendArchive sends a file while it is made. When that fails, half of it is on
// its way: the connection is cut, so that nobody takes it for whole.
func (s *Server) sendArchive(w http.ResponseWriter, r *http.Request, name string, fill func(*archive) error) error {
	w.Header().Set("Content-Type", "application/zip")
	w.Header().Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": name}))
	a := &archive{s, r, http.NewResponseController(w), zip.NewWriter(w)}
	err := fill(a)
	if err == nil {
		err = a.zip.Close()
	}
	if err != nil {
		if r.Context().Err() == nil {
			s.log.Error("export", "err", err)
		}
		panic(http.ErrAbortHandler)
	}
	return nil
}

// file begins a file of the archive.
func (a *archive) file(name string, at time.Time) (io.Writer, error) {
	_ = a.control.SetWriteDeadline(time.Now().Add(exportTime)) // where it cannot be set there is none
	return a.zip.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate, Modified: at.UTC()})
}

func (a *archive) account(all live.Export) error {
	out, err := a.file("account.json", a.server.now())
	if err != nil {
		return err
	}
	encoder := json.NewEncoder(out)
	encoder.SetIndent("", "  ")
	return encoder.Encode(newExportDoc(all))
}

// games writes the records of matches. One that never began has none.
func (a *archive) games(folder string, list []live.Info, formats []string) error {
	for _, info := range list {
		if info.Status != match.Playing && info.Status != match.Over {
			continue
		}
		written, err := a.server.writtenRecord(a.request, info.ID)
		if failure.CodeOf(err) == failure.NotFound {
			continue // gone meanwhile
		}
		if err != nil {
			return err
		}
		for _, extension := range formats {
			if err := a.game(folder+info.ID+"."+extension, info.Updated, written); err != nil {
				return err
			}
		}
	}
	return nil
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

// writtenRecord returns the record of a match with the names of its players.
func (s *Server) writtenRecord(r *http.Request, id string) (record.Record, error) {
	room, err := s.live.Room(r.Context(), visitorOf(r).user, id)
	if err != nil {
		return record.Record{}, err
	}
	written := room.Match.Record()
	if room.Info.Kind != live.Screen {
		written.Players, err = s.seatNames(r.Context(), s.texts(r), &room.Info)
	}
	return written, err
}
