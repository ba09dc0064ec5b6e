// SPDX-License-Identifier: Apache-2.0

package record

import (
	"bytes"
	"encoding/json"
	"errors"
	"strconv"
	"unicode/utf8"
)

// JSON is the format for programs; docs/record.schema.json describes it.
var JSON Format = &format{"json", []string{".json"}, detectJSON, encodeJSON, decodeJSON, splitJSON, ""}

func detectJSON(head []byte) bool {
	return bytes.HasPrefix(bytes.TrimLeft(head, " \t\r\n"), []byte("{"))
}

func encodeJSON(r Record) ([]byte, error) {
	parts := []any{headOf(r)}
	for _, e := range r.Extra {
		parts = append(parts, map[string]string{e.Name: e.Value})
	}
	var joined bytes.Buffer
	for i, part := range append(parts, bodyOf(r)) {
		var object bytes.Buffer
		encoder := json.NewEncoder(&object)
		encoder.SetEscapeHTML(false)
		if err := encoder.Encode(part); err != nil {
			return nil, err
		}
		joined.WriteByte("{,"[min(i, 1)])
		joined.Write(bytes.TrimSuffix(bytes.TrimPrefix(object.Bytes(), []byte("{")), []byte("}\n")))
	}
	joined.WriteByte('}')
	var out bytes.Buffer
	if err := json.Indent(&out, joined.Bytes(), "", "  "); err != nil {
		return nil, err
	}
	out.WriteByte('\n')
	return out.Bytes(), nil
}

func decodeJSON(data []byte) (Record, LineNumbers, error) {
	root, err := parseJSON(data)
	if err != nil {
		return Record{}, LineNumbers{}, err
	}
	return readDocument(root)
}

func parseJSON(data []byte) (*node, error) {
	var syntax *json.SyntaxError
	switch err := json.Unmarshal(data, new(json.RawMessage)); {
	case errors.As(err, &syntax):
		return nil, faultAt(data, int(syntax.Offset)-1, err)
	case err != nil:
		return nil, &Fault{Err: err}
	}
	p := &jsonParser{data: data, tokens: json.NewDecoder(bytes.NewReader(data)), line: 1, column: 1}
	p.tokens.UseNumber()
	return p.value(0)
}

// jsonParser makes nodes from tokens. The syntax is already checked.
type jsonParser struct {
	data   []byte
	tokens *json.Decoder

	// Line and column of data[offset]. They only move forward: counting from
	// the top for each token would take minutes for a large file.
	offset, line, column int
}

func (p *jsonParser) value(depth int) (*node, error) {
	p.skip()
	n := &node{line: p.line, column: p.column}
	if depth > maxNodeDepth {
		return nil, n.fault("%w", errTooDeep)
	}
	token, err := p.tokens.Token()
	if err != nil {
		return nil, n.fault("%w", err)
	}
	switch token := token.(type) {
	case string:
		n.kind, n.text = textNode, token
	case json.Number:
		n.kind, n.text = numberNode, token.String()
	case json.Delim:
		return n, p.children(n, token, depth)
	default: // true, false or null
		n.text = "null"
		if yes, ok := token.(bool); ok {
			n.text = strconv.FormatBool(yes)
		}
	}
	return n, nil
}

// children reads a list or an object to its end.
func (p *jsonParser) children(n *node, open json.Delim, depth int) error {
	n.kind = listNode
	if open == '{' {
		n.kind = objectNode
	}
	for p.tokens.More() {
		if n.kind == objectNode {
			name, err := p.value(depth)
			if err != nil {
				return err
			}
			n.names = append(n.names, name.text)
		}
		item, err := p.value(depth + 1)
		if err != nil {
			return err
		}
		n.items = append(n.items, item)
	}
	_, err := p.tokens.Token()
	return err
}

// skip moves to the start of the next token.
func (p *jsonParser) skip() {
	read := int(p.tokens.InputOffset())
	for ; p.offset < len(p.data); p.offset++ {
		char := p.data[p.offset]
		switch {
		case p.offset >= read && bytes.IndexByte([]byte(" \t\r\n,:"), char) < 0:
			return
		case char == '\n':
			p.line, p.column = p.line+1, 1
		case utf8.RuneStart(char):
			p.column++
		}
	}
}
