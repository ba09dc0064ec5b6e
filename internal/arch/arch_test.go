// SPDX-License-Identifier: Apache-2.0

// Package arch_test checks the architecture: the table of allowed imports.
package arch_test

import (
	"encoding/json"
	"os/exec"
	"path"
	"slices"
	"strings"
	"testing"
)

// allowed lists, for each package of ours, which of ours its code (not its
// tests) may import. A package that is not listed is an error.
//
// A star stands for one part of a path, so that a new game needs no new row.
var allowed = map[string]string{
	"game":                          "",
	"game/gametest":                 "game",
	"game/gametest/tictactoe":       "game",
	"game/gametest/tictactoe/index": "game game/gametest/tictactoe tablebase",
	"games/*":                       "game",
	"games/*/index":                 "game games/* tablebase",
	"engine":                        "game",
	"tablebase":                     "game",
	"tablebase/tabletest":           "game game/gametest tablebase",
	"solver":                        "game tablebase",
	"catalog":                       "game games/* games/*/index engine solver tablebase",
	"record":                        "game",
	"match":                         "game record",
	"client":                        "internal/pagestate",
	"internal/lang":                 "game match",
	"internal/lang/langtest":        "internal/lang",
	"internal/content":              "game internal/lang",
	"internal/content/contenttest":  "game internal/content internal/lang internal/lang/langtest",
	"internal/filelock":             "",
	"internal/study":                "catalog engine game record tablebase",
	"internal/study/analyst":        "catalog engine game record internal/fair internal/lru internal/study",
	"internal/study/library":        "game match record catalog internal/failure internal/study internal/live/rating internal/live/room",
	"internal/study/puzzle":         "game internal/study record tablebase",
	"internal/study/puzzletest":     "game game/gametest internal/study/puzzle solver tablebase",
	"internal/study/trainer":        "catalog game internal/failure internal/glicko internal/study internal/study/puzzle record tablebase",
	"internal/study/maker":          "catalog internal/filelock internal/study solver tablebase",
	"internal/tui":                  "client game record match internal/filelock internal/lang internal/pagestate internal/study internal/study/puzzle",
	"internal/tui/canvas":           "game",
	"internal/tui/plain":            "game internal/lang internal/study internal/tui match",
	"internal/tui/full":             "game internal/lang internal/study internal/tui internal/tui/canvas match",
	"internal/tui/tuitest":          "*",
	"internal/sshd":                 "client internal/account internal/failure internal/lang internal/tui internal/tui/full",
	"internal/tui/screentest":       "",
	"internal/tui/tmuxtest":         "",
	"internal/failure":              "",
	"internal/fair":                 "internal/failure",
	"internal/lru":                  "",
	"internal/account":              "internal/fair internal/failure internal/lru internal/totp internal/password",
	"internal/account/accounttest":  "internal/account internal/failure internal/totp",
	"internal/live":                 "catalog internal/account internal/failure internal/live/* match",
	"internal/live/cluster":         "internal/account internal/failure",
	"internal/live/presence":        "game internal/live/cluster",
	"internal/live/rating":          "internal/glicko",
	"internal/live/room":            "catalog game internal/account internal/failure internal/glicko internal/live/cluster internal/live/presence internal/live/rating match record",
	"internal/live/lobby":           "internal/account internal/failure internal/glicko internal/live/cluster internal/live/presence internal/live/rating internal/live/room match",
	"internal/live/social":          "game internal/account internal/failure internal/live/cluster internal/live/presence internal/live/rating internal/live/room match",
	"internal/live/computer":        "catalog engine game internal/failure internal/fair internal/live/cluster internal/live/room match",
	"internal/live/archive":         "game internal/account internal/failure internal/live/rating internal/live/room match",
	"internal/live/stream":          "game internal/account internal/failure internal/fair internal/live/cluster internal/live/presence internal/live/rating internal/live/room internal/live/social match",
	"internal/live/livetest":        "*",
	"internal/store":                "game match internal/account internal/failure internal/glicko internal/live internal/notify internal/study/library internal/study/trainer internal/webhook internal/live/cluster internal/live/lobby internal/live/rating internal/live/room internal/live/social internal/live/stream",
	"internal/store/sqlite":         "internal/failure internal/filelock internal/store",
	"internal/store/postgres":       "internal/failure internal/store",
	"internal/store/pgtest":         "internal/store/postgres",
	"internal/store/storetest":      "game game/gametest/tictactoe match record internal/account internal/failure internal/glicko internal/live internal/notify internal/study internal/study/library internal/study/trainer internal/webhook internal/live/cluster internal/live/lobby internal/live/rating internal/live/room internal/live/social internal/live/stream",
	"internal/store/sqlitetest":     "internal/store/sqlite",
	"internal/bus/mem":              "internal/live/cluster",
	"internal/bus/bustest":          "internal/live/cluster",
	"internal/bus/nats":             "internal/bus/mem internal/live/cluster",
	"internal/bus/natstest":         "",
	"internal/web":                  "game internal/account internal/fair internal/failure internal/lang internal/limit internal/live internal/lru internal/notify match record internal/study/analyst internal/study/library internal/study/trainer internal/live/computer internal/live/room",
	"internal/web/account":          "game internal/account internal/fair internal/failure internal/live internal/notify internal/study/trainer internal/totp internal/web internal/web/listing internal/web/qr match record internal/live/room internal/live/rating internal/live/social internal/study/library",
	"internal/web/analysis":         "catalog engine game internal/account internal/fair internal/failure internal/pagestate internal/study internal/study/analyst internal/study/library internal/web internal/web/boardview internal/web/listing match record internal/live/computer internal/live/room",
	"internal/web/api":              "internal/web",
	"internal/web/archive":          "game internal/account internal/fair internal/failure internal/web internal/web/boardview internal/web/listing internal/study internal/study/library internal/live/archive internal/live/rating internal/live/room internal/live/social",
	"internal/web/boardview":        "catalog game internal/content internal/lang internal/pagestate internal/study internal/study/puzzle internal/web record",
	"internal/web/explore":          "catalog engine game internal/account internal/failure internal/fair internal/study internal/study/library internal/web internal/web/boardview internal/web/listing",
	"internal/web/learn":            "catalog game internal/account internal/content internal/pagestate internal/web internal/web/boardview internal/web/listing record",
	"internal/web/listing":          "catalog game internal/failure internal/pagestate internal/study internal/study/library internal/web internal/web/boardview match record internal/live/rating internal/live/room internal/live/social",
	"internal/web/lobby":            "game internal/account internal/fair internal/failure internal/pagestate internal/web internal/web/boardview internal/web/listing match record internal/live/lobby internal/live/rating internal/live/room",
	"internal/web/local":            "catalog game internal/lang internal/pagestate internal/picture internal/web internal/web/boardview internal/web/listing",
	"internal/web/match":            "game internal/account internal/fair internal/failure internal/lru internal/pagestate internal/study/puzzle internal/study/trainer internal/web internal/web/boardview internal/web/listing internal/web/qr match record internal/live/room internal/live/social internal/live/stream",
	"internal/web/moderation":       "internal/account internal/failure internal/web internal/web/listing",
	"internal/web/notify":           "internal/account internal/failure internal/notify internal/pagestate internal/web internal/web/listing match internal/live/room internal/live/social",
	"internal/web/people":           "game internal/account internal/failure internal/pagestate internal/web internal/web/listing match internal/live/room internal/live/social",
	"internal/web/preview":          "game internal/account internal/pagestate internal/picture internal/web internal/web/boardview internal/web/listing match internal/live/room",
	"internal/web/puzzle":           "catalog engine game internal/account internal/failure internal/pagestate internal/study internal/study/puzzle internal/study/trainer internal/web internal/web/boardview internal/web/listing match record internal/live/room",
	"internal/web/qr":               "",
	"internal/web/review":           "catalog game internal/account internal/fair internal/failure internal/pagestate internal/picture internal/study internal/web internal/web/boardview internal/web/listing match record internal/live/computer internal/live/room",
	"internal/web/settings":         "game internal/failure internal/lang internal/web internal/web/boardview",
	"internal/web/site":             "internal/web internal/web/*",
	"internal/web/webtest":          "*",
	"internal/glicko":               "",
	"internal/totp":                 "",
	"internal/password":             "",
	"internal/mail":                 "",
	"internal/pagestate":            "game record",
	"internal/offline":              "game engine catalog match record internal/lang internal/pagestate",
	"internal/export":               "game record internal/account internal/failure internal/live internal/live/room",
	"internal/bot":                  "client game internal/uci/driver match",
	"internal/webhook":              "game internal/account internal/failure internal/live internal/live/room",
	"internal/notify":               "game internal/account internal/failure internal/live internal/mail internal/live/room",
	"internal/picture":              "game",
	"internal/openid":               "internal/account internal/failure",
	"internal/openid/openidtest":    "",
	"internal/config":               "internal/limit",
	"internal/limit":                "",
	"internal/certs":                "",
	"internal/certs/certstest":      "",
	"internal/desktop":              "catalog internal/config internal/lru internal/offline internal/server",
	"internal/audit":                "game internal/failure internal/store/postgres internal/store/sqlite match internal/live/rating internal/live/room",
	"internal/doctor":               "internal/bus/nats internal/config internal/store internal/store/postgres internal/store/sqlite internal/live/cluster",
	"internal/move":                 "internal/store/postgres internal/store/sqlite",
	"internal/uci":                  "game engine tablebase catalog",
	"internal/uci/driver":           "game",
	"internal/server":               "match internal/sshd internal/tui catalog internal/account internal/bus/mem internal/bus/nats internal/certs internal/config internal/failure internal/live internal/mail internal/notify internal/openid internal/store internal/store/postgres internal/store/sqlite internal/web internal/web/site internal/study/library internal/study/trainer internal/study internal/study/maker solver internal/export internal/webhook internal/live/cluster internal/live/room",
	"internal/server/servertest":    "catalog internal/config internal/server",
	"internal/bench":                "client game engine solver catalog",
	"scripts/archive":               "",
	"scripts/sbom":                  "",
	"cmd/cairn":                     "*",
	"cmd/offline":                   "catalog internal/offline",
	"lab":                           "*",
	"lab/*":                         "*",
	"lab/faults/node":               "*",
}

// banned lists what a package may not import from the standard library: rules do
// no input or output and read no clock; a match is given the time.
var banned = map[string]string{
	"game":          "os net time log context log/slog",
	"games/*":       "os net time log context log/slog",
	"games/*/index": "os net time log context log/slog",
	"match":         "os net log context log/slog sync",
	"engine":        "os net log log/slog",
	"catalog":       "os net log log/slog",
	"tablebase":     "net time log log/slog",
	"solver":        "net log log/slog",
}

// module begins the import paths of ours; scripts/module-path renames it.
var module = strings.TrimSuffix("cairn/internal/arch", "internal/arch")

func TestImports(t *testing.T) {
	out, err := exec.Command("go", "list", "-json=ImportPath,Imports,TestImports,XTestImports", module+"...").Output()
	if err != nil {
		t.Fatal(err)
	}
	for decoder := json.NewDecoder(strings.NewReader(string(out))); decoder.More(); {
		var pkg struct {
			ImportPath                         string
			Imports, TestImports, XTestImports []string
		}
		if err := decoder.Decode(&pkg); err != nil {
			t.Fatal(err)
		}
		name := strings.TrimPrefix(pkg.ImportPath, module)
		check(t, name, pkg.Imports)
		for _, importPath := range slices.Concat(pkg.Imports, pkg.TestImports, pkg.XTestImports) {
			if inLab(importPath) && !inLab(pkg.ImportPath) {
				t.Errorf("%s imports %s: the product and its tests do without the laboratory", name, importPath)
			}
		}
	}
}

func inLab(importPath string) bool { return strings.HasPrefix(importPath+"/", module+"lab/") }

// In the workspace of product and laboratory Go chooses the versions of modules for both.
// A release has those of the product's go.mod alone, so they must not differ.
func TestVersions(t *testing.T) {
	versions := func(workspace string) string {
		command := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{.Path}} {{.Version}}{{end}}", module+"cmd/cairn")
		command.Env = append(command.Environ(), "GOWORK="+workspace)
		out, err := command.Output()
		if err != nil {
			t.Fatal(err)
		}
		return string(out)
	}
	if both, alone := versions(""), versions("off"); both != alone {
		t.Errorf("lab/go.mod raises versions of the product:\n%s\nalone:\n%s", both, alone)
	}
}

func check(t *testing.T, pkg string, imports []string) {
	may, listed := find(allowed, pkg)
	if !listed && len(imports) > 0 {
		t.Errorf("%s is not in the table of packages", pkg)
	}
	forbidden, _ := find(banned, pkg)
	for _, importPath := range imports {
		ours, own := strings.CutPrefix(importPath, module)
		if own && may != "*" && !matches(may, ours) {
			t.Errorf("%s imports %s", pkg, ours)
		}
		if slices.Contains(strings.Fields(forbidden), importPath) {
			t.Errorf("%s imports %s, which it must not", pkg, importPath)
		}
		if family, found := strings.CutSuffix(pkg, "/index"); found && strings.HasPrefix(ours, "games/") && ours != family {
			t.Errorf("%s imports %s, another game", pkg, ours)
		}
	}
}

// find returns the row of a package, by its name or else by pattern.
func find(table map[string]string, pkg string) (row string, ok bool) {
	if row, ok = table[pkg]; ok {
		return row, true
	}
	for pattern, row := range table {
		if match, _ := path.Match(pattern, pkg); match {
			return row, true
		}
	}
	return "", false
}

// matches reports whether one of some patterns is that of a package.
func matches(patterns, pkg string) bool {
	return slices.ContainsFunc(strings.Fields(patterns), func(pattern string) bool {
		match, _ := path.Match(pattern, pkg)
		return match
	})
}
