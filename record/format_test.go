// SPDX-License-Identifier: Apache-2.0

package record_test

import (
	"encoding/json"
	"errors"
	"flag"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"cairn/record"
)

func TestRoundTrip(t *testing.T) {
	for _, f := range record.Formats() {
		t.Run(f.Name(), func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				want := drawRecord(t)
				got := decode(t, f, encode(t, f, want))
				if diff := cmp.Diff(want, got); diff != "" {
					t.Fatalf("what was read differs from what was written (-want +got):\n%s", diff)
				}
			})
		})
	}
}

func TestConversion(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := encode(t, record.Text, drawRecord(t))
		asJSON := encode(t, record.JSON, decode(t, record.Text, want))
		asYAML := encode(t, record.YAML, decode(t, record.JSON, asJSON))
		if got := encode(t, record.Text, decode(t, record.YAML, asYAML)); got != want {
			t.Fatalf("text to JSON to YAML to text: got\n%s\nwant\n%s", got, want)
		}
	})
}

func TestLinesNameEveryTurn(t *testing.T) {
	r := tangled(t)
	for _, f := range record.Formats() {
		t.Run(f.Name(), func(t *testing.T) {
			text := encode(t, f, r)
			_, lines, err := f.Decode(strings.NewReader(text))
			if err != nil {
				t.Fatal(err)
			}
			all := strings.Split(text, "\n")
			turns := reading(r.Turns, nil)
			for _, line := range r.Undone {
				turns = reading(line, turns)
			}
			if got, want := len(lines.Turns), len(turns); got != want {
				t.Fatalf("got %d lines, want %d", got, want)
			}
			for i, number := range lines.Turns {
				// JSON and YAML write the fields of a turn below each other.
				block := strings.Join(all[number-1:min(number+2, len(all))], "\n")
				if !strings.Contains(block, turns[i].Move) || !strings.Contains(block, turns[i].Position) {
					t.Errorf("turn %d, %s: line %d is\n%s", i, turns[i].Move, number, block)
				}
			}
		})
	}
}

// reading appends the turns of a line in reading order.
func reading(line record.Line, turns []record.Turn) []record.Turn {
	for _, t := range line {
		turns = append(turns, t)
		for _, other := range t.Others {
			turns = reading(other, turns)
		}
	}
	return turns
}

func TestEveryCharacterSurvives(t *testing.T) {
	// The first two planes hold every kind of character.
	const chunk, last = 1 << 12, 0x1FFFF
	for first := rune(0); first <= last; first += chunk {
		var name strings.Builder
		for c := first; c < first+chunk; c++ {
			if utf8.ValidRune(c) { // surrogates are not characters
				name.WriteRune(c)
			}
		}
		want := record.Record{Game: "toy", Revision: 1, Start: "-", Control: name.String()}
		for _, f := range record.Formats() {
			if got := decode(t, f, encode(t, f, want)).Control; got != want.Control {
				t.Errorf("%s changes a character of %U to %U", f.Name(), first, first+chunk-1)
			}
		}
	}
}

func TestFormatFor(t *testing.T) {
	for _, c := range []struct{ name, want string }{
		{"a.txt", "text"},
		{"a.json", "json"},
		{"a.yaml", "yaml"},
		{"dir.txt/a.YML", "yaml"},
		{"NineSave", ""},
		{"dir.json/save", ""},
		{"a.png", ""},
	} {
		got := ""
		if f, ok := record.FormatFor(c.name); ok {
			got = f.Name()
		}
		if got != c.want {
			t.Errorf("format for %q: got %q, want %q", c.name, got, c.want)
		}
	}
}

func TestFindFormat(t *testing.T) {
	for _, f := range record.Formats() {
		if got, ok := record.FindFormat(f.Name()); !ok || got != f {
			t.Errorf("find %q: got %v, %v", f.Name(), got, ok)
		}
	}
	if f, ok := record.FindFormat("xml"); ok {
		t.Errorf("find xml: got %v, want none", f)
	}
}

func TestDetect(t *testing.T) {
	for _, f := range record.Formats() {
		text := encode(t, f, example(t))
		for _, head := range []string{text, "\uFEFF" + text} {
			if got := record.Detect([]byte(head)); got != f {
				t.Errorf("%.20q: got %s, want %s", head, got.Name(), f.Name())
			}
		}
	}
	if got := record.Detect([]byte("# mine\ncairn: 1\n")); got != record.YAML {
		t.Errorf("a comment: got %s, want yaml", got.Name())
	}
}

func TestByteOrderMarkAndLineEnds(t *testing.T) {
	want := example(t)
	for _, f := range record.Formats() {
		t.Run(f.Name(), func(t *testing.T) {
			text := "\uFEFF" + strings.ReplaceAll(encode(t, f, want), "\n", "\r\n")
			if got := decode(t, f, text); !got.Equal(want) {
				t.Errorf("got %+v, want %+v", got, want)
			}
		})
	}
}

func TestTooLarge(t *testing.T) {
	large := example(t)
	large.Players[0] = strings.Repeat("x", record.MaxSize)
	for _, f := range record.Formats() {
		t.Run(f.Name(), func(t *testing.T) {
			text := encode(t, f, example(t))
			fill := strings.Repeat("\n", record.MaxSize-len(text))
			if _, _, err := f.Decode(strings.NewReader(text + fill)); err != nil {
				t.Errorf("decode %d bytes: %v", record.MaxSize, err)
			}
			if _, _, err := f.Decode(strings.NewReader(text + fill + "\n")); !errors.Is(err, record.ErrTooLarge) {
				t.Errorf("decode %d bytes: got %v, want ErrTooLarge", record.MaxSize+1, err)
			}
			if err := f.Encode(&strings.Builder{}, large); !errors.Is(err, record.ErrTooLarge) {
				t.Errorf("encode: got %v, want ErrTooLarge", err)
			}
		})
	}
}

// broken is a stream that fails.
type broken struct{ err error }

func (b broken) Read([]byte) (int, error)  { return 0, b.err }
func (b broken) Write([]byte) (int, error) { return 0, b.err }

func TestBrokenStreams(t *testing.T) {
	stream := broken{errors.New("unplugged")}
	for _, f := range record.Formats() {
		if _, _, err := f.Decode(stream); !errors.Is(err, stream.err) {
			t.Errorf("%s: decode: got %v, want %v", f.Name(), err, stream.err)
		}
		if err := f.Encode(stream, example(t)); !errors.Is(err, stream.err) {
			t.Errorf("%s: encode: got %v, want %v", f.Name(), err, stream.err)
		}
	}
	if _, _, err := record.Read(stream, nil, findToy); !errors.Is(err, stream.err) {
		t.Errorf("read: got %v, want %v", err, stream.err)
	}
}

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

// schema is the part of a JSON Schema that the test checks.
type schema struct {
	Properties           map[string]any    `json:"properties"`
	Required             []string          `json:"required"`
	AdditionalProperties any               `json:"additionalProperties"`
	Defs                 map[string]schema `json:"$defs"`
}

func TestSchemaHasTheFieldsWeWrite(t *testing.T) {
	var s schema
	if err := json.Unmarshal([]byte(readFile(t, "../docs/record.schema.json")), &s); err != nil {
		t.Fatal(err)
	}
	more := uncommented(t)
	more.Clock, more.Comment, more.Turns[1].Comment = record.TimesLeft{1, 1}, "c", "c"
	full := writtenFields(t, more)
	for _, c := range []struct {
		name        string
		schema      schema
		full, least []string
	}{
		{"record", s, full.record, []string{"cairn", "game", "turns"}},
		{"turn", s.Defs["turn"], full.turns, []string{"move"}},
	} {
		if got := slices.Sorted(maps.Keys(c.schema.Properties)); !slices.Equal(got, c.full) {
			t.Errorf("%s: the schema has the fields %v, a full record %v", c.name, got, c.full)
		}
		if got := slices.Sorted(slices.Values(c.schema.Required)); !slices.Equal(got, c.least) {
			t.Errorf("%s: the schema requires %v, the reader %v", c.name, got, c.least)
		}
	}
	if more := s.Defs["turn"].AdditionalProperties; more != false {
		t.Error("the schema allows further fields of a turn, the reader does not")
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
