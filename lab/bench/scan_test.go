// SPDX-License-Identifier: Apache-2.0

package bench_test

import (
	"encoding/json"
	"maps"
	"strings"
	"testing"
	"unicode/utf8"

	"cairn/lab/bench"
)

// FuzzFields compares with encoding/json.
func FuzzFields(f *testing.F) {
	for _, text := range []string{
		`{}`, ` { "a" : 1 , "b" : [ 1, {"c":"]}\"\\"} ] }`, `{"type":"change","since":12,"change":{"seq":13,"moves":["a1|ta1"],"can":null}}`,
		`{"a":"}"}`, `{"a":-1.5e3,"b":true,"c":null}`, `{"a":[[],{}]}`, `null`,
		``, `{`, `{"a"}`, `{"a":}`, `{"a":1`, `{"a":1,}`, `{"a":"`, `[1]`, `{"a":"\`, `{"a":]}`, `{1:2}`,
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got := map[string]json.RawMessage{}
		err := bench.Fields(text, func(name, value string) error {
			got[name] = json.RawMessage(value)
			return nil
		})
		var want map[string]json.RawMessage
		if !utf8.ValidString(text) || json.Unmarshal([]byte(text), &want) != nil {
			return // it may be passed over
		}
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		for name := range got {
			if strings.Contains(name, `\`) {
				return // names of the API need no escapes
			}
		}
		if !maps.EqualFunc(got, want, func(a, b json.RawMessage) bool { return string(a) == string(b) }) {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	})
}
