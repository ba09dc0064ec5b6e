// SPDX-License-Identifier: Apache-2.0

package web_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// All turns of a match in one answer say what the pages of each turn say.
func TestTurns(t *testing.T) {
	s := newSite(t)
	id, white, black := s.pair("nine")
	s.play(id, white, black, "a1", "b2", "a4", "b4", "a7xb2")
	var got struct {
		Match string
		Turns []struct {
			Move, Text, Men, Turn, Board string
			Last, Taken                  []string
			Sides                        map[string]struct {
				Phase                    string
				Hand, Lost, Board, Mills int
			}
		}
		End *struct{ Title string }
	}
	white.get("/match/" + id + "/turns").want(200).json(&got)
	if got.Match != id || len(got.Turns) != 6 || got.End != nil {
		t.Fatalf("got match %s, %d turns, end %v", got.Match, len(got.Turns), got.End)
	}
	for ply, turn := range got.Turns {
		white.get("/match/"+id+"?ply="+itoa(ply)).want(200).has(turn.Text, turn.Board, "Move "+itoa(ply)+" of 5")
	}
	last := got.Turns[5]
	if last.Move != "a7xb2" || last.Turn != "black" || last.Men != white.state(id).Men || last.Board == got.Turns[4].Board {
		t.Errorf("the last turn: got %+v", last)
	}
	if !cmp.Equal(last.Last, []string{"a7"}) || !cmp.Equal(last.Taken, []string{"b2"}) {
		t.Errorf("the last turn: went over %v, took %v", last.Last, last.Taken)
	}
	if side := last.Sides["white"]; side.Mills != 1 || side.Hand != 6 || side.Phase != "placing" || last.Sides["black"].Lost != 1 {
		t.Errorf("the last turn: got %+v", last.Sides)
	}
	if start := got.Turns[0]; start.Move != "" || start.Text != "Starting position." || len(start.Last) != 0 {
		t.Errorf("the start: got %+v", start)
	}
	white.post("/match/"+id+"/resign", nil).want(200)
	black.get("/match/" + id + "/turns").want(200).json(&got)
	if got.End == nil || got.End.Title != "You win" {
		t.Errorf("the end: got %+v, want You win", got.End)
	}
}
