// SPDX-License-Identifier: Apache-2.0

package record

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

	"cairn/game"
)

// documentVersion is the value of the field "cairn".
const documentVersion = 1

// documentHead and documentBody are the fields of a record in JSON and YAML; unknown
// fields stand between them. The schema is docs/record.schema.json; documentReader reads
// it. YAML has comments of its own.
type documentHead struct {
	Cairn    int      `json:"cairn" yaml:"cairn"`
	Comment  string   `json:"comment,omitempty" yaml:"-"`
	Game     string   `json:"game" yaml:"game"`
	Revision int      `json:"revision" yaml:"revision"`
	White    freeText `json:"white,omitempty" yaml:"white,omitempty"`
	Black    freeText `json:"black,omitempty" yaml:"black,omitempty"`
	Date     string   `json:"date,omitempty" yaml:"date,omitempty"`
	Control  freeText `json:"control,omitempty" yaml:"control,omitempty"`
	ClockMS  []int64  `json:"clock_ms,omitempty" yaml:"clock_ms,omitempty,flow"`
	Result   string   `json:"result" yaml:"result"`
	Reason   string   `json:"reason,omitempty" yaml:"reason,omitempty"`
}

type documentBody struct {
	Start  string           `json:"start" yaml:"start"`
	Turns  []documentTurn   `json:"turns" yaml:"turns"`
	Undone [][]documentTurn `json:"undone,omitempty" yaml:"undone,omitempty"`
}

type documentTurn struct {
	Move     string           `json:"move" yaml:"move"`
	Position string           `json:"position" yaml:"position"`
	TookMS   int64            `json:"took_ms,omitempty" yaml:"took_ms,omitempty"`
	Comment  string           `json:"comment,omitempty" yaml:"-"`
	Others   [][]documentTurn `json:"others,omitempty" yaml:"others,omitempty"`
}

// freeText is a text that may need escapes.
type freeText string

// MarshalYAML escapes line ends and invisible characters: the library's block
// style cannot read all of them back.
func (t freeText) MarshalYAML() (any, error) {
	if quote(string(t)) == string(t) {
		return string(t), nil
	}
	return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: string(t), Style: yaml.DoubleQuotedStyle}, nil
}

func headOf(r Record) documentHead {
	d := documentHead{
		Cairn:    documentVersion,
		Comment:  r.Comment,
		Game:     r.Game,
		Revision: r.Revision,
		White:    freeText(r.Players[game.White]),
		Black:    freeText(r.Players[game.Black]),
		Date:     formatDate(r.Date),
		Control:  freeText(r.Control),
		Result:   r.Verdict.String(),
		Reason:   r.Reason,
	}
	if r.Clock != (TimesLeft{}) {
		d.ClockMS = []int64{r.Clock[game.White].Milliseconds(), r.Clock[game.Black].Milliseconds()}
	}
	return d
}

func bodyOf(r Record) documentBody {
	return documentBody{Start: r.Start, Turns: documentTurns(r.Turns), Undone: documentLines(r.Undone)}
}

func documentTurns(line Line) []documentTurn {
	turns := make([]documentTurn, len(line)) // not nil: written as an empty list
	for i, t := range line {
		turns[i] = documentTurn{t.Move, t.Position, t.Took.Milliseconds(), t.Comment, documentLines(t.Others)}
	}
	return turns
}

func documentLines(lines []Line) [][]documentTurn {
	var out [][]documentTurn
	for _, line := range lines {
		out = append(out, documentTurns(line))
	}
	return out
}

// readDocument reads the record in the root of a JSON or YAML document.
func readDocument(root *node) (Record, LineNumbers, error) {
	if root.kind != objectNode || root.find("cairn") == nil {
		return Record{}, LineNumbers{}, root.fault(`%w: want an object with the field "cairn"`, ErrForeign)
	}
	d := documentReader{}
	if version := d.number(root, "cairn", math.MaxInt32); d.err == nil && version != documentVersion {
		d.fail(root.find("cairn").fault("record version %d, want %d", version, documentVersion))
	}
	r := d.record(root)
	if d.err != nil {
		return Record{}, LineNumbers{}, d.err
	}
	return r, d.lines, nil
}

// documentReader stores the first error, after which its methods do nothing. The caller
// checks err once at the end.
type documentReader struct {
	lines LineNumbers
	err   error
}

func (d *documentReader) fail(err error) {
	if d.err == nil {
		d.err = err
	}
}

func (d *documentReader) record(n *node) (r Record) {
	r.Extra = d.extras(n)
	r.Comment = d.optional(n, "comment", checkName)
	r.Game = d.text(n, "game", checkWord)
	if n.find("revision") != nil {
		r.Revision = int(d.number(n, "revision", math.MaxInt32))
		if d.err == nil && checkRevision(r.Revision) != nil {
			d.fail(n.find("revision").fault("%w", checkRevision(r.Revision)))
		}
	}
	r.Players[game.White] = d.optional(n, "white", checkName)
	r.Players[game.Black] = d.optional(n, "black", checkName)
	d.optional(n, "date", func(text string) (err error) {
		r.Date, err = parseDate(text)
		return err
	})
	r.Control = d.optional(n, "control", checkName)
	r.Clock = d.clock(n.find("clock_ms"))
	d.optional(n, "result", func(text string) (err error) {
		r.Verdict, err = parseVerdict(text)
		return err
	})
	r.Reason = d.optional(n, "reason", checkReason)
	r.Start = d.optional(n, "start", checkPosition)
	if d.require(n, "turns") {
		r.Turns = d.line(n.find("turns"))
	}
	r.Undone = d.variations(n.find("undone"))
	if len(r.Turns) == 0 || r.Reason != "" {
		d.require(n, "result")
	}
	d.lines.Game, d.lines.Revision = n.lineOf("game"), n.lineOf("revision")
	d.lines.Start, d.lines.Control, d.lines.Result = n.lineOf("start"), n.lineOf("control"), n.lineOf("result")
	return r
}

// extras returns the unknown fields. It refuses lists and objects, and converts other
// values to texts.
func (d *documentReader) extras(n *node) (extras []Extra) {
	known := slices.DeleteFunc(slices.Clone(fieldNames), func(name string) bool { return name == "clock" })
	for i, name := range n.names {
		if slices.Contains(known, name) {
			continue
		}
		value := n.items[i]
		if value.kind == listNode || value.kind == objectNode || checkExtra(name) != nil {
			d.fail(value.fault("field %q is unknown, want %s", name, strings.Join(known, ", ")))
			return nil
		}
		extras = append(extras, Extra{name, value.text})
		known = append(known[:len(known):len(known)], name)
	}
	if err := n.only(known...); err != nil {
		d.fail(err)
	}
	return extras
}

// clock reads the time left of both sides.
func (d *documentReader) clock(n *node) (c TimesLeft) {
	if d.err != nil || n == nil {
		return c
	}
	if n.kind != listNode || len(n.items) != len(c) {
		d.fail(n.fault("clock_ms: want a list of the milliseconds that White and Black have left"))
		return c
	}
	for i, item := range n.items {
		c[i] = time.Duration(d.whole(item, "clock_ms", maxTook.Milliseconds())) * time.Millisecond
	}
	return c
}

func (d *documentReader) line(n *node) (line Line) {
	if !d.list(n, "turns") {
		return nil
	}
	for _, item := range n.items {
		line = append(line, d.turn(item))
	}
	return line
}

func (d *documentReader) turn(n *node) (t Turn) {
	if d.err == nil && (n.kind == textNode || n.kind == plainNode) { // a move alone
		if err := checkMove(n.text); err != nil {
			d.fail(n.fault("move %q: %w", n.text, err))
		}
		d.lines.Turns = append(d.lines.Turns, n.line)
		return Turn{Move: n.text}
	}
	d.object(n, "move", "position", "took_ms", "comment", "others")
	t.Move = d.text(n, "move", checkMove)
	if d.err != nil {
		return t
	}
	d.lines.Turns = append(d.lines.Turns, n.find("move").line)
	t.Position = d.optional(n, "position", checkPosition)
	t.Comment = d.optional(n, "comment", checkName)
	if n.find("took_ms") != nil {
		t.Took = time.Duration(d.number(n, "took_ms", maxTook.Milliseconds())) * time.Millisecond
	}
	t.Others = d.variations(n.find("others"))
	return t
}

func (d *documentReader) variations(n *node) (lines []Line) {
	if n == nil || !d.list(n, "lines of turns") {
		return nil
	}
	for _, item := range n.items {
		line := d.line(item)
		if d.err == nil && len(line) == 0 {
			d.fail(item.fault("%w", errEmptyLine))
		}
		lines = append(lines, line)
	}
	return lines
}

// object reports a value that is not an object, and unknown fields.
func (d *documentReader) object(n *node, names ...string) {
	switch {
	case d.err != nil:
	case n.kind != objectNode:
		d.fail(n.fault("want an object with the fields %s", names))
	default:
		if err := n.only(names...); err != nil {
			d.fail(err)
		}
	}
}

func (d *documentReader) list(n *node, of string) bool {
	if d.err == nil && n.kind != listNode {
		d.fail(n.fault("want a list of %s", of))
	}
	return d.err == nil
}

func (d *documentReader) require(n *node, name string) bool {
	if d.err == nil && n.find(name) == nil {
		d.fail(n.fault("field %q is missing", name))
	}
	return d.err == nil
}

// text returns a required field that passes a check.
func (d *documentReader) text(n *node, name string, check func(string) error) string {
	if !d.require(n, name) {
		return ""
	}
	return d.optional(n, name, check)
}

func (d *documentReader) optional(n *node, name string, check func(string) error) string {
	value := n.find(name)
	if d.err != nil || value == nil {
		return ""
	}
	if value.kind != textNode && value.kind != plainNode {
		d.fail(value.fault("%s: want a text", name))
		return ""
	}
	if err := check(value.text); err != nil {
		d.fail(value.fault("%s %q: %w", name, value.text, err))
	}
	return value.text
}

// number returns a required whole number from 0 to limit.
func (d *documentReader) number(n *node, name string, limit int64) int64 {
	if !d.require(n, name) {
		return 0
	}
	return d.whole(n.find(name), name, limit)
}

// whole returns a whole number from 0 to limit.
func (d *documentReader) whole(value *node, name string, limit int64) int64 {
	number, err := strconv.ParseInt(value.text, 10, 64)
	if err != nil || number < 0 || number > limit || value.kind != numberNode && value.kind != plainNode {
		d.fail(value.fault("%s %q: want a whole number from 0 to %d", name, value.text, limit))
	}
	return number
}

// node is a value of a JSON or YAML document with its line and column, which decoding into
// structs would lose.
type node struct {
	line, column int
	kind         nodeKind
	text         string   // of a scalar
	items        []*node  // of a list, or the values of an object
	names        []string // of the fields of an object, in order
}

type nodeKind int

const (
	otherNode  nodeKind = iota // null, true, false
	textNode                   // a quoted text
	numberNode                 // a JSON number
	plainNode                  // an unquoted YAML scalar: a text or a number, as the field needs
	listNode
	objectNode
)

// maxNodeDepth is the depth of a move in a variation of depth MaxDepth: under "turns" 3
// for each depth and 3 for the record, under "undone" 2 less. Deeper variations exceed it
// in both.
const maxNodeDepth = 3*MaxDepth + 3

func (n *node) fault(format string, args ...any) *Fault {
	return &Fault{Line: n.line, Column: n.column, Err: fmt.Errorf(format, args...)}
}

// find returns the value of a field, nil if it is missing.
func (n *node) find(name string) *node {
	if i := slices.Index(n.names, name); i >= 0 {
		return n.items[i]
	}
	return nil
}

// lineOf returns the line of a field, 0 if it is missing.
func (n *node) lineOf(name string) int {
	if value := n.find(name); value != nil {
		return value.line
	}
	return 0
}

// only reports unknown and duplicate fields.
func (n *node) only(names ...string) error {
	seen := map[string]bool{}
	for i, name := range n.names {
		if !slices.Contains(names, name) {
			return n.items[i].fault("field %q is unknown, want %s", name, strings.Join(names, ", "))
		}
		if seen[name] {
			return n.items[i].fault("field %q stands twice", name)
		}
		seen[name] = true
	}
	return nil
}
