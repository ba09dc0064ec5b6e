// SPDX-License-Identifier: Apache-2.0

package config

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"go.yaml.in/yaml/v3"
)

// maxFile bounds the size of the file, in bytes.
const maxFile = 1 << 20

// readFile reads a configuration file. Keys may be written flat, tls-domain, or
// nested, domain below tls.
func readFile(path string) ([]entry, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("read configuration: %w", err)
	}
	defer file.Close()
	var document yaml.Node
	switch err := yaml.NewDecoder(io.LimitReader(file, maxFile)).Decode(&document); {
	case errors.Is(err, io.EOF): // only comments
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	f := fileReader{path: path}
	f.readNode("", document.Content[0])
	return f.entries, errors.Join(f.faults...)
}

// fileReader collects the entries and faults of a file.
type fileReader struct {
	path    string
	entries []entry
	faults  []error
}

// readNode reads a node under a key; the document itself has none.
func (f *fileReader) readNode(key string, node *yaml.Node) {
	switch {
	case node.Kind == yaml.MappingNode:
		for i := 0; i+1 < len(node.Content); i += 2 {
			name := node.Content[i].Value
			if key != "" {
				name = key + "-" + name
			}
			f.readNode(name, node.Content[i+1])
		}
	case key == "":
		f.fault(node, "want keys with their values, like addr: 127.0.0.1:8080")
	case node.Kind == yaml.SequenceNode:
		f.readList(key, node)
	case node.Kind == yaml.ScalarNode && node.Tag != "!!null":
		f.entries = append(f.entries, entry{key: key, text: node.Value, layer: ByFile, place: f.place(node), file: f.path})
	default:
		f.fault(node, fmt.Sprintf("%s: want a value", key))
	}
}

// readList reads a list, as if it were written on one line.
func (f *fileReader) readList(key string, node *yaml.Node) {
	var words []string
	for _, item := range node.Content {
		if item.Kind != yaml.ScalarNode {
			f.fault(item, fmt.Sprintf("%s: want a list of values", key))
			return
		}
		words = append(words, item.Value)
	}
	f.entries = append(f.entries, entry{key: key, text: strings.Join(words, ","), layer: ByFile, place: f.place(node), file: f.path})
}

func (f *fileReader) place(node *yaml.Node) string { return fmt.Sprintf("%s:%d", f.path, node.Line) }

func (f *fileReader) fault(node *yaml.Node, what string) {
	f.faults = append(f.faults, fmt.Errorf("%s: %s", f.place(node), what))
}
