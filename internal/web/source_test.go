// SPDX-License-Identifier: Apache-2.0

package web_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"cairn/match"
)

// actions are what players do in a match; each has an address of its own.
var actions = []match.ActionKind{
	match.Start, match.Move, match.Draw, match.Undo, match.Redo, match.Answer,
	match.Resign, match.Abort, match.Claim, match.Rematch,
}

// calls visits every call in the source of the package, tests apart: http.ServeMux
// does not tell what it serves.
func calls(t testing.TB, visit func(name string, args []ast.Expr)) {
	t.Helper()
	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		if !strings.HasSuffix(entry.Name(), ".go") || strings.HasSuffix(entry.Name(), "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), entry.Name(), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(node ast.Node) bool {
			if call, ok := node.(*ast.CallExpr); ok {
				visit(calledName(call), call.Args)
			}
			return true
		})
	}
}

// calledName is the last word of what is called: Get in r.URL.Query().Get.
func calledName(call *ast.CallExpr) string {
	switch f := call.Fun.(type) {
	case *ast.Ident:
		return f.Name
	case *ast.SelectorExpr:
		return f.Sel.Name
	}
	return ""
}

// patterns lists the addresses that the package registers, such as "GET /join".
// A pattern that is no constant would be missed, and is a failure.
func patterns(t testing.TB) []string {
	t.Helper()
	var found []string
	calls(t, func(name string, args []ast.Expr) {
		if name != "on" && name != "Handle" && name != "HandleFunc" {
			return
		}
		switch arg := args[0].(type) {
		case *ast.BasicLit:
			found = append(found, unquote(t, arg))
		case *ast.BinaryExpr: // "POST /match/{id}/" + string(kind)
			for _, kind := range actions {
				found = append(found, unquote(t, arg.X.(*ast.BasicLit))+string(kind))
			}
		case *ast.Ident: // on's own mux.Handle(pattern, …)
			if arg.Name != "pattern" {
				t.Errorf("%s(%s, …): an address must be a constant", name, arg.Name)
			}
		default:
			t.Errorf("%s(%T, …): an address must be a constant", name, arg)
		}
	})
	slices.Sort(found)
	return slices.Compact(found)
}

// fieldNames lists the names of all fields that the package reads from forms and
// queries.
func fieldNames(t testing.TB) []string {
	t.Helper()
	var found []string
	calls(t, func(name string, args []ast.Expr) {
		if len(args) != 1 || !slices.Contains([]string{"text", "number", "yes", "Get", "Has", "FormValue"}, name) {
			return
		}
		if literal, ok := args[0].(*ast.BasicLit); ok && literal.Kind == token.STRING {
			if field := unquote(t, literal); field == strings.ToLower(field) && field != "" {
				found = append(found, field)
			}
		}
	})
	slices.Sort(found)
	return slices.Compact(found)
}

func unquote(t testing.TB, literal *ast.BasicLit) string {
	t.Helper()
	text, err := strconv.Unquote(literal.Value)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// What is read from the source is what the server does.
func TestSource(t *testing.T) {
	if got := patterns(t); len(got) < 60 || !slices.Contains(got, "POST /match/{id}/resign") || !slices.Contains(got, "GET /{$}") {
		t.Errorf("got %d addresses: %q", len(got), got)
	}
	if got := fieldNames(t); !slices.Contains(got, "login") || !slices.Contains(got, "ply") || !slices.Contains(got, "offer") {
		t.Errorf("got fields %q", got)
	}
}
