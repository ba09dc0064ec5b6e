// SPDX-License-Identifier: Apache-2.0

package site_test

import (
	"bytes"
	"fmt"
	"maps"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"cairn/internal/web/webtest"
)

// maxHostileBytes limits the allocations for a hostile file.
const maxHostileBytes = 20 << 20

// harmless are the files that are accepted. Half a character is read as the
// Unicode replacement character.
var harmless = []string{"bom-twice.txt", "lone-surrogate.json", "script-in-names.json"}

// hostileUpload is a request to upload a file.
type hostileUpload struct {
	kind string // Content-Type
	body []byte
}

const hostileHead = "cairn record 1\ngame: nine-mens-morris 1\nwhite: Ann\nresult: playing\n\n0  start  3/3/3/6/3/3/3 w 9,9 0\n"

// hostileFiles are the files of testdata/hostile and those that are too large to
// keep.
func hostileFiles(t testing.TB) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	names, err := filepath.Glob("testdata/hostile/*")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if files[filepath.Base(name)], err = os.ReadFile(name); err != nil {
			t.Fatal(err)
		}
	}
	const mebibyte = 1 << 20
	turns := func(format string) string {
		var b strings.Builder
		for i := 1; b.Len() < mebibyte-100; i++ {
			fmt.Fprintf(&b, format, i)
		}
		return b.String()
	}
	object := `{"cairn":1,"game":"nine-mens-morris","revision":1,"result":"playing","start":"3/3/3/6/3/3/3 w 9,9 0",`
	for name, text := range map[string]string{
		"one-line.txt":           strings.Repeat("a", mebibyte),
		"only-newlines.txt":      strings.Repeat("\n", mebibyte),
		"only-zeros.txt":         strings.Repeat("\x00", mebibyte),
		"too-large.txt":          strings.Repeat("a", 2*mebibyte),
		"many-moves.txt":         hostileHead + turns("%d  a7\n"),
		"many-tags.txt":          "cairn record 1\n" + turns("tag%d: x\n"),
		"long-name.txt":          strings.Replace(hostileHead, "Ann", strings.Repeat("é", mebibyte/3), 1),
		"long-move.txt":          hostileHead + "1  " + strings.Repeat("a7-", mebibyte/4) + "\n",
		"long-position.txt":      strings.Replace(hostileHead, "3/3/3/6/3/3/3", strings.Repeat("3/", mebibyte/3), 1),
		"undo-for-ever.txt":      hostileHead + turns("undone:\n  %d  a7\n"),
		"deep-variations.txt":    hostileHead + indented(1400),
		"wide-variations.txt":    hostileHead + "1  a7\n" + turns("  1  d7\n  2  a%d\n"),
		"deep-arrays.json":       strings.Repeat("[", mebibyte),
		"deep-objects.json":      strings.Repeat(`{"a":`, mebibyte/6),
		"deep-others.json":       object + `"turns":` + strings.Repeat(`[{"move":"a7","others":[`, mebibyte/30),
		"many-turns.json":        object + `"turns":[` + strings.TrimSuffix(turns(`{"move":"a7"},`+"\n"), ",\n") + `]}`,
		"long-number.json":       object + `"turns":[` + strings.Repeat("9", mebibyte/2) + `]}`,
		"many-escapes.json":      object + `"white":"` + strings.Repeat(`\u0041`, mebibyte/7) + `","turns":[]}`,
		"deep-flow.yaml":         "turns: " + strings.Repeat("[", mebibyte/2),
		"deep-maps.yaml":         strings.Repeat("? ", mebibyte/3),
		"deep-indent.yaml":       yamlStairs(1000),
		"many-aliases.yaml":      "a: &a [x]\nb: [" + strings.Repeat("*a,", mebibyte/4) + "]\n",
		"many-anchors.yaml":      "cairn: 1\nturns:\n" + turns("- &a%d x\n"),
		"many-documents.yaml":    strings.Repeat("---\n", mebibyte/4),
		"many-comments.yaml":     strings.Repeat("# x\n", mebibyte/4),
		"block-text.yaml":        "cairn: 1\nwhite: |\n  " + strings.Repeat("a ", mebibyte/3) + "\n",
		"quotes-that-fold.yaml":  "cairn: 1\nwhite: \"" + strings.Repeat("\\\n  ", mebibyte/5) + "\"\n",
		"many-keys.yaml":         turns("k%d: v\n"),
		"many-simple-keys.yaml":  "{" + strings.Repeat("a:", mebibyte/3),
		"json-in-yaml-deep.yaml": "turns: " + strings.Repeat(`{"a":`, mebibyte/6),
	} {
		files[name] = []byte(text)
	}
	return files
}

// indented nests variations as deep as they go.
func indented(depth int) string {
	var b strings.Builder
	for i := range depth {
		fmt.Fprintf(&b, "%s%d  a7\n", strings.Repeat("  ", i), i+1)
	}
	return b.String()
}

// yamlStairs nests maps as deep as they go.
func yamlStairs(depth int) string {
	var b strings.Builder
	for i := range depth {
		fmt.Fprintf(&b, "%sa:\n", strings.Repeat(" ", i))
	}
	return b.String()
}

// asFile returns the upload of a file, as the page sends it.
func asFile(name string, data []byte) hostileUpload {
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	part, _ := w.CreateFormFile("file", name) // a buffer takes all
	_, _ = part.Write(data)
	_ = w.WriteField("then", "screen")
	_ = w.Close()
	return hostileUpload{w.FormDataContentType(), b.Bytes()}
}

// asTyped returns the upload of typed text.
func asTyped(data []byte) hostileUpload {
	return hostileUpload{"application/x-www-form-urlencoded", []byte(url.Values{"record": {string(data)}}.Encode())}
}

// hostileBodies are requests with hostile bodies.
func hostileBodies() map[string]hostileUpload {
	const kind = "multipart/form-data; boundary=b"
	part := "--b\r\nContent-Disposition: form-data; name=\"%s\"\r\n\r\nx\r\n"
	file := "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"%s\"\r\n\r\n%s\r\n"
	var parts, headers strings.Builder
	for i := range 10_000 {
		fmt.Fprintf(&parts, part, fmt.Sprint("field", i))
		fmt.Fprintf(&headers, "X-Header-%d: x\r\n", i)
	}
	bodies := map[string]string{
		"no end":          strings.TrimSuffix(fmt.Sprintf(part, "record"), "\r\n"),
		"no parts":        "--b--\r\n",
		"many parts":      parts.String() + "--b--\r\n",
		"many headers":    "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a\"\r\n" + headers.String() + "\r\nx\r\n--b--\r\n",
		"long header":     "--b\r\nContent-Disposition: form-data; name=\"" + strings.Repeat("a", 1<<20) + "\"\r\n\r\nx\r\n--b--\r\n",
		"two files":       fmt.Sprintf(file, "a.txt", "x") + fmt.Sprintf(file, "b.txt", hostileHead) + "--b--\r\n",
		"path as name":    fmt.Sprintf(file, `../../../../etc/cron.d/evil`, "x") + "--b--\r\n",
		"device as name":  fmt.Sprintf(file, `CON\..\\\\host\\share`, "x") + "--b--\r\n",
		"name with lines": fmt.Sprintf(file, "a\r\nSet-Cookie: x=y", "x") + "--b--\r\n",
		"nested":          "--b\r\nContent-Disposition: form-data; name=\"file\"\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n--c\r\n\r\n--c--\r\n--b--\r\n",
		"encoded":         "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a\"\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n=FF=FE\r\n--b--\r\n",
		"boundaries":      strings.Repeat("--b\r\n", 1<<18),
	}
	uploads := map[string]hostileUpload{
		"no boundary":    {"multipart/form-data", []byte("--b--")},
		"long boundary":  {"multipart/form-data; boundary=" + strings.Repeat("b", 5000), []byte("--b--")},
		"odd boundary":   {"multipart/form-data; boundary=\"\x00\xff\"", []byte("--b--")},
		"many fields":    {"application/x-www-form-urlencoded", []byte(strings.Repeat("a=1&", 1<<18))},
		"many escapes":   {"application/x-www-form-urlencoded", []byte("record=" + strings.Repeat("%41", 1<<18))},
		"bad escapes":    {"application/x-www-form-urlencoded", []byte("record=" + strings.Repeat("%zz", 1<<18))},
		"deep JSON":      {"application/json", []byte(strings.Repeat(`{"record":`, 1<<16))},
		"many JSON keys": {"application/json", []byte(`{"a":1` + strings.Repeat(`,"a":1`, 1<<17) + `}`)},
	}
	for name, body := range bodies {
		uploads[name] = hostileUpload{kind, []byte(body)}
	}
	return uploads
}

// hostileUploads returns all hostile requests.
func hostileUploads(t testing.TB) map[string]hostileUpload {
	t.Helper()
	all := map[string]hostileUpload{}
	for name, data := range hostileFiles(t) {
		all[name] = asFile(name, data)
		all[name+" typed"] = asTyped(data)
	}
	for name, upload := range hostileBodies() {
		all["request with "+name] = upload
	}
	return all
}

// send uploads it without a session.
func (u hostileUpload) send(h http.Handler) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodPost, "/upload", bytes.NewReader(u.body))
	r.Header.Set("Content-Type", u.kind)
	answer := httptest.NewRecorder()
	h.ServeHTTP(answer, r)
	return answer
}

// Hostile files are refused, without returning a script and without using much
// memory. BenchmarkHostileUploads measures the time.
func TestHostileUploads(t *testing.T) {
	s := webtest.NewSite(t)
	uploads := hostileUploads(t)
	if len(uploads) < 40 {
		t.Fatalf("got %d hostile uploads, want 40 at least", len(uploads))
	}
	for _, name := range slices.Sorted(maps.Keys(uploads)) {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		answer := uploads[name].send(s.Web)
		runtime.ReadMemStats(&after)
		if used := after.TotalAlloc - before.TotalAlloc; used > maxHostileBytes && !testing.Short() { // the race detector adds to it
			t.Errorf("%s: allocated %d bytes, want at most %d", name, used, maxHostileBytes)
		}
		want := []int{http.StatusBadRequest, http.StatusRequestEntityTooLarge, http.StatusUnprocessableEntity}
		if slices.Contains(harmless, strings.TrimSuffix(name, " typed")) {
			want = []int{http.StatusSeeOther, http.StatusRequestEntityTooLarge} // typed, it is longer
		}
		if strings.HasPrefix(name, "two-documents") { // which of them?
			want = []int{http.StatusOK}
		}
		if !slices.Contains(want, answer.Code) {
			t.Errorf("%s: got status %d, want one of %v", name, answer.Code, want)
		}
		if body := answer.Body.String(); strings.Contains(body, "<script>alert") || strings.Contains(body, "</textarea><script") {
			t.Errorf("%s: the script comes back", name)
		}
		if answer.Header().Get("Content-Security-Policy") == "" {
			t.Errorf("%s: there is no policy", name)
		}
	}
}

// BenchmarkHostileUploads reports the slowest upload in milliseconds.
func BenchmarkHostileUploads(b *testing.B) {
	s := newFuzzSite(b, webtest.Unlimited).web
	uploads := hostileUploads(b)
	for name, upload := range uploads {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				upload.send(s)
			}
		})
	}
}
