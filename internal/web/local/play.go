// SPDX-License-Identifier: Apache-2.0

package local

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"cairn/internal/pagestate"
	"cairn/internal/web"
	"cairn/internal/web/boardview"
	"cairn/internal/web/listing"
)

// offlineGamesView lists the games that can be played offline.
type offlineGamesView struct {
	web.Page
	Built    bool
	Building bool
	Families []listing.Card
}

func (s *handlers) showGames(w http.ResponseWriter, r *http.Request) error {
	t := s.core.Texts(r)
	v := offlineGamesView{Page: s.core.Page(r, t.Text("web.local.title")), Built: s.core.Private || Built(), Building: building.Load(), Families: s.lists.Cards(t, gamePath)}
	return s.core.Render(w, http.StatusOK, "local_games", &v)
}

func gamePath(id string) string { return "/local/" + id }

// playView is the page of a game that is played in the browser.
type playView struct {
	web.Page
	Built          bool
	Building       bool
	Game, GameName string
	Size           string // of the program, in megabytes
	Levels         []string
	Play           boardview.PlayView
	Setup          playSetup
}

// playSetup is what the script of the page starts with.
type playSetup struct {
	Game   string            `json:"game"`
	Lang   string            `json:"lang"`
	Men    string            `json:"men"`
	Worker string            `json:"worker"`
	Engine string            `json:"engine"`
	Call   string            `json:"call"` // address of the desktop program, which plays itself; empty for the worker
	Texts  map[string]string `json:"texts"`
}

func (s *handlers) showPlay(w http.ResponseWriter, r *http.Request) error {
	entry, err := s.core.Live.Rooms.Games().Find(r.PathValue("game"))
	if err != nil {
		return web.ErrNoPage
	}
	info := entry.Info()
	if info.ID != r.PathValue("game") { // an alias
		http.Redirect(w, r, gamePath(info.ID), http.StatusFound)
		return nil
	}
	t, e := s.core.Texts(r).For(info), loadEngine()
	v := playView{
		Page: s.core.Page(r, t.Text("web.local.playing", "game", t.Game(info))), Built: e.built(), Building: building.Load(), Game: info.ID, GameName: t.Game(info),
		Size: megabytes(t, len(e.packed)), Levels: slices.DeleteFunc(entry.Levels(), needsTables),
	}
	state := pagestate.NewState(info, entry.Start().View(), t.Side) // nothing can be touched before the program is loaded
	state.Match, state.Kind, state.You = "local", "screen", "both"
	v.Play = boardview.NewPlayView(t, info, entry.Start().View(), state, boardview.BoardMarks{})
	v.Setup = playSetup{
		Game: info.ID, Lang: t.Code(), Men: v.Look.Men, Worker: e.path("worker.js"), Engine: e.path("cairn.wasm"), Texts: stateTexts(t),
	}
	if s.core.Private {
		v.Built, v.Size, v.Levels, v.Setup.Call = true, "", entry.Levels(), "/desktop/call"
	}
	if v.Built {
		v.Scripts = []string{"local"}
	}
	return s.core.Render(w, http.StatusOK, "local_play", &v)
}

// needsTables reports whether a level needs tables, which are too large for a browser.
func needsTables(level string) bool { return level == "perfect" }

// megabytes writes a size with one decimal.
func megabytes(t *web.Texts, bytes int) string {
	text := strconv.FormatFloat(float64(bytes)/1e6, 'f', 1, 64)
	if t.Code() != web.Fallback {
		text = strings.Replace(text, ".", ",", 1)
	}
	return text
}

// stateTexts are the texts of pages that the program in the browser needs for states; it
// contains the other texts.
func stateTexts(t *web.Texts) map[string]string {
	found := map[string]string{}
	for _, key := range t.Keys() {
		for _, prefix := range []string{"web.message.side.", "web.message.you.", "web.level."} {
			if strings.HasPrefix(key, prefix) {
				found[key] = t.Text(key)
			}
		}
	}
	for _, key := range []string{"web.message.thinking", "web.seat.computer", "web.end.won", "web.end.lost", "web.error.record"} {
		found[key] = t.Text(key)
	}
	return found
}

// The rules and the engine for browsers; only a README where they were not built.
//
//go:embed wasm
var engineFiles embed.FS

// engineFolder is the path of the files of the engine. With the checksum in the address they
// are cached forever.
const engineFolder = "/local/engine/"

// The files that scripts/offline builds.
const (
	packedFile = "cairn.wasm.gz"
	runnerFile = "wasm_exec.js"
)

// engine is the program that plays in a browser: WebAssembly, Go's own script that
// runs it, and our worker around both.
type engine struct {
	sum            string
	packed         []byte // the program, by gzip; empty where it was not built
	runner, worker []byte
}

// served is the engine that browsers get; nil before it is first asked for.
var served atomic.Pointer[engine]

// building is whether the engine is being built.
var building atomic.Bool

// loadEngine returns the engine: the one built into this program unless Build has built one.
func loadEngine() *engine {
	if e := served.Load(); e != nil {
		return e
	}
	packed, _ := engineFiles.ReadFile("wasm/" + packedFile) // may not have been built
	runner, _ := engineFiles.ReadFile("wasm/" + runnerFile)
	served.CompareAndSwap(nil, newEngine(packed, runner))
	return served.Load()
}

func newEngine(packed, runner []byte) *engine {
	e := &engine{packed: packed, runner: runner}
	e.worker, _ = Files.ReadFile("static/local-worker.js") // it is in the program
	sum := sha256.New()
	for _, part := range [][]byte{e.packed, e.runner, e.worker} {
		sum.Write(part)
	}
	e.sum = hex.EncodeToString(sum.Sum(nil))[:12]
	return e
}

// Built reports whether this program has the engine.
func Built() bool { return loadEngine().built() }

// Build serves the engine that a function builds into a folder as scripts/offline does.
// Pages say meanwhile that it is being built.
func Build(into func(folder string) error) error {
	building.Store(true)
	defer building.Store(false)
	folder, err := os.MkdirTemp("", "cairn-offline-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	if err := into(folder); err != nil {
		return err
	}
	packed, packedErr := os.ReadFile(filepath.Join(folder, packedFile))
	runner, runnerErr := os.ReadFile(filepath.Join(folder, runnerFile))
	if err := cmp.Or(packedErr, runnerErr); err != nil {
		return err
	}
	served.Store(newEngine(packed, runner))
	return nil
}

// built reports whether this program can serve the engine.
func (e *engine) built() bool { return len(e.packed) > 0 && len(e.runner) > 0 }

// path returns the address of a file.
func (e *engine) path(name string) string { return engineFolder + e.sum + "/" + name }

// paths lists the addresses of all files, none if the engine was not built.
func (e *engine) paths() []string {
	if !e.built() {
		return []string{}
	}
	return []string{e.path("worker.js"), e.path("wasm_exec.js"), e.path("cairn.wasm")}
}

// workerPolicy is the Content-Security-Policy of the worker, the only script that may compile
// WebAssembly.
const workerPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"

// showEngine serves a file of the engine.
func (s *handlers) showEngine(w http.ResponseWriter, r *http.Request) error {
	e, name := loadEngine(), r.PathValue("file")
	if !e.built() || r.PathValue("sum") != e.sum {
		return web.ErrNoPage
	}
	h := w.Header()
	data, kind := e.worker, "text/javascript; charset=utf-8"
	switch name {
	case "worker.js":
		h.Set("Content-Security-Policy", workerPolicy)
	case "wasm_exec.js":
		data = e.runner
	case "cairn.wasm":
		kind = "application/wasm"
		h.Set("Vary", "Accept-Encoding")
		if data = e.packed; strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
			h.Set("Content-Encoding", "gzip")
			break
		}
		r, err := gzip.NewReader(bytes.NewReader(e.packed))
		if err != nil {
			return err
		}
		if data, err = io.ReadAll(r); err != nil {
			return err
		}
	default:
		return web.ErrNoPage
	}
	h.Set("Content-Type", kind)
	h.Set("Cache-Control", "public, max-age=31536000, immutable")
	_, _ = w.Write(data) // the client may be gone
	return nil
}
