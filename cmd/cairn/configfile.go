// SPDX-License-Identifier: Apache-2.0

package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"go.yaml.in/yaml/v3"
)

// maxConfig bounds the file, in bytes: one somebody wrote is smaller by far.
const maxConfig = 1 << 20

// readConfig reads a file of settings. Keys may be written in one, tls-domain,
// or below each other, tls and domain.
func readConfig(path string) ([]entry, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("read configuration: %w", err)
	}
	defer file.Close()
	var document yaml.Node
	switch err := yaml.NewDecoder(io.LimitReader(file, maxConfig)).Decode(&document); {
	case errors.Is(err, io.EOF): // nothing but comments
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	f := configFile{path: path}
	f.read("", document.Content[0])
	return f.entries, errors.Join(f.faults...)
}

// configFile is a file that is being read.
type configFile struct {
	path    string
	entries []entry
	faults  []error
}

// read takes over a node under a key; the whole document has none.
func (f *configFile) read(key string, node *yaml.Node) {
	switch {
	case node.Kind == yaml.MappingNode:
		for i := 0; i+1 < len(node.Content); i += 2 {
			name := node.Content[i].Value
			if key != "" {
				name = key + "-" + name
			}
			f.read(name, node.Content[i+1])
		}
	case key == "":
		f.fault(node, "want keys with their values, like addr: 127.0.0.1:8080")
	case node.Kind == yaml.SequenceNode:
		f.readList(key, node)
	case node.Kind == yaml.ScalarNode && node.Tag != "!!null":
		f.entries = append(f.entries, entry{key: key, text: node.Value, layer: byFile, place: f.place(node), file: f.path})
	default:
		f.fault(node, fmt.Sprintf("%s: want a value", key))
	}
}

// readList takes over a list, as it would be told in one line.
func (f *configFile) readList(key string, node *yaml.Node) {
	var words []string
	for _, item := range node.Content {
		if item.Kind != yaml.ScalarNode {
			f.fault(item, fmt.Sprintf("%s: want a list of values", key))
			return
		}
		words = append(words, item.Value)
	}
	f.entries = append(f.entries, entry{key: key, text: strings.Join(words, ","), layer: byFile, place: f.place(node), file: f.path})
}

func (f *configFile) place(node *yaml.Node) string { return fmt.Sprintf("%s:%d", f.path, node.Line) }

func (f *configFile) fault(node *yaml.Node, what string) {
	f.faults = append(f.faults, fmt.Errorf("%s: %s", f.place(node), what))
}
