// SPDX-License-Identifier: Apache-2.0

package faults_test

import (
	"testing"
	"time"

	"github.com/anishathalye/porcupine"

	"cairn/client"
	"cairn/lab/bench"
	"cairn/lab/faults"
)

// at returns a time of a history.
func at(second int) time.Time { return time.Unix(int64(second), 0) }

// done is a command that was answered with a seq.
func done(seq, call, end int) *faults.Post {
	return &faults.Post{Sent: bench.Sent{Seq: seq}, Outcome: faults.Done, Call: at(call), Return: at(end)}
}

// late is a command that was refused.
func late(expect, call, end int) *faults.Post {
	return &faults.Post{Sent: bench.Sent{Command: client.Command{Expect: expect}}, Outcome: faults.Refused, Call: at(call), Return: at(end)}
}

// saw is a state on a stream.
func saw(seq, opened, came int) faults.Sight {
	return faults.Sight{Seq: seq, Opened: at(opened), At: at(came)}
}

func TestLinearizable(t *testing.T) {
	tests := []struct {
		name   string
		posts  []*faults.Post
		sights []faults.Sight
		events int // stored; those without a command are the server's own
		want   porcupine.CheckResult
	}{
		{"one after another", []*faults.Post{done(2, 10, 11), done(3, 12, 13)}, []faults.Sight{saw(1, 1, 2), saw(3, 1, 14)}, 3, porcupine.Ok},
		{"at once", []*faults.Post{done(3, 10, 20), done(2, 10, 20), late(1, 10, 20)}, nil, 3, porcupine.Ok},
		{"the server paused between", []*faults.Post{done(2, 10, 11), done(4, 15, 16)}, []faults.Sight{saw(3, 12, 13)}, 4, porcupine.Ok},
		{"lost", []*faults.Post{done(2, 10, 11), done(3, 12, 13)}, nil, 2, porcupine.Illegal},
		{"two commands, one seq", []*faults.Post{done(2, 10, 20), done(2, 10, 20)}, nil, 2, porcupine.Illegal},
		{"against time", []*faults.Post{done(3, 10, 11), done(2, 12, 13)}, nil, 3, porcupine.Illegal},
		{"an old state", []*faults.Post{done(2, 10, 11)}, []faults.Sight{saw(1, 12, 13)}, 2, porcupine.Illegal},
		{"a state before its command", []*faults.Post{done(2, 10, 11)}, []faults.Sight{saw(2, 1, 9)}, 2, porcupine.Illegal},
		{"a state that is not stored", nil, []faults.Sight{saw(3, 1, 9)}, 2, porcupine.Illegal},
		{"refused without a reason", []*faults.Post{late(2, 10, 11), done(3, 12, 13)}, nil, 3, porcupine.Illegal},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := faults.Linearizable(&faults.MatchHistory{Posts: test.posts, Sights: test.sights}, test.events); got != test.want {
				t.Errorf("got %s, want %s", got, test.want)
			}
		})
	}
}

// TestManySights checks a long history in which many streams show every state several
// times, open again while a command waits, and the server pauses: it must not take
// longer than a short one for each event.
func TestManySights(t *testing.T) {
	a := &faults.MatchHistory{}
	const events = 300
	for seq := 2; seq <= events; seq++ {
		if seq%7 != 0 {
			a.Posts = append(a.Posts, done(seq, 100*seq, 100*seq+90))
		}
		for i := range 30 {
			a.Sights = append(a.Sights, saw(seq, 1, 100*seq+91+i%9), saw(seq-1, 100*seq+i%5, 100*seq+50+i))
		}
	}
	if got := faults.Linearizable(a, events); got != porcupine.Ok {
		t.Errorf("got %s, want %s", got, porcupine.Ok)
	}
}
