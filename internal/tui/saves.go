// SPDX-License-Identifier: Apache-2.0

package tui

import (
	"bytes"
	"cmp"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"cairn/internal/lang"
	"cairn/record"
)

// maxSaves is how many files are looked into when saves are listed; a folder
// may hold anything.
const maxSaves = 64

// saves lists the saved games, the latest first.
func (o *Options) saves(words *lang.Catalogue) []offer {
	dir := cmp.Or(o.Dir, ".")
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil
	}
	type file struct {
		name string
		at   time.Time
	}
	var files []file
	for _, e := range entries {
		if info, err := e.Info(); err == nil && info.Mode().IsRegular() && maybeSave(e.Name()) {
			files = append(files, file{e.Name(), info.ModTime()})
		}
	}
	slices.SortStableFunc(files, func(a, b file) int { return b.at.Compare(a.at) })
	var out []offer
	for _, f := range files[:min(len(files), maxSaves)] {
		if about, ok := o.about(words, filepath.Join(dir, f.name)); ok {
			out = append(out, offer{f.name, about})
		}
	}
	return out
}

// maybeSave reports whether a file name looks like a save: with the extension
// of a format, or with none.
func maybeSave(name string) bool {
	_, known := record.FormatFor(name)
	return !strings.HasPrefix(name, ".") && (known || filepath.Ext(name) == "")
}

// about describes a saved game; it reports false for a file of another kind.
func (o *Options) about(words *lang.Catalogue, path string) (string, bool) {
	file, err := os.Open(path)
	if err != nil {
		return "", false
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, record.MaxSize+1))
	if err != nil {
		return "", false
	}
	format, known := record.FormatFor(path)
	if !known {
		format = record.Detect(data)
	}
	r, _, err := format.Decode(bytes.NewReader(data))
	if err != nil {
		return "", false
	}
	e, err := o.find(r.Game)
	if err != nil {
		return "", false
	}
	return words.Count("load.about", len(r.Turns), "game", words.Game(e.Game.Info())), true
}
