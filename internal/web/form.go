// SPDX-License-Identifier: Apache-2.0

package web

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"unicode/utf8"

	"cairn/internal/failure"
)

// Form holds the fields of a form or a JSON object.
type Form map[string]string

// ReadForm reads the body of a request.
func ReadForm(r *http.Request) (Form, error) {
	if SendsJSON(r) {
		in, err := readJSON(r.Body, IsAPI(r))
		return in, cmp.Or(err, checkFields(r, in))
	}
	if err := r.ParseForm(); err != nil {
		return nil, BadRequest(err)
	}
	in := Form{}
	for name := range r.PostForm {
		in[name] = r.PostForm.Get(name)
	}
	return in, nil
}

// FormHandler serves a request whose body is a form or a JSON object.
type FormHandler func(w http.ResponseWriter, r *http.Request, in Form) error

// WithForm reads the body of a request and passes it to a handler.
func WithForm(h FormHandler) Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		in, err := ReadForm(r)
		if err != nil {
			return err
		}
		return h(w, r, in)
	}
}

// readJSON reads one flat object of strings, numbers, booleans and nulls. Where the
// body may be empty, that is an empty object.
func readJSON(body io.Reader, empty bool) (Form, error) {
	text, err := io.ReadAll(body)
	if err != nil {
		return nil, BadRequest(err)
	}
	if empty && len(text) == 0 {
		return Form{}, nil
	}
	if in, ok := plainObject(text); ok {
		return in, nil
	}
	var values map[string]field
	if err := json.Unmarshal(text, &values); err != nil {
		return nil, BadRequest(err)
	}
	in := make(Form, len(values))
	for name, value := range values {
		switch {
		case value.nested:
			return nil, BadRequest(fmt.Errorf("field %q: want a text, a number, true or false", name))
		case value.given:
			in[name] = value.text
		}
	}
	return in, nil
}

// plainObject reads an object without blanks of plain texts, numbers from 0, true and
// false, as most programs send it, in less time than encoding/json. It reports false for
// anything else.
func plainObject(text []byte) (Form, bool) {
	in := Form{}
	for mark := byte('{'); ; mark = ',' {
		if len(text) == 0 || text[0] != mark {
			return in, mark == ',' && string(text) == "}"
		}
		name, rest, ok := plainText(text[1:])
		if !ok || len(rest) == 0 || rest[0] != ':' {
			return nil, false
		}
		var value string
		if value, text, ok = plainValue(rest[1:]); !ok {
			return nil, false
		}
		in[name] = value
	}
}

// plainText cuts off a text without escapes.
func plainText(text []byte) (value string, rest []byte, ok bool) {
	if len(text) == 0 || text[0] != '"' {
		return "", nil, false
	}
	for i, c := range text[1:] {
		switch {
		case c == '"':
			return string(text[1 : 1+i]), text[i+2:], true
		case c < ' ' || c > '~' || c == '\\':
			return "", nil, false
		}
	}
	return "", nil, false
}

// plainValue cuts off a text, a number, true or false.
func plainValue(text []byte) (value string, rest []byte, ok bool) {
	if len(text) > 0 && text[0] == '"' {
		return plainText(text)
	}
	for _, word := range []string{"true", "false"} {
		if rest, ok := bytes.CutPrefix(text, []byte(word)); ok {
			return word, rest, true
		}
	}
	n := 0
	for n < len(text) && '0' <= text[n] && text[n] <= '9' {
		n++
	}
	return string(text[:n]), text[n:], n == 1 || n > 1 && text[0] != '0'
}

// field is a value of a flat object as text.
type field struct {
	text          string
	given, nested bool
}

// UnmarshalJSON implements json.Unmarshaler.
func (f *field) UnmarshalJSON(text []byte) error {
	f.given = text[0] != 'n' // null
	switch text[0] {
	case '"':
		if bytes.IndexByte(text, '\\') >= 0 || !utf8.Valid(text) {
			return json.Unmarshal(text, &f.text)
		}
		f.text = string(text[1 : len(text)-1])
	case '{', '[':
		f.nested = true
	default:
		f.text = string(text) // a number, true or false
	}
	return nil
}

// BadRequest reports a body that cannot be read; a body that is too large has its
// own error.
func BadRequest(err error) error {
	var large *http.MaxBytesError
	if errors.As(err, &large) {
		return err
	}
	return &failure.Error{Code: errRequest.Code, Key: errRequest.Key, Err: err}
}

func (in Form) Text(name string) string { return in[name] }

// Number reads a number from 0; a missing field is 0.
func (in Form) Number(name string) (int, error) {
	if in[name] == "" {
		return 0, nil
	}
	n, err := strconv.Atoi(in[name])
	if err != nil || n < 0 {
		return 0, BadRequest(fmt.Errorf("field %q is %q: want a number", name, in[name]))
	}
	return n, nil
}

// Yes reads true or false; buttons send yes or no.
func (in Form) Yes(name string) (bool, error) {
	switch in[name] {
	case "true", "yes", "1":
		return true, nil
	case "", "false", "no", "0":
		return false, nil
	}
	return false, BadRequest(fmt.Errorf("field %q is %q: want true or false", name, in[name]))
}

// OnForm reports whether an error is shown beside the form that was sent.
// Programs have no form.
func OnForm(r *http.Request, err error, codes ...failure.Code) bool {
	return !WantsJSON(r) && slices.Contains(codes, failure.CodeOf(err))
}

// ShowRefused shows a form again with the error that refused it. Programs, and errors with other
// codes, get the error itself.
func (s *Server) ShowRefused(r *http.Request, err error, show func(*Problem) error, codes ...failure.Code) error {
	if !OnForm(r, err, codes...) {
		return err
	}
	return show(s.Problem(r, err))
}

// Choice is a value of a select box with its text.
type Choice struct{ Value, Text string }

// Choices returns values of a select box, whose texts have keys with a prefix.
func (t *Texts) Choices(prefix string, values ...string) []Choice {
	list := make([]Choice, len(values))
	for i, value := range values {
		list[i] = Choice{value, t.Text(prefix + value)}
	}
	return list
}
