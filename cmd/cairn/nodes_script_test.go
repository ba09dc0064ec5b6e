// SPDX-License-Identifier: Apache-2.0

//go:build unix

package main

import (
	"net/http"
	"net/http/cookiejar"
	"os/exec"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"cairn/internal/bus/natstest"
	"cairn/internal/store/pgtest"
)

// TestNodeScripts runs scripts with two PostgreSQL databases without tables, $DATABASE
// and $EMPTY, and NATS, $BUS.
func TestNodeScripts(t *testing.T) {
	if testing.Short() {
		t.Skip("many processes: only without -short")
	}
	database, empty, bus := pgtest.Empty(t), pgtest.Empty(t), natstest.URL(t)
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/nodes",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"status": status, "server": startServer, "halt": haltServer, "get": get, "post": post, "play": playMatches,
		},
		Setup: func(env *testscript.Env) error {
			env.Setenv("DATABASE", database)
			env.Setenv("EMPTY", empty)
			env.Setenv("BUS", bus)
			env.Setenv("GORACE", "atexit_sleep_ms=0")
			env.Values[servers{}] = map[string]*exec.Cmd{}
			jar, err := cookiejar.New(nil)
			env.Values[browser{}] = &http.Client{Jar: jar}
			return err
		},
	})
}
