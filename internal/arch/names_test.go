// SPDX-License-Identifier: Apache-2.0

package arch_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"testing"
)

// maxHomonyms is in how many packages a type name may be used, in any letter case.
const maxHomonyms = 3

// patterns are type names with one meaning in every package that has them: the
// parameters of a constructor, the store and the service of a package, and the HTTP
// handlers of a web feature.
var patterns = []string{"options", "store", "service", "handlers"}

func TestTypeNames(t *testing.T) {
	packages := map[string][]string{}
	root := os.DirFS("../..")
	err := fs.WalkDir(root, ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir():
			if name != "." && !isProduct(name) {
				return fs.SkipDir
			}
			return nil
		case !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		types, err := declaredTypes(root, name)
		for _, declared := range types {
			key, pkg := strings.ToLower(declared), path.Dir(name)
			if !slices.Contains(packages[key], pkg) {
				packages[key] = append(packages[key], pkg)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for name, in := range packages {
		if len(in) > maxHomonyms && !slices.Contains(patterns, name) {
			t.Errorf("%d packages declare a type %q, want at most %d: %s", len(in), name, maxHomonyms, strings.Join(in, " "))
		}
	}
}

// isProduct reports whether a folder holds code of the product. Test kits and the
// laboratory may repeat names, and so may games: each has its own Position and Move.
func isProduct(dir string) bool {
	base := path.Base(dir)
	return !strings.HasPrefix(base, ".") && !strings.HasSuffix(base, "test") && !slices.Contains([]string{"lab", "games", "scripts", "testdata"}, base)
}

// declaredTypes returns the types that a file declares, without aliases.
func declaredTypes(root fs.FS, name string) (names []string, err error) {
	code, err := fs.ReadFile(root, name)
	if err != nil {
		return nil, err
	}
	file, err := parser.ParseFile(token.NewFileSet(), name, code, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	for _, d := range file.Decls {
		group, ok := d.(*ast.GenDecl)
		if !ok || group.Tok != token.TYPE {
			continue
		}
		for _, spec := range group.Specs {
			if spec := spec.(*ast.TypeSpec); !spec.Assign.IsValid() {
				names = append(names, spec.Name.Name)
			}
		}
	}
	return names, nil
}
