// SPDX-License-Identifier: Apache-2.0

package arch_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// Every identifier of Go in a page of docs exists: `pkg.Name`, `Type.Method`,
// `pkg.Type.Method`, and a name alone. In docs/architecture.md every word that can be a
// name must be declared. Other pages have words of commands, JSON and tables as well, so
// there a word alone counts only in mixed case, and may stand anywhere in the source.
func TestIdentifiers(t *testing.T) {
	tree := readTree(t)
	for name, page := range pages(t, root+"/docs") {
		if strings.HasPrefix(name, "decisions/") {
			continue // each tells of its day
		}
		for _, word := range identifiers(page) {
			if !tree.has(word, name == "architecture.md") {
				t.Errorf("docs/%s: there is no %s", name, word)
			}
		}
	}
}

// Every path in a page leads to a file or folder: those that begin with a folder of the
// root, and in docs/architecture.md also those below internal.
func TestPaths(t *testing.T) {
	slashed := regexp.MustCompile(`^[a-z0-9_*.-]+(/[a-z0-9_*.-]+)+$`)
	for name, page := range pages(t, root+"/docs") {
		if strings.HasPrefix(name, "decisions/") {
			continue
		}
		for _, span := range codeSpan.FindAllStringSubmatch(codeBlock.ReplaceAllString(page, ""), -1) {
			first, _, _ := strings.Cut(span[1], "/")
			if folder, err := os.Stat(filepath.Join(root, first)); !slashed.MatchString(span[1]) || name != "architecture.md" && (err != nil || !folder.IsDir()) {
				continue
			}
			files, _ := filepath.Glob(filepath.Join(root, span[1]))
			inner, _ := filepath.Glob(filepath.Join(root, "internal", span[1]))
			if len(files)+len(inner) == 0 {
				t.Errorf("docs/%s: there is no %s", name, span[1])
			}
		}
	}
}

func TestIdentifiersAreChecked(t *testing.T) {
	tree := readTree(t)
	page := "`match.Do`, `live.Shown`, `Match.Do`, `Match.Redraw`, `game.State.PlayMove`, `game.State.PlayCard`, `commitMove()`, `go.mod`"
	var missing []string
	for _, word := range identifiers(page) {
		if !tree.has(word, true) {
			missing = append(missing, word)
		}
	}
	if want := []string{"match.Do", "live.Shown", "Match.Redraw", "game.State.PlayCard", "commitMove"}; !slices.Equal(missing, want) {
		t.Errorf("got %q missing, want %q", missing, want)
	}
}

var (
	codeBlock  = regexp.MustCompile("(?s)```.*?```")
	codeSpan   = regexp.MustCompile("`([^`]+)`")
	identifier = regexp.MustCompile(`^[A-Za-z_]\w*(\.[A-Za-z_]\w*)*$`)
	word       = regexp.MustCompile(`[A-Za-z_]\w*`)
)

// fileEnds are the last parts of names of files and hosts, which look like methods.
var fileEnds = []string{"go", "js", "mjs", "css", "html", "md", "json", "yaml", "mod", "sum", "work", "txtar", "db", "sh", "bin", "png", "svg", "gif", "woff2", "txt", "wasm", "perft", "webmanifest", "conf", "exe", "cairn", "local", "org", "dump"}

// foreign are names of other programs and protocols.
var foreign = []string{"MemoryMax", "UGI_Variant"}

// identifiers returns what may be an identifier of Go among the code spans of a page.
func identifiers(page string) (names []string) {
	for _, span := range codeSpan.FindAllStringSubmatch(codeBlock.ReplaceAllString(page, ""), -1) {
		name, _, _ := strings.Cut(span[1], "(")
		if identifier.MatchString(name) && !slices.Contains(foreign, name) && !slices.Contains(fileEnds, name[strings.LastIndex(name, ".")+1:]) {
			names = append(names, name)
		}
	}
	return names
}

// sourceTree is what the Go code of product and laboratory declares.
type sourceTree struct {
	packages map[string]map[string]bool // names at the top of the packages with a name
	types    map[string]map[string]bool // methods, fields and embedded types, by Type and pkg.Type
	all      map[string]bool            // every declared name
	words    map[string]bool            // every word of the sources
}

// has reports whether an identifier exists. strict refuses words that are only
// somewhere in the source, and selectors of an unknown package or type.
func (s sourceTree) has(name string, strict bool) bool {
	parts := strings.Split(name, ".")
	last := parts[len(parts)-1]
	mixed := strings.ContainsFunc(last, unicode.IsUpper) && strings.ContainsFunc(last, unicode.IsLower)
	switch {
	case !strict && !mixed:
		return true
	case len(parts) == 1:
		return s.all[name] || !strict && s.words[name]
	}
	if names := s.packages[parts[0]]; names != nil {
		return names[parts[1]] && (len(parts) == 2 || s.hasMember(parts[0]+"."+parts[1], parts[2], 0))
	}
	if s.types[parts[0]] != nil {
		return s.hasMember(parts[0], parts[1], 0)
	}
	return !strict || isStandard(parts[0])
}

// hasMember reports whether a type has a method or field, perhaps of an embedded type.
func (s sourceTree) hasMember(name, member string, depth int) bool {
	if s.types[name][member] {
		return true
	}
	for other := range s.types[name] {
		if embedded, found := strings.CutPrefix(other, "+"); found && depth < 4 && s.hasMember(embedded, member, depth+1) {
			return true
		}
	}
	return false
}

func isStandard(pkg string) bool {
	return slices.Contains([]string{"http", "slog", "sync", "context", "errors", "json", "template", "time", "strings", "testing"}, pkg)
}

func readTree(t *testing.T) sourceTree {
	t.Helper()
	tree := sourceTree{map[string]map[string]bool{}, map[string]map[string]bool{}, map[string]bool{}, map[string]bool{}}
	err := filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && (entry.Name() == "node_modules" || entry.Name() == ".git" || entry.Name() == "docs" || entry.Name() == "arch"):
			return fs.SkipDir
		case entry.IsDir():
			tree.all[entry.Name()] = true
			return nil
		case !slices.Contains([]string{".go", ".js", ".html", ".sql", ".yaml"}, path.Ext(name)):
			return nil
		}
		code, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		for _, found := range word.FindAllString(string(code), -1) {
			tree.words[found] = true
		}
		if path.Ext(name) != ".go" {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, code, parser.SkipObjectResolution)
		if err == nil {
			tree.read(file)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

// read notes what a file declares.
func (s sourceTree) read(file *ast.File) {
	pkg := file.Name.Name
	if s.packages[pkg] == nil {
		s.packages[pkg] = map[string]bool{}
	}
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			s.all[d.Name.Name] = true
			if d.Recv == nil {
				s.packages[pkg][d.Name.Name] = true
			} else {
				s.member(pkg, baseName(d.Recv.List[0].Type), d.Name.Name)
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				s.readSpec(pkg, spec)
			}
		}
	}
}

func (s sourceTree) readSpec(pkg string, spec ast.Spec) {
	var names []*ast.Ident
	switch spec := spec.(type) {
	case *ast.ValueSpec:
		names = spec.Names
	case *ast.TypeSpec:
		names = []*ast.Ident{spec.Name}
		s.member(pkg, spec.Name.Name, "")
		ast.Inspect(spec.Type, func(node ast.Node) bool {
			field, ok := node.(*ast.Field)
			if ok {
				for _, name := range field.Names {
					s.member(pkg, spec.Name.Name, name.Name)
				}
				if len(field.Names) == 0 {
					s.member(pkg, spec.Name.Name, "+"+baseName(field.Type))
				}
			}
			return true
		})
	}
	for _, name := range names {
		s.all[name.Name], s.packages[pkg][name.Name] = true, true
	}
}

func (s sourceTree) member(pkg, name, member string) {
	for _, name := range []string{name, pkg + "." + name} {
		if s.types[name] == nil {
			s.types[name] = map[string]bool{}
		}
		s.types[name][member] = true
	}
	s.all[member] = true
}

// baseName returns the name of a type without its pointer, package and parameters.
func baseName(expr ast.Expr) string {
	switch expr := expr.(type) {
	case *ast.StarExpr:
		return baseName(expr.X)
	case *ast.IndexExpr:
		return baseName(expr.X)
	case *ast.IndexListExpr:
		return baseName(expr.X)
	case *ast.SelectorExpr:
		return expr.Sel.Name
	case *ast.Ident:
		return expr.Name
	}
	return ""
}
