// SPDX-License-Identifier: Apache-2.0

//go:build linux

package powerloss

import (
	"context"
	"os"
	"path"
	"slices"
	gosync "sync"
	"syscall"
	"time"

	"github.com/hanwen/go-fuse/v2/fs"
	"github.com/hanwen/go-fuse/v2/fuse"
)

// Disk is a mounted file system that keeps a journal of all changes.
//
// Only other processes may use it: a goroutine that waits for a page of a mapped
// file would stop the garbage collector, and with it the answer.
type Disk struct {
	server *fuse.Server

	mu      gosync.Mutex
	journal []entry
	last    int // the highest number of a node
	began   int // the entries of the first content
}

// Available reports whether file systems can be mounted here, by trying it: it needs the
// device and the rights of root.
func Available() bool {
	dir, err := os.MkdirTemp("", "powerloss")
	if err != nil {
		return false
	}
	defer os.Remove(dir)
	disk, err := Mount(dir, nil)
	return err == nil && disk.Unmount() == nil
}

// Mount mounts a disk with that content, which is synced, on an empty folder.
func Mount(dir string, content Image) (*Disk, error) {
	d := &Disk{last: root}
	top := &node{disk: d, id: root, mode: 0o755}
	forever := time.Hour // all changes pass the kernel
	server, err := fs.Mount(dir, top, &fs.Options{
		MountOptions: fuse.MountOptions{FsName: "powerloss", Name: "powerloss", DirectMountStrict: true, AllowOther: true, DirectMountFlags: syscall.MS_NOSUID | syscall.MS_NODEV},
		EntryTimeout: &forever, AttrTimeout: &forever,
		OnAdd: func(ctx context.Context) { top.fill(ctx, content) },
	})
	if err != nil {
		return nil, err
	}
	d.server = server
	return d, nil
}

// Unmount ends the disk; no program may use it any more.
func (d *Disk) Unmount() error { return d.server.Unmount() }

// Replay returns the disk as it was mounted, before all changes since then.
func (d *Disk) Replay() *Replay {
	d.mu.Lock()
	defer d.mu.Unlock()
	r := &Replay{journal: slices.Clone(d.journal), nodes: map[int]*content{}}
	r.Forward(d.began)
	return r
}

func (d *Disk) record(e entry) { d.journal = append(d.journal, e) }

// node is a file or a folder of a disk.
type node struct {
	fs.Inode
	disk *Disk
	id   int
	data []byte
	mode uint32
	uid  uint32
	gid  uint32
}

// fill creates and syncs the first content.
func (n *node) fill(ctx context.Context, content Image) {
	n.disk.mu.Lock()
	defer n.disk.mu.Unlock()
	folders := map[string]*node{".": n}
	for _, at := range sorted(content) {
		parent, data := folders[path.Dir(at)], content[at]
		if data == nil {
			folders[at] = parent.add(ctx, path.Base(at), syscall.S_IFDIR|0o700)
			parent.AddChild(path.Base(at), folders[at].EmbeddedInode(), true)
			continue
		}
		file := parent.add(ctx, path.Base(at), syscall.S_IFREG|0o600)
		file.write(slices.Clone(data), 0)
		parent.AddChild(path.Base(at), file.EmbeddedInode(), true)
	}
	for id := root; id <= n.disk.last; id++ {
		n.disk.record(entry{kind: sync, node: id})
	}
	n.disk.began = len(n.disk.journal)
}

// add creates a file or a folder in a folder; the caller holds the lock.
func (n *node) add(ctx context.Context, called string, mode uint32) *node {
	n.disk.last++
	child := &node{disk: n.disk, id: n.disk.last, mode: mode &^ syscall.S_IFMT}
	if caller, known := fuse.FromContext(ctx); known {
		child.uid, child.gid = caller.Uid, caller.Gid
	}
	n.NewPersistentInode(ctx, child, fs.StableAttr{Mode: mode & syscall.S_IFMT, Ino: uint64(child.id)})
	n.disk.record(entry{kind: rename, names: []name{n.entry(called, child)}})
	return child
}

// entry returns a name in a folder; child is nil for none.
func (n *node) entry(called string, child *node) name {
	if child == nil {
		return name{folder: n.id, name: called}
	}
	return name{folder: n.id, name: called, node: child.id, isDir: child.IsDir()}
}

// write keeps data, which is not changed after that; the caller holds the lock.
func (n *node) write(data []byte, at int64) {
	e := entry{kind: write, node: n.id, at: at, data: data}
	n.disk.record(e)
	n.data = applyData(n.data, e)
}

func (n *node) resize(size uint64) {
	e := entry{kind: resize, node: n.id, at: int64(size)}
	n.disk.record(e)
	n.data = applyData(n.data, e)
}

func (n *node) attributes(out *fuse.Attr) {
	out.Size, out.Mode, out.Ino = uint64(len(n.data)), n.mode|n.StableAttr().Mode, uint64(n.id)
	out.Uid, out.Gid, out.Nlink = n.uid, n.gid, 1
}
