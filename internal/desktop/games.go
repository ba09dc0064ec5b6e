// SPDX-License-Identifier: Apache-2.0

package desktop

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"time"

	"cairn/catalog"
	"cairn/internal/lru"
	"cairn/internal/offline"
)

// maxCall bounds the bytes of a request, which may contain a record.
const maxCall = 2 << 20

// maxGames bounds the games in memory. A game that is evicted can be resumed from its file.
const maxGames = 16

// pageGames plays the games of the window, and keeps each in a file.
type pageGames struct {
	games  *catalog.Catalog
	folder string

	mu   sync.Mutex
	open *lru.Cache[string, *pageGame] // by the id that a page has chosen
}

// pageGame is the game of one page. It serves one request at a time.
type pageGame struct {
	*offline.Screen
	mu sync.Mutex
}

// find returns the game of a page.
func (t *pageGames) find(id string) *pageGame {
	t.mu.Lock()
	defer t.mu.Unlock()
	found, ok := t.open.Find(id)
	if !ok {
		found = &pageGame{Screen: offline.NewScreen(t.games, time.Now)}
		t.open.Add(id, found, 1)
	}
	return found
}

// ServeHTTP implements http.Handler. The query names the game by its id; the body is a
// request of package offline.
func (t *pageGames) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	data, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxCall))
	if err != nil {
		http.Error(w, "too large", http.StatusRequestEntityTooLarge)
		return
	}
	at := t.find(r.URL.Query().Get("table"))
	at.mu.Lock()
	defer at.mu.Unlock()
	answer, err := t.call(at, data)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(answer) // the page may be gone
}

// call answers a request and keeps the game.
func (t *pageGames) call(at *pageGame, data []byte) ([]byte, error) {
	var q offline.PageRequest
	if json.Unmarshal(data, &q) == nil && q.Do == "resume" {
		kept, err := t.kept(q.Game)
		if err != nil {
			return nil, err
		}
		data = kept
	}
	answer := at.Call(data)
	var a offline.Answer
	if err := json.Unmarshal(answer, &a); err != nil {
		return nil, err
	}
	if a.State == nil || a.Error != "" {
		return answer, nil
	}
	return answer, t.keep(a)
}

// keep writes a game to its file, atomically. The file is the request that resumes it.
func (t *pageGames) keep(a offline.Answer) error {
	data, err := json.Marshal(offline.PageRequest{Do: "load", Record: a.Record, Level: a.Level, Side: a.Side})
	if err != nil {
		return err
	}
	path := t.path(a.State.Game)
	if err := os.WriteFile(path+".new", data, 0o600); err != nil {
		return fmt.Errorf("keep game: %w", err)
	}
	return os.Rename(path+".new", path)
}

// kept returns the request that resumes the kept game, or begins a game.
func (t *pageGames) kept(game string) ([]byte, error) {
	entry, err := t.games.Find(game)
	if err != nil {
		return nil, err
	}
	data, err := os.ReadFile(t.path(entry.Info().ID))
	if errors.Is(err, fs.ErrNotExist) {
		return json.Marshal(offline.PageRequest{Do: "new", Game: entry.Info().ID})
	}
	return data, err
}

func (t *pageGames) path(game string) string { return filepath.Join(t.folder, game+".json") }
