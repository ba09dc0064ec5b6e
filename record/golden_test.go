// SPDX-License-Identifier: Apache-2.0

package record_test

import (
	"encoding/json"
	"flag"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"cairn/record"
)

var update = flag.Bool("update", false, "rewrite golden files")

func TestGolden(t *testing.T) {
	docs := readFile(t, "../docs/records.md")
	for _, f := range record.Formats() {
		t.Run(f.Name(), func(t *testing.T) {
			path := filepath.Join("testdata", "example"+f.Extensions()[0])
			got := encode(t, f, example(t))
			if *update {
				if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want := readFile(t, path)
			if got != want {
				t.Errorf("%s: got\n%s\nwant\n%s", path, got, want)
			}
			if !strings.Contains(docs, "\n"+want+"```") {
				t.Errorf("docs/records.md does not show %s as it is", path)
			}
			r, _, err := record.Load(path, findToy)
			if err != nil || !r.Equal(example(t)) {
				t.Errorf("load %s: got %+v, %v, want the example", path, r, err)
			}
		})
	}
}

// schema is what the test looks at in a JSON Schema.
type schema struct {
	Properties           map[string]any    `json:"properties"`
	Required             []string          `json:"required"`
	AdditionalProperties *bool             `json:"additionalProperties"`
	Defs                 map[string]schema `json:"$defs"`
}

func TestSchemaHasTheFieldsWeWrite(t *testing.T) {
	var s schema
	if err := json.Unmarshal([]byte(readFile(t, "../docs/record.schema.json")), &s); err != nil {
		t.Fatal(err)
	}
	w := newWalk()
	if _, err := w.Play("b2", 0); err != nil {
		t.Fatal(err)
	}
	full, bare := writtenFields(t, example(t)), writtenFields(t, w.Record())
	for _, c := range []struct {
		name        string
		schema      schema
		full, least []string
	}{
		{"record", s, full.record, bare.record},
		{"turn", s.Defs["turn"], full.turns, bare.turns},
	} {
		if got := slices.Sorted(maps.Keys(c.schema.Properties)); !slices.Equal(got, c.full) {
			t.Errorf("%s: the schema has the fields %v, a full record %v", c.name, got, c.full)
		}
		if got := slices.Sorted(slices.Values(c.schema.Required)); !slices.Equal(got, c.least) {
			t.Errorf("%s: the schema requires %v, a bare record has %v", c.name, got, c.least)
		}
		if more := c.schema.AdditionalProperties; more == nil || *more {
			t.Errorf("%s: the schema allows further fields, the reader does not", c.name)
		}
	}
}

// fields are the sorted names in a record and in all its turns together.
type fields struct{ record, turns []string }

func writtenFields(t *testing.T, r record.Record) fields {
	t.Helper()
	var object map[string]any
	if err := json.Unmarshal([]byte(encode(t, record.JSON, r)), &object); err != nil {
		t.Fatal(err)
	}
	turns := map[string]any{}
	for _, turn := range object["turns"].([]any) {
		maps.Copy(turns, turn.(map[string]any))
	}
	return fields{slices.Sorted(maps.Keys(object)), slices.Sorted(maps.Keys(turns))}
}

func readFile(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
