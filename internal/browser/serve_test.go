// SPDX-License-Identifier: Apache-2.0

package browser_test

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"

	"cairn/catalog"
	"cairn/internal/bus/mem"
	"cairn/internal/play"
	"cairn/internal/store/sqlite"
	"cairn/internal/web"
)

// With these in its environment the test program is a server.
const (
	serveData    = "CAIRN_BROWSER_DATA"
	serveAddress = "CAIRN_BROWSER_ADDRESS"
)

// serve is the server process. It lives as long as its standard input is open, so
// that it never outlives the tests, however they end.
func serve(address, data string) int {
	log := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))
	if err := serveUntilEOF(address, data, log); err != nil {
		log.Error("serve", "err", err)
		return 1
	}
	return 0
}

func serveUntilEOF(address, data string, log *slog.Logger) error {
	store, err := sqlite.Open(data, sqlite.Options{})
	if err != nil {
		return err
	}
	service := play.New(play.Options{Store: store, Bus: mem.New(), Games: catalog.Standard(), Log: log})
	if err := service.Start(context.Background()); err != nil {
		return err
	}
	unlimited := web.Limits{SignUp: web.Limit{Burst: 1}} // everybody comes from one address
	server := web.New(web.Options{Play: service, Log: log, Limits: unlimited})
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return err
	}
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		os.Exit(0) // no tidying up: the store must bear it
	}()
	fmt.Println("ready")
	return server.HTTP(address).Serve(listener)
}
