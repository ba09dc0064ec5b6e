// SPDX-License-Identifier: Apache-2.0

// Package web shows the platform in a browser: pages that work as plain forms,
// the same addresses as JSON for scripts, and live updates over WebSocket.
//
// A handler asks who it is, reads the parameters, calls one use case of
// internal/account or internal/live and responds. The package knows no rule and no concrete game: it
// draws from game.Board and game.View, lets moves be entered by their paths, and
// takes every sentence from catalogues of texts. It stores nothing; sessions are
// the store's, and what it keeps in memory (open streams, rate limits) may be
// lost at any time.
package web
