// SPDX-License-Identifier: Apache-2.0

package langtest_test

import (
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"cairn/internal/lang"
	"cairn/internal/lang/langtest"
)

func parse(t *testing.T, code, text string) *lang.Catalogue {
	t.Helper()
	c, err := lang.ParseLanguage(code, []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestFaults(t *testing.T) {
	original := `{hello: "Hello {name}", men.one: a man, men.other: "{count} men", dash: "{a} – {b}", name: Cairn}`
	good := `hello: "Salut {name}", men.one: "{count} pion", men.other: "{count} pions", dash: "{a} – {b}", name: Cairn`
	for _, test := range []struct {
		name, texts string
		partial     bool
		want        []string
	}{
		{"good", "{" + good + "}", false, nil},
		{"missing", `{name: Cairn}`, false, []string{"dash is missing", "hello is missing", "men.one is missing", "men.other is missing"}},
		{"missing, and may be", `{name: Cairn}`, true, nil},
		{"unknown", "{" + good + ", more: plus}", false, []string{"more is not a key of the original"}},
		{"another name", `{hello: "Salut {nom}"}`, true, []string{"hello: got the names [{nom}], want [{name}]"}},
		{"left as it was", `{hello: "Hello {name}"}`, true, []string{`hello: "Hello {name}" is not translated`}},
		{"not the same", `{name: Tas}`, true, []string{`name: "Tas" is listed as the same in both languages`}},
		{"half a plural", `{men.one: "{count} pion"}`, true, []string{"men.one: there is no men.other"}},
		{"none is not one", `{men.one: un pion, men.other: "{count} pions"}`, true, []string{"men.one: it stands for 0 too, so it needs {count}"}},
		{"a space that breaks", `{hello: "Salut {name} !"}`, true, []string{"hello: a space beside a mark is no no-break space"}},
		{"a space that does not", `{hello: "Salut {name}\_!"}`, true, nil},
	} {
		tr := langtest.Translation{
			Original: parse(t, "en", original), Texts: parse(t, "fr", test.texts), Partial: test.partial, Same: []string{"name"},
		}
		if diff := cmp.Diff(test.want, tr.Faults()); diff != "" {
			t.Errorf("%s: want -, got +\n%s", test.name, diff)
		}
	}
}

func TestSentences(t *testing.T) {
	code := "package p\n\nvar a, b, c, d, e = \"Not here\", `Nor here, please`, \"fine here\", \"Fine\", \"Allowed one\"\n"
	got, err := langtest.Sentences(fstest.MapFS{
		"a.go":      {Data: []byte(code)},
		"a_test.go": {Data: []byte(code)},
	}, "Allowed one")
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"a.go:3: Not here", "a.go:3: Nor here, please"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("want -, got +\n%s", diff)
	}
}

func TestWords(t *testing.T) {
	for _, test := range []struct {
		name, template string
		want           []string
	}{
		{"from a catalogue", `<p title="{{t "a.b"}}">{{t "c d"}} 12 – </p>`, nil},
		{"between tags", "<p>{{.Name}} says <b>hello</b></p>", []string{"says", "hello"}},
		{"between actions", "{{if .A}}yes{{else}}{{.B}}{{end}}", []string{"yes"}},
		{"in an attribute", `<img alt="A board" class="wide board">`, []string{"A board"}},
		{"attributes apart", `{{define "a"}} aria-invalid="true" aria-label="Wrong {{.}}"{{end}}`, []string{"Wrong"}},
		{"in a comment", `<!-- a reason --><p>{{.Text}}</p>{{/* why */}}`, nil},
		{"allowed", `<p>Cairn</p>`, nil},
	} {
		if diff := cmp.Diff(test.want, langtest.Words(test.template, "Cairn")); diff != "" {
			t.Errorf("%s: want -, got +\n%s", test.name, diff)
		}
	}
}
