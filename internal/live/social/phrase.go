// SPDX-License-Identifier: Apache-2.0

package social

import (
	"context"
	"slices"
	"time"

	"cairn/game"
	"cairn/internal/account"
	"cairn/internal/failure"
	"cairn/internal/live/cluster"
	"cairn/internal/live/room"
	"cairn/match"
)

// The phrases that players can send each other until a match ends, and after it.
var (
	PhrasesInMatch = []string{"hello", "good-luck", "have-fun", "nice-move", "thanks", "sorry"}
	PhrasesAtEnd   = []string{"well-played", "good-game", "thank-you", "bye"}
)

const (
	// keepPhrases is how many phrases of a match are stored.
	keepPhrases = 20
	// A player may send phraseBurst phrases within phraseSpan.
	phraseBurst = 4
	phraseSpan  = 30 * time.Second
)

// Phrase is a fixed phrase that a player has sent in a match.
type Phrase struct {
	Number int // counted from 1 in a match
	Side   game.Side
	Key    string
	At     time.Time
}

// Phrases lets players send fixed phrases to each other. Its methods may be called
// concurrently.
type Phrases struct {
	store PhraseStore
	env   room.Env
	rooms *room.Rooms
}

// NewPhrases returns the phrases of a store.
func NewPhrases(store PhraseStore, env room.Env, rooms *room.Rooms) *Phrases {
	return &Phrases{store, env, rooms}
}

// Say sends a phrase to the opponent. It returns Forbidden "not-a-player" for
// others, "no-phrase-now" for a phrase that does not fit the match, "phrase-blocked"
// when one of the two blocks the other, and Limited "limited" for too many.
func (p *Phrases) Say(ctx context.Context, user account.User, id, key string) error {
	r, err := p.rooms.Find(ctx, user, id)
	if err != nil {
		return err
	}
	allowed := PhrasesInMatch
	if r.Info.Status == match.Over {
		allowed = PhrasesAtEnd
	}
	side, other, plays := r.Info.OpponentOf(user.ID)
	switch {
	case !plays || other == "":
		return failure.New(failure.Forbidden, "not-a-player")
	case !slices.Contains(allowed, key):
		return failure.New(failure.Forbidden, "no-phrase-now")
	}
	if err := p.maySay(ctx, user.ID, other, id, side); err != nil {
		return err
	}
	if err := p.store.AddPhrase(ctx, id, Phrase{Side: side, Key: key, At: p.env.Cluster.Now()}, keepPhrases); err != nil {
		return err
	}
	p.env.Bus.Publish(cluster.ExtrasTopic(id), 1)
	return nil
}

// maySay refuses phrases between users of whom one blocks the other, and more than
// phraseBurst within phraseSpan.
func (p *Phrases) maySay(ctx context.Context, user, other, id string, side game.Side) error {
	blocks, err := p.store.FindBlocks(ctx, []string{user, other})
	if err != nil {
		return err
	}
	if len(blocks) > 0 {
		return failure.New(failure.Forbidden, "phrase-blocked")
	}
	said, err := p.store.FindPhrases(ctx, id)
	if err != nil {
		return err
	}
	said = slices.DeleteFunc(said, func(f Phrase) bool { return f.Side != side })
	if len(said) < phraseBurst {
		return nil
	}
	if wait := phraseSpan - p.env.Cluster.Now().Sub(said[len(said)-phraseBurst].At); wait > 0 {
		return &failure.Error{Code: failure.Limited, Key: "limited", Retry: wait}
	}
	return nil
}

// Said returns the phrases of a match for one of its players, nil for others.
func (p *Phrases) Said(ctx context.Context, user string, info *room.Info) ([]Phrase, error) {
	if _, _, plays := info.OpponentOf(user); !plays {
		return nil, nil
	}
	return p.store.FindPhrases(ctx, info.ID)
}
