// SPDX-License-Identifier: Apache-2.0

package record_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"cairn/record"
)

func TestSaveAndLoad(t *testing.T) {
	for _, c := range []struct{ name, head string }{
		{"a.txt", "cairn record 1\n"},
		{"a.json", "{\n"},
		{"a.yaml", "cairn: 1\n"},
		{"a.YML", "cairn: 1\n"},
		{"NineSave", "cairn: 1\n"},
		{"game.sav", "cairn: 1\n"},
		{"two words é.txt", "cairn record 1\n"},
		{strings.Repeat("n", 255), "cairn: 1\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), c.name)
			want := uncommented(t)
			if err := record.Save(path, want); err != nil {
				t.Fatal(err)
			}
			if got := readFile(t, path); !strings.HasPrefix(got, c.head) {
				t.Errorf("file begins with %.20q, want %q", got, c.head)
			}
			got, w, err := record.Load(path, findToy)
			if err != nil {
				t.Fatal(err)
			}
			if !got.Equal(want) || !w.Turns().Equal(want.Turns) {
				t.Errorf("got %+v, want %+v", got, want)
			}
			onlyFile(t, path)
		})
	}
}

func TestLoadedGameGoesOn(t *testing.T) {
	path := filepath.Join(t.TempDir(), "save")
	if err := record.Save(path, tangled(t)); err != nil {
		t.Fatal(err)
	}
	_, w, err := record.Load(path, findToy)
	if err != nil {
		t.Fatal(err)
	}
	for w.Undo() {
	}
	for w.Redo() {
	}
	if got, want := moves(w.Turns()), "b2 a1 c1(a2|c3 a3) a3 c3 a2(b3 b1)"; got != want {
		t.Errorf("undo to the first and redo to the last turn: got %q, want %q", got, want)
	}
}

func TestLoadDetectsByContent(t *testing.T) {
	for _, f := range record.Formats() {
		path := filepath.Join(t.TempDir(), "save")
		writeFile(t, path, encode(t, f, example(t)))
		if got, _, err := record.Load(path, findToy); err != nil || !got.Equal(example(t)) {
			t.Errorf("%s without extension: got %+v, %v", f.Name(), got, err)
		}
	}
}

func TestLoadErrors(t *testing.T) {
	folder := t.TempDir()
	for name, text := range map[string]string{
		"letter.txt": "Dear Ann,\n", "letter": "Dear Ann,\n", "config.json": "{}", "config.yaml": "a: 1", "empty.yaml": "",
		"image.txt": "\x89PNG\r\n\x1a\n", "large.txt": strings.Repeat(" ", record.MaxSize+1),
		"illegal.txt": strings.Replace(textExample, "2	a1", "2 b2", 1),
	} {
		writeFile(t, filepath.Join(folder, name), text)
	}
	for _, c := range []struct {
		name string
		is   error
		want string
	}{
		{"missing.yaml", fs.ErrNotExist, "no such file or directory"},
		{"missing/a.yaml", fs.ErrNotExist, "no such file or directory"},
		{".", record.ErrFolder, "this is a folder, want a file"},
		{"letter.txt", record.ErrForeign, "line 1: this is not a game record"},
		{"letter", record.ErrForeign, "line 1, column 1: this is not a game record"},
		{"config.json", record.ErrForeign, "line 1, column 1: this is not a game record"},
		{"config.yaml", record.ErrForeign, "line 1, column 1: this is not a game record"},
		{"empty.yaml", record.ErrForeign, "line 1: this is not a game record"},
		{"image.txt", nil, "line 1, column 1: the text is not valid UTF-8"},
		{"large.txt", record.ErrTooLarge, "record is larger than 1024 KiB"},
		{"illegal.txt", nil, `line 11: turn 2: illegal move "b2"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := filepath.Join(folder, c.name)
			_, w, err := record.Load(path, findToy)
			if err == nil || w != nil {
				t.Fatalf("got %v, %v, want an error and no game", w, err)
			}
			if want := "load record " + path + ": " + c.want; !strings.HasPrefix(err.Error(), want) {
				t.Errorf("got %q, want %q", err, want)
			}
			if c.is != nil && !errors.Is(err, c.is) {
				t.Errorf("got %v, want an error that is %v", err, c.is)
			}
		})
	}
}

func TestLoadUnreadable(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("root may read everything")
	}
	path := filepath.Join(t.TempDir(), "save.txt")
	writeFile(t, path, textExample)
	if err := os.Chmod(path, 0); err != nil {
		t.Fatal(err)
	}
	if _, _, err := record.Load(path, findToy); !errors.Is(err, fs.ErrPermission) {
		t.Errorf("got %v, want permission denied", err)
	}
}

func TestFailedSaveKeepsTheOldOne(t *testing.T) {
	broken := errors.New("disk on fire")
	for _, step := range []string{"sync", "rename"} {
		t.Run(step, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "save.txt")
			writeFile(t, path, textExample)
			err := record.SaveFailing(step, broken, path, example(t))
			if !errors.Is(err, broken) || !strings.HasPrefix(err.Error(), "save record "+path+": ") {
				t.Errorf("got %v, want %v", err, broken)
			}
			if got := readFile(t, path); got != textExample {
				t.Errorf("the old save has become\n%s", got)
			}
			onlyFile(t, path)
		})
	}
}

func TestSaveTellsThatTheRenameMayNotLast(t *testing.T) {
	broken := errors.New("disk on fire")
	path := filepath.Join(t.TempDir(), "save.txt")
	if err := record.SaveFailing("sync folder", broken, path, example(t)); !errors.Is(err, broken) {
		t.Errorf("got %v, want %v", err, broken)
	}
	if _, _, err := record.Load(path, findToy); err != nil {
		t.Errorf("the new save: %v", err)
	}
}

func TestSaveErrors(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, "file")
	writeFile(t, file, "")
	guarded := filepath.Join(folder, "guarded.txt")
	writeFile(t, guarded, textExample)
	if err := os.Chmod(guarded, 0o444); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, path, want string
	}{
		{"folder", folder, "this is a folder, want a file"},
		{"missing folder", filepath.Join(folder, "no", "save"), "no such file or directory"},
		{"file as a folder", filepath.Join(file, "save"), "not a directory"},
		{"device", os.DevNull, "this is not a regular file"},
		{"write-protected", guarded, "the file is write-protected: permission denied"},
		{"no name", "", "this is a folder, want a file"},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := record.Save(c.path, example(t))
			if want := "save record " + c.path + ": " + c.want; err == nil || err.Error() != want {
				t.Errorf("got %v, want %s", err, want)
			}
		})
	}
	if got := readFile(t, guarded); got != textExample {
		t.Errorf("the write-protected save has become\n%s", got)
	}
}

func TestSaveRefusesWhatCannotBeWritten(t *testing.T) {
	path := filepath.Join(t.TempDir(), "save.txt")
	writeFile(t, path, textExample)
	if err := record.Save(path, record.Record{}); err == nil {
		t.Error("an empty record is saved, want an error")
	}
	if got := readFile(t, path); got != textExample {
		t.Errorf("the old save has become\n%s", got)
	}
	onlyFile(t, path)
}

func TestSaveInReadOnlyFolder(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("root may write everywhere")
	}
	folder := t.TempDir()
	path := filepath.Join(folder, "save.txt")
	writeFile(t, path, textExample)
	if err := os.Chmod(folder, 0o555); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.Chmod(folder, 0o755) }) // so that it can be removed
	if err := record.Save(path, example(t)); !errors.Is(err, fs.ErrPermission) {
		t.Errorf("got %v, want permission denied", err)
	}
	if got := readFile(t, path); got != textExample {
		t.Errorf("the old save has become\n%s", got)
	}
	onlyFile(t, path)
}

// TestSaveAfterACrash saves beside the temporary file that a crash has left.
func TestSaveAfterACrash(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "save.txt")
	writeFile(t, path, textExample)
	writeFile(t, filepath.Join(folder, ".cairn-0123456789abcdef.tmp"), "cairn rec")
	if _, _, err := record.Load(path, findToy); err != nil {
		t.Errorf("the save from before the crash: %v", err)
	}
	if err := record.Save(path, example(t)); err != nil {
		t.Errorf("save after the crash: %v", err)
	}
	if got, _, err := record.Load(path, findToy); err != nil || !got.Equal(example(t)) {
		t.Errorf("the save from after the crash: got %+v, %v", got, err)
	}
}

func TestSaveKeepsPermissions(t *testing.T) {
	path := filepath.Join(t.TempDir(), "save.txt")
	writeFile(t, path, textExample)
	for _, want := range []fs.FileMode{0o600, 0o664} {
		if err := os.Chmod(path, want); err != nil {
			t.Fatal(err)
		}
		if err := record.Save(path, example(t)); err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		if got := info.Mode().Perm(); got != want {
			t.Errorf("permissions: got %o, want %o", got, want)
		}
	}
}

func TestSaveFollowsLinks(t *testing.T) {
	folder := t.TempDir()
	target, link := filepath.Join(folder, "save.txt"), filepath.Join(folder, "latest.txt")
	writeFile(t, target, textExample)
	if err := os.Symlink("save.txt", link); err != nil {
		t.Skip(err)
	}
	if err := record.Save(link, example(t)); err != nil {
		t.Fatal(err)
	}
	if got, want := readFile(t, target), encode(t, record.Text, example(t)); got != want {
		t.Errorf("the file behind the link: got\n%s\nwant\n%s", got, want)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&fs.ModeSymlink == 0 {
		t.Errorf("the link: got %v, %v, want a link still", info, err)
	}
}

func writeFile(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// onlyFile checks that a file is the only one in its folder.
func onlyFile(t *testing.T, path string) {
	t.Helper()
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.Name() != filepath.Base(path) {
			t.Errorf("%s was left behind", e.Name())
		}
	}
}

// TestLoadDoesNotWaitForAPipe would hang if the pipe were opened.
func TestLoadDoesNotWaitForAPipe(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pipe.txt")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Skipf("no pipes here: %v", err)
	}
	if _, _, err := record.Load(path, findToy); !errors.Is(err, record.ErrSpecial) {
		t.Errorf("got %v, want %v", err, record.ErrSpecial)
	}
}
