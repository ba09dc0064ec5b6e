// SPDX-License-Identifier: Apache-2.0

package record_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cairn/record"
)

// TestSeveral writes records to one file and reads each of them, in all formats and with the
// line ends of any system.
func TestSeveral(t *testing.T) {
	want := []record.Record{example(t), tangled(t), uncommented(t)}
	for i := range want {
		want[i].Turns[0].Comment = "---\ncairn record 1\n\n{\n"
	}
	for _, f := range record.Formats() {
		var out bytes.Buffer
		if err := record.EncodeAll(&out, f, want); err != nil {
			t.Fatal(err)
		}
		for name, text := range map[string]string{
			"as written": out.String(), "CRLF": strings.ReplaceAll(out.String(), "\n", "\r\n"), "marked": "\uFEFF" + out.String(), "blank": "\n\n" + out.String() + "\n\n",
		} {
			if name == "blank" && f == record.Text {
				continue // the first line is the format
			}
			parts, err := record.Split(strings.NewReader(text), nil)
			if err != nil || len(parts) != len(want) {
				t.Fatalf("%s, %s: got %d records, %v, want %d", f.Name(), name, len(parts), err, len(want))
			}
			for i, part := range parts {
				got, w, err := part.Read(findToy)
				if err != nil || part.Number != i+1 || !got.Equal(want[i]) || w.Ply() != len(want[i].Turns) {
					t.Errorf("%s, %s: record %d: got %+v, %v", f.Name(), name, i+1, got, err)
				}
			}
			if _, _, err := record.Read(strings.NewReader(text), f, findToy); !errors.Is(err, record.ErrSeveral) || faultOf(t, err).Line < 5 {
				t.Errorf("%s, %s: read as one: got %v", f.Name(), name, err)
			}
			if _, _, err := f.Decode(strings.NewReader(text)); err == nil {
				t.Errorf("%s, %s: decoded as one", f.Name(), name)
			}
		}
		path := filepath.Join(t.TempDir(), "games")
		if err := record.SaveAll(path, f, want); err != nil {
			t.Fatal(err)
		}
		if saved, err := os.ReadFile(path); err != nil || !bytes.Equal(saved, out.Bytes()) {
			t.Errorf("%s: saved %q, %v", f.Name(), saved, err)
		}
		if parts, err := record.SplitFile(path, nil); err != nil || len(parts) != len(want) {
			t.Errorf("%s: got %d records of the file, %v", f.Name(), len(parts), err)
		}
	}
}

// TestSeveralFaults reads the other records of a file with a faulty one, which is named.
func TestSeveralFaults(t *testing.T) {
	for name, test := range map[string]struct{ text, want string }{
		"text":  {"cairn record 1\ngame: tic-tac-toe\n\nb2\n\ncairn record 1\ngame: tic-tac-toe\n\nb2 b2\n\ncairn record 1\ngame: tic-tac-toe\n\na1\n", "line 9: record 2: turn 2: illegal move"},
		"yaml":  {"# A\n---\ncairn: 1\ngame: tic-tac-toe\nturns: [b2]\n---\ncairn: 1\ngame: chess\nturns: [b2]\n---\n# C\ncairn: 1\ngame: tic-tac-toe\nturns: [a1]\n", `line 8: record 2: game "chess"`},
		"json":  {`{"cairn": 1, "game": "tic-tac-toe", "turns": ["b2"]}` + "\n{\"cairn\": 1, \"game\": }\n" + `{"cairn": 1, "game": "tic-tac-toe", "turns": ["a1"]}`, "line 2, column 22: record 2: invalid character"},
		"large": {"cairn record 1\ngame: tic-tac-toe\n\nb2\n\ncairn record 1\n" + strings.Repeat("# a\n", 1<<18) + "game: tic-tac-toe\n\nb2\n\ncairn record 1\ngame: tic-tac-toe\n\na1\n", "line 6: record 2: record is larger than 1024 KiB"},
		"UTF-8": {"cairn record 1\ngame: tic-tac-toe\n\nb2\ncairn record 1\n# \xe9\ngame: tic-tac-toe\n\nb2\n\ncairn record 1\ngame: tic-tac-toe\n\na1\n", "line 6, column 3: record 2: the text is not valid UTF-8"},
	} {
		t.Run(name, func(t *testing.T) {
			parts, err := record.Split(strings.NewReader(test.text), nil)
			if err != nil || len(parts) != 3 {
				t.Fatalf("got %d records, %v, want three", len(parts), err)
			}
			for i, move := range []string{"b2", "", "a1"} {
				r, _, err := parts[i].Read(findToy)
				switch {
				case move == "" && (err == nil || !strings.HasPrefix(err.Error(), test.want)):
					t.Errorf("got %v, want %s", err, test.want)
				case move != "" && (err != nil || r.Turns[0].Move != move):
					t.Errorf("record %d: got %+v, %v, want %s", i+1, r, err, move)
				}
			}
		})
	}
}

// A file of one record is read as ever.
func TestSplitOne(t *testing.T) {
	for _, text := range []string{"", "hello", "# A\n---\ncairn: 1\ngame: tic-tac-toe\nturns: [b2]\n", "{\"cairn\": 1,\n{", "cairn record 1\n# cairn record 1\ngame: tic-tac-toe\n\n# cairn record 2\nb2\n"} {
		parts, err := record.Split(strings.NewReader(text), nil)
		if err != nil || len(parts) != 1 || parts[0].Number != 0 {
			t.Fatalf("%q: got %+v, %v, want one", text, parts, err)
		}
		r, _, err := parts[0].Read(findToy)
		want, _, wanted := record.Read(strings.NewReader(text), nil, findToy)
		if !r.Equal(want) || (err == nil) != (wanted == nil) || err != nil && err.Error() != wanted.Error() {
			t.Errorf("%q: got %+v, %v, want %+v, %v", text, r, err, want, wanted)
		}
	}
	if _, err := record.SplitFile(t.TempDir(), nil); !errors.Is(err, record.ErrFolder) {
		t.Errorf("a folder: got %v", err)
	}
}
