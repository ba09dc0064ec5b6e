// SPDX-License-Identifier: Apache-2.0

package web_test

import (
	"html/template"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"cairn/internal/web"
)

// Every view renders with nothing and with everything, without a text missing.
func TestViews(t *testing.T) {
	server := newSite(t).web
	for _, name := range web.ViewFiles() {
		data, listed := web.Views[name]
		if !listed {
			t.Errorf("view %s is not listed in Views", name)
			continue
		}
		for _, full := range []bool{false, true} {
			value := reflect.New(reflect.TypeOf(data))
			if full {
				fill(value.Elem(), 0)
			}
			out, err := server.Execute(name, value.Interface())
			if err != nil {
				t.Errorf("view %s, full %v: %v", name, full, err)
				continue
			}
			if missing := missingTexts(out); len(missing) > 0 {
				t.Errorf("view %s, full %v: texts %v are missing", name, full, missing)
			}
			if full && strings.Contains(out, "<script>alert") {
				t.Errorf("view %s shows a value without escaping it", name)
			}
		}
	}
	if got, want := len(web.Views), len(web.ViewFiles()); got != want {
		t.Errorf("got %d views listed, want %d: %v", got, want, slices.Sorted(maps.Keys(web.Views)))
	}
}

const filling = "<script>alert(1)</script>"

// fill gives every field of a value something to show.
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

var missingText = regexp.MustCompile(`\[(web|turn|side|phase|lesson|piece)\.[^\]<&\\]*\]`)

func missingTexts(out string) []string { return missingText.FindAllString(out, -1) }

var usedKey = regexp.MustCompile(`"(web\.[a-z][a-z_.-]*)"`)

// Every text that code and templates ask for is there, and every text is asked
// for by somebody.
func TestTexts(t *testing.T) {
	server := newSite(t).web
	keys := server.TextKeys()
	used := map[string]bool{}
	for _, pattern := range []string{"*.go", "templates/*.html", "templates/partial/*.html"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, found := range usedKey.FindAllStringSubmatch(string(text), -1) {
				used[found[1]] = true
				if !known(keys, found[1]) {
					t.Errorf("%s asks for %s, which is missing", file, found[1])
				}
			}
		}
	}
	for _, key := range keys {
		if !slices.ContainsFunc(slices.Collect(maps.Keys(used)), func(u string) bool { return covers(u, key) }) {
			t.Errorf("nobody asks for %s", key)
		}
	}
}

// known reports whether a key is there: as it is, counted, or as the beginning
// of keys that are put together.
func known(keys []string, used string) bool {
	return slices.ContainsFunc(keys, func(key string) bool { return covers(used, key) })
}

func covers(used, key string) bool {
	counted := key == used+".one" || key == used+".other"
	return key == used || counted || strings.HasSuffix(used, ".") && strings.HasPrefix(key, used)
}
