// SPDX-License-Identifier: Apache-2.0

package web

import (
	"bytes"
	"container/list"
	"net/http"
	"strconv"
	"sync"
)

// maxPictures is how many bytes of pictures stay in memory, about a hundred.
const maxPictures = 16 << 20

// Pictures draws bitmaps, a few at a time, and keeps those that were asked for last.
type Pictures struct {
	*Work
	kept *pictureCache
}

// Picture is a bitmap that may be drawn.
type Picture struct {
	Key  string // tells pictures apart: all that is drawn, so that what is kept never shows an old name
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
	if data = p.kept.find(c.Key); data != nil {
		return data, nil
	}
	err = p.Do(r.Context(), func() error {
		if data = p.kept.find(c.Key); data != nil {
			return nil // drawn while this waited
		}
		var out bytes.Buffer
		if err := c.Draw(&out); err != nil {
			return err
		}
		data = out.Bytes()
		p.kept.add(c.Key, data)
		return nil
	})
	return data, err
}

// pictureCache keeps the pictures that were asked for last, up to so many bytes.
type pictureCache struct {
	sync.Mutex
	room  int
	order list.List // of *keptPicture, the latest first
	found map[string]*list.Element
}

// keptPicture is a picture with its key.
type keptPicture struct {
	key  string
	data []byte
}

func (k *keptPicture) size() int { return len(k.key) + len(k.data) }

func newPictureCache(room int) *pictureCache {
	return &pictureCache{room: room, found: map[string]*list.Element{}}
}

// find returns a picture, nil when it is not kept.
func (c *pictureCache) find(key string) []byte {
	c.Lock()
	defer c.Unlock()
	e := c.found[key]
	if e == nil {
		return nil
	}
	c.order.MoveToFront(e)
	return e.Value.(*keptPicture).data
}

// add keeps a picture, and drops those that have not been asked for the longest.
func (c *pictureCache) add(key string, data []byte) {
	c.Lock()
	defer c.Unlock()
	if c.found[key] != nil {
		return
	}
	k := &keptPicture{key, data}
	c.found[key] = c.order.PushFront(k)
	for c.room -= k.size(); c.room < 0; {
		last := c.order.Remove(c.order.Back()).(*keptPicture)
		delete(c.found, last.key)
		c.room += last.size()
	}
}
