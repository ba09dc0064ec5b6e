// SPDX-License-Identifier: Apache-2.0

package match

import (
	"bytes"
	"mime"
	"net/http"
	"strings"

	"cairn/internal/web"
	"cairn/record"
)

// mediaTypes are the types of records by extension; what is not listed is text.
var mediaTypes = map[string]string{
	".json": "application/json; charset=utf-8",
	".yaml": "application/yaml; charset=utf-8",
	".yml":  "application/yaml; charset=utf-8",
}

// download sends the record of a match as it is now.
func (s *handlers) download(w http.ResponseWriter, r *http.Request, id, extension string) error {
	format, known := record.FormatFor("record." + extension)
	if !known {
		return web.ErrNoPage
	}
	written, err := s.WrittenRecord(r, id)
	if err != nil {
		return err
	}
	var out bytes.Buffer
	if err := format.Encode(&out, written); err != nil {
		return err
	}
	kind, listed := mediaTypes["."+strings.ToLower(extension)]
	if !listed {
		kind = "text/plain; charset=utf-8"
	}
	name := "cairn-" + id + "." + strings.ToLower(extension)
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": name}))
	_, _ = out.WriteTo(w) // the client may be gone
	return nil
}
