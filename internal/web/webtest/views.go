// SPDX-License-Identifier: Apache-2.0

package webtest

import (
	"html/template"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"cairn/internal/web/site"
)

// StaticFiles returns the static files of the core and of all features that have an
// extension, by path. The root is the path to internal/web.
func StaticFiles(t *testing.T, root, extension string) map[string]string {
	t.Helper()
	files := map[string]string{}
	for _, folder := range []string{"static", "*/static"} {
		names, err := filepath.Glob(filepath.Join(root, folder, "*"+extension))
		if err != nil || len(names) == 0 {
			t.Fatalf("got %d files in %s, %v", len(names), folder, err)
		}
		for _, name := range names {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			files[name] = string(text)
		}
	}
	return files
}

// CheckViews renders every view of a feature with zero values and with all fields
// set: no text may be missing, and every value must be escaped. The map has the
// data type of each view.
func CheckViews(t *testing.T, files fs.FS, views map[string]any) {
	t.Helper()
	names, err := fs.Glob(files, "templates/*.html")
	if err != nil {
		t.Fatal(err)
	}
	count := 0
	for _, name := range names {
		name = strings.TrimSuffix(path.Base(name), ".html")
		if name == "layout" {
			continue
		}
		count++
		data, listed := views[name]
		if !listed {
			t.Errorf("view %s is not listed", name)
			continue
		}
		checkView(t, name, data)
	}
	if len(views) != count {
		t.Errorf("got %d views listed, want %d", len(views), count)
	}
}

func checkView(t *testing.T, name string, data any) {
	for _, full := range []bool{false, true} {
		value := reflect.New(reflect.TypeOf(data))
		if full {
			fill(value.Elem(), 0)
		}
		var out strings.Builder
		if err := site.Content().View("en", name).Execute(&out, value.Interface()); err != nil {
			t.Errorf("view %s, full %v: %v", name, full, err)
			continue
		}
		if missing := MissingTexts(out.String()); len(missing) > 0 {
			t.Errorf("view %s, full %v: texts %v are missing", name, full, missing)
		}
		if full && strings.Contains(out.String(), "<script>alert") {
			t.Errorf("view %s shows a value without escaping it", name)
		}
	}
}

const filling = "<script>alert(1)</script>"

// fill sets all fields of a value.
func fill(v reflect.Value, depth int) {
	if !v.CanSet() || depth > 8 {
		return
	}
	switch v.Kind() {
	case reflect.String:
		if v.Type() != reflect.TypeFor[template.HTML]() {
			v.SetString(filling)
		}
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int64:
		v.SetInt(1)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem(), depth+1)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		fill(v.Index(0), depth+1)
	case reflect.Array:
		for i := range v.Len() {
			fill(v.Index(i), depth+1)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			fill(exported(v.Field(i)), depth+1)
		}
	}
}

// exported makes embedded fields of unexported types settable.
func exported(v reflect.Value) reflect.Value {
	if v.CanSet() || !v.CanAddr() {
		return v
	}
	return reflect.NewAt(v.Type(), v.Addr().UnsafePointer()).Elem()
}
