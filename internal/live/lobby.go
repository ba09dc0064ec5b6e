// SPDX-License-Identifier: Apache-2.0

package live

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"cairn/internal/account"
	"cairn/internal/failure"
	"cairn/internal/glicko"
)

const (
	// lobbyEvery is how often those who look at the lobby get news.
	lobbyEvery = time.Second
	// lobbySeeks and lobbyGames bound what the lobby shows.
	lobbySeeks = 40
	lobbyGames = 5
	// lobbyRunning is among how many running games those of the lobby are chosen.
	lobbyRunning = 40
	// lobbyFresh is how long ago a running game may have changed to be counted.
	lobbyFresh = 24 * time.Hour

	// maxWishes bounds the games and the clocks of a seek.
	maxWishes = 32
)

// Lobby is where users meet: open seeks, who is online, games to watch. Its
// methods may be called concurrently.
type Lobby struct {
	service *Service

	mu       sync.Mutex
	watchers int
	view     LobbyView
	wake     chan struct{} // closed when the view changes
}

// LobbyView is the state of the lobby.
type LobbyView struct {
	Seeks   []Seek // the oldest first; not the very newest if there are many
	Games   []Info // running ones that everyone may watch, the newest first
	Online  int    // users
	Playing int    // games between people
}

// Lobby returns the lobby.
func (s *Service) Lobby() *Lobby { return s.lobby }

// Seek looks for an opponent: among those who wait for one of the same games with
// one of the same clocks, and are near enough in rating for a rated match, the one
// who has waited longest. Without one the seek waits; its Match is set once an
// opponent comes. A user has one seek at a time: a new one keeps the id of the old
// one, so that pages that wait for it go on.
func (l *Lobby) Seek(ctx context.Context, user account.User, wish Wish) (Seek, error) {
	s := l.service
	if user.Bot {
		return Seek{}, errBotSeek
	}
	if wish.Key != "" {
		made, err := l.FindSeek(ctx, user, wish.Key.id(0, idLength))
		if err == nil || failure.CodeOf(err) != failure.NotFound {
			return made, err
		}
	}
	wanted, err := l.wanted(ctx, user, wish)
	if err != nil {
		return Seek{}, err
	}
	for attempt := 0; ; attempt++ {
		waiting, err := s.store.FindWaiting(ctx)
		if err != nil {
			return Seek{}, err
		}
		others, id := splitOwn(waiting, user.ID)
		if id == "" || wish.Key != "" {
			id = wish.Key.id(attempt, idLength)
		}
		barred, err := s.pairing.barred(ctx, others, user.ID)
		if err != nil {
			return Seek{}, err
		}
		wanted.ID, wanted.Created = id, s.now()
		wanted.Seen = wanted.Created
		seek, err := s.pairing.add(ctx, wanted, barred)
		if taken := (*failure.TakenError)(nil); errors.As(err, &taken) {
			if made, err := l.FindSeek(ctx, user, wanted.ID); err == nil && wish.Key != "" {
				return made, nil // by the same request, meanwhile
			}
			continue // another id
		}
		if err == nil && seek.Match == "" {
			s.pairing.pages.visit(seek.ID)
			s.pairing.wakeRated(append(others, seek))
			seek.Casual = s.pairing.hasCasual(seek)
		}
		return seek, err
	}
}

// wanted returns the seek of a wish, without id and times. Every game and clock
// must be one that a match could have.
func (l *Lobby) wanted(ctx context.Context, user account.User, wish Wish) (Seek, error) {
	s, seek := l.service, Seek{User: user.ID, Rated: wish.Rated}
	if len(wish.Controls) == 0 {
		wish.Controls = []string{""}
	}
	if len(wish.Games) == 0 || len(wish.Games) > maxWishes || len(wish.Controls) > maxWishes {
		return seek, failure.Field(failure.Invalid, "game", "no-game", nil)
	}
	var games, controls []string
	for _, name := range wish.Games {
		setup, err := s.setup(user, Spec{Game: name, Kind: Private, Rated: wish.Rated})
		if err != nil {
			return seek, err
		}
		if !slices.Contains(games, setup.Game) {
			games = append(games, setup.Game)
		}
	}
	for _, text := range wish.Controls {
		setup, err := s.setup(user, Spec{Game: games[0], Kind: Private, Control: text})
		if err != nil {
			return seek, err
		}
		if control := setup.Control.String(); !slices.Contains(controls, control) {
			controls = append(controls, control)
		}
	}
	seek.Game, seek.Control = games[0], controls[0]
	seek.AlsoGames, seek.AlsoControls = orNil(games[1:]), orNil(controls[1:])
	return seek, l.rate(ctx, &seek)
}

// orNil is nil for an empty list, as it comes from the store.
func orNil(list []string) []string {
	if len(list) == 0 {
		return nil
	}
	return list
}

// rate sets the ratings of a seek.
func (l *Lobby) rate(ctx context.Context, seek *Seek) (err error) {
	if seek.Rating, err = l.service.Ratings().value(ctx, seek.Game, seek.User); err != nil {
		return err
	}
	for _, game := range seek.AlsoGames {
		rating, err := l.service.Ratings().value(ctx, game, seek.User)
		if err != nil {
			return err
		}
		seek.AlsoRatings = append(seek.AlsoRatings, rating)
	}
	return nil
}

// Waiting returns the seek of a user who waits for an opponent, as last known.
func (l *Lobby) Waiting(user string) (Seek, bool) { return l.service.pairing.seekOf(user) }

// Accept starts the match of a waiting seek with a user who has chosen it, in one
// of its games and clocks, or its favourite ones when they are empty. It returns
// NotFound "seek-taken" when it no longer waits, Forbidden "rated-guest",
// "seek-far" or "bot-seek", and Invalid "seek-own". Accepted again it leads to the same
// match.
func (l *Lobby) Accept(ctx context.Context, user account.User, id, game, control string) (Info, error) {
	info, err := l.accept(ctx, user, id, game, control)
	if err == nil {
		return info, nil
	}
	if made, found := l.accepted(ctx, user, id); found {
		return made, nil // the answer to an earlier request was lost
	}
	return Info{}, err
}

// accepted returns the match of a seek in which a user plays.
func (l *Lobby) accepted(ctx context.Context, user account.User, id string) (info Info, found bool) {
	seek, err := l.service.store.FindSeek(ctx, id)
	if err != nil || seek.Match == "" {
		return info, false
	}
	info, err = l.service.store.FindMatch(ctx, seek.Match)
	_, plays := info.SideOf(user.ID)
	return info, err == nil && plays
}

func (l *Lobby) accept(ctx context.Context, user account.User, id, game, control string) (Info, error) {
	if user.Bot {
		return Info{}, errBotSeek
	}
	seek, err := l.service.store.FindSeek(ctx, id)
	if err == nil && seek.Match != "" {
		err = failure.ErrNotFound
	}
	if err != nil {
		return Info{}, orTaken(err)
	}
	if err := l.checkBlocks(ctx, user, seek); err != nil {
		return Info{}, err
	}
	coming, err := l.answer(ctx, user, seek)
	if err != nil {
		return Info{}, err
	}
	if game != "" {
		coming.Game, coming.AlsoGames, coming.Rating, coming.AlsoRatings = game, nil, coming.ratingIn(game), nil
	}
	if control != "" {
		coming.Control, coming.AlsoControls = control, nil
	}
	info, err := l.service.pairing.accept(ctx, id, coming)
	return info, orTaken(err)
}

// orTaken returns err; a seek that is not found has been taken.
func orTaken(err error) error {
	if failure.CodeOf(err) == failure.NotFound {
		return failure.New(failure.NotFound, "seek-taken")
	}
	return err
}

// checkBlocks returns "seek-taken" if one of two users blocks the other.
func (l *Lobby) checkBlocks(ctx context.Context, user account.User, seek Seek) error {
	barred, err := l.service.pairing.barred(ctx, []Seek{seek}, user.ID)
	if err == nil && barred.between(user.ID, seek.User) {
		err = failure.New(failure.NotFound, "seek-taken")
	}
	return err
}

// Open returns the seeks of a view that a reader may see: none of users whom the
// reader blocks or who block the reader.
func (r *Reader) Open(ctx context.Context, seeks []Seek) ([]Seek, error) {
	if r.User.ID == "" || r.User.Guest {
		return seeks, nil // no blocks
	}
	barred, err := r.lobby.service.pairing.barred(ctx, seeks, r.User.ID)
	return slices.DeleteFunc(slices.Clone(seeks), func(s Seek) bool { return barred.between(r.User.ID, s.User) }), err
}

// answer returns a seek of a user for the same as a waiting one.
func (l *Lobby) answer(ctx context.Context, user account.User, seek Seek) (Seek, error) {
	now := l.service.now()
	coming := Seek{
		User: user.ID, Game: seek.Game, Control: seek.Control, Rated: seek.Rated && !user.Guest,
		AlsoGames: seek.AlsoGames, AlsoControls: seek.AlsoControls, Created: now, Seen: now,
	}
	return coming, l.rate(ctx, &coming)
}

// mayAccept returns why a user, whose seek for the same is given, cannot have a
// match with a waiting one.
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

// Reader is one who looks at the lobby.
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
	list, err := l.service.store.FindRatings(ctx, user.ID)
	for _, rating := range list {
		r.ratings[rating.Game] = rating.Rating.Rating
	}
	return r, err
}

// Refusal returns why the reader cannot accept a waiting seek, nil if it is
// possible.
func (r *Reader) Refusal(seek Seek) error {
	now := r.lobby.service.now()
	rating := func(game string) float64 { return cmp.Or(r.ratings[game], glicko.New().Rating) }
	coming := Seek{
		User: r.User.ID, Game: seek.Game, Control: seek.Control, Rated: seek.Rated && r.User.ID != "" && !r.User.Guest, Rating: rating(seek.Game),
		AlsoGames: seek.AlsoGames, AlsoControls: seek.AlsoControls, Created: now, Seen: now,
	}
	for _, game := range seek.AlsoGames {
		coming.AlsoRatings = append(coming.AlsoRatings, rating(game))
	}
	return mayAccept(seek, coming)
}

// CheckAccept returns the error that Accept would return, so that no guest is
// created only to learn that a seek is taken.
func (l *Lobby) CheckAccept(ctx context.Context, user account.User, id string) error {
	if user.Bot {
		return errBotSeek
	}
	if _, found := l.accepted(ctx, user, id); found {
		return nil
	}
	seek, err := l.service.store.FindSeek(ctx, id)
	if err == nil && seek.Match != "" {
		err = failure.ErrNotFound
	}
	if err != nil {
		return orTaken(err)
	}
	if err := l.checkBlocks(ctx, user, seek); err != nil {
		return err
	}
	reader, err := l.Reader(ctx, user)
	if err != nil {
		return err
	}
	return reader.Refusal(seek)
}
