// SPDX-License-Identifier: Apache-2.0

package plain

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"cairn/internal/lang"
)

// console is the input and output of a display.
type console struct {
	words    *lang.Catalogue
	lines    *lines
	echo     bool // the input is not a terminal, so that lines are written after their prompts
	out      *sink
	prompted bool // the last line is a prompt without an answer
}

func (c *console) say(text string) { fmt.Fprintln(c.out, text) }

// prompt writes a prompt; the answer follows on the same line.
func (c *console) prompt(text string) {
	fmt.Fprint(c.out, text+" ")
	c.prompted = true
}

// answer ends the line of a prompt after an answer was read.
func (c *console) answer(line string) {
	c.prompted = false
	if c.echo {
		c.say(line)
	}
}

// newline ends the line of a prompt that has no answer.
func (c *console) newline() {
	if c.prompted {
		c.say("")
	}
	c.prompted = false
}

// maxLine bounds the bytes of a line; the rest of it is dropped.
const maxLine = 4096

// lines reads lines in the background, so that waiting for a line can be cancelled.
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

// readLine reads one line without its line end, which the last line may lack.
func readLine(in *bufio.Reader) (string, error) {
	head, more, err := in.ReadLine()
	text := string(head)
	for more && err == nil {
		_, more, err = in.ReadLine()
	}
	if err != nil && text != "" {
		err = nil // the text before the error counts; the next read returns the error again
	}
	return text, err
}

// typed reports whether the input is a terminal, which shows what a person types.
func typed(in io.Reader) bool {
	file, ok := in.(*os.File)
	if !ok {
		return false
	}
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// sink is an output that records its first error and writes nothing after it.
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
