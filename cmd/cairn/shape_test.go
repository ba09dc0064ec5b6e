// SPDX-License-Identifier: Apache-2.0

package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
)

// The names and types of all JSON fields are documented and must not change.
func TestJSONShape(t *testing.T) {
	tests := map[string]struct {
		line string
		want string
	}{
		"games": {
			"games --json",
			"[{aliases:[string] board:{cells:bool edges:[[string]] height:number points:[{name:string x:number y:number}] width:number} " +
				"id:string men:number name:string}]",
		},
		"moves": {
			"moves nine --json",
			"{moves:[{move:string path:[string] result:string}] position:string turn:string}",
		},
		"moves of a game that is over": {
			"moves three --json --position 'www/bb1/3 b 0,1 0'",
			"{moves:[] position:string turn:string}",
		},
		"perft": {
			"perft fanorona 2 --json",
			"{depth:number nodes:number seconds:number}",
		},
		"perft divided": {
			"perft yote 2 --divide --json",
			"{depth:number divide:[{move:string nodes:number}] nodes:number seconds:number}",
		},
		"perft divided at depth 0": {
			"perft yote 0 --divide --json",
			"{depth:number divide:[] nodes:number seconds:number}",
		},
		"bestmove": {
			"bestmove fanorona --nodes 2000 --json",
			"{depth:number move:string nodes:number pv:[string] score:number}",
		},
		"bestmove with lines": {
			"bestmove fanorona --lines 2 --nodes 2000 --json",
			"{depth:number lines:[{depth:number exact:bool move:string pv:[string] score:number}] move:string nodes:number pv:[string] score:number}",
		},
		"bestmove of the novice": {
			"bestmove six --level novice --json",
			"{depth:number move:string nodes:number pv:[string] score:number}",
		},
		"bench rules": {
			"bench rules three yote --seconds 0.001 --json",
			"[{allocs_per_node:number depth:number game:string nodes:number nodes_per_s:number seconds:number}]",
		},
		"bench engine": {
			"bench engine three telo --movetime 5ms --json",
			"[{cpu_seconds:number depth:number game:string nodes:number nodes_per_cpu_s:number position:string}]",
		},
		"config": {
			"config --json",
			"[{from:string key:string value:string where:string}]",
		},
		"doctor": {
			"doctor --addr 127.0.0.1:0 --json",
			"[{advice:string check:string found:string verdict:string}]",
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			args, err := split(test.line)
			if err != nil {
				t.Fatal(err)
			}
			status, out, errs := try(t, args...)
			if status != exitOK {
				t.Fatalf("status %d: %s", status, errs)
			}
			var document any
			if err := json.Unmarshal([]byte(out), &document); err != nil {
				t.Fatalf("not one JSON document: %v\n%s", err, out)
			}
			got, err := shape(document)
			if err != nil {
				t.Fatal(err)
			}
			if got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
}

// shape writes the types of a document. A list has the shape of its fullest element.
func shape(document any) (string, error) {
	switch v := document.(type) {
	case map[string]any:
		var fields []string
		for _, key := range slices.Sorted(maps.Keys(v)) {
			field, err := shape(v[key])
			if err != nil {
				return "", fmt.Errorf("%s: %w", key, err)
			}
			fields = append(fields, key+":"+field)
		}
		return "{" + strings.Join(fields, " ") + "}", nil
	case []any:
		return listShape(v)
	case string:
		return "string", nil
	case float64:
		return "number", nil
	case bool:
		return "bool", nil
	}
	return "", fmt.Errorf("%v is no value of the contract", document)
}

func listShape(list []any) (string, error) {
	fullest := "[]"
	for i, element := range list {
		s, err := shape(element)
		if err != nil {
			return "", fmt.Errorf("element %d: %w", i, err)
		}
		if s = "[" + s + "]"; len(s) > len(fullest) {
			fullest = s
		}
	}
	return fullest, nil
}
