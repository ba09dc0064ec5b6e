// SPDX-License-Identifier: Apache-2.0

package uci

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

// longestLine bounds a line, in bytes: enough for a game of a hundred thousand turns.
const longestLine = 1 << 20

// inputLine is a line of input, or an error.
type inputLine struct {
	text string
	err  error
}

// readLines sends the lines of an input until it ends. A malformed line is sent as an error,
// and reading continues.
func readLines(ctx context.Context, in io.Reader) <-chan inputLine {
	lines := make(chan inputLine)
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

// readLine reads up to the end of a line. A line that is too long is dropped.
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

// checkedLine refuses lines that are not plain UTF-8 text.
func checkedLine(text string, err error) inputLine {
	text = strings.TrimRight(text, "\r\n")
	switch {
	case errors.Is(err, errLongLine):
		return inputLine{err: err}
	case err != nil && !errors.Is(err, io.EOF):
		return inputLine{err: fmt.Errorf("read the input: %w", err)}
	case !utf8.ValidString(text):
		return inputLine{err: errors.New("the line is not text: want UTF-8")}
	}
	for _, r := range text {
		if unicode.IsControl(r) && r != '\t' {
			return inputLine{err: fmt.Errorf("the line holds the control character %U: want plain text", r)}
		}
	}
	return inputLine{text: strings.TrimSpace(text)}
}
