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
	"time"

	"cairn/internal/failure"
	"cairn/internal/live/room"
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
	*handlers
	work *web.Work
}

// sendAccount sends all data of the visitor in one archive.
func (s *exports) sendAccount(w http.ResponseWriter, r *http.Request) error {
	user := web.VisitorOf(r).User
	all, err := s.core.Live.Export(r.Context(), user)
	if err != nil {
		return err
	}
	all.User.TwoFactor = user.TwoFactor // the document says whether it is on, and no secret
	doc, err := s.newExportDoc(r.Context(), all)
	if err != nil {
		return err
	}
	return s.sendArchive(w, r, "cairn-account.zip", func(a *archive) error {
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

// file writes a file of the archive.
func (a *archive) file(name string, at time.Time, write func(io.Writer) error) error {
	out, err := a.zip.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate, Modified: at.UTC()})
	if err == nil {
		err = write(out)
	}
	if err != nil {
		return fmt.Errorf("file %s: %w", name, err)
	}
	return nil
}

func (a *archive) account(doc object) error {
	return a.file("account.json", a.core.Now(), func(out io.Writer) error {
		encoder := json.NewEncoder(out)
		encoder.SetIndent("", "  ")
		return encoder.Encode(doc)
	})
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
		name := folder + info.ID + "." + extension
		if format, _ := record.FormatFor(name); err == nil {
			err = a.file(name, info.Updated, func(out io.Writer) error { return format.Encode(out, written) })
		}
	}
	return err
}
