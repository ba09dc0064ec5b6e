// SPDX-License-Identifier: Apache-2.0

//go:build js && wasm

// Offline is the rules and the engine for browsers, compiled to WebAssembly. It sets
// the global function cairn, which takes a request as JSON text and returns the
// answer; see package offline. A worker runs it: static/local-worker.js.
package main

import (
	"syscall/js"
	"time"

	"cairn/catalog"
	"cairn/internal/offline"
)

func main() {
	table := offline.NewScreen(catalog.Standard(), time.Now)
	js.Global().Set("cairn", js.FuncOf(func(_ js.Value, args []js.Value) any {
		return string(table.Call([]byte(args[0].String())))
	}))
	select {} // the function is called as long as the worker lives
}
