// SPDX-License-Identifier: Apache-2.0

// Package desktop runs Cairn as a program in a window: a private server on this
// machine, opened in a browser, that ends with its window. Games are played by two
// people on this device or against the computer, without an account, and saved in a
// folder after every move.
//
// Only the window may use the server: its address has a key that works once, for which it
// gets a cookie. Requests without the cookie are refused.
package desktop

import (
	"cmp"
	"context"
	"crypto/rand"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"cairn/catalog"
	"cairn/internal/config"
	"cairn/internal/lru"
	"cairn/internal/server"
)

// Options are what the program needs.
type Options struct {
	Games  *catalog.Catalog
	Folder string // for kept games, tables, and the browser's own files
	// Browser is the program to open the window with; "none" opens no window. If empty, it is
	// a browser with an app mode if one is installed, else the system's default.
	Browser string
	Out     io.Writer // gets the address
	Log     io.Writer
	// Grace is how long the program waits for a new page after the last one was closed: it
	// must be longer than a page takes to load. 10 s when zero.
	Grace time.Duration
}

// Run runs the program until its window is closed or the context ends.
func Run(ctx context.Context, o Options) error {
	if err := os.MkdirAll(filepath.Join(o.Folder, "games"), 0o700); err != nil {
		return fmt.Errorf("open folder: %w", err)
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	c := config.New(o.Folder)
	c.Addr, c.Unlimited, c.LogLevel = "127.0.0.1:0", true, "warn"
	c.Thinkers = runtime.NumCPU()
	pages := &presence{grace: cmp.Or(o.Grace, 10*time.Second), gone: stop}
	games := &pageGames{games: o.Games, folder: filepath.Join(o.Folder, "games"), open: lru.New[string, *pageGame](maxGames)}
	key := rand.Text()
	g := &guard{key: key, secret: rand.Text(), games: games, presence: pages}
	return server.Run(ctx, server.Options{
		Config: c, Games: o.Games, Log: o.Log, Private: true,
		Wrap: func(next http.Handler) http.Handler { g.next = next; return g },
		Ready: func(home, _ string) {
			address := home + keyPath + key
			fmt.Fprintf(o.Out, "Cairn is at %s\n", address)
			if err := open(ctx, o, address, pages); err != nil {
				fmt.Fprintf(o.Out, "No browser could be opened: %v\nOpen the address above.\n", err)
			}
		},
	})
}
