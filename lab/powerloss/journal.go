// SPDX-License-Identifier: Apache-2.0

// Package powerloss shows what a disk may hold after a power cut. A file system in
// memory, mounted with FUSE, records every write, truncation, change of a name and
// sync. For a cut at any moment of that journal it makes an image of the disk:
// what was synced is there; of the rest any part may be there, sector by sector.
//
// It is for tests, on Linux. It models a correct disk: once a sync has returned, the
// data is on the disk, and a sector is written whole or not at all.
package powerloss

import (
	"bytes"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
)

// root is the number of the folder that is mounted.
const root = 1

// kind says what an entry of the journal changes.
type kind int

const (
	write  kind = iota // data at an offset of a file
	resize             // a file is cut or extended
	rename             // names of folders: created, deleted or moved
	sync               // everything before in a file, or the names of a folder
)

// entry is one change in the order in which programs made them.
type entry struct {
	kind  kind
	node  int    // the file; for a sync also a folder
	at    int64  // where data is written; the new size
	data  []byte // what is written
	names []name // changed together
}

// name is a name in a folder and what it leads to, 0 for nothing.
type name struct {
	folder int
	name   string
	node   int
	isDir  bool
}

// content is what a file or folder holds: what is synced, and changes that are not.
type content struct {
	data    []byte
	names   map[string]name
	pending []entry
}

// Replay is the disk at one moment of a journal. It moves forward only.
type Replay struct {
	journal []entry
	at      int
	nodes   map[int]*content
}

// Len returns the number of entries of the journal.
func (r *Replay) Len() int { return len(r.journal) }

// Writes returns the moments just after each write to a file of the top folder.
func (r *Replay) Writes(called string) []int {
	var moments []int
	file := 0
	for i, e := range r.journal {
		for _, n := range e.names {
			if n.folder == root && n.name == called {
				file = n.node
			}
		}
		if e.kind == write && e.node == file && i >= r.at {
			moments = append(moments, i+1)
		}
	}
	return moments
}

// Forward moves to the moment after the first n entries.
func (r *Replay) Forward(n int) {
	for ; r.at < n; r.at++ {
		e := r.journal[r.at]
		switch {
		case e.kind == sync:
			r.node(e.node).settle(e.node)
		case e.kind == rename:
			for _, folder := range foldersOf(e) {
				r.node(folder).pending = append(r.node(folder).pending, e)
			}
		default:
			r.node(e.node).pending = append(r.node(e.node).pending, e)
		}
	}
}

func (r *Replay) node(id int) *content {
	if r.nodes[id] == nil {
		r.nodes[id] = &content{names: map[string]name{}}
	}
	return r.nodes[id]
}

// foldersOf returns the folders of a change of names, each once.
func foldersOf(e entry) []int {
	var folders []int
	for _, n := range e.names {
		if !slices.Contains(folders, n.folder) {
			folders = append(folders, n.folder)
		}
	}
	return folders
}

// settle makes all changes of a node durable.
func (c *content) settle(id int) {
	for _, e := range c.pending {
		c.data = applyData(c.data, e)
		applyNames(c.names, id, e)
	}
	c.pending = nil
}

func applyData(data []byte, e entry) []byte {
	switch e.kind {
	case write:
		end := int(e.at) + len(e.data)
		if end > len(data) {
			data = extend(data, end)
		}
		copy(data[e.at:], e.data)
	case resize:
		data = extend(data, int(e.at))
	}
	return data
}

// extend returns data with a new size; what is added is zero.
func extend(data []byte, size int) []byte {
	if size <= len(data) {
		return data[:size]
	}
	return append(data, make([]byte, size-len(data))...)
}

func applyNames(names map[string]name, folder int, e entry) {
	for _, n := range e.names {
		switch {
		case n.folder != folder:
		case n.node == 0:
			delete(names, n.name)
		default:
			names[n.name] = n
		}
	}
}

// Image is the files of a disk by path, and its folders with a nil content.
type Image map[string][]byte

// Image returns what the disk may hold if the power fails now.
func (r *Replay) Image(l Loss) Image {
	image := Image{}
	r.add(image, l, "", root)
	return image
}

// add adds what is in a folder.
func (r *Replay) add(image Image, l Loss, prefix string, folder int) {
	c := r.node(folder)
	names := maps.Clone(c.names)
	for _, e := range l.names(c.pending) {
		applyNames(names, folder, e)
	}
	for _, key := range slices.Sorted(maps.Keys(names)) { // in order, so that a seed gives one image
		n, at := names[key], path.Join(prefix, key)
		if n.isDir {
			image[at] = nil
			r.add(image, l, at, n.node)
			continue
		}
		file := r.node(n.node)
		data := append(make([]byte, 0, len(file.data)+1), file.data...) // never nil
		for _, e := range l.data(file.pending) {
			data = applyData(data, e)
		}
		image[at] = data
	}
}

// Equal reports whether two images are the same.
func (i Image) Equal(other Image) bool {
	return maps.EqualFunc(i, other, func(a, b []byte) bool { return bytes.Equal(a, b) && (a == nil) == (b == nil) })
}

// Write writes the files of an image into a folder.
func (i Image) Write(dir string) error {
	for _, at := range sorted(i) {
		to, err := filepath.Join(dir, filepath.FromSlash(at)), error(nil)
		if i[at] == nil {
			err = os.Mkdir(to, 0o700)
		} else {
			err = os.WriteFile(to, i[at], 0o600)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// sorted returns the paths of an image, folders before what they hold.
func sorted(i Image) []string { return slices.Sorted(maps.Keys(i)) }
