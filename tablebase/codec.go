// SPDX-License-Identifier: Apache-2.0

package tablebase

import (
	"sync"

	"github.com/klauspost/compress/zstd"
)

// Blocks are small, so they are compressed without headers that tell what the
// table knows anyway. Both ways are safe for concurrent use.

var encoder = sync.OnceValue(func() *zstd.Encoder {
	e, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedBetterCompression),
		zstd.WithEncoderCRC(false), zstd.WithSingleSegment(true), zstd.WithLowerEncoderMem(true))
	if err != nil {
		panic(err) // options that contradict each other: a broken program
	}
	return e
})

var decoder = sync.OnceValue(func() *zstd.Decoder {
	d, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(0), zstd.WithDecoderLowmem(true),
		zstd.WithDecoderMaxMemory(1<<20))
	if err != nil {
		panic(err)
	}
	return d
})

// compress appends a block as it is stored: smaller, or as it is.
func compress(dst, block []byte) []byte {
	start := len(dst)
	dst = encoder().EncodeAll(block, dst)
	if len(dst)-start >= len(block) {
		dst = append(dst[:start], block...)
	}
	return dst
}

// expand writes the block that is stored compressed into dst, whose capacity it
// fits, and returns whether it was one of exactly that size.
func expand(dst, stored []byte, size int) bool {
	out, err := decoder().DecodeAll(stored, dst[:0])
	return err == nil && len(out) == size && &out[0] == &dst[:1][0]
}
