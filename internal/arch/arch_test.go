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
// tests) may import. A package that is not listed is a decision not yet made.
var allowed = map[string]string{
	"game":                     "",
	"game/gametest":            "game",
	"game/gametest/tictactoe":  "game",
	"games/morris":             "game",
	"games/fanorona":           "game",
	"games/yote":               "game",
	"engine":                   "game",
	"engine/uct":               "game",
	"engine/arena":             "game engine engine/uct",
	"tablebase":                "game",
	"solver":                   "game tablebase",
	"catalog":                  "game games/morris games/fanorona games/yote engine engine/arena solver tablebase",
	"record":                   "game",
	"match":                    "game record",
	"internal/lang":            "game match",
	"internal/lang/langtest":   "internal/lang",
	"internal/tui":             "game record match internal/lang",
	"internal/tui/screen":      "",
	"internal/play":            "game record match engine catalog internal/glicko internal/totp internal/password",
	"internal/store":           "game match internal/play internal/glicko",
	"internal/store/sqlite":    "internal/store",
	"internal/store/storetest": "game game/gametest/tictactoe match record internal/glicko internal/play",
	"internal/bus/mem":         "internal/play",
	"internal/bus/bustest":     "internal/play",
	"internal/web":             "game record match internal/lang internal/play",
	"internal/web/boardview":   "game record internal/web",
	"internal/web/listing":     "game record match internal/play internal/web",
	"internal/web/match":       "game record match internal/play internal/web/qr internal/web internal/web/boardview internal/web/listing",
	"internal/web/lobby":       "game record match internal/play internal/web internal/web/boardview internal/web/listing",
	"internal/web/account":     "record match internal/play internal/totp internal/web/qr internal/web internal/web/boardview internal/web/listing",
	"internal/web/archive":     "game match internal/play internal/web internal/web/boardview internal/web/listing",
	"internal/web/learn":       "game internal/play internal/web internal/web/boardview internal/web/listing",
	"internal/web/settings":    "game internal/lang internal/play internal/web internal/web/boardview internal/web/listing",
	"internal/web/moderation":  "internal/play internal/web internal/web/boardview internal/web/listing",
	"internal/web/site":        "internal/web internal/web/account internal/web/archive internal/web/boardview internal/web/learn internal/web/listing internal/web/lobby internal/web/match internal/web/moderation internal/web/settings",
	"internal/web/webtest":     "*",
	"internal/web/qr":          "",
	"internal/glicko":          "",
	"internal/totp":            "",
	"internal/password":        "",
	"internal/mailer":          "",
	"internal/load":            "",
	"cmd/cairn":                "*",
	"cmd/tune":                 "*",
}

// banned lists what a package may not import from the standard library: rules do
// no input or output and read no clock; a match is told the time.
var banned = map[string]string{
	"game":           "os net time log context log/slog",
	"games/morris":   "os net time log context log/slog",
	"games/fanorona": "os net time log context log/slog",
	"games/yote":     "os net time log context log/slog",
	"match":          "os net log context log/slog sync",
	"engine":         "os net log log/slog",
	"catalog":        "os net log log/slog",
	"tablebase":      "net time log log/slog",
	"solver":         "net log log/slog",
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
	may, listed := allowed[pkg]
	if !listed && len(imports) > 0 {
		t.Errorf("%s is not in the table of packages", pkg)
	}
	for _, path := range imports {
		ours, own := strings.CutPrefix(path, "cairn/")
		if own && may != "*" && !slices.Contains(strings.Fields(may), ours) {
			t.Errorf("%s imports %s", pkg, ours)
		}
		if slices.Contains(strings.Fields(banned[pkg]), path) {
			t.Errorf("%s imports %s, which it must not", pkg, path)
		}
	}
}
