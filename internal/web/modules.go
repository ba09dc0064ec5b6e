// SPDX-License-Identifier: Apache-2.0

package web

import (
	"regexp"
	"slices"
)

// StaticSum returns the checksum of all static files, which changes with the
// build.
func StaticSum() string { return loadAssets().sum }

// StaticPath returns the address of a static file.
func StaticPath(name string) string { return loadAssets().base + "/" + name }

// StaticStyles returns the addresses of the style sheets.
func StaticStyles() []string { return loadAssets().styles }

// StaticFile returns the contents of a static file of the program, nil for none.
func StaticFile(name string) []byte {
	if file := loadAssets().files[name]; file != nil {
		return file.plain
	}
	return nil
}

// moduleImport matches the import of a module of ours.
var moduleImport = regexp.MustCompile(`(?m)^(?:import|export)\b[^"]*"\./([\w-]+)\.js"`)

// Imported returns the modules that scripts import, without the scripts.
func Imported(scripts []string) []string {
	return slices.DeleteFunc(Modules(scripts...), func(name string) bool { return slices.Contains(scripts, name) })
}

// Modules returns scripts, given without extension, and those they import.
func Modules(names ...string) []string {
	var found []string
	for queue := slices.Clone(names); len(queue) > 0; queue = queue[1:] {
		if slices.Contains(found, queue[0]) {
			continue
		}
		found = append(found, queue[0])
		queue = append(queue, loadAssets().imports[queue[0]]...)
	}
	return found
}

// importsOf returns the modules that each script imports, without extensions.
func importsOf(contents map[string][]byte) map[string][]string {
	all := map[string][]string{}
	for name, text := range contents {
		for _, m := range moduleImport.FindAllSubmatch(text, -1) {
			script := name[:max(0, len(name)-len(".js"))]
			all[script] = append(all[script], string(m[1]))
		}
	}
	return all
}
