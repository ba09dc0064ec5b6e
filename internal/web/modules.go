// SPDX-License-Identifier: Apache-2.0

package web

import (
	"regexp"
	"slices"
)

// Sum returns the checksum of all static files, which changes with the build.
func (s *Assets) Sum() string { return s.sum }

// Path returns the address of a static file.
func (s *Assets) Path(name string) string { return s.base + "/" + name }

// Styles returns the addresses of the style sheets, in the order of the cascade.
func (s *Assets) Styles() []string {
	var addresses []string
	for _, bundle := range bundles {
		addresses = append(addresses, s.Path(bundle.name))
	}
	return addresses
}

// File returns the contents of a static file, nil for none.
func (s *Assets) File(name string) []byte {
	if file := s.files[name]; file != nil {
		return file.plain
	}
	return nil
}

// moduleImport matches the import of a module of ours.
var moduleImport = regexp.MustCompile(`(?m)^(?:import|export)\b[^"]*"\./([\w-]+)\.js"`)

// Imported returns the modules that scripts import, without the scripts.
func (s *Assets) Imported(scripts []string) []string {
	return slices.DeleteFunc(s.Modules(scripts...), func(name string) bool { return slices.Contains(scripts, name) })
}

// Modules returns scripts, given without extension, and the modules they import.
func (s *Assets) Modules(names ...string) []string {
	var found []string
	for queue := slices.Clone(names); len(queue) > 0; queue = queue[1:] {
		if slices.Contains(found, queue[0]) {
			continue
		}
		found = append(found, queue[0])
		queue = append(queue, s.imports[queue[0]]...)
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
