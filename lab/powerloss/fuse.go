// SPDX-License-Identifier: Apache-2.0

//go:build linux

package powerloss

import (
	"context"
	"slices"
	"syscall"

	"github.com/hanwen/go-fuse/v2/fs"
	"github.com/hanwen/go-fuse/v2/fuse"
)

// The operations of a file system that programs with a database use. Names are
// looked up and listed by the library, in its tree of nodes.
var (
	_ fs.NodeCreater   = (*node)(nil)
	_ fs.NodeMkdirer   = (*node)(nil)
	_ fs.NodeUnlinker  = (*node)(nil)
	_ fs.NodeRmdirer   = (*node)(nil)
	_ fs.NodeRenamer   = (*node)(nil)
	_ fs.NodeOpener    = (*node)(nil)
	_ fs.NodeReader    = (*node)(nil)
	_ fs.NodeWriter    = (*node)(nil)
	_ fs.NodeFsyncer   = (*node)(nil)
	_ fs.NodeGetattrer = (*node)(nil)
	_ fs.NodeSetattrer = (*node)(nil)
	_ fs.NodeAllocater = (*node)(nil)
)

func (n *node) Create(ctx context.Context, called string, _, mode uint32, out *fuse.EntryOut) (*fs.Inode, fs.FileHandle, uint32, syscall.Errno) {
	n.disk.mu.Lock()
	defer n.disk.mu.Unlock()
	child := n.add(ctx, called, syscall.S_IFREG|mode&0o7777)
	child.attributes(&out.Attr)
	return child.EmbeddedInode(), nil, 0, 0
}

func (n *node) Mkdir(ctx context.Context, called string, mode uint32, out *fuse.EntryOut) (*fs.Inode, syscall.Errno) {
	n.disk.mu.Lock()
	defer n.disk.mu.Unlock()
	child := n.add(ctx, called, syscall.S_IFDIR|mode&0o7777)
	child.attributes(&out.Attr)
	return child.EmbeddedInode(), 0
}

func (n *node) Unlink(_ context.Context, called string) syscall.Errno {
	n.disk.mu.Lock()
	defer n.disk.mu.Unlock()
	n.disk.record(entry{kind: rename, names: []name{n.entry(called, nil)}})
	return 0
}

func (n *node) Rmdir(ctx context.Context, called string) syscall.Errno {
	if child := n.GetChild(called); child != nil && len(child.Children()) > 0 {
		return syscall.ENOTEMPTY
	}
	return n.Unlink(ctx, called)
}

func (n *node) Rename(_ context.Context, called string, to fs.InodeEmbedder, newName string, flags uint32) syscall.Errno {
	if flags != 0 {
		return syscall.EINVAL // exchange and the like
	}
	n.disk.mu.Lock()
	defer n.disk.mu.Unlock()
	child, target := n.GetChild(called), to.EmbeddedInode().Operations().(*node)
	n.disk.record(entry{kind: rename, names: []name{n.entry(called, nil), target.entry(newName, child.Operations().(*node))}})
	return 0
}

func (n *node) Open(_ context.Context, flags uint32) (fs.FileHandle, uint32, syscall.Errno) {
	if flags&syscall.O_TRUNC != 0 {
		n.disk.mu.Lock()
		defer n.disk.mu.Unlock()
		n.resize(0)
	}
	return nil, fuse.FOPEN_KEEP_CACHE, 0
}

func (n *node) Read(_ context.Context, _ fs.FileHandle, dest []byte, at int64) (fuse.ReadResult, syscall.Errno) {
	n.disk.mu.Lock()
	defer n.disk.mu.Unlock()
	return fuse.ReadResultData(dest[:copy(dest, n.data[min(at, int64(len(n.data))):])]), 0
}

func (n *node) Write(_ context.Context, _ fs.FileHandle, data []byte, at int64) (uint32, syscall.Errno) {
	n.disk.mu.Lock()
	defer n.disk.mu.Unlock()
	n.write(slices.Clone(data), at)
	return uint32(len(data)), 0
}

// Fsync is also called for folders, and for the sync of data without attributes:
// the size of a file is part of its data here.
func (n *node) Fsync(context.Context, fs.FileHandle, uint32) syscall.Errno {
	n.disk.mu.Lock()
	defer n.disk.mu.Unlock()
	n.disk.record(entry{kind: sync, node: n.id})
	return 0
}

func (n *node) Getattr(_ context.Context, _ fs.FileHandle, out *fuse.AttrOut) syscall.Errno {
	n.disk.mu.Lock()
	defer n.disk.mu.Unlock()
	n.attributes(&out.Attr)
	return 0
}

func (n *node) Setattr(_ context.Context, _ fs.FileHandle, in *fuse.SetAttrIn, out *fuse.AttrOut) syscall.Errno {
	n.disk.mu.Lock()
	defer n.disk.mu.Unlock()
	if size, set := in.GetSize(); set {
		n.resize(size)
	}
	if mode, set := in.GetMode(); set {
		n.mode = mode &^ syscall.S_IFMT
	}
	if uid, set := in.GetUID(); set {
		n.uid = uid
	}
	if gid, set := in.GetGID(); set {
		n.gid = gid
	}
	n.attributes(&out.Attr)
	return 0
}

// Allocate extends a file, as posix_fallocate does.
func (n *node) Allocate(_ context.Context, _ fs.FileHandle, at, size uint64, mode uint32) syscall.Errno {
	if mode != 0 {
		return syscall.EOPNOTSUPP
	}
	n.disk.mu.Lock()
	defer n.disk.mu.Unlock()
	if end := at + size; end > uint64(len(n.data)) {
		n.resize(end)
	}
	return 0
}
