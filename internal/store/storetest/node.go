// SPDX-License-Identifier: Apache-2.0

package storetest

import (
	"testing"
	"time"

	"cairn/game"
	"cairn/internal/live/cluster"
	"cairn/internal/live/room"
	"cairn/internal/live/social"
	"cairn/internal/live/stream"
	"cairn/match"
)

// epoch is the last heartbeat of an empty store.
var epoch = time.UnixMilli(0).UTC()

func testNodeBeat(t *testing.T, s Store) {
	const gap = time.Second
	at := func(d time.Duration) time.Time { return noon.Add(d) }
	for _, step := range []struct {
		what    string
		now     time.Time
		settled time.Time
		want    time.Time
	}{
		{"before all are settled", at(0), time.Time{}, epoch},
		{"the first", at(0), epoch, at(0)},
		{"the next", at(gap), time.Time{}, at(gap)},
		{"of a node that is behind", at(gap / 2), time.Time{}, at(gap)},
		{"after a gap", at(time.Hour), time.Time{}, at(gap)},
		{"after an older gap was settled", at(time.Hour), at(0), at(gap)},
		{"after the gap was settled", at(time.Hour), at(gap), at(time.Hour)},
		{"after another node has settled it", at(time.Hour + gap/2), at(gap), at(time.Hour + gap/2)},
	} {
		last, err := s.BeatNode(t.Context(), cluster.NodeBeat{ID: "n1", Now: step.now, Gap: gap, Settled: step.settled})
		must(t, err)
		wantEqual(t, "beat "+step.what, last, step.want)
		if step.want != epoch {
			stored, err := s.LastBeat(t.Context())
			must(t, err)
			wantEqual(t, "stored beat "+step.what, stored, step.want)
		}
	}
}

func testNodes(t *testing.T, s Store) {
	ctx := t.Context()
	for i, id := range []string{"n1", "n2", "n3"} {
		_, err := s.BeatNode(ctx, cluster.NodeBeat{ID: id, Now: noon.Add(time.Duration(i) * time.Second), Gap: time.Minute, Settled: epoch})
		must(t, err)
	}
	for _, version := range []int64{3, 4} {
		must(t, s.SaveRoster(ctx, "n2", version, `{"v":`+string(rune('0'+version))+`}`))
	}
	list, err := s.FindNodes(ctx, noon.Add(time.Second))
	must(t, err)
	wantEqual(t, "nodes", list, []cluster.Node{{ID: "n2", Seen: noon.Add(time.Second), Version: 4}, {ID: "n3", Seen: noon.Add(2 * time.Second)}})
	rosters, err := s.FindRosters(ctx, []string{"n1", "n2"})
	must(t, err)
	wantEqual(t, "rosters", rosters, map[string]string{"n2": `{"v":4}`})

	others, err := s.StopNode(ctx, "n1", noon)
	must(t, err)
	wantEqual(t, "other nodes", others, 2)
	others, err = s.StopNode(ctx, "n2", noon)
	must(t, err)
	wantEqual(t, "other nodes that do not stop", others, 1)
	others, err = s.StopNode(ctx, "n3", noon)
	must(t, err)
	wantEqual(t, "other nodes that do not stop", others, 0)
	must(t, s.DeleteNodes(ctx, noon.Add(2*time.Second)))
	list, err = s.FindNodes(ctx, noon)
	must(t, err)
	wantEqual(t, "nodes that are left", list, []cluster.Node{{ID: "n3", Seen: noon.Add(2 * time.Second), Stopping: true}})
	rosters, err = s.FindRosters(ctx, []string{"n2"})
	must(t, err)
	wantEqual(t, "rosters that are left", rosters, map[string]string{})
	must(t, s.DeleteNodes(ctx, noon.Add(time.Hour)))
	last, err := s.LastBeat(ctx)
	must(t, err)
	wantEqual(t, "the last beat", last, noon.Add(2*time.Second))
}

func testStates(t *testing.T, s Store) {
	ctx := t.Context()
	for _, id := range []string{"m1", "m2"} {
		must(t, s.CreateMatch(ctx, NewTable(t, id, room.Open, Online("u1", "u2")).Created()))
	}
	for range 2 {
		must(t, s.AddPhrase(ctx, "m2", social.Phrase{Side: game.White, Key: "hello", At: noon}, 1))
	}
	states, err := s.FindStates(ctx, []string{"m1", "m2", "m3"})
	must(t, err)
	wantEqual(t, "states", states, map[string]stream.State{"m1": {Seq: 1}, "m2": {Seq: 1, Phrase: 2}})
	states, err = s.FindStates(ctx, nil)
	must(t, err)
	wantEqual(t, "states of none", states, map[string]stream.State{})
}

// testTurn takes a task on several nodes: one gets it.
func testTurn(t *testing.T, s Store) {
	for _, now := range []time.Time{noon, noon.Add(time.Hour)} {
		taken := make([]bool, 8)
		atOnce(len(taken), func(i int) {
			var err error
			if taken[i], err = s.TakeTask(t.Context(), "sweep", now, time.Hour); err != nil {
				t.Error(err)
			}
		})
		count := 0
		for _, is := range taken {
			if is {
				count++
			}
		}
		wantEqual(t, "nodes that do it", count, 1)
		other, err := s.TakeTask(t.Context(), "another", now, time.Hour)
		must(t, err)
		wantEqual(t, "another task", other, true)
	}
	early, err := s.TakeTask(t.Context(), "sweep", noon.Add(2*time.Hour-time.Millisecond), time.Hour)
	must(t, err)
	wantEqual(t, "too early", early, false)
}

// testUnattended finds matches whose clock is paused or in which it is the computer's turn.
func testUnattended(t *testing.T, s Store) {
	for id, change := range map[string]func(i *room.Info){
		"runs":   func(i *room.Info) { i.Control, i.Deadline = "5m+3s", noon },
		"stands": func(i *room.Info) { i.Control = "5m+3s" },
		"none":   func(i *room.Info) { i.Control = match.Control{}.String() },
		"over":   func(i *room.Info) { i.Control, i.Status = "5m+3s", match.Over },
		"thinks": func(i *room.Info) { i.Control, i.Seats = "none", [2]string{room.ComputerSeat("novice"), "u1"} },
		"waits":  func(i *room.Info) { i.Control, i.Seats = "none", [2]string{"u1", room.ComputerSeat("novice")} },
		"black":  func(i *room.Info) { i.Seats, i.Turn = [2]string{"u1", room.ComputerSeat("novice")}, game.Black },
	} {
		n := NewTable(t, id, room.Open, Online("u1", "u2")).Created()
		n.Info.Status, n.Info.Turn = match.Playing, game.White
		n.Info.Control = match.Control{}.String()
		change(&n.Info)
		must(t, s.CreateMatch(t.Context(), n))
	}
	find := func(f room.Filter) (ids []string) {
		f.Statuses = []match.Status{match.Playing}
		list, err := s.FindMatches(t.Context(), f)
		must(t, err)
		for _, i := range list {
			ids = append(ids, i.ID)
		}
		return ids
	}
	wantEqual(t, "paused", find(room.Filter{Paused: true}), []string{"stands"})
	wantEqual(t, "thinking", find(room.Filter{Thinking: true}), []string{"black", "thinks"})
}
