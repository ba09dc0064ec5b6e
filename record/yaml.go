// SPDX-License-Identifier: Apache-2.0

package record

import (
	"bytes"
	"cmp"
	"errors"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// YAML is the default format of saved games: the fields of JSON, easier to read
// and to edit.
var YAML Format = &format{"yaml", []string{".yaml", ".yml"}, detectYAML, encodeYAML, decodeYAML, splitLines(yamlBegin), "---\n"}

func detectYAML(head []byte) bool { return bytes.HasPrefix(head, []byte("cairn:")) }

func encodeYAML(r Record) ([]byte, error) {
	parts := []any{headOf(r)}
	for _, e := range r.Extra {
		name := &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: e.Name}
		var value yaml.Node
		if err := value.Encode(freeText(e.Value)); err != nil {
			return nil, err
		}
		parts = append(parts, &yaml.Node{Kind: yaml.MappingNode, Content: []*yaml.Node{name, &value}})
	}
	var text bytes.Buffer
	for _, part := range append(parts, bodyOf(r)) {
		encoder := yaml.NewEncoder(&text)
		encoder.SetIndent(2)
		if err := errors.Join(encoder.Encode(part), encoder.Close()); err != nil {
			return nil, err
		}
	}
	return withComments(text.String(), r), nil
}

var yamlTurn = regexp.MustCompile(`^( *)(?:- )+move: `)

// withComments puts the comments into the text of a record, each above its turn.
func withComments(text string, r Record) []byte {
	turns := slices.Collect(r.allTurns())
	var out bytes.Buffer
	writeComment(&out, "", r.Comment)
	for line := range strings.Lines(text) {
		if at := yamlTurn.FindStringSubmatch(line); at != nil && len(turns) > 0 {
			writeComment(&out, at[1], turns[0].Comment)
			turns = turns[1:]
		}
		out.WriteString(line)
	}
	return out.Bytes()
}

func decodeYAML(data []byte) (Record, LineNumbers, error) {
	document, root, err := parseYAML(data)
	if err != nil {
		return Record{}, LineNumbers{}, err
	}
	r, lines, err := readDocument(root)
	if err == nil {
		takeComments(&r, lines, document)
	}
	return r, lines, err
}

// takeComments sets the comments of turns from the YAML comments on their line or above
// it, and the comment of the record from the comments of the header.
func takeComments(r *Record, lines LineNumbers, document *yaml.Node) {
	type place struct {
		line int
		turn *Turn
	}
	var places []place
	for turn := range r.allTurns() {
		places = append(places, place{lines.Turns[len(places)], turn})
	}
	slices.SortStableFunc(places, func(a, b place) int { return cmp.Compare(a.line, b.line) })
	found := map[*string][]string{}
	add := func(line int, text string) {
		to := &r.Comment
		if n, _ := slices.BinarySearchFunc(places, line+1, func(p place, line int) int { return cmp.Compare(p.line, line) }); n > 0 {
			to = &places[n-1].turn.Comment
		}
		if text == "" {
			return
		}
		for line := range strings.SplitSeq(text, "\n") {
			line, _ = readCommentLine(line)
			found[to] = append(found[to], line)
		}
	}
	var take func(n *yaml.Node)
	take = func(n *yaml.Node) {
		add(n.Line, n.HeadComment)
		add(n.Line, n.LineComment)
		foot := ""
		for i, child := range n.Content {
			take(child)
			add(lastLine(child), foot)
			if foot = child.FootComment; n.Kind != yaml.MappingNode || i%2 == 1 { // the foot comment of a key follows its value
				add(lastLine(child), foot)
				foot = ""
			}
		}
	}
	take(document)
	add(lastLine(document), document.FootComment)
	for to, lines := range found {
		addComment(to, strings.Join(lines, "\n"))
	}
}

// lastLine returns the line on which the last part of a node begins.
func lastLine(n *yaml.Node) int {
	for len(n.Content) > 0 {
		n = n.Content[len(n.Content)-1]
	}
	return n.Line
}

func parseYAML(data []byte) (*yaml.Node, *node, error) {
	data = bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n")) // else the library adds blank lines to comments
	decoder := yaml.NewDecoder(bytes.NewReader(data))
	var first, second yaml.Node
	switch err := decoder.Decode(&first); {
	case errors.Is(err, io.EOF):
		return nil, nil, &Fault{Line: 1, Err: ErrForeign}
	case err != nil:
		return nil, nil, yamlFault(err)
	}
	switch err := decoder.Decode(&second); {
	case err == nil:
		return nil, nil, &Fault{Line: second.Line, Err: errors.New("a second document begins, want one")}
	case !errors.Is(err, io.EOF):
		return nil, nil, yamlFault(err)
	}
	root, err := yamlNode(first.Content[0], 0)
	return &first, root, err
}

var yamlPlace = regexp.MustCompile(`^(?:yaml: )?(?:line (\d+): )?`)

// yamlFault parses the line number in the library's message.
func yamlFault(err error) *Fault {
	message := err.Error()
	found := yamlPlace.FindStringSubmatch(message)
	line, _ := strconv.Atoi(found[1]) // 0 when the message has none
	return &Fault{Line: line, Err: errors.New(message[len(found[0]):])}
}

// yamlNode converts the parts of YAML that records use. Aliases are refused: a few of them
// can expand to more than fits into memory.
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
		err = n.addYAML(from.Content, depth)
	case yaml.MappingNode:
		n.kind = objectNode
		err = n.addYAML(from.Content, depth)
	default:
		err = n.fault("aliases are not used in records, want the value itself")
	}
	return n, err
}

// addYAML adds the items of a list, or the names and values of an object by turns.
func (n *node) addYAML(content []*yaml.Node, depth int) error {
	for i, child := range content {
		if n.kind == objectNode && i%2 == 0 {
			if child.Kind != yaml.ScalarNode {
				return n.fault("a field has no name")
			}
			n.names = append(n.names, child.Value)
			continue
		}
		item, err := yamlNode(child, depth+1)
		if err != nil {
			return err
		}
		n.items = append(n.items, item)
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
