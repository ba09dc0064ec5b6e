// SPDX-License-Identifier: Apache-2.0

package tui

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"cairn/internal/lang"
)

// console is the input and output of a game that is played line by line.
type console struct {
	ctx   context.Context
	words *lang.Catalogue
	lines *lines
	echo  bool // the input is not seen, so it is written after its prompt
	out   *sink
}

func (c *console) say(text string) { fmt.Fprintln(c.out, text) }

// writeNews writes the log entries of the last action.
func (c *console) writeNews(s *session) {
	for _, r := range s.log.news {
		for _, text := range r.sentences(c.words, s.board()) {
			c.say(text)
		}
	}
}

// maxLine is how many bytes of a line are read; no move or file name is longer.
// The rest of the line is dropped.
const maxLine = 4096

// lines reads lines in the background, so that waiting for one can be given up
// when the context ends.
type lines struct {
	next chan string
	err  error // set before next is closed
}

func readLines(ctx context.Context, in io.Reader) *lines {
	l := &lines{next: make(chan string)}
	go func() {
		defer close(l.next)
		for reader := bufio.NewReaderSize(in, maxLine); ; {
			text, err := readLine(reader)
			if err != nil {
				if !errors.Is(err, io.EOF) {
					l.err = err
				}
				return
			}
			select {
			case l.next <- text:
			case <-ctx.Done():
				return
			}
		}
	}()
	return l
}

// readLine reads one line without its end. A last line need not have one.
func readLine(in *bufio.Reader) (string, error) {
	head, more, err := in.ReadLine()
	text := string(head)
	for more && err == nil {
		_, more, err = in.ReadLine()
	}
	if err != nil && text != "" {
		err = nil // what came before the fault counts; the fault comes again
	}
	return text, err
}

// typed reports whether a person types the input and so sees it.
func typed(in io.Reader) bool {
	file, ok := in.(*os.File)
	if !ok {
		return false
	}
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// sink is an output that remembers its first fault and writes nothing after it.
type sink struct {
	out io.Writer
	err error
}

// Write implements io.Writer; it never fails.
func (s *sink) Write(b []byte) (int, error) {
	if s.err == nil {
		_, s.err = s.out.Write(b)
	}
	return len(b), nil
}
