// SPDX-License-Identifier: Apache-2.0

package game

import "testing"

func TestExplainByBoard(t *testing.T) {
	b := &Board{Width: 4, Height: 1, Edges: [][2]Point{{0, 1}, {1, 2}}}
	for x, name := range []string{"a1", "b1", "c1", "d1"} {
		b.Points = append(b.Points, Spot{Name: name, X: x})
	}
	v := View{Men: []Man{WhiteMan, NoMan, NoMan, BlackMan}}
	for _, c := range []struct {
		name string
		path Path
		must bool
		why  Why
		at   string
	}{
		{"a step, captures being compulsory", Path{{Point: 0, Kind: From}, {Point: 1, Kind: To}}, true, WhyMustCapture, "b1"},
		{"a step, captures being optional", Path{{Point: 0, Kind: From}, {Point: 1, Kind: To}}, false, WhyTooFar, "b1"},
		{"too far, captures being compulsory", Path{{Point: 0, Kind: From}, {Point: 2, Kind: To}}, true, WhyTooFar, "c1"},
		{"an opposing man that takes", Path{{Point: 3, Kind: From}, {Point: 0, Kind: Take}}, false, WhyNotYours, "d1"},
		{"placed on a man", Path{{Point: 3, Kind: To}}, false, WhyOccupied, "d1"},
		{"an own man that goes nowhere", Path{{Point: 0, Kind: From}}, false, WhyMalformed, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			why, at := explainByBoard(b, v, c.path, func() bool { return c.must })
			if why != c.why || at != c.at {
				t.Errorf("got %v at %q, want %v at %q", why, at, c.why, c.at)
			}
		})
	}
}
