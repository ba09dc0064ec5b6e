// SPDX-License-Identifier: Apache-2.0

package web

import (
	"bytes"
	"net/http"
	"strconv"

	"cairn/internal/lru"
)

// maxPictures is how many bytes of pictures stay in memory, about a hundred.
const maxPictures = 16 << 20

// Pictures draws bitmaps, a few at a time, and caches them.
type Pictures struct {
	*Work
	kept *lru.Cache[string, []byte]
}

// Picture is a bitmap that may be drawn.
type Picture struct {
	Key  string // of the cache: all that is drawn, so that a cached picture never shows an old name
	Kind string // such as image/png
	Keep int    // how long others may keep it, in seconds
	Draw func(*bytes.Buffer) error
}

// Answer sends a picture. Its words are in the visitor's language.
func (p *Pictures) Answer(w http.ResponseWriter, r *http.Request, c Picture) error {
	data, err := p.find(r, &c)
	if err != nil {
		return err
	}
	h := w.Header()
	h.Set("Content-Type", c.Kind)
	h.Set("Content-Length", strconv.Itoa(len(data)))
	h.Set("Cache-Control", "public, max-age="+strconv.Itoa(c.Keep))
	h.Add("Vary", "Accept-Language")
	h.Add("Vary", "Cookie")
	_, _ = w.Write(data) // the client may be gone
	return nil
}

// find returns a picture, drawn first if it is not kept.
func (p *Pictures) find(r *http.Request, c *Picture) (data []byte, err error) {
	if data, ok := p.kept.Find(c.Key); ok {
		return data, nil
	}
	err = p.Do(r.Context(), func() error {
		var drawn bool // while this waited
		if data, drawn = p.kept.Find(c.Key); drawn {
			return nil
		}
		var out bytes.Buffer
		if err := c.Draw(&out); err != nil {
			return err
		}
		data = out.Bytes()
		p.kept.Add(c.Key, data, len(c.Key)+len(data))
		return nil
	})
	return data, err
}
