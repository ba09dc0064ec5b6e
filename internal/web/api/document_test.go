// SPDX-License-Identifier: Apache-2.0

package api_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"maps"
	"net/http"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.uber.org/goleak"

	"cairn/internal/web"
	"cairn/internal/web/api"
	"cairn/internal/web/webtest"
)

var update = flag.Bool("update", false, "write testdata")

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// object is JSON.
type object = map[string]any

// document is the OpenAPI document.
func document(t *testing.T) object {
	t.Helper()
	var d object
	if err := json.Unmarshal(api.Document(), &d); err != nil {
		t.Fatal(err)
	}
	return d
}

// operations are the operations of the document by their pattern, such as
// "POST /matches".
func operations(t *testing.T) map[string]object {
	t.Helper()
	d, all := document(t), map[string]object{}
	for address, item := range d["paths"].(object) {
		shared, _ := item.(object)["parameters"].([]any)
		for method, o := range item.(object) {
			if method == "parameters" {
				continue
			}
			o := o.(object)
			own, _ := o["parameters"].([]any)
			o["parameters"] = slices.Concat(shared, own)
			all[strings.ToUpper(method)+" "+address] = o
		}
	}
	return all
}

// scopeOf returns the scope that an operation needs, and whether it works without a
// token.
func scopeOf(o object) (scope string, open bool) {
	needs := o["security"].([]any)
	open = len(needs) == 0
	for _, need := range needs {
		if token, has := need.(object)["token"]; has {
			scope = token.([]any)[0].(string)
		} else {
			open = true
		}
	}
	return scope, open
}

// The document has every route of the API with its scope, and no other.
func TestRoutes(t *testing.T) {
	s := webtest.NewSite(t)
	have, want := map[string]string{}, map[string]string{}
	for pattern, o := range operations(t) {
		scope, open := scopeOf(o)
		have[pattern] = scope
		if !strings.HasPrefix(pattern, "GET ") && open && scope != "" {
			t.Errorf("%s changes something and works without a token", pattern)
		}
		for _, name := range pathNames(pattern) {
			if !slices.ContainsFunc(o["parameters"].([]any), func(p any) bool { return parameter(t, p)["name"] == name }) {
				t.Errorf("%s has no parameter %s", pattern, name)
			}
		}
	}
	for _, route := range s.Web.APIRoutes() {
		want[route.Pattern] = strings.Join(route.Scope.Names(), ",")
	}
	if diff := cmp.Diff(want, have); diff != "" {
		t.Errorf("the routes (-) and openapi.yaml (+) differ:\n%s", diff)
	}
}

// pathNames are the parameters in a pattern.
func pathNames(pattern string) (names []string) {
	for part := range strings.SplitSeq(pattern, "/") {
		if strings.HasPrefix(part, "{") {
			names = append(names, strings.Trim(part, "{}"))
		}
	}
	return names
}

// Every operation has a summary, a description, statuses of refusals and an example of its
// body, and the examples are as their schemas say. No two components have the same name.
func TestWhole(t *testing.T) {
	c := newChecker(t)
	for pattern, o := range c.operations {
		for _, name := range []string{"summary", "description"} {
			if text, _ := o[name].(string); !strings.HasSuffix(text, ".") {
				t.Errorf("%s: the %s is %q, want a sentence", pattern, name, text)
			}
		}
		for _, status := range []string{"400", "401", "403", "429"} {
			if o["responses"].(object)[status] == nil {
				t.Errorf("%s does not have the status %s", pattern, status)
			}
		}
		if body, has := o["requestBody"].(object); has {
			method, address, _ := strings.Cut(pattern, " ")
			media := "/paths/" + pointerEscape.Replace(address) + "/" + strings.ToLower(method) + "/requestBody/content/application~1json/schema"
			if err := c.schema(media).Validate(body["content"].(object)["application/json"].(object)["example"]); err != nil {
				t.Errorf("%s: the example: %v", pattern, err)
			}
		}
	}
	components, seen := document(t)["components"].(object), map[string]string{}
	for kind, all := range components {
		for name := range all.(object) {
			if other := seen[name]; other != "" {
				t.Errorf("%s is among %s and %s", name, kind, other)
			}
			seen[name] = kind
		}
	}
	for name, answer := range components["responses"].(object) {
		media := answer.(object)["content"].(object)["application/problem+json"].(object)
		if example := media["example"]; example != nil && c.schema("/components/schemas/Problem").Validate(example) != nil {
			t.Errorf("%s: the example is %v", name, example)
		}
	}
	for name, schema := range components["schemas"].(object) {
		examples, _ := schema.(object)["examples"].([]any)
		for _, example := range examples {
			if err := c.schema("/components/schemas/" + name).Validate(example); err != nil {
				t.Errorf("%s: the example: %v", name, err)
			}
		}
	}
}

// parameter follows the reference of a parameter.
func parameter(t *testing.T, p any) object {
	t.Helper()
	if ref, ok := p.(object)["$ref"].(string); ok {
		return document(t)["components"].(object)["parameters"].(object)[path.Base(ref)].(object)
	}
	return p.(object)
}

// TestGolden fails when an address, a parameter or a schema changes: programs depend
// on them. Run it with -update if the change is wanted.
func TestGolden(t *testing.T) {
	d := document(t)
	strip(d)
	got, err := json.MarshalIndent(object{"paths": d["paths"], "components": d["components"]}, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	const file = "testdata/api.golden.json"
	if *update {
		if err := os.WriteFile(file, append(got, '\n'), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(bytes.TrimSpace(want), got) {
		t.Errorf("openapi.yaml has changed; go test ./internal/web/api -run TestGolden -update\n%s", cmp.Diff(string(want), string(got)+"\n"))
	}
}

// strip removes texts for people.
func strip(value any) {
	switch v := value.(type) {
	case object:
		for name, part := range v {
			if text, is := part.(string); is && text != "" && (name == "description" || name == "summary") {
				delete(v, name)
				continue
			}
			strip(part)
		}
	case []any:
		for _, part := range v {
			strip(part)
		}
	}
}

// checker compares answers with the document.
type checker struct {
	t          *testing.T
	operations map[string]object
	compiler   *jsonschema.Compiler
	schemas    map[string]*jsonschema.Schema
	answered   map[string]bool // operations with the status 200
}

func newChecker(t *testing.T) *checker {
	t.Helper()
	d, err := jsonschema.UnmarshalJSON(bytes.NewReader(api.Document()))
	if err != nil {
		t.Fatal(err)
	}
	c := &checker{t, operations(t), jsonschema.NewCompiler(), map[string]*jsonschema.Schema{}, map[string]bool{}}
	c.compiler.DefaultDraft(jsonschema.Draft2020)
	if err := c.compiler.AddResource("api.json", d); err != nil {
		t.Fatal(err)
	}
	return c
}

// schema compiles the schema at a JSON pointer.
func (c *checker) schema(pointer string) *jsonschema.Schema {
	c.t.Helper()
	if c.schemas[pointer] == nil {
		s, err := c.compiler.Compile("api.json#" + pointer)
		if err != nil {
			c.t.Fatal(err)
		}
		c.schemas[pointer] = s
	}
	return c.schemas[pointer]
}

// pointerEscape escapes a name in a JSON pointer.
var pointerEscape = strings.NewReplacer("~", "~0", "/", "~1", "{", "%7B", "}", "%7D")

// responsePointer is the JSON pointer of the schema of an operation's answer.
func responsePointer(pattern, kind string) string {
	method, address, _ := strings.Cut(pattern, " ")
	return "/paths/" + pointerEscape.Replace(address) + "/" + strings.ToLower(method) + "/responses/200/content/" + pointerEscape.Replace(kind) + "/schema"
}

// check compares an answer with the document.
func (c *checker) check(pattern string, p *webtest.Page) {
	c.t.Helper()
	method, _, _ := strings.Cut(pattern, " ")
	if c.operations[pattern] == nil {
		c.t.Fatalf("%s is not in the document", pattern)
	}
	if c.operations[pattern]["responses"].(object)[strconv.Itoa(p.StatusCode)] == nil && p.StatusCode < 500 {
		c.t.Errorf("%s: the status %d is not in the document", pattern, p.StatusCode)
	}
	kind, _, _ := strings.Cut(p.Header.Get("Content-Type"), ";")
	pointer := "/components/schemas/Problem"
	switch {
	case p.StatusCode >= 500:
		c.t.Errorf("%s: got %d\n%s", p.Path, p.StatusCode, p.Body)
		return
	case p.StatusCode != http.StatusOK && kind != "application/problem+json":
		c.t.Errorf("%s: got %d as %s", p.Path, p.StatusCode, kind)
		return
	case p.StatusCode == http.StatusOK:
		pointer = responsePointer(pattern, kind)
		c.answered[pattern] = true
	}
	if kind == "text/plain" {
		return
	}
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(p.Body))
	if err == nil {
		err = c.schema(pointer).Validate(value)
	}
	if err != nil {
		c.t.Errorf("%s %s: %v\n%.1000s", method, p.Path, err, p.Body)
	}
}

// call sends a request to an address with these values and checks the answer.
func (c *checker) call(p *webtest.Program, pattern, body string, values ...string) *webtest.Page {
	c.t.Helper()
	request := pattern
	for i, name := range pathNames(pattern) {
		request = strings.Replace(request, "{"+name+"}", values[i], 1)
	}
	if extra := values[len(pathNames(pattern)):]; len(extra) > 0 {
		request += "?" + extra[0]
	}
	answer := p.Send(request, body)
	c.check(pattern, answer)
	return answer
}

// The page shows every operation and every schema.
func TestPage(t *testing.T) {
	s := webtest.NewSite(t)
	page := s.Browser().Get("/api").Want(http.StatusOK)
	for pattern := range operations(t) {
		method, address, _ := strings.Cut(pattern, " ")
		page.Has(method + " " + web.APIPrefix + address)
	}
	for _, name := range slices.Sorted(maps.Keys(document(t)["components"].(object)["schemas"].(object))) {
		page.Has(`id="schema-` + name + `"`)
	}
	page.Has(`id="illegal"`)
	s.Browser().Get("/api/v1/openapi.json").Want(http.StatusOK).Has(`"openapi": "3.1.0"`)
}
