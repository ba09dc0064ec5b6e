// SPDX-License-Identifier: Apache-2.0

package storetest

import (
	"fmt"
	"testing"
	"time"

	"cairn/game"
	"cairn/internal/failure"
	"cairn/internal/live/lobby"
	"cairn/internal/live/rating"
	"cairn/internal/live/room"
	"cairn/internal/live/social"
	"cairn/match"
)

// relate sets the relation of a user to another, a number of seconds after noon.
func relate(t testing.TB, s Store, user, other string, kind social.RelationKind, seconds int) {
	t.Helper()
	at := noon.Add(time.Duration(seconds) * time.Second)
	must(t, s.SetRelation(t.Context(), social.Relation{User: user, Other: other, Kind: kind, Created: at}, 100))
}

// wantRelation checks the relation of a user to another.
func wantRelation(t testing.TB, s Store, user, other string, want social.RelationKind) {
	t.Helper()
	got, err := s.FindRelation(t.Context(), user, other)
	must(t, err)
	wantEqual(t, user+" to "+other, got, want)
}

func testRelations(t *testing.T, s Store) {
	addGuests(t, s, "u1", "u2", "u3")
	wantRelation(t, s, "u1", "u2", social.NoRelation)
	relate(t, s, "u1", "u2", social.Follows, 1)
	relate(t, s, "u1", "u3", social.Follows, 2)
	relate(t, s, "u2", "u1", social.Follows, 3)
	wantRelation(t, s, "u1", "u2", social.Follows)
	wantRelation(t, s, "u3", "u1", social.NoRelation)
	relate(t, s, "u1", "u2", social.Follows, 4) // again
	list, err := s.FindRelations(t.Context(), "u1")
	must(t, err)
	wantEqual(t, "relations", list, []social.Relation{
		{User: "u1", Other: "u2", Kind: social.Follows, Created: noon.Add(4 * time.Second)},
		{User: "u1", Other: "u3", Kind: social.Follows, Created: noon.Add(2 * time.Second)},
	})
	relate(t, s, "u1", "u2", social.Blocks, 5)
	wantRelation(t, s, "u1", "u2", social.Blocks)
	wantRelation(t, s, "u2", "u1", social.NoRelation) // a block ends it
	relate(t, s, "u1", "u2", social.NoRelation, 6)
	relate(t, s, "u1", "u2", social.NoRelation, 7) // there was no relation
	wantRelation(t, s, "u1", "u2", social.NoRelation)
	err = s.SetRelation(t.Context(), social.Relation{User: "u1", Other: "stranger", Kind: social.Follows, Created: noon}, 100)
	wantError(t, "an unknown user", err, failure.ErrNotFound)
}

func testRelationsBounded(t *testing.T, s Store) {
	addGuests(t, s, "u1", "u2", "u3", "u4")
	set := func(other string, kind social.RelationKind) error {
		return s.SetRelation(t.Context(), social.Relation{User: "u1", Other: other, Kind: kind, Created: noon}, 2)
	}
	must(t, set("u2", social.Follows))
	must(t, set("u3", social.Blocks))
	wantError(t, "one more", set("u4", social.Follows), social.ErrTooManyPeople)
	must(t, set("u2", social.Blocks)) // the same person
	must(t, set("u2", social.NoRelation))
	must(t, set("u4", social.Follows))
}

func testBlocks(t *testing.T, s Store) {
	addGuests(t, s, "u1", "u2", "u3", "u4")
	relate(t, s, "u1", "u2", social.Blocks, 1)
	relate(t, s, "u3", "u1", social.Blocks, 2)
	relate(t, s, "u3", "u2", social.Follows, 3)
	relate(t, s, "u4", "u1", social.Blocks, 4)
	for _, test := range []struct {
		users []string
		want  map[string]string
	}{
		{nil, map[string]string{}},
		{[]string{"u2", "u3"}, map[string]string{}},
		{[]string{"u2", "u1"}, map[string]string{"u1": "u2"}},
		{[]string{"u1", "u2", "u3"}, map[string]string{"u1": "u2", "u3": "u1"}},
	} {
		list, err := s.FindBlocks(t.Context(), test.users)
		must(t, err)
		got := map[string]string{}
		for _, pair := range list {
			got[pair[0]] = pair[1]
		}
		wantEqual(t, fmt.Sprint("blocks among ", test.users), got, test.want)
	}
}

// testBlocksSeeks checks that no way of pairing joins the seeks of two users if one blocks
// the other.
func testBlocksSeeks(t *testing.T, s Store) {
	addGuests(t, s, "u1", "u2", "u3")
	for i, user := range []string{"u1", "u2"} { // either may block
		relate(t, s, user, []string{"u2", "u1"}[i], social.Blocks, i)
		first, second := seekAt("a"+user, "u1", 0), seekAt("b"+user, "u2", 1)
		wait(t, s, first)
		wait(t, s, second)
		err := s.PairWaiting(t.Context(), first.ID, second.ID, func(a, b lobby.Seek) (room.NewMatch, error) { return noPairing(a) })
		wantError(t, "pair those that wait", err, failure.ErrNotFound)
		_, err = s.AcceptSeek(t.Context(), first.ID, "u2", noPairing)
		wantError(t, "accept", err, failure.ErrNotFound)
		relate(t, s, user, []string{"u2", "u1"}[i], social.NoRelation, i)
	}
	third := seekAt("c", "u3", 2)
	got, err := s.Pair(t.Context(), third, anyone, pairing(t, "m1", third))
	must(t, err)
	wantEqual(t, "match of others", got.Match, "m1")
}

func testAllow(t *testing.T, s Store) {
	addGuests(t, s, "u1")
	for _, want := range []social.Allow{social.AllowNone, social.AllowFollowed, social.AllowAll, social.AllowNone} {
		must(t, s.SaveAllow(t.Context(), "u1", want))
		got, err := s.FindAllow(t.Context(), "u1")
		must(t, err)
		wantEqual(t, "allow", got, want)
	}
	got, err := s.FindAllow(t.Context(), "stranger")
	must(t, err)
	wantEqual(t, "of an unknown user", got, social.AllowAll)
	wantError(t, "save for an unknown user", s.SaveAllow(t.Context(), "stranger", social.AllowNone), failure.ErrNotFound)
}

// challengeAt returns a challenge made a number of seconds after noon.
func challengeAt(id, from, to string, seconds int) social.Challenge {
	at := noon.Add(time.Duration(seconds) * time.Second)
	return social.Challenge{
		ID: id, From: from, To: to, Game: toy.Info().ID, Control: "5m+3s", Rated: true, Side: room.AsBlack, Shown: true,
		Status: social.ChallengeOpen, Created: at, Seen: at, Expires: at.Add(10 * time.Minute),
	}
}

func anyStanding(social.Standing) error { return nil }

// challenge stores a challenge that must be allowed.
func challenge(t testing.TB, s Store, c social.Challenge) {
	t.Helper()
	must(t, s.CreateChallenge(t.Context(), c, anyStanding))
}

// wantChallenges checks the ids of the challenges of a user.
func wantChallenges(t testing.TB, s Store, user string, want ...string) {
	t.Helper()
	list, err := s.FindChallenges(t.Context(), user)
	must(t, err)
	var got []string
	for _, c := range list {
		got = append(got, c.ID)
	}
	wantEqual(t, "challenges of "+user, got, want)
}

func testChallenge(t *testing.T, s Store) {
	addGuests(t, s, "u1", "u2", "u3")
	first := challengeAt("c1", "u1", "u2", 0)
	challenge(t, s, first)
	got, err := s.FindChallenge(t.Context(), "c1")
	must(t, err)
	wantEqual(t, "challenge", got, first)
	challenge(t, s, challengeAt("c2", "u3", "u1", 1))
	wantChallenges(t, s, "u1", "c2", "c1")
	wantChallenges(t, s, "u2", "c1")
	challenge(t, s, challengeAt("c3", "u1", "u2", 2)) // in place of the first
	wantChallenges(t, s, "u2", "c3")
	challenge(t, s, challengeAt("c4", "u2", "u1", 3)) // in either direction
	wantChallenges(t, s, "u2", "c4")
	for _, test := range []struct {
		users []string
		want  []social.Challenge
	}{
		{nil, nil},
		{[]string{"u3"}, []social.Challenge{challengeAt("c2", "u3", "u1", 1)}},
		{[]string{"u1", "u3"}, []social.Challenge{challengeAt("c2", "u3", "u1", 1), challengeAt("c4", "u2", "u1", 3)}},
	} {
		open, err := s.FindOpenChallenges(t.Context(), test.users)
		must(t, err)
		wantEqual(t, fmt.Sprint("open challenges of ", test.users), open, test.want)
	}
	_, err = s.FindChallenge(t.Context(), "c1")
	wantError(t, "replaced", err, failure.ErrNotFound)
	wantTaken(t, "the same id", s.CreateChallenge(t.Context(), challengeAt("c2", "u2", "u3", 4), anyStanding), "id")
	err = s.CreateChallenge(t.Context(), challengeAt("c9", "u1", "stranger", 0), anyStanding)
	wantError(t, "to an unknown user", err, failure.ErrNotFound)
	refused := failure.New(failure.Forbidden, "refused")
	err = s.CreateChallenge(t.Context(), challengeAt("c9", "u2", "u1", 5), func(social.Standing) error { return refused })
	wantError(t, "refused", err, refused)
	wantChallenges(t, s, "u2", "c4")
}

func testChallengeStanding(t *testing.T, s Store) {
	addGuests(t, s, "u1", "u2", "u3")
	standing := func(from, to string) (got social.Standing) {
		t.Helper()
		refused := failure.New(failure.Forbidden, "refused")
		wantError(t, "look", s.CreateChallenge(t.Context(), challengeAt("look", from, to, 9), func(s social.Standing) error {
			got = s
			return refused
		}), refused)
		return got
	}
	wantEqual(t, "of strangers", standing("u1", "u2"), social.Standing{})
	relate(t, s, "u2", "u1", social.Follows, 0)
	must(t, s.SaveAllow(t.Context(), "u2", social.AllowFollowed))
	theirs := challengeAt("c1", "u2", "u1", 0)
	challenge(t, s, theirs)
	challenge(t, s, challengeAt("c2", "u1", "u3", 0))
	wantEqual(t, "followed", standing("u1", "u2"), social.Standing{Followed: true, Allow: social.AllowFollowed, Sent: 1, Open: &theirs})
	relate(t, s, "u2", "u1", social.Blocks, 1) // deletes the challenge
	wantEqual(t, "blocked", standing("u1", "u2"), social.Standing{Blocked: true, Allow: social.AllowFollowed, Sent: 1})
	wantEqual(t, "blocks", standing("u2", "u1"), social.Standing{Blocks: true})
	wantChallenges(t, s, "u2")
	wantChallenges(t, s, "u1", "c2")
}

// accept accepts a challenge into a match. It runs on a goroutine of the store.
func accept(t testing.TB, match string) func(*social.Challenge, bool) (*room.NewMatch, error) {
	return func(c *social.Challenge, blocked bool) (*room.NewMatch, error) {
		if blocked || c.Status != social.ChallengeOpen {
			return nil, failure.ErrStale
		}
		b, err := newTable(t, match, room.Private, Online(c.To, c.From))
		if err != nil {
			return nil, err
		}
		n := b.Created()
		c.Status, c.Match = social.ChallengeAccepted, match
		return &n, nil
	}
}

func testChallengeAnswered(t *testing.T, s Store) {
	addGuests(t, s, "u1", "u2")
	c := challengeAt("c1", "u1", "u2", 0)
	challenge(t, s, c)
	refused := failure.New(failure.Forbidden, "refused")
	_, err := s.UpdateChallenge(t.Context(), "c1", func(c *social.Challenge, _ bool) (*room.NewMatch, error) {
		c.Status = social.ChallengeDeclined
		return nil, refused
	})
	wantError(t, "refused", err, refused)
	got, err := s.UpdateChallenge(t.Context(), "c1", accept(t, "m1"))
	must(t, err)
	c.Status, c.Match = social.ChallengeAccepted, "m1"
	wantEqual(t, "accepted", got, c)
	stored, err := s.FindChallenge(t.Context(), "c1")
	must(t, err)
	wantEqual(t, "stored", stored, c)
	info, err := s.FindMatch(t.Context(), "m1")
	must(t, err)
	wantEqual(t, "seats", info.Seats, [2]string{"u2", "u1"})
	challenge(t, s, challengeAt("c2", "u2", "u1", 1)) // the next one
	got, err = s.UpdateChallenge(t.Context(), "c2", func(c *social.Challenge, _ bool) (*room.NewMatch, error) {
		c.Status, c.Reason, c.Seen = social.ChallengeDeclined, "later", noon.Add(time.Minute)
		return nil, nil
	})
	must(t, err)
	wantEqual(t, "reason", got.Reason, "later")
	wantEqual(t, "seen", got.Seen, noon.Add(time.Minute))
	_, err = s.UpdateChallenge(t.Context(), "c9", accept(t, "m9"))
	wantError(t, "unknown", err, failure.ErrNotFound)
}

func testChallengeDelete(t *testing.T, s Store) {
	addGuests(t, s, "u1", "u2", "u3")
	challenge(t, s, challengeAt("c1", "u1", "u2", 0))
	challenge(t, s, challengeAt("c2", "u1", "u3", 60))
	must(t, s.DeleteChallenge(t.Context(), "c1"))
	wantError(t, "again", s.DeleteChallenge(t.Context(), "c1"), failure.ErrNotFound)
	challenge(t, s, challengeAt("c1", "u1", "u2", 0))
	_, err := s.UpdateChallenge(t.Context(), "c1", accept(t, "m1"))
	must(t, err)
	wantError(t, "answered", s.DeleteChallenge(t.Context(), "c1"), failure.ErrNotFound)
	must(t, s.DeleteChallenges(t.Context(), noon.Add(10*time.Minute+30*time.Second)))
	wantChallenges(t, s, "u1", "c2")
}

// testChallengeBlockRace blocks a challenger while a challenge is made and
// accepted: the match exists, or the block came first, and no open challenge is
// left.
func testChallengeBlockRace(t *testing.T, s Store) {
	addGuests(t, s, "u1", "u2")
	for round := range 20 {
		id, m := fmt.Sprint("c", round), fmt.Sprint("m", round)
		relate(t, s, "u2", "u1", social.NoRelation, 0)
		allowed := func(s social.Standing) error {
			if s.Blocked {
				return failure.ErrStale
			}
			return nil
		}
		var accepted error
		atOnce(2, func(i int) {
			if i == 0 {
				if err := s.SetRelation(t.Context(), social.Relation{User: "u2", Other: "u1", Kind: social.Blocks, Created: noon}, 100); err != nil {
					t.Error(err)
				}
				return
			}
			if accepted = s.CreateChallenge(t.Context(), challengeAt(id, "u1", "u2", round), allowed); accepted == nil {
				_, accepted = s.UpdateChallenge(t.Context(), id, accept(t, m))
			}
		})
		_, err := s.FindMatch(t.Context(), m)
		if (err == nil) != (accepted == nil) {
			t.Errorf("round %d: accepted with %v, match with %v", round, accepted, err)
		}
		if c, err := s.FindChallenge(t.Context(), id); err == nil && c.Status == social.ChallengeOpen {
			t.Errorf("round %d: a challenge of a blocked user is open", round)
		}
		err = s.CreateChallenge(t.Context(), challengeAt("late", "u1", "u2", 99), allowed)
		wantError(t, "after the block", err, failure.ErrStale)
	}
}

// testChallengeAnswerRace answers and cancels a challenge concurrently: one call succeeds.
func testChallengeAnswerRace(t *testing.T, s Store) {
	addGuests(t, s, "u1", "u2")
	for round := range 10 {
		id := fmt.Sprint("c", round)
		challenge(t, s, challengeAt(id, "u1", "u2", round))
		var done [4]bool
		atOnce(4, func(i int) {
			if i == 3 {
				done[i] = s.DeleteChallenge(t.Context(), id) == nil
				return
			}
			_, err := s.UpdateChallenge(t.Context(), id, accept(t, fmt.Sprint("m", round, i)))
			done[i] = err == nil
		})
		count := 0
		for _, ok := range done {
			if ok {
				count++
			}
		}
		wantEqual(t, "answers that succeeded", count, 1)
	}
}

// testChallengeCrossRace lets two users challenge each other at once: one
// challenge is left.
func testChallengeCrossRace(t *testing.T, s Store) {
	addGuests(t, s, "u1", "u2")
	users := [2]string{"u1", "u2"}
	var errs [2]error
	atOnce(2, func(i int) {
		errs[i] = s.CreateChallenge(t.Context(), challengeAt(fmt.Sprint("c", i), users[i], users[1-i], i), func(s social.Standing) error {
			if s.Open != nil {
				return failure.ErrStale
			}
			return nil
		})
	})
	if (errs[0] == nil) == (errs[1] == nil) {
		t.Errorf("got errors %v, want one", errs)
	}
}

func testPhrases(t *testing.T, s Store) {
	addGuests(t, s, "u1", "u2")
	begin(t, s, "m1", Online("u1", "u2"))
	begin(t, s, "m2", Online("u2", "u1"))
	list, err := s.FindPhrases(t.Context(), "m1")
	must(t, err)
	wantEqual(t, "no phrases", len(list), 0)
	for i := range 5 {
		at := noon.Add(time.Duration(i) * time.Second)
		must(t, s.AddPhrase(t.Context(), "m1", social.Phrase{Side: game.Side(i % 2), Key: fmt.Sprint("p", i), At: at}, 3))
	}
	must(t, s.AddPhrase(t.Context(), "m2", social.Phrase{Side: game.White, Key: "hello", At: noon}, 3))
	list, err = s.FindPhrases(t.Context(), "m1")
	must(t, err)
	last := []social.Phrase{
		{Number: 3, Side: game.White, Key: "p2", At: noon.Add(2 * time.Second)},
		{Number: 4, Side: game.Black, Key: "p3", At: noon.Add(3 * time.Second)},
		{Number: 5, Side: game.White, Key: "p4", At: noon.Add(4 * time.Second)},
	}
	wantEqual(t, "the last phrases", list, last)
	said, err := s.FindPhrasesOf(t.Context(), "u1")
	must(t, err)
	wantEqual(t, "of a user", said, map[string][]social.Phrase{"m1": {last[0], last[2]}})
	err = s.AddPhrase(t.Context(), "m9", social.Phrase{Key: "hello", At: noon}, 3)
	wantError(t, "in an unknown match", err, failure.ErrNotFound)
}

func testMeetings(t *testing.T, s Store) {
	addGuests(t, s, "u1", "u2", "u3")
	finish := func(id, white, black string, by match.Seat) {
		t.Helper()
		b := begin(t, s, id, Online(white, black))
		store(t, s, b.Start(), b.Do(match.Action{Kind: match.Resign, By: by}))
	}
	finish("m1", "u1", "u2", match.BlackSeat) // the first wins
	finish("m2", "u2", "u1", match.WhiteSeat) // the first wins
	finish("m3", "u2", "u1", match.BlackSeat) // the second wins
	finish("m4", "u1", "u3", match.WhiteSeat)
	begin(t, s, "m5", Online("u1", "u2")) // still running
	got, err := s.FindMeetings(t.Context(), "u1", "u2")
	must(t, err)
	wantEqual(t, "meetings", got, rating.Meetings{Won: 2, Lost: 1})
	got, err = s.FindMeetings(t.Context(), "u2", "u1")
	must(t, err)
	wantEqual(t, "of the other", got, rating.Meetings{Won: 1, Lost: 2})
	got, err = s.FindMeetings(t.Context(), "u2", "u3")
	must(t, err)
	wantEqual(t, "of strangers", got, rating.Meetings{})
}

// testDeletePeople deletes a user: no relation or challenge with others is left.
func testDeletePeople(t *testing.T, s Store) {
	addGuests(t, s, "u1", "u2", "u3")
	relate(t, s, "u1", "u2", social.Follows, 0)
	relate(t, s, "u2", "u1", social.Follows, 0)
	relate(t, s, "u2", "u3", social.Follows, 0)
	must(t, s.SaveAllow(t.Context(), "u1", social.AllowNone))
	challenge(t, s, challengeAt("c1", "u1", "u2", 0))
	challenge(t, s, challengeAt("c2", "u3", "u1", 0))
	challenge(t, s, challengeAt("c3", "u2", "u3", 0))
	must(t, s.DeleteUser(t.Context(), "u1", noon))
	list, err := s.FindRelations(t.Context(), "u2")
	must(t, err)
	wantEqual(t, "relations of the second", list, []social.Relation{{User: "u2", Other: "u3", Kind: social.Follows, Created: noon}})
	wantRelation(t, s, "u1", "u2", social.NoRelation)
	allow, err := s.FindAllow(t.Context(), "u1")
	must(t, err)
	wantEqual(t, "allow", allow, social.AllowAll)
	wantChallenges(t, s, "u1")
	wantChallenges(t, s, "u2", "c3")
	wantChallenges(t, s, "u3", "c3")
}
