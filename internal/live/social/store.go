// SPDX-License-Identifier: Apache-2.0

package social

import (
	"context"
	"time"

	"cairn/internal/failure"
	"cairn/internal/live/rating"
	"cairn/internal/live/room"
)

// RelationStore keeps whom users follow and block, and who may challenge them.
type RelationStore interface {
	// SetRelation makes a user follow or block another; NoRelation ends both. A
	// block ends that the other follows the user, and deletes the open challenge
	// between the two. A user who has max relations gets ErrTooManyPeople.
	SetRelation(ctx context.Context, r Relation, max int) error
	// FindRelation returns the relation of a user to another, NoRelation for none.
	FindRelation(ctx context.Context, user, other string) (RelationKind, error)
	// FindRelations returns the relations of a user, the last made first.
	FindRelations(ctx context.Context, user string) ([]Relation, error)
	// SaveAllow sets who may challenge a user; FindAllow returns it.
	SaveAllow(ctx context.Context, user string, a Allow) error
	FindAllow(ctx context.Context, user string) (Allow, error)
	// FindMeetings counts the finished matches of a user against another.
	FindMeetings(ctx context.Context, user, other string) (rating.Meetings, error)
}

// ChallengeStore keeps challenges.
type ChallengeStore interface {
	// CreateChallenge stores a challenge in place of an open one between the same
	// users, which has expired, unless check returns an error. check is called inside the transaction.
	CreateChallenge(ctx context.Context, c Challenge, check func(Standing) error) error
	// UpdateChallenge changes a challenge and returns it. change is called inside
	// the transaction with the stored challenge and whether one of the two has
	// blocked the other; if it returns an error, nothing changes. A match that it
	// returns is stored, too.
	UpdateChallenge(ctx context.Context, id string, change func(c *Challenge, blocked bool) (*room.NewMatch, error)) (Challenge, error)
	FindChallenge(ctx context.Context, id string) (Challenge, error)
	// FindChallenges returns the challenges from and to a user, the newest first.
	FindChallenges(ctx context.Context, user string) ([]Challenge, error)
	// FindOpenChallenges returns the challenges from or to users that were not answered.
	FindOpenChallenges(ctx context.Context, users []string) ([]Challenge, error)
	DeleteChallenge(ctx context.Context, id string) error
	// DeleteChallenges deletes challenges that expired before a time.
	DeleteChallenges(ctx context.Context, before time.Time) error
}

// PhraseStore keeps phrases.
type PhraseStore interface {
	// AddPhrase stores a phrase, whose number it sets, and keeps the last ones of
	// the match, as many as keep says.
	AddPhrase(ctx context.Context, match string, p Phrase, keep int) error
	// FindPhrases returns the phrases of a match in order.
	FindPhrases(ctx context.Context, match string) ([]Phrase, error)
	// FindBlocks returns the pairs of users of a list of whom the first blocks the second.
	FindBlocks(ctx context.Context, users []string) ([][2]string, error)
}

// ErrTooManyPeople is returned to a user who follows and blocks too many.
var ErrTooManyPeople = failure.New(failure.Forbidden, "too-many-people")
