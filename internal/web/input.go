// SPDX-License-Identifier: Apache-2.0

package web

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"

	"cairn/internal/failure"
)

// input is what a form or a JSON object sends: the same names either way.
type input map[string]string

// readInput reads the body of a request.
func readInput(r *http.Request) (input, error) {
	if sendsJSON(r) {
		return readJSON(r.Body)
	}
	if err := r.ParseForm(); err != nil {
		return nil, badRequest(err)
	}
	in := input{}
	for name := range r.PostForm {
		in[name] = r.PostForm.Get(name)
	}
	return in, nil
}

// readJSON reads one flat object: texts, numbers, booleans and nulls.
func readJSON(body io.Reader) (input, error) {
	decoder := json.NewDecoder(body)
	decoder.UseNumber()
	var values map[string]any
	if err := decoder.Decode(&values); err != nil {
		return nil, badRequest(err)
	}
	if decoder.More() {
		return nil, badRequest(errors.New("more than one JSON value"))
	}
	in := input{}
	for name, value := range values {
		switch value := value.(type) {
		case nil:
		case string, bool, json.Number:
			in[name] = fmt.Sprint(value)
		default:
			return nil, badRequest(fmt.Errorf("field %q: want a text, a number, true or false", name))
		}
	}
	return in, nil
}

// badRequest says that a body cannot be read; one that is too large says so
// itself.
func badRequest(err error) error {
	var large *http.MaxBytesError
	if errors.As(err, &large) {
		return err
	}
	return &failure.Error{Code: errRequest.Code, Key: errRequest.Key, Err: err}
}

func (in input) text(name string) string { return in[name] }

// number reads a number from 0; a field that is missing is 0.
func (in input) number(name string) (int, error) {
	if in[name] == "" {
		return 0, nil
	}
	n, err := strconv.Atoi(in[name])
	if err != nil || n < 0 {
		return 0, badRequest(fmt.Errorf("field %q is %q: want a number", name, in[name]))
	}
	return n, nil
}

// yes reads true or false; buttons say yes or no.
func (in input) yes(name string) (bool, error) {
	switch in[name] {
	case "true", "yes", "1":
		return true, nil
	case "", "false", "no", "0":
		return false, nil
	}
	return false, badRequest(fmt.Errorf("field %q is %q: want true or false", name, in[name]))
}
