// SPDX-License-Identifier: Apache-2.0

package desktop_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"os"
	"strings"
	"testing"
	"time"

	"cairn/catalog"
	"cairn/internal/desktop"
	"cairn/internal/offline"
)

// fakeBrowser makes the test binary a browser whose window is opened and closed.
const fakeBrowser = "CAIRN_TEST_FAKE_BROWSER"

func TestMain(m *testing.M) {
	if os.Getenv(fakeBrowser) != "" {
		if err := browse(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// browse opens the first page and a stream, as a browser does.
func browse() error {
	jar, err := cookiejar.New(nil)
	if err != nil {
		return err
	}
	client := http.Client{Jar: jar}
	for _, arg := range os.Args[1:] {
		address, found := strings.CutPrefix(arg, "--app=")
		if !found {
			continue
		}
		page, err := client.Get(address)
		if err != nil {
			return err
		}
		defer page.Body.Close()
		alive, err := client.Get("http://" + page.Request.URL.Host + "/desktop/alive")
		if err != nil {
			return err
		}
		defer alive.Body.Close()
		if page.StatusCode != http.StatusOK || alive.StatusCode != http.StatusOK {
			return fmt.Errorf("got %s and %s", page.Status, alive.Status)
		}
	}
	return nil
}

// program is a running program without a window.
type program struct {
	t       *testing.T
	address string // with the key
	base    string
	client  http.Client
	stop    func()
}

// start runs the program in a folder.
func start(t *testing.T, folder string) *program {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	out, in := io.Pipe()
	ended := make(chan error, 1)
	go func() {
		ended <- desktop.Run(ctx, desktop.Options{Games: catalog.Standard(), Folder: folder, Browser: desktop.NoBrowser, Out: in, Log: io.Discard})
		in.Close()
	}()
	var address string
	if _, err := fmt.Fscanf(out, "Cairn is at %s\n", &address); err != nil {
		cancel()
		t.Fatalf("%v, %v", err, <-ended)
	}
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	base, _, _ := strings.Cut(address, "/desktop/")
	p := &program{t: t, address: address, base: base, client: http.Client{Jar: jar}}
	p.stop = func() {
		cancel()
		if err := <-ended; err != nil {
			t.Errorf("the program ended with %v", err)
		}
		ended <- nil
	}
	t.Cleanup(p.stop)
	return p
}

func (p *program) get(client *http.Client, path string) (status int, end, body string) {
	p.t.Helper()
	r, err := client.Get(p.base + path)
	if err != nil {
		p.t.Fatal(err)
	}
	defer r.Body.Close()
	text, err := io.ReadAll(r.Body)
	if err != nil {
		p.t.Fatal(err)
	}
	return r.StatusCode, r.Request.URL.Path, string(text)
}

// call sends a request of a game.
func (p *program) call(q offline.PageRequest) (a offline.Answer) {
	p.t.Helper()
	data, err := json.Marshal(q)
	if err != nil {
		p.t.Fatal(err)
	}
	r, err := p.client.Post(p.base+"/desktop/call?table=one", "text/plain", bytes.NewReader(data))
	if err != nil {
		p.t.Fatal(err)
	}
	defer r.Body.Close()
	if err := json.NewDecoder(r.Body).Decode(&a); err != nil || a.Error != "" {
		p.t.Fatalf("%+v: %s, %v, %s", q, r.Status, err, a.Error)
	}
	return a
}

// Only the window has access, by a key that works once.
func TestKey(t *testing.T) {
	p := start(t, t.TempDir())
	stranger := &http.Client{}
	for _, path := range []string{"/", "/local", "/static/x/base.css", "/desktop/alive", "/desktop/open/guess", "/healthz"} {
		if status, _, _ := p.get(stranger, path); status != http.StatusForbidden {
			t.Errorf("%s without the key: got status %d", path, status)
		}
	}
	path := strings.TrimPrefix(p.address, p.base)
	if status, end, body := p.get(&p.client, path); status != http.StatusOK || end != "/local" || !strings.Contains(body, "Choose a game") {
		t.Errorf("with the key: got status %d at %s", status, end)
	}
	if status, _, _ := p.get(stranger, path); status != http.StatusForbidden {
		t.Errorf("the key works twice: got status %d", status)
	}
	for _, path := range []string{"/", "/login", "/play", "/home", "/match/abcdefg", "/desktop/call"} {
		if status, end, _ := p.get(&p.client, path); status != http.StatusOK || end != "/local" {
			t.Errorf("%s: got status %d at %s, want the start", path, status, end)
		}
	}
	for _, path := range []string{"/rules/nine-mens-morris", "/learn", "/settings", "/local/yote"} {
		status, _, body := p.get(&p.client, path)
		if status != http.StatusOK || strings.Contains(body, "/login") || strings.Contains(body, "/signup") || strings.Contains(body, "app.js") {
			t.Errorf("%s: got status %d", path, status)
		}
	}
	for name, change := range map[string]func(*http.Request){
		"another name": func(r *http.Request) { r.Host = "evil.example" },
		"another site": func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "cross-site") },
	} {
		r, err := http.NewRequest(http.MethodGet, p.base+"/local", nil)
		if err != nil {
			t.Fatal(err)
		}
		change(r)
		answer, err := p.client.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		if answer.StatusCode != http.StatusForbidden {
			t.Errorf("%s: got %s", name, answer.Status)
		}
	}
}

// A game is continued in the next run.
func TestKept(t *testing.T) {
	folder := t.TempDir()
	p := start(t, folder)
	p.get(&p.client, strings.TrimPrefix(p.address, p.base))
	if a := p.call(offline.PageRequest{Do: "resume", Game: "nine"}); len(a.Moves) != 0 || a.Level != "" {
		t.Errorf("got %+v, want a new game", a)
	}
	p.call(offline.PageRequest{Do: "new", Game: "nine", Level: "novice", Side: "white"})
	p.call(offline.PageRequest{Do: "move", Move: "d6"})
	want := p.call(offline.PageRequest{Do: "think"})
	p.stop()

	p = start(t, folder)
	p.get(&p.client, strings.TrimPrefix(p.address, p.base))
	got := p.call(offline.PageRequest{Do: "resume", Game: "nine-mens-morris"})
	if got.State.Men != want.State.Men || len(got.Moves) != 2 || got.Level != "novice" || got.Side != "white" {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// The program ends with its window.
func TestEnds(t *testing.T) {
	t.Setenv(fakeBrowser, "yes")
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	err = desktop.Run(t.Context(), desktop.Options{
		Games: catalog.Standard(), Folder: t.TempDir(), Browser: program, Out: io.Discard, Log: os.Stderr, Grace: time.Millisecond,
	})
	if err != nil {
		t.Error(err)
	}
}
