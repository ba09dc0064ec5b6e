// SPDX-License-Identifier: Apache-2.0

package tablebase

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"sync"

	"github.com/klauspost/compress/zstd"
)

// Extension is the extension of table files, tempPrefix the prefix of temporary ones.
const (
	Extension  = ".table"
	tempPrefix = ".aside-"
)

// Path returns the file of a tier of a game in a folder of tables.
func Path(dir, id, tier string) string { return filepath.Join(dir, id, tier+Extension) }

// Has reports whether a tier has a file, which may be damaged.
func Has(dir string, key Key, tier Tier) bool {
	_, err := os.Stat(Path(dir, key.Game, tier.String()))
	return err == nil
}

// Write writes a table into a folder, under a temporary name that is renamed after a
// sync. The values have one byte a slot for either kind.
func Write(dir string, h Header, values []byte) error {
	if h.Slots != uint64(len(values)) {
		return fmt.Errorf("write table %s: %d values for %d slots", h.Tier, len(values), h.Slots)
	}
	return writeFrom(dir, h, func(dst []byte, slot uint64) error {
		copy(dst, values[slot:])
		return nil
	})
}

// source fills dst with the values from a slot on. It is called concurrently.
type source func(dst []byte, slot uint64) error

func writeFrom(dir string, h Header, values source) (err error) {
	path := Path(dir, h.Game, h.Tier)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return fmt.Errorf("write table: %w", err)
	}
	file, err := os.CreateTemp(filepath.Dir(path), tempPrefix+"*")
	if err != nil {
		return fmt.Errorf("write table: %w", err)
	}
	defer func() {
		err = errors.Join(err, file.Close())
		if err == nil {
			err = os.Rename(file.Name(), path)
		}
		if err != nil {
			err = errors.Join(fmt.Errorf("write table: %w", err), os.Remove(file.Name()))
		}
	}()
	if err := file.Chmod(0o644); err != nil {
		return err
	}
	if err := write(file, h, values); err != nil {
		return err
	}
	return file.Sync()
}

func write(file *os.File, h Header, values source) error {
	head := head{Header: h, begins: make([]uint64, h.blocks()+1), sums: make([]uint32, h.blocks())}
	blank, err := head.encode()
	if err != nil {
		return err
	}
	if _, err := file.Seek(int64(len(blank)), io.SeekStart); err != nil {
		return err
	}
	at := uint64(len(blank))
	for first := uint64(0); first < h.blocks(); first += batch {
		stored, err := pack(&h, values, first)
		if err != nil {
			return err
		}
		for i, block := range stored {
			n := first + uint64(i)
			head.begins[n], head.sums[n] = at, checksum(block)
			at += uint64(len(block))
			if _, err := file.Write(block); err != nil {
				return err
			}
		}
	}
	head.begins[h.blocks()] = at
	full, err := head.encode()
	if err != nil {
		return err
	}
	_, err = file.WriteAt(full, 0)
	return err
}

// batch is the number of blocks compressed between two writes.
const batch = 256

// pack compresses a batch of blocks on all cores.
func pack(h *Header, values source, first uint64) ([][]byte, error) {
	stored := make([][]byte, min(batch, h.blocks()-first))
	per := blockSize * h.Kind.perByte()
	workers := runtime.GOMAXPROCS(0)
	faults := make([]error, workers)
	var group sync.WaitGroup
	for w := range workers {
		group.Go(func() {
			plain, packed := make([]byte, per), make([]byte, 0, blockSize)
			for i := w; i < len(stored) && faults[w] == nil; i += workers {
				from := (first + uint64(i)) * per
				part := plain[:min(per, h.Slots-from)]
				faults[w] = values(part, from)
				packed = h.Kind.pack(packed[:0], part)
				stored[i] = compress(nil, packed)
			}
		})
	}
	group.Wait()
	return stored, errors.Join(faults...)
}

// Blocks are small, so zstd leaves out checksums and window sizes. Encoder and decoder
// are safe for concurrent use.

var encoder = sync.OnceValue(func() *zstd.Encoder {
	e, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedBetterCompression),
		zstd.WithEncoderCRC(false), zstd.WithSingleSegment(true), zstd.WithLowerEncoderMem(true))
	if err != nil {
		panic(err) // the options contradict each other
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

// compress appends the stored form of a block: compressed, or unchanged if that is not
// smaller.
func compress(dst, block []byte) []byte {
	start := len(dst)
	dst = encoder().EncodeAll(block, dst)
	if len(dst)-start >= len(block) {
		dst = append(dst[:start], block...)
	}
	return dst
}

// expand decompresses a block into dst, and reports whether it has exactly that size.
func expand(dst, stored []byte, size int) bool {
	out, err := decoder().DecodeAll(stored, dst[:0])
	return err == nil && len(out) == size && &out[0] == &dst[:1][0]
}
