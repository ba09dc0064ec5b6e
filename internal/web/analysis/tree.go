// SPDX-License-Identifier: Apache-2.0

package analysis

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"mime"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"cairn/catalog"
	"cairn/game"
	"cairn/internal/failure"
	"cairn/internal/live/computer"
	"cairn/internal/live/room"
	"cairn/internal/web"
	"cairn/internal/web/boardview"
	"cairn/internal/web/listing"
	"cairn/match"
	"cairn/record"
)

const (
	maxNodes = 5000    // of a tree
	maxTree  = 1 << 20 // bytes of a tree or record that is sent
)

// tree is a game with its variations, as the script of the page keeps it.
type tree struct {
	Game    string     `json:"game"`
	Start   string     `json:"start"` // position
	Comment string     `json:"comment"`
	Nodes   []treeNode `json:"nodes"` // each after its parent; the first child of a node is the main line
}

// treeNode is a move.
type treeNode struct {
	Parent   int    `json:"parent"` // index; -1 for the start
	Move     string `json:"move"`
	Position string `json:"position"` // after it
	Comment  string `json:"comment,omitempty"`
}

// newTree returns the tree of a record, and its node after ply moves of the main line.
func newTree(rec *record.Record, ply int) (t tree, at int) {
	t = tree{Game: rec.Game, Start: rec.Start, Comment: rec.Comment, Nodes: []treeNode{}}
	last := t.add(-1, rec.Turns)
	for _, line := range rec.Undone {
		t.add(last, line)
	}
	at = -1
	for range ply {
		next := slices.IndexFunc(t.Nodes, func(n treeNode) bool { return n.Parent == at })
		if next < 0 {
			break
		}
		at = next
	}
	return t, at
}

// add adds a line after a node and returns its last node. Variations follow the turn
// they replace.
func (t *tree) add(parent int, line record.Line) int {
	for _, turn := range line {
		if len(t.Nodes) >= maxNodes {
			return parent
		}
		before := parent
		t.Nodes = append(t.Nodes, treeNode{before, turn.Move, turn.Position, turn.Comment})
		parent = len(t.Nodes) - 1
		for _, other := range turn.Others {
			t.add(before, other)
		}
	}
	return parent
}

// record returns the tree as a record. Moves are checked by the rules.
func (t *tree) record(g game.Game) (record.Record, error) {
	state, err := g.Parse(t.Start)
	if err != nil {
		return record.Record{}, web.BadRequest(err)
	}
	if len(t.Nodes) > maxNodes {
		return record.Record{}, record.ErrTooLarge
	}
	states, children := []game.State{state}, map[int][]int{}
	for i := range t.Nodes {
		n := &t.Nodes[i]
		if n.Parent < -1 || n.Parent >= i {
			return record.Record{}, web.BadRequest(fmt.Errorf("move %d has parent %d", i, n.Parent))
		}
		after, err := states[n.Parent+1].Play(n.Move)
		if err != nil {
			return record.Record{}, err
		}
		n.Position = after.String()
		states, children[n.Parent] = append(states, after), append(children[n.Parent], i)
	}
	line, walk := t.line(children, -1, 0), record.Begin(g, state)
	for _, turn := range line {
		if _, err := walk.Play(turn.Move, 0); err != nil {
			return record.Record{}, err
		}
	}
	rec := walk.Record()
	rec.Comment, rec.Turns = t.Comment, line
	return rec, nil
}

// line returns the line after a node, with variations up to record.MaxDepth.
func (t *tree) line(children map[int][]int, parent, depth int) (line record.Line) {
	for next := children[parent]; len(next) > 0; next = children[parent] {
		turn := t.turn(next[0])
		if depth < record.MaxDepth {
			for _, other := range next[1:] {
				turn.Others = append(turn.Others, append(record.Line{t.turn(other)}, t.line(children, other, depth+1)...))
			}
		}
		line, parent = append(line, turn), next[0]
	}
	return line
}

func (t *tree) turn(i int) record.Turn {
	n := &t.Nodes[i]
	return record.Turn{Move: n.Move, Position: n.Position, Comment: n.Comment}
}

// askedAt returns the position of a record after ply moves of its main line.
func askedAt(entry *catalog.Entry, rec *record.Record, ply int) (asked, error) {
	t, at := newTree(rec, ply)
	position := t.Start
	if at >= 0 {
		position = t.Nodes[at].Position
	}
	state, err := entry.Parse(position)
	return asked{entry: entry, state: state, tree: &t, at: at}, err
}

// ofMatch returns the position of a match at the ply in the address. It refuses a match
// between people that is being played.
func (s *handlers) ofMatch(r *http.Request, id string) (asked, error) {
	room, err := s.core.Live.Rooms.Find(r.Context(), web.VisitorOf(r).User, room.CleanMatchID(id))
	if err != nil {
		return asked{}, err
	}
	if room.Info.BetweenPeople() && room.Info.Status == match.Playing {
		return asked{}, computer.ErrRunning
	}
	entry, err := s.core.Live.Rooms.Games().Find(room.Info.Game)
	if err != nil {
		return asked{}, err
	}
	ply, err := strconv.Atoi(r.URL.Query().Get("ply"))
	if err != nil || ply < 0 {
		ply = room.Match.Ply()
	}
	rec := room.Match.Record()
	return askedAt(entry, &rec, ply)
}

// open shows a record that was sent, with its variations and comments. The server does not
// store it.
func (s *handlers) open(w http.ResponseWriter, r *http.Request) error {
	in, err := listing.ReadRecordForm(r)
	if err != nil {
		return err
	}
	var rec record.Record
	err = s.core.Judging.Do(r.Context(), func() error {
		rec, err = s.readRecord(in.Text("record"))
		return err
	})
	if err != nil {
		if p := s.core.Texts(r).Problem(err); p.Code == failure.Invalid && !web.WantsJSON(r) {
			return s.renderGames(w, r, p.Status, gamesView{Record: in.Text("typed"), Problem: p})
		}
		return err
	}
	entry, err := s.core.Live.Rooms.Games().Find(rec.Game)
	if err != nil {
		return err
	}
	a, err := askedAt(entry, &rec, len(rec.Turns))
	if err != nil {
		return err
	}
	k, _ := boardview.NewPick(entry.Info(), a.state, "")
	return s.renderPosition(w, r, &a, k, nil)
}

// readRecord reads a record that was sent.
func (s *handlers) readRecord(text string) (record.Record, error) {
	if err := listing.CheckRecordText(text); err != nil {
		return record.Record{}, err
	}
	rec, _, err := record.Read(strings.NewReader(text), nil, s.core.Live.Rooms.Games().Game)
	if errors.Is(err, record.ErrForeign) {
		err = &record.Fault{Err: err}
	}
	return rec, err
}

// download sends a tree as a record.
func (s *handlers) download(w http.ResponseWriter, r *http.Request) error {
	entry, err := s.core.Live.Rooms.Games().Find(r.PathValue("game"))
	if err != nil {
		return web.ErrNoPage
	}
	in, err := web.ReadForm(r)
	if err != nil {
		return err
	}
	var t tree
	if err := json.Unmarshal([]byte(in.Text("tree")), &t); err != nil {
		return web.BadRequest(err)
	}
	var out bytes.Buffer
	err = s.core.Judging.Do(r.Context(), func() error {
		rec, err := t.record(entry)
		if err != nil {
			return err
		}
		return record.Text.Encode(&out, rec)
	})
	if err != nil {
		return err
	}
	name := record.DefaultName(entry.Info().ID) + ".txt"
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": name}))
	_, _ = out.WriteTo(w) // the client may be gone
	return nil
}
