// SPDX-License-Identifier: Apache-2.0

// Archive packs the program with a file that starts it on a double click, and the
// licence: as .zip for Windows, as .tar.gz for others. The same files give the same
// bytes.
//
//	archive OUT PROGRAM FILE...
package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "archive:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) < 2 {
		return errors.New("want OUT, PROGRAM and files")
	}
	var out bytes.Buffer
	var write func(name string, mode int64, data []byte) error
	var closers []io.Closer
	if strings.HasSuffix(args[0], ".zip") {
		z := zip.NewWriter(&out)
		closers = append(closers, z)
		write = func(name string, mode int64, data []byte) error { return writeZip(z, name, mode, data) }
	} else {
		g := gzip.NewWriter(&out)
		t := tar.NewWriter(g)
		closers = append(closers, t, g)
		write = func(name string, mode int64, data []byte) error { return writeTar(t, name, mode, data) }
	}
	for i, path := range args[1:] {
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		name, mode := filepath.Base(path), int64(0o644)
		if i == 0 {
			name = "cairn" + filepath.Ext(path) // without the system in its name
		}
		if i == 0 || bytes.HasPrefix(data, []byte("#!")) || strings.HasSuffix(name, ".desktop") {
			mode = 0o755
		}
		if err := write("cairn/"+name, mode, data); err != nil {
			return err
		}
	}
	for _, c := range closers {
		if err := c.Close(); err != nil {
			return err
		}
	}
	return os.WriteFile(args[0], out.Bytes(), 0o644)
}

func writeZip(z *zip.Writer, name string, mode int64, data []byte) error {
	header := &zip.FileHeader{Name: name, Method: zip.Deflate}
	header.SetMode(os.FileMode(mode))
	w, err := z.CreateHeader(header)
	if err != nil {
		return err
	}
	_, err = w.Write(data)
	return err
}

func writeTar(t *tar.Writer, name string, mode int64, data []byte) error {
	if err := t.WriteHeader(&tar.Header{Name: name, Mode: mode, Size: int64(len(data)), Format: tar.FormatUSTAR}); err != nil {
		return err
	}
	_, err := t.Write(data)
	return err
}
