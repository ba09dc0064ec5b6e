// SPDX-License-Identifier: Apache-2.0

// Package lobby is where users meet: open seeks and their pairing, who is online, games to
// watch.
package lobby

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"

	"cairn/internal/account"
	"cairn/internal/failure"
	"cairn/internal/glicko"
	"cairn/internal/live/rating"
	"cairn/internal/live/room"
	"cairn/match"
)

// maxWishes bounds the games and the clocks of a seek.
const maxWishes = 32

const (
	// usualClock is the clock of a seek that names none.
	usualClock = "10m+5s"
	// slowClock is the clock of a seek that wants none: strangers have no unlimited games,
	// which both could leave without an end.
	slowClock = "3d"
)

// errBotSeek keeps bots out of the lobby, which is for people.
var errBotSeek = failure.New(failure.Forbidden, "bot-seek")

// Lobby is where users meet. Its methods may be called concurrently.
type Lobby struct {
	store   Store
	env     room.Env
	rooms   *room.Rooms
	ratings *rating.Ratings
	pairing *pairing

	mu       sync.Mutex
	watchers int
	view     Snapshot
	asked    bool          // a reader waits whose view differs from this one
	wake     chan struct{} // closed when the view changes
}

// New returns a lobby; Run begins its work in the background.
func New(store Store, env room.Env, rooms *room.Rooms, ratings *rating.Ratings) *Lobby {
	return &Lobby{
		store: store, env: env, rooms: rooms, ratings: ratings, wake: make(chan struct{}),
		pairing: &pairing{store: store, env: env, rooms: rooms, waiting: map[string]Seek{}, casual: map[pool]bool{}},
	}
}

// Run pairs seeks, forgets old ones and watches the lobby for its readers, until the
// context ends.
func (l *Lobby) Run(ctx context.Context) {
	var background sync.WaitGroup
	defer background.Wait()
	every := func(what string, pause time.Duration, work func(context.Context) error) {
		background.Go(func() { failure.NewLog(l.env.Log, l.env.Cluster.Now, what).Every(ctx, pause, work) })
	}
	every("pair seeks", pairEvery, l.Pair)
	every("delete old seeks", forgetEvery, l.pairing.forgetExpired)
	every("watch the lobby", lookEvery, l.Refresh)
}

// Pair pairs the seeks that have come to fit while they waited, as Run does every second.
func (l *Lobby) Pair(ctx context.Context) error { return l.pairing.pairWaiting(ctx) }

// Seek pairs a user with the longest waiting seek that shares a game and a clock with
// the wish and, for a rated match, is near enough in rating. Without such a seek the new
// seek waits; its Match is set once an opponent comes. A user has one seek at a time: a
// new seek takes over the id of the old seek, so that pages waiting for it stay valid.
func (l *Lobby) Seek(ctx context.Context, user account.User, wish Wish) (Seek, error) {
	if user.Bot {
		return Seek{}, errBotSeek
	}
	return room.Once(wish.Key, room.IDLength, func(id string) (Seek, error) {
		return l.FindSeek(ctx, user, id)
	}, func(id string) (Seek, error) { return l.seek(ctx, user, wish, id) })
}

func (l *Lobby) seek(ctx context.Context, user account.User, wish Wish, id string) (Seek, error) {
	seek, err := l.wanted(ctx, user, wish)
	if err != nil {
		return Seek{}, err
	}
	own, err := l.store.FindOwnSeek(ctx, user.ID)
	if err != nil && failure.CodeOf(err) != failure.NotFound {
		return Seek{}, err
	}
	if seek.ID = id; wish.Key == "" {
		seek.ID = cmp.Or(own.ID, id)
	}
	seek.Created = l.env.Cluster.Now()
	seek.Seen = seek.Created
	seek, err = l.pairing.add(ctx, seek)
	if err == nil && seek.Match == "" {
		l.env.Presence.Seeks.Visit(seek.ID)
		l.pairing.wait(seek)
		seek.Casual = l.pairing.hasCasual(seek)
	}
	return seek, err
}

// wanted returns the seek of a wish, without id and times. Every game and clock
// must be valid for a match.
func (l *Lobby) wanted(ctx context.Context, user account.User, wish Wish) (Seek, error) {
	seek := Seek{User: user.ID, Rated: wish.Rated}
	if len(wish.Controls) == 0 {
		wish.Controls = []string{""}
	}
	if len(wish.Games) == 0 || len(wish.Games) > maxWishes || len(wish.Controls) > maxWishes {
		return seek, failure.Field(failure.Invalid, "game", "no-game", nil)
	}
	var games, controls []string
	for _, name := range wish.Games {
		setup, err := l.rooms.Setup(user, room.Spec{Game: name, Kind: room.Private, Rated: wish.Rated})
		if err != nil {
			return seek, err
		}
		if !slices.Contains(games, setup.Game) {
			games = append(games, setup.Game)
		}
	}
	for _, text := range wish.Controls {
		setup, err := l.rooms.Setup(user, room.Spec{Game: games[0], Kind: room.Private, Control: cmp.Or(text, usualClock)})
		if err != nil {
			return seek, err
		}
		if control := clockOf(setup.Control); !slices.Contains(controls, control) {
			controls = append(controls, control)
		}
	}
	seek.Game, seek.Control = games[0], controls[0]
	seek.AlsoGames, seek.AlsoControls = orNil(games[1:]), orNil(controls[1:])
	return seek, l.rate(ctx, &seek)
}

// clockOf returns the clock of a seek with a time control.
func clockOf(control match.Control) string {
	if control.Kind == match.NoClock {
		return slowClock
	}
	return control.String()
}

// orNil is nil for an empty list, as the store returns it.
func orNil[T any](list []T) []T {
	if len(list) == 0 {
		return nil
	}
	return list
}

// rate sets the ratings of a seek.
func (l *Lobby) rate(ctx context.Context, seek *Seek) error {
	return seek.rate(func(game string) (float64, error) { return l.ratings.Value(ctx, game, seek.User) })
}

// Waiting returns the seek of a user who waits for an opponent, as last known.
func (l *Lobby) Waiting(user string) (Seek, bool) { return l.pairing.seekOf(user) }

// Accept starts the match of a waiting seek with a user who has chosen it, in one
// of its games and clocks, or its favourite ones when they are empty. It returns
// NotFound "seek-taken" when it no longer waits, Forbidden "rated-guest",
// "seek-far" or "bot-seek", and Invalid "seek-own". Accept is idempotent.
func (l *Lobby) Accept(ctx context.Context, user account.User, id, game, control string) (room.Info, error) {
	info, err := l.accept(ctx, user, id, game, control)
	if err == nil {
		return info, nil
	}
	if made, found := l.accepted(ctx, user, id); found {
		return made, nil // the answer to an earlier request was lost
	}
	return room.Info{}, err
}

// accepted returns the match of a seek in which a user plays.
func (l *Lobby) accepted(ctx context.Context, user account.User, id string) (info room.Info, found bool) {
	seek, err := l.store.FindSeek(ctx, id)
	if err != nil || seek.Match == "" {
		return info, false
	}
	info, err = l.store.FindMatch(ctx, seek.Match)
	_, plays := info.SideOf(user.ID)
	return info, err == nil && plays
}

func (l *Lobby) accept(ctx context.Context, user account.User, id, game, control string) (room.Info, error) {
	seek, err := l.acceptable(ctx, user, id)
	if err != nil {
		return room.Info{}, err
	}
	coming := l.answer(user, seek)
	if err := l.rate(ctx, &coming); err != nil {
		return room.Info{}, err
	}
	if game != "" {
		coming.Game, coming.AlsoGames, coming.Rating, coming.AlsoRatings = game, nil, coming.ratingIn(game), nil
	}
	if control != "" {
		wanted, err := match.ParseControl(control)
		if err != nil {
			return room.Info{}, failure.Field(failure.Invalid, "clock", "bad-clock", err)
		}
		coming.Control, coming.AlsoControls = clockOf(wanted), nil
	}
	info, err := l.pairing.accept(ctx, id, coming)
	return info, takenError(err)
}

// acceptable returns a seek that waits; "seek-taken" if it does not, or if one of its user
// and the one who accepts it blocks the other.
func (l *Lobby) acceptable(ctx context.Context, user account.User, id string) (Seek, error) {
	if user.Bot {
		return Seek{}, errBotSeek
	}
	seek, err := l.store.FindSeek(ctx, id)
	if err == nil && seek.Match != "" {
		err = failure.ErrNotFound
	}
	if err != nil {
		return Seek{}, takenError(err)
	}
	blocked, err := l.pairing.blocked(ctx, []Seek{seek}, user.ID)
	if err == nil && blocked.between(user.ID, seek.User) {
		err = failure.ErrNotFound
	}
	return seek, takenError(err)
}

// takenError returns err; a seek that is not found has been taken.
func takenError(err error) error {
	if failure.CodeOf(err) == failure.NotFound {
		return failure.New(failure.NotFound, "seek-taken")
	}
	return err
}

// Open returns the seeks of a view that a reader may see: none of users whom the
// reader blocks or who block the reader.
func (r *Reader) Open(ctx context.Context, seeks []Seek) ([]Seek, error) {
	if r.User.ID == "" || r.User.Guest {
		return seeks, nil // no blocks
	}
	blocked, err := r.lobby.pairing.blocked(ctx, seeks, r.User.ID)
	return slices.DeleteFunc(slices.Clone(seeks), func(s Seek) bool { return blocked.between(r.User.ID, s.User) }), err
}

// answer returns the seek with which a user accepts a waiting one, without ratings.
func (l *Lobby) answer(user account.User, waiting Seek) Seek {
	now := l.env.Cluster.Now()
	return Seek{
		User: user.ID, Game: waiting.Game, Control: waiting.Control, Rated: waiting.Rated && user.ID != "" && !user.Guest,
		AlsoGames: waiting.AlsoGames, AlsoControls: waiting.AlsoControls, Created: now, Seen: now,
	}
}

// mayAccept returns why a user with a coming seek cannot have a match with a waiting one.
func mayAccept(waiting, coming Seek) error {
	switch {
	case waiting.User == coming.User:
		return failure.New(failure.Invalid, "seek-own")
	case waiting.Rated && !coming.Rated:
		return failure.New(failure.Forbidden, "rated-guest")
	case coming.Created.Sub(waiting.Seen) >= seekLife || !waiting.Meets(coming):
		return failure.New(failure.NotFound, "seek-taken")
	}
	if _, ok := fit(waiting, coming, coming.Created); !ok {
		return failure.New(failure.Forbidden, "seek-far")
	}
	return nil
}

// Reader is a user who reads the lobby.
type Reader struct {
	User    account.User
	ratings map[string]float64
	lobby   *Lobby
}

// Reader returns a reader with the ratings that a user has now.
func (l *Lobby) Reader(ctx context.Context, user account.User) (*Reader, error) {
	r := &Reader{User: user, ratings: map[string]float64{}, lobby: l}
	if user.ID == "" || user.Guest {
		return r, nil
	}
	list, err := l.store.FindRatings(ctx, user.ID)
	for _, rating := range list {
		r.ratings[rating.Game] = rating.Rating.Rating
	}
	return r, err
}

// Refusal returns why the reader cannot accept a waiting seek, nil if it is
// possible.
func (r *Reader) Refusal(seek Seek) error {
	coming := r.lobby.answer(r.User, seek)
	_ = coming.rate(func(game string) (float64, error) { return cmp.Or(r.ratings[game], glicko.New().Rating), nil })
	return mayAccept(seek, coming)
}

// CheckAccept returns the error that Accept would return, so that no guest is
// created only to learn that a seek is taken.
func (l *Lobby) CheckAccept(ctx context.Context, user account.User, id string) error {
	if _, found := l.accepted(ctx, user, id); found {
		return nil
	}
	seek, err := l.acceptable(ctx, user, id)
	if err != nil {
		return err
	}
	reader, err := l.Reader(ctx, user)
	if err != nil {
		return err
	}
	return reader.Refusal(seek)
}
