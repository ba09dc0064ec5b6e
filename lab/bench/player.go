// SPDX-License-Identifier: Apache-2.0

package bench

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"cairn/client"
)

// Player plays one side of a match: it starts the match if it is the creator, and
// makes a random legal move whenever it is its turn.
type Player struct {
	Client *Client
	Random *rand.Rand
	// Pause is the mean time before each move; 0 moves at once.
	Pause time.Duration
	// Tired reports whether the player resigns instead of moving; nil for never.
	Tired func() bool
	// Sleeps reports whether the player lets its time run out instead of moving;
	// nil for never.
	Sleeps func(*PlayerState) bool
	// Patience is the timeout of a command; after it the player opens the stream again and
	// acts on the new state; 0 for no timeout.
	Patience time.Duration
	// Seen is called with every state, Posting with every command before its first
	// attempt, Acked with every executed command, and Late with every command refused
	// because another came first; each may be nil.
	Seen    func(*PlayerState)
	Posting func(Sent)
	Acked   func(Sent)
	Late    func(Sent)

	acted   atomic.Int64 // the seq the last command led to
	planned int          // the seq that a move after a pause answers
	sending sync.Mutex   // held while a move after a pause is sent: the opponent may answer before the server does
}

// Sent is a command to a match with the seq it leads to.
type Sent struct {
	client.Command
	Match  string
	Action string // "start", "move" or "resign"
	Side   string // "white" or "black"
	Seq    int    // as answered; before that the one after Expect
}

// Play plays a match until it is over.
func (p *Player) Play(ctx context.Context, match string) error {
	p.acted.Store(0)
	p.planned = 0
	following, cancel := context.WithCancelCause(ctx)
	var moving sync.WaitGroup
	defer moving.Wait()
	defer cancel(nil)
	err := p.Client.Follow(following, match, func(s *PlayerState) error {
		if p.Seen != nil {
			p.Seen(s)
		}
		switch {
		case s.Over():
			return ErrLeave
		case s.Seq < int(p.acted.Load()): // older than our own command
			return nil
		case s.CanStart && p.Pause > 0:
			return p.apart(ctx, match, s, "start", "")
		case s.CanStart:
			return p.do(ctx, match, s, "start", "")
		case len(s.Moves) == 0 || p.Sleeps != nil && p.Sleeps(s):
			return nil
		case p.Tired != nil && p.Tired():
			return p.do(ctx, match, s, "resign", "")
		}
		move := s.Moves[p.Random.IntN(len(s.Moves))]
		if p.Pause == 0 {
			return p.do(ctx, match, s, "move", move)
		}
		if s.Seq > p.planned {
			p.planned = s.Seq
			pause := p.Pause/2 + time.Duration(p.Random.Int64N(int64(p.Pause)))
			moving.Go(func() {
				select {
				case <-time.After(pause): // the stream is read meanwhile
					if err := p.apart(ctx, match, s, "move", move); err != nil {
						cancel(err)
					}
				case <-following.Done():
				}
			})
		}
		return nil
	})
	if errors.Is(err, context.Canceled) {
		return context.Cause(following)
	}
	return err
}

// apart sends a command and closes the connection, as browsers and proxies do with idle
// ones.
func (p *Player) apart(ctx context.Context, match string, s *PlayerState, action, move string) error {
	p.sending.Lock()
	defer p.sending.Unlock()
	defer p.Client.Close()
	return p.do(ctx, match, s, action, move)
}

// do sends a command. One that came too late is not an error: the stream has the
// newer state.
func (p *Player) do(ctx context.Context, match string, s *PlayerState, action, move string) error {
	command := p.Client.NewCommand(s.Seq)
	command.Move = move
	sent := Sent{Command: command, Match: match, Action: action, Side: s.You, Seq: s.Seq + 1}
	if p.Posting != nil {
		p.Posting(sent)
	}
	seq, err := p.send(ctx, match, action, command)
	var refused *client.Error
	if errors.As(err, &refused) && refused.Late() {
		if p.Late != nil {
			p.Late(sent)
		}
		return nil
	}
	if err != nil {
		return err
	}
	p.acted.Store(int64(seq))
	sent.Seq = seq
	if p.Acked != nil {
		p.Acked(sent)
	}
	return nil
}

// send sends a command until it is answered or the player's patience ends.
func (p *Player) send(ctx context.Context, match, action string, command client.Command) (int, error) {
	if p.Patience == 0 {
		return p.Client.Do(ctx, match, action, command)
	}
	waiting, cancel := context.WithTimeout(ctx, p.Patience)
	defer cancel()
	seq, err := p.Client.Do(waiting, match, action, command)
	if err != nil && waiting.Err() != nil && ctx.Err() == nil {
		return 0, fmt.Errorf("%w: %w", errAgain, err)
	}
	return seq, err
}

// table is two players who play one match after another. The time of a move is
// measured from its POST to its arrival on the opponent's stream.
type table struct {
	game    string
	clock   string
	clients [2]*Client
	random  [2]*rand.Rand
	all     *measurement

	posted   atomic.Int64 // seq of the last move sent
	postedAt atomic.Int64 // and when, in nanoseconds since the measurement began

	mu    sync.Mutex
	taken []time.Duration
}

// tablesPerAddress is the number of tables whose clients connect from one address of
// this machine, which has some 28,000 ports; closed connections keep theirs for a
// minute.
const tablesPerAddress = 1_000

func newTable(b *measurement, seed uint64) (*table, error) {
	t := &table{game: b.plan.Game, clock: b.plan.Clock, all: b}
	for i := range t.clients {
		c, err := NewClient(b.plan.node(int(seed) + i))
		if err != nil {
			return nil, err
		}
		if from := int(seed) / tablesPerAddress; from > 0 && b.loopback {
			c.DialFrom(net.IPv4(127, 0, 0, byte(1+from)).String())
		}
		c.wire.meter = b.plan.Wire
		t.clients[i] = c
		t.random[i] = rand.New(rand.NewPCG(seed, uint64(i)))
	}
	return t, nil
}

// seat creates a match and lets both join.
func (t *table) seat(ctx context.Context) (string, error) {
	match, err := t.clients[0].Create(ctx, client.Spec{Game: t.game, Clock: t.clock, Shown: true})
	if err != nil {
		return "", err
	}
	err = t.clients[1].Join(ctx, match)
	if t.all.plan.Pace > 0 {
		t.close()
	}
	return match, err
}

// play plays matches until the context ends, beginning with the given one.
func (t *table) play(ctx context.Context, match string) {
	for {
		var players sync.WaitGroup
		t.posted.Store(0)
		for i := range t.clients {
			players.Go(func() { t.all.note(ctx, t.player(i).Play(ctx, match)) })
		}
		players.Wait()
		if ctx.Err() != nil {
			return
		}
		next, err := t.seat(ctx)
		if err != nil {
			t.all.note(ctx, err)
			return
		}
		match = next
	}
}

func (t *table) player(i int) *Player {
	return &Player{
		Client: t.clients[i], Random: t.random[i], Pause: t.all.plan.Pace,
		Posting: func(d Sent) {
			if d.Action == "move" {
				t.postedAt.Store(int64(t.all.elapsed()))
				t.posted.Store(int64(d.Seq))
			}
		},
		Seen: t.arrived,
	}
}

// arrived records the time of a move when the opponent sees it: the side to move,
// or any side once the match is over.
func (t *table) arrived(s *PlayerState) {
	if len(s.Moves) == 0 && !s.Over() || !t.posted.CompareAndSwap(int64(s.Seq), 0) {
		return
	}
	took := t.all.elapsed() - time.Duration(t.postedAt.Load())
	t.mu.Lock()
	t.taken = append(t.taken, took)
	t.mu.Unlock()
	t.all.moved()
}

// take returns the times measured since the last call.
func (t *table) take() []time.Duration {
	t.mu.Lock()
	defer t.mu.Unlock()
	taken := t.taken
	t.taken = nil
	return taken
}

func (t *table) close() {
	for _, client := range t.clients {
		client.Close()
	}
}
