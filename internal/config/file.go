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

// readYAML reads a configuration file. Keys may be written flat, tls-domain, or
// nested, domain below tls.
func readYAML(path string) ([]entry, error) {
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
	return readNode(path, "", document.Content[0])
}

// readNode reads a node under a key; the document itself has none. A list reads as if
// it were written on one line.
func readNode(path, key string, node *yaml.Node) (entries []entry, err error) {
	place := fmt.Sprintf("%s:%d", path, node.Line)
	text := node.Value
	switch {
	case node.Kind == yaml.MappingNode:
		var faults []error
		for i := 0; i+1 < len(node.Content); i += 2 {
			below, err := readNode(path, strings.TrimPrefix(key+"-"+node.Content[i].Value, "-"), node.Content[i+1])
			entries, faults = append(entries, below...), append(faults, err)
		}
		return entries, errors.Join(faults...)
	case key == "":
		return nil, fmt.Errorf("%s: want keys with their values, like addr: 127.0.0.1:8080", place)
	case node.Kind == yaml.SequenceNode:
		var words []string
		for _, item := range node.Content {
			if item.Kind != yaml.ScalarNode {
				return nil, fmt.Errorf("%s:%d: %s: want a list of values", path, item.Line, key)
			}
			words = append(words, item.Value)
		}
		text = strings.Join(words, ",")
	case node.Kind != yaml.ScalarNode || node.Tag == "!!null":
		return nil, fmt.Errorf("%s: %s: want a value", place, key)
	}
	return []entry{{key: key, text: text, layer: ByFile, place: place}}, nil
}
