// SPDX-License-Identifier: Apache-2.0

package record

import (
	"bytes"
	"errors"
	"io"
	"regexp"
	"strconv"

	"go.yaml.in/yaml/v3"
)

// YAML is the default format of saved games: the fields of JSON, easier to read
// and to edit.
var YAML Format = yamlFormat{}

type yamlFormat struct{}

func (yamlFormat) Name() string         { return "yaml" }
func (yamlFormat) Extensions() []string { return []string{".yaml", ".yml"} }
func (yamlFormat) Detect(head []byte) bool {
	return bytes.HasPrefix(head, []byte("cairn:"))
}

func (yamlFormat) Encode(w io.Writer, r Record) error {
	if err := r.check(); err != nil {
		return err
	}
	var out bytes.Buffer
	encoder := yaml.NewEncoder(&out)
	encoder.SetIndent(2)
	if err := errors.Join(encoder.Encode(documentOf(r)), encoder.Close()); err != nil {
		return err
	}
	return writeAll(w, out.Bytes())
}

func (yamlFormat) Decode(in io.Reader) (Record, Lines, error) {
	data, err := readAll(in)
	if err != nil {
		return Record{}, Lines{}, err
	}
	root, err := parseYAML(data)
	if err != nil {
		return Record{}, Lines{}, err
	}
	return readDocument(root)
}

func parseYAML(data []byte) (*node, error) {
	decoder := yaml.NewDecoder(bytes.NewReader(data))
	var first, second yaml.Node
	switch err := decoder.Decode(&first); {
	case errors.Is(err, io.EOF):
		return nil, &Fault{Line: 1, Err: ErrForeign}
	case err != nil:
		return nil, yamlFault(err)
	}
	switch err := decoder.Decode(&second); {
	case err == nil:
		return nil, &Fault{Line: second.Line, Err: errors.New("a second document begins, want one")}
	case !errors.Is(err, io.EOF):
		return nil, yamlFault(err)
	}
	return yamlNode(first.Content[0], 0)
}

var yamlPlace = regexp.MustCompile(`^(?:yaml: )?(?:line (\d+): )?`)

// yamlFault parses the line number in the library's message.
func yamlFault(err error) *Fault {
	message := err.Error()
	found := yamlPlace.FindStringSubmatch(message)
	line, _ := strconv.Atoi(found[1]) // 0 when the message has none
	return &Fault{Line: line, Err: errors.New(message[len(found[0]):])}
}

// yamlNode converts the parts of YAML that records use. Aliases are refused: a
// few of them can expand to more than the memory holds.
func yamlNode(from *yaml.Node, depth int) (n *node, err error) {
	n = &node{line: from.Line, column: from.Column, text: from.Value}
	if depth > maxNodeDepth {
		return nil, n.fault("%w", errTooDeep)
	}
	switch from.Kind {
	case yaml.ScalarNode:
		n.kind, err = yamlScalar(n, from)
	case yaml.SequenceNode:
		n.kind = listNode
		for _, item := range from.Content {
			child, err := yamlNode(item, depth+1)
			if err != nil {
				return nil, err
			}
			n.items = append(n.items, child)
		}
	case yaml.MappingNode:
		n.kind = objectNode
		err = n.yamlFields(from.Content, depth)
	default:
		err = n.fault("aliases are not used in records, want the value itself")
	}
	return n, err
}

func (n *node) yamlFields(pairs []*yaml.Node, depth int) error {
	for i := 0; i+1 < len(pairs); i += 2 {
		key := pairs[i]
		if key.Kind != yaml.ScalarNode {
			return n.fault("a field has no name")
		}
		value, err := yamlNode(pairs[i+1], depth+1)
		if err != nil {
			return err
		}
		n.fields = append(n.fields, field{key.Value, value})
	}
	return nil
}

func yamlScalar(n *node, from *yaml.Node) (nodeKind, error) {
	switch from.ShortTag() {
	case "!!str":
		return textNode, nil
	case "!!int", "!!float", "!!bool", "!!timestamp":
		return plainNode, nil
	case "!!null":
		return otherNode, nil
	}
	return otherNode, n.fault("tag %s is not used in records", from.Tag)
}
