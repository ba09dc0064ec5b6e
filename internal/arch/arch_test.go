// SPDX-License-Identifier: Apache-2.0

// Package arch_test holds the architecture: the table of who may import whom.
package arch_test

import (
	"encoding/json"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// allowed lists, for each package of ours, which of ours its code (not its
// tests) may import. A package must be listed; games/* stands for every game.
var allowed = map[string]string{
	"game":                         "",
	"game/gametest":                "game",
	"game/gametest/tictactoe":      "game",
	"games/*":                      "game",
	"engine":                       "game",
	"engine/uct":                   "game",
	"engine/arena":                 "game engine engine/uct",
	"tablebase":                    "game",
	"solver":                       "game tablebase",
	"catalog":                      "game games/* engine engine/arena solver tablebase",
	"record":                       "game",
	"match":                        "game record",
	"internal/lang":                "game match",
	"internal/lang/langtest":       "internal/lang",
	"internal/content":             "game internal/lang",
	"internal/content/contenttest": "game internal/content internal/lang internal/lang/langtest",
	"internal/tui":                 "game record match internal/lang",
	"internal/tui/screen":          "",
	"internal/play":                "game record match engine catalog internal/glicko internal/totp internal/password",
	"internal/store":               "game match internal/play internal/glicko",
	"internal/store/sqlite":        "internal/store",
	"internal/store/storetest":     "game game/gametest/tictactoe match record internal/glicko internal/play",
	"internal/bus/mem":             "internal/play",
	"internal/bus/bustest":         "internal/play",
	"internal/web":                 "game record match internal/content internal/lang internal/play internal/totp internal/web/qr",
	"internal/web/qr":              "",
	"internal/glicko":              "",
	"internal/totp":                "",
	"internal/password":            "",
	"internal/mailer":              "",
	"internal/load":                "",
	"cmd/cairn":                    "*",
	"cmd/tune":                     "*",
}

// banned lists what a package may not import from the standard library: rules do
// no input or output and read no clock; a match is told the time.
var banned = map[string]string{
	"game":      "os net time log context log/slog",
	"games/*":   "os net time log context log/slog",
	"match":     "os net log context log/slog sync",
	"engine":    "os net log log/slog",
	"catalog":   "os net log log/slog",
	"tablebase": "net time log log/slog",
	"solver":    "net log log/slog",
}

func TestImports(t *testing.T) {
	out, err := exec.Command("go", "list", "-json=ImportPath,Imports", "cairn/...").Output()
	if err != nil {
		t.Fatal(err)
	}
	for decoder := json.NewDecoder(strings.NewReader(string(out))); decoder.More(); {
		var pkg struct {
			ImportPath string
			Imports    []string
		}
		if err := decoder.Decode(&pkg); err != nil {
			t.Fatal(err)
		}
		check(t, strings.TrimPrefix(pkg.ImportPath, "cairn/"), pkg.Imports)
	}
}

func check(t *testing.T, pkg string, imports []string) {
	row := rowOf(pkg)
	may, listed := allowed[row]
	if !listed && len(imports) > 0 {
		t.Errorf("%s is not in the table of packages", pkg)
	}
	for _, path := range imports {
		ours, own := strings.CutPrefix(path, "cairn/")
		if own && may != "*" && !slices.Contains(strings.Fields(may), rowOf(ours)) {
			t.Errorf("%s imports %s", pkg, ours)
		}
		if slices.Contains(strings.Fields(banned[row]), path) {
			t.Errorf("%s imports %s, which it must not", pkg, path)
		}
	}
}

// rowOf returns the row of the tables for a package.
func rowOf(pkg string) string {
	if strings.HasPrefix(pkg, "games/") {
		return "games/*"
	}
	return pkg
}
