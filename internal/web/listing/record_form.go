// SPDX-License-Identifier: Apache-2.0

package listing

import (
	"fmt"
	"io"
	"mime"
	"net/http"
	"strings"

	"cairn/internal/web"
	"cairn/record"
)

const (
	// MaxRecordForm is how many bytes a form with a record may have: a record is at
	// most a mebibyte, with the form around it.
	MaxRecordForm = 1<<20 + 64<<10
	// maxMarks bounds the characters of a record that begin a line, list or object in
	// YAML or JSON: a reader keeps up to 350 bytes for each. A turn has six.
	maxMarks = 50_000
	// maxLine is the longest line of a record in bytes, JSON apart: a turn has some
	// 60, and an error message quotes the whole line.
	maxLine = 16 << 10
)

var errLine = fmt.Errorf("a line is longer than %d KiB", maxLine>>10)

// ReadRecordForm reads a form with a record. The field "typed" is the text of the
// form, and "record" the content of an uploaded file, else the same text.
func ReadRecordForm(r *http.Request) (web.Form, error) {
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "multipart/form-data" {
		in, err := web.ReadForm(r)
		if err == nil {
			in["typed"] = in["record"]
		}
		return in, err
	}
	if err := r.ParseMultipartForm(MaxRecordForm); err != nil {
		return nil, web.BadRequest(err)
	}
	in := web.Form{}
	for name, values := range r.MultipartForm.Value {
		in[name] = values[0]
	}
	in["typed"] = in["record"]
	file, header, err := r.FormFile("file")
	if err != nil || header.Size == 0 {
		return in, nil // no file was chosen
	}
	defer file.Close()
	data, err := io.ReadAll(file)
	if err != nil {
		return nil, web.BadRequest(err)
	}
	in["record"] = string(data)
	return in, nil
}

// CheckRecordText refuses a record that would take too much memory to read.
func CheckRecordText(text string) error {
	marks := 0
	for _, mark := range []string{"\n", ":", ",", "[", "{"} {
		marks += strings.Count(text, mark)
	}
	if marks > maxMarks || len(text) > record.MaxSize {
		return record.ErrTooLarge
	}
	number := 0
	for line := range strings.Lines(text) {
		number++
		if len(line) > maxLine && !strings.HasPrefix(text, "{") {
			return &record.Fault{Line: number, Err: errLine}
		}
	}
	return nil
}
