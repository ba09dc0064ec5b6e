// SPDX-License-Identifier: Apache-2.0

package web_test

import (
	"encoding/json"
	"testing"

	"cairn/internal/web"
)

// plainObject and encoding/json read the same values.
func FuzzPlainObject(f *testing.F) {
	for text, plain := range map[string]bool{
		`{"move":"d6-d7xa1","expect":12,"id":"a-b","yes":true,"no":false,"zero":0,"":""}`: true,
		`{"a":"1","a":"2"}`: true,
		`{}`:                false, ``: false, `{`: false, `{"a"`: false, `{"a":`: false, `{"a":1`: false, `{"a":1,`: false, `{"a":1,}`: false, `{"a":1}}`: false, `{"a":1}x`: false,
		`{ "a":1}`: false, `{"a":1} `: false, `{"a":01}`: false, `{"a":1.5}`: false, `{"a":-1}`: false, `{"a":null}`: false, `{"a":[]}`: false, `{"a":truex}`: false, `{"a":"\n"}`: false,
		`{"a":"\u0041"}`: false, `{"a":"é"}`: false, "{\"a\":\"\xff\"}": false, "{\"a\":\"\n\"}": false, `[1]`: false, `{"a":}`: false, `{a:1}`: false, `{"a":"b}`: false,
	} {
		f.Add([]byte(text))
		if _, ok := web.PlainObject([]byte(text)); ok != plain {
			f.Errorf("%q: got %v, want %v", text, ok, plain)
		}
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		got, plain := web.PlainObject(text)
		if !plain {
			return
		}
		var want map[string]any
		if err := json.Unmarshal(text, &want); err != nil || len(got) != len(want) {
			t.Fatalf("%q: got %v, want %v, %v", text, got, want, err)
		}
		var exact map[string]json.RawMessage
		_ = json.Unmarshal(text, &exact) // as above
		for name, value := range want {
			expected := string(exact[name])
			if s, ok := value.(string); ok {
				expected = s
			}
			if got[name] != expected {
				t.Errorf("%q: %s: got %s, want %s", text, name, got[name], expected)
			}
		}
	})
}
