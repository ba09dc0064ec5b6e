// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"
)

// longestLine is what a line of the protocol may hold, in bytes: a game of some
// hundred thousand turns.
const longestLine = 1 << 20

// engineLine is a line of input, or what was wrong with it.
type engineLine struct {
	text string
	err  error
}

// readLines sends the lines of an input until it ends. A line that is not to be
// used comes as an error, and reading goes on.
func readLines(ctx context.Context, in io.Reader) <-chan engineLine {
	lines := make(chan engineLine)
	go func() {
		defer close(lines)
		reader := bufio.NewReader(in)
		for {
			text, err := readLine(reader)
			if errors.Is(err, io.EOF) && text == "" {
				return
			}
			select {
			case lines <- checkedLine(text, err):
			case <-ctx.Done():
				return
			}
			if err != nil && !errors.Is(err, errLongLine) {
				return
			}
		}
	}()
	return lines
}

var errLongLine = fmt.Errorf("the line is longer than %d bytes: shorten it", longestLine)

// readLine reads up to the end of a line. Of one that is too long nothing is
// kept.
func readLine(reader *bufio.Reader) (string, error) {
	var line []byte
	for long := false; ; {
		part, err := reader.ReadSlice('\n')
		if long = long || len(line)+len(part) > longestLine; long {
			line = nil
		} else {
			line = append(line, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
		case long:
			return "", errLongLine
		default:
			return string(line), err
		}
	}
}

// checkedLine refuses what no person and no program types by intention.
func checkedLine(text string, err error) engineLine {
	text = strings.TrimRight(text, "\r\n")
	switch {
	case errors.Is(err, errLongLine):
		return engineLine{err: err}
	case err != nil && !errors.Is(err, io.EOF):
		return engineLine{err: fmt.Errorf("read the input: %w", err)}
	case !utf8.ValidString(text):
		return engineLine{err: errors.New("the line is not text: want UTF-8")}
	}
	for _, r := range text {
		if unicode.IsControl(r) && r != '\t' {
			return engineLine{err: fmt.Errorf("the line holds the control character %U: want plain text", r)}
		}
	}
	return engineLine{text: strings.TrimSpace(text)}
}
