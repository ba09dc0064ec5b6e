// SPDX-License-Identifier: Apache-2.0

package api_test

import (
	"encoding/json"
	"flag"
	"maps"
	"math/rand/v2"
	"net/url"
	"path"
	"slices"
	"strings"
	"testing"

	"cairn/internal/account"
	"cairn/internal/web/webtest"
)

var rounds = flag.Int("rounds", 12, "requests to each operation in TestFuzz")

// fuzzer makes requests that fit the schemas of the document, or nearly.
type fuzzer struct {
	t       *testing.T
	schemas object
	rand    *rand.Rand
	known   map[string][]string // values of fields and parameters that exist
}

// TestFuzz sends requests made from the schemas to every operation: none is answered
// with a server error, and every answer is as the document says.
func TestFuzz(t *testing.T) {
	s := webtest.NewSite(t)
	c := newChecker(t)
	ann, bob := program(s, "ann", all|account.ScopeBot), program(s, "bob", all)
	match := field(ann.Send("POST /matches", `{"game":"three","opponent":"screen"}`), "match")
	challenge := field(bob.Send("POST /challenges", `{"to":"ann","game":"three"}`), "challenge")
	seek := field(bob.Send("POST /seeks", `{"game":"yote"}`), "seek")
	puzzle := field(ann.Send("GET /puzzles/six", ""), "id")
	f := &fuzzer{t, document(t)["components"].(object)["schemas"].(object), rand.New(rand.NewPCG(1, 2)), map[string][]string{
		"id": {match, match, match, challenge, seek, puzzle, "nothing", "%00", "a%2Fb"}, "name": {"bob", "ann", "nobody", "%FF"}, "to": {"bob", "ann", "nobody"},
		"game": {"three", "three-mens-morris", "six", "chess", "%2E%2E"}, "clock": {"none", "5m+3s", "3d", "-1m", "99999h", "1e9s"}, "n": {"1", "0", "-1", "999999999999999999999"},
		"move": {"a1", "a1-a2", "b2", "c3xa1", ""}, "level": {"easy", "perfect", "none"}, "position": {"", "x", ".../.../... w"},
		"record": {"", "{", "cairn: 1", "1. a1 b2", "{\"cairn\":1}"}, "theme": {"", "win", "x"}, "since": {"0", "5", "-1", "2026-01", "2026-13"},
	}}
	n := *rounds
	if testing.Short() {
		n = 2
	}
	for _, pattern := range slices.Sorted(maps.Keys(c.operations)) {
		for range n {
			p := ann
			if pattern == "POST /account/logout" {
				p = s.Program()
			}
			request, body, header := f.request(pattern, c.operations[pattern])
			if strings.HasSuffix(pattern, "/events") {
				c.first(p, pattern, strings.TrimPrefix(request, "GET "))
				continue
			}
			c.check(pattern, p.Send(request, body, header...))
		}
	}
}

// pick chooses a value of a list.
func pick[T any](r *rand.Rand, list []T) T { return list[r.IntN(len(list))] }

// request makes a request to an operation.
func (f *fuzzer) request(pattern string, o object) (request, body string, header []string) {
	request = pattern
	query := url.Values{}
	for _, one := range o["parameters"].([]any) {
		p := parameter(f.t, one)
		name := p["name"].(string)
		value := f.text(name, p["schema"].(object))
		switch p["in"] {
		case "path":
			if !slices.Contains(f.known[name], value) {
				value = url.PathEscape(value)
			}
			request = strings.Replace(request, "{"+name+"}", value, 1)
		case "query":
			if f.rand.IntN(2) == 0 {
				query.Set(name, value)
			}
		case "header":
			if text := pick(f.rand, []string{"", "one", "two", strings.Repeat("x", 65)}); text != "" {
				header = append(header, name, text)
			}
		}
	}
	if len(query) > 0 {
		request += "?" + query.Encode()
	}
	content, has := o["requestBody"].(object)
	if !has || f.rand.IntN(8) == 0 {
		return request, pick(f.rand, []string{"", "{}", "[]", "null", "{", `{"x":{"y":1}}`, `"text"`}), header
	}
	text, err := json.Marshal(f.value("", content["content"].(object)["application/json"].(object)["schema"].(object)))
	if err != nil {
		f.t.Fatal(err)
	}
	return request, string(text), header
}

// text makes the text of a parameter.
func (f *fuzzer) text(name string, schema object) string {
	if text, is := f.value(name, schema).(string); is && text != "" {
		return text
	}
	return pick(f.rand, []string{"1", "0", "7"})
}

// value makes a value of a schema; one in eight is of another type.
func (f *fuzzer) value(name string, schema object) any {
	if ref, is := schema["$ref"].(string); is {
		schema = f.schemas[path.Base(ref)].(object)
	}
	if f.rand.IntN(8) == 0 {
		return pick(f.rand, []any{nil, true, -1, 1e300, "", "\x00", strings.Repeat("é", 500), "<script>", "🪨", "'; DROP TABLE users"})
	}
	if list := f.known[name]; len(list) > 0 {
		return pick(f.rand, list)
	}
	if list, is := schema["enum"].([]any); is {
		return pick(f.rand, list)
	}
	switch schema["type"] {
	case "object":
		properties, _ := schema["properties"].(object)
		all := object{}
		for _, field := range slices.Sorted(maps.Keys(properties)) {
			if f.rand.IntN(4) > 0 {
				all[field] = f.value(field, properties[field].(object))
			}
		}
		return all
	case "integer":
		return pick(f.rand, []any{0, 1, 2, 3, 100, 1 << 40})
	case "boolean":
		return f.rand.IntN(2) == 0
	}
	return pick(f.rand, []string{"", "a", "words and more"})
}
