// SPDX-License-Identifier: Apache-2.0

package record

import (
	"time"

	"cairn/game"

	"go.yaml.in/yaml/v3"
)

// documentVersion is the value of the field "cairn".
const documentVersion = 1

// document is a record as JSON and YAML write it. Its schema is
// docs/record.schema.json; documentReader reads it.
type document struct {
	Cairn    int              `json:"cairn" yaml:"cairn"`
	Game     string           `json:"game" yaml:"game"`
	Revision int              `json:"revision" yaml:"revision"`
	White    freeText         `json:"white,omitempty" yaml:"white,omitempty"`
	Black    freeText         `json:"black,omitempty" yaml:"black,omitempty"`
	Date     string           `json:"date,omitempty" yaml:"date,omitempty"`
	Control  freeText         `json:"control,omitempty" yaml:"control,omitempty"`
	Result   string           `json:"result" yaml:"result"`
	Reason   string           `json:"reason,omitempty" yaml:"reason,omitempty"`
	Start    string           `json:"start" yaml:"start"`
	Turns    []documentTurn   `json:"turns" yaml:"turns"`
	Undone   [][]documentTurn `json:"undone,omitempty" yaml:"undone,omitempty"`
}

type documentTurn struct {
	Move     string           `json:"move" yaml:"move"`
	Position string           `json:"position" yaml:"position"`
	TookMS   int64            `json:"took_ms,omitempty" yaml:"took_ms,omitempty"`
	Others   [][]documentTurn `json:"others,omitempty" yaml:"others,omitempty"`
}

// freeText is a text of any characters.
type freeText string

// MarshalYAML writes lines and unseen characters as escapes: of the library's
// block style, some cannot be read again.
func (t freeText) MarshalYAML() (any, error) {
	if quote(string(t)) == string(t) {
		return string(t), nil
	}
	return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: string(t), Style: yaml.DoubleQuotedStyle}, nil
}

func documentOf(r Record) document {
	return document{
		Cairn:    documentVersion,
		Game:     r.Game,
		Revision: r.Revision,
		White:    freeText(r.Players[game.White]),
		Black:    freeText(r.Players[game.Black]),
		Date:     formatDate(r.Date),
		Control:  freeText(r.Control),
		Result:   r.Verdict.String(),
		Reason:   r.Reason,
		Start:    r.Start,
		Turns:    documentTurns(r.Turns),
		Undone:   documentLines(r.Undone),
	}
}

func documentTurns(line Line) []documentTurn {
	turns := make([]documentTurn, len(line)) // not nil: an empty list is written
	for i, t := range line {
		turns[i] = documentTurn{t.Move, t.Position, int64(t.Took / time.Millisecond), documentLines(t.Others)}
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
