// SPDX-License-Identifier: Apache-2.0

// Package computer plays the seats of the computer, and keeps help from players of rated
// matches.
package computer

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"cairn/catalog"
	"cairn/engine"
	"cairn/internal/fair"
	"cairn/internal/live/cluster"
	"cairn/internal/live/room"
	"cairn/match"
)

// maxSearches bounds the searches of one address, running and waiting: a school
// plays from one address.
const maxSearches = 100

// searchAgain is how long to wait after a search whose move could not be played.
const searchAgain = 5 * time.Second

// Players plays the seats of the computer. It bounds the searches that run at
// the same time; a match has at most one. Every search is bounded in time, and
// addresses and users take turns, so that many games of one user do not keep others waiting.
type Players struct {
	store Store
	env   room.Env
	rooms *room.Rooms
	queue *fair.Queue

	searches sync.WaitGroup
	taken    atomic.Int64 // searches taken over from other nodes

	mu     sync.Mutex
	busy   map[string]bool // matches that have a search, running or waiting
	closed bool            // no search begins any more
}

// Store finds matches.
type Store interface {
	FindMatches(ctx context.Context, f room.Filter) ([]room.Info, error)
}

// New returns the players of the computer's seats; see NewQueue.
func New(store Store, env room.Env, rooms *room.Rooms, queue *fair.Queue) *Players {
	p := &Players{store: store, env: env, rooms: rooms, queue: queue, busy: map[string]bool{}}
	p.rooms.OnChange(func(ctx context.Context, _, after *room.Info) { p.wake(ctx, after) })
	return p
}

// NewQueue returns the queue for a number of searches at the same time; as many as
// processors, and 2 at least, when it is 0. One address leaves a place for others.
func NewQueue(searches int) *fair.Queue {
	if searches == 0 {
		searches = max(2, runtime.GOMAXPROCS(0))
	}
	return fair.New(fair.Limit{Running: searches, RunningOfAddress: max(1, searches-1)})
}

// Admit returns a function that refuses a move or a new match that needs another search
// when very many of the address wait in a queue already.
func Admit(queue *fair.Queue) func(context.Context, room.Kind) error {
	return func(ctx context.Context, kind room.Kind) error {
		if kind == room.Computer && queue.OfAddress(fair.Of(ctx).Address) >= maxSearches {
			return fair.ErrBusy
		}
		return nil
	}
}

// Start lets the computer move where it is its turn. If other nodes are there, they may
// be searching for these moves: then TakeOver finds the missing moves.
func (p *Players) Start(ctx context.Context) error {
	if !p.env.Cluster.Alone(ctx) {
		return nil
	}
	list, err := p.store.FindMatches(ctx, room.Filter{Statuses: []match.Status{match.Playing}, Kinds: []room.Kind{room.Computer}})
	for _, info := range list {
		p.wake(ctx, &info)
	}
	return err
}

// Run takes over moves from nodes that have ended, until the context ends.
func (p *Players) Run(ctx context.Context) {
	p.env.Cluster.CatchUp(ctx, "take over the computer's moves", takeOverEvery, p.TakeOver)
}

// Wait waits for the end of all searches, after Env.Stopped has ended.
func (p *Players) Wait() {
	p.mu.Lock()
	p.closed = true
	p.mu.Unlock()
	p.searches.Wait()
}

// begin notes a search for a match; it returns false if there is one already, or the
// service stops.
func (p *Players) begin(id string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.busy[id] || p.closed || p.env.Stopped.Err() != nil {
		return false
	}
	p.busy[id] = true
	p.searches.Add(1)
	return true
}

func (p *Players) end(id string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.busy, id)
}

// wake starts a search in the background if it is the computer's turn, and reports
// whether it did. The search is for the player, at the address of the request that
// led to it.
func (p *Players) wake(ctx context.Context, info *room.Info) bool {
	if _, program := room.ComputerLevel(info.Seats[info.Turn]); !program || info.Status != match.Playing {
		return false
	}
	client, id := fair.Of(ctx), info.ID
	client.Person = info.Seats[info.Turn.Other()]
	if p.env.Cluster.Outage().Stopping() != nil || !p.begin(id) {
		return false
	}
	go func() {
		defer p.searches.Done()
		err := p.move(client, id)
		p.end(id)
		if err != nil && !errors.Is(err, context.Canceled) && !errors.Is(err, cluster.ErrStopping) {
			p.env.Log.Error("computer's move", "match", id, "err", err)
			select { // so that a lasting fault, such as a full disk, costs little
			case <-time.After(searchAgain):
			case <-p.env.Stopped.Done():
			}
		}
		p.wakeAgain(fair.With(p.env.Stopped, client), id)
	}()
	return true
}

// wakeAgain calls wake after a search: the match may have changed while it ran,
// when another search could not begin.
func (p *Players) wakeAgain(ctx context.Context, id string) {
	r, err := p.rooms.Latest(p.env.Stopped, id)
	if err == nil && !r.Match.Paused() {
		p.wake(ctx, &r.Info)
	}
}

// move finds the computer's move and plays it, unless the match has changed
// meanwhile.
func (p *Players) move(client fair.Client, id string) error {
	release, err := p.queue.Acquire(p.env.Stopped, client)
	if err != nil {
		return err
	}
	defer release()
	r, err := p.rooms.Latest(p.env.Stopped, id)
	if err != nil {
		return err
	}
	level, program := room.ComputerLevel(r.Info.Seats[r.Match.Turn()])
	if !program || r.Info.Status != match.Playing {
		return nil
	}
	entry, err := p.rooms.Games().Find(r.Info.Game)
	if err != nil {
		return err
	}
	var answer catalog.Answer
	fair.AtLowPriority(func() {
		answer, err = p.think(entry, catalog.Question{
			State: r.Match.State(), Recent: r.Match.Walk().Recent(),
			Level: engine.Level(level), Seed: uint64(p.env.Cluster.Now().UnixNano()),
		})
	})
	if err != nil || p.env.Stopped.Err() != nil {
		return err
	}
	return p.rooms.PlayIn(p.env.Stopped, &r, answer.Move)
}

// think finds a move. When the tables of the perfect level are missing or cannot
// be read, the master level takes over.
func (p *Players) think(entry *catalog.Entry, q catalog.Question) (catalog.Answer, error) {
	answer, err := entry.Think(p.env.Stopped, q)
	if err == nil || q.Level != engine.Perfect || p.env.Stopped.Err() != nil {
		return answer, err
	}
	p.env.Log.Warn("perfect player", "game", entry.Info().ID, "err", err)
	q.Level = engine.Master
	return entry.Think(p.env.Stopped, q)
}

// Queue returns the queue of searches.
func (p *Players) Queue() *fair.Queue { return p.queue }

const (
	// takeOverEvery is how often a node checks for missing moves of the computer.
	takeOverEvery = 3 * time.Second
	// takeOverAfter is how long a move of the computer is left to the node that
	// took the move before it: longer than any search takes.
	takeOverAfter = 8 * time.Second
	// takeOverStep staggers the nodes, so that they do not all search for the same move.
	takeOverStep = 4 * time.Second
	// maxTakeOver bounds the searches that a node takes over at once.
	maxTakeOver = 100
)

// TakenOver returns how many moves of the computer this node has begun to search
// since no other node had made them.
func (p *Players) TakenOver() int64 { return p.taken.Load() }

// TakeOver searches for moves of the computer that the node which should have made
// them has not: it may have ended. If that node makes its move after all, the store
// lets one of the two succeed.
func (p *Players) TakeOver(ctx context.Context) error {
	now := p.env.Cluster.Now()
	list, err := p.store.FindMatches(ctx, room.Filter{
		Statuses: []match.Status{match.Playing}, Kinds: []room.Kind{room.Computer}, Thinking: true, Before: now.Add(-takeOverAfter), Limit: maxTakeOver,
	})
	if err != nil || len(list) == 0 {
		return err
	}
	turn, err := p.env.Cluster.Turns(ctx)
	if err != nil {
		return err
	}
	for _, info := range list {
		if now.Sub(info.Updated) >= takeOverAfter+takeOverStep*time.Duration(turn(info.ID)) && p.wake(ctx, &info) {
			p.taken.Add(1)
		}
	}
	return nil
}
