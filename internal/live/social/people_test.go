// SPDX-License-Identifier: Apache-2.0

package social_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"cairn/game"
	"cairn/internal/account"
	"cairn/internal/failure"
	"cairn/internal/fair"
	"cairn/internal/live/rating"
	"cairn/internal/live/room"
	"cairn/internal/live/social"
	"cairn/internal/live/stream"
	"cairn/match"
)

// two returns two accounts.
func (h *house) two() (ann, bob account.User) {
	h.T.Helper()
	ann, _ = h.Member("ann")
	bob, _ = h.Member("bob")
	return ann, bob
}

// challenges makes a challenge that must be allowed.
func (h *house) challenges(from account.User, to string, spec room.Spec) social.Challenge {
	h.T.Helper()
	c, err := h.Challenges.Send(background, from, to, spec)
	must(h.T, err)
	return c
}

var quick = room.Spec{Game: "nine", Control: "5m+3s", Side: room.AsBlack}

func TestFollowAndBlock(t *testing.T) {
	h := newHouse(t)
	ann, bob := h.two()
	must(t, h.People.Set(background, ann, "BOB", social.Follows))
	kind, err := h.People.Relation(background, ann.ID, bob.ID)
	must(t, err)
	if kind != social.Follows {
		t.Errorf("got %q, want follow", kind)
	}
	list, err := h.People.Relations(background, ann.ID)
	must(t, err)
	if len(list) != 1 || list[0].Other != bob.ID {
		t.Errorf("got %v", list)
	}
	wantKey(t, "oneself", h.People.Set(background, ann, "ann", social.Follows), failure.Invalid, "self")
	wantKey(t, "unknown", h.People.Set(background, ann, "nobody", social.Follows), failure.NotFound, "no-player")
	wantKey(t, "a guest", h.People.Set(background, h.Guest(), "ann", social.Follows), failure.Forbidden, "account-needed")
	wantKey(t, "no session", h.People.Set(background, account.User{}, "ann", social.Blocks), failure.Forbidden, "account-needed")
}

func TestChallengeAccepted(t *testing.T) {
	h := newHouse(t)
	ann, bob := h.two()
	c := h.challenges(ann, "bob", room.Spec{Game: "nine", Control: "5m+3s", Side: room.AsBlack, Rated: true, Shown: true})
	received, err := h.Challenges.Received(background, bob.ID)
	must(t, err)
	if len(received) != 1 || received[0].ID != c.ID {
		t.Fatalf("got %v", received)
	}
	_, err = h.Challenges.Accept(background, ann, c.ID)
	wantKey(t, "accept one's own", err, failure.NotFound, "no-challenge")
	_, err = h.Challenges.Find(background, h.Guest(), c.ID)
	wantKey(t, "look as a stranger", err, failure.NotFound, "no-challenge")
	c, err = h.Challenges.Accept(background, bob, c.ID)
	must(t, err)
	if i := h.Room(bob, c.Match).Info; i.Seats != [2]string{bob.ID, ann.ID} || i.Status != match.Ready || !i.Rated || !i.Shown || i.Kind != room.Private {
		t.Errorf("got %+v", i)
	}
	if got := h.Room(ann, c.Match).Info.Status; got != match.Playing { // both are present
		t.Errorf("got %s, want playing", got)
	}
	if again, err := h.Challenges.Accept(background, bob, c.ID); err != nil || again.Match != c.Match {
		t.Errorf("accept again: got %+v, %v, want the match %s", again, err, c.Match)
	}
	wantKey(t, "cancel", h.Challenges.Cancel(background, ann, c.ID), failure.NotFound, "no-challenge")
	if got, err := h.Challenges.Find(background, ann, c.ID); err != nil || got.Match != c.Match {
		t.Errorf("got %+v, %v", got, err)
	}
}

// Without a clock that runs, a match starts at once.
func TestChallengeBySlowClock(t *testing.T) {
	for _, control := range []string{"none", "3d"} {
		h := newHouse(t)
		ann, bob := h.two()
		c := h.challenges(ann, "bob", room.Spec{Game: "nine", Control: control})
		h.Pass(5 * time.Minute) // longer than others wait
		c, err := h.Challenges.Accept(background, bob, c.ID)
		must(t, err)
		if got := h.Room(bob, c.Match).Info.Status; got != match.Playing {
			t.Errorf("%s: got %s, want playing", control, got)
		}
	}
}

func TestChallengeDeclined(t *testing.T) {
	h := newHouse(t)
	ann, bob := h.two()
	c := h.challenges(ann, "bob", quick)
	_, err := h.Challenges.Decline(background, bob, c.ID, "rude words")
	wantCode(t, err, failure.Invalid)
	_, err = h.Challenges.Decline(background, ann, c.ID, "")
	wantKey(t, "by the challenger", err, failure.NotFound, "no-challenge")
	_, err = h.Challenges.Decline(background, bob, c.ID, "later")
	must(t, err)
	got, err := h.Challenges.Find(background, ann, c.ID)
	must(t, err)
	if got.Status != social.ChallengeDeclined || got.Reason != "later" {
		t.Errorf("got %+v", got)
	}
	_, err = h.Challenges.Accept(background, bob, c.ID)
	wantKey(t, "accept", err, failure.Forbidden, "challenge-over")
	c = h.challenges(ann, "bob", quick) // another one
	must(t, h.Challenges.Cancel(background, ann, c.ID))
	_, err = h.Challenges.Accept(background, bob, c.ID)
	wantKey(t, "accept a cancelled one", err, failure.NotFound, "no-challenge")
}

func TestChallengeRefused(t *testing.T) {
	h := newHouse(t)
	ann, bob := h.two()
	challenge := func(from account.User, to string) error {
		_, err := h.Challenges.Send(background, from, to, quick)
		return err
	}
	wantKey(t, "a guest", challenge(h.Guest(), "bob"), failure.Forbidden, "account-needed")
	wantKey(t, "oneself", challenge(ann, "ann"), failure.Invalid, "self")
	wantKey(t, "unknown", challenge(ann, "nobody"), failure.NotFound, "no-player")
	_, err := h.Challenges.Send(background, ann, "bob", room.Spec{Game: "chess"})
	wantCode(t, err, failure.Invalid)

	must(t, h.People.SetAllow(background, bob, social.AllowNone))
	wantKey(t, "nobody", challenge(ann, "bob"), failure.Forbidden, "challenge-refused")
	must(t, h.People.SetAllow(background, bob, social.AllowFollowed))
	wantKey(t, "not followed", challenge(ann, "bob"), failure.Forbidden, "challenge-refused")
	must(t, h.People.Set(background, bob, "ann", social.Follows))
	must(t, challenge(ann, "bob"))
	wantKey(t, "in the other direction", challenge(bob, "ann"), failure.Forbidden, "challenge-crossed")
	wantKey(t, "again", challenge(ann, "bob"), failure.Stale, "challenge-open")
	list, err := h.Challenges.List(background, ann.ID)
	must(t, err)
	if len(list) != 1 {
		t.Errorf("got %d challenges, want 1", len(list))
	}
	must(t, h.People.SetAllow(background, bob, social.AllowAll))
	wantCode(t, h.People.SetAllow(background, bob, "friends"), failure.Invalid)

	must(t, h.People.Set(background, bob, "ann", social.Blocks))
	wantKey(t, "blocked", challenge(ann, "bob"), failure.Forbidden, "challenge-refused")
	wantKey(t, "by the blocker", challenge(bob, "ann"), failure.Forbidden, "challenge-blocked")
	_, err = h.Challenges.Accept(background, bob, list[0].ID)
	wantKey(t, "the open one", err, failure.NotFound, "no-challenge")
}

func TestChallengeLimit(t *testing.T) {
	h := newHouse(t)
	ann, _ := h.Member("ann")
	for i := range 11 {
		name := fmt.Sprint("other", i)
		h.Member(name)
		_, err := h.Challenges.Send(background, ann, name, quick)
		if i < 10 {
			must(t, err)
		} else {
			wantKey(t, "one too many", err, failure.Forbidden, "too-many-challenges")
		}
	}
}

// A challenge with a running clock expires soon after its challenger has left, and
// at the latest after ten minutes.
func TestChallengeExpires(t *testing.T) {
	h := newHouse(t)
	ann, bob := h.two()
	left := h.challenges(ann, "bob", quick)
	h.Pass(50 * time.Second)
	_, err := h.Challenges.Find(background, ann, left.ID) // the page asks
	must(t, err)
	h.Pass(50 * time.Second)
	if got, err := h.Challenges.Find(background, bob, left.ID); err != nil || got.Status != social.ChallengeOpen {
		t.Errorf("got %s, %v, want open", got.Status, err)
	}
	h.Pass(time.Minute)
	_, err = h.Challenges.Accept(background, bob, left.ID)
	wantKey(t, "challenger left", err, failure.Forbidden, "challenge-over")

	stays := h.challenges(ann, "bob", quick)
	leave := h.Presence.Users.Enter(ann.ID)
	defer leave()
	h.Pass(9 * time.Minute)
	if got, _ := h.Challenges.Received(background, bob.ID); len(got) != 1 {
		t.Errorf("got %d open challenges, want 1", len(got))
	}
	h.Pass(2 * time.Minute)
	if got, _ := h.Challenges.Received(background, bob.ID); len(got) != 0 {
		t.Errorf("got %d open challenges, want none", len(got))
	}
	if got, err := h.Challenges.Find(background, ann, stays.ID); err != nil || got.Status != social.ChallengeExpired {
		t.Errorf("got %s, %v, want expired", got.Status, err)
	}
	h.challenges(bob, "ann", quick) // an expired one does not count
}

func TestChallengeAwait(t *testing.T) {
	h := newHouse(t)
	ann, bob := h.two()
	c := h.challenges(ann, "bob", quick)
	known, err := h.Challenges.List(background, ann.ID)
	must(t, err)
	answered := make(chan []social.Challenge)
	go func() {
		got, err := h.Challenges.Await(background, ann, known)
		if err != nil {
			t.Error(err)
		}
		answered <- got
	}()
	_, err = h.Challenges.Accept(background, bob, c.ID)
	must(t, err)
	got := <-answered
	if len(got) != 1 || got[0].Match == "" {
		t.Errorf("got %+v", got)
	}
	ctx, cancel := context.WithCancel(background)
	cancel()
	if _, err := h.Challenges.Await(ctx, ann, got); err == nil {
		t.Error("got no error of the context")
	}
}

func TestChallengeOfBanned(t *testing.T) {
	h := newHouse(t)
	ann, bob := h.two()
	h.challenges(ann, "bob", quick)
	must(t, h.Staff.SetBanned(background, account.Operator, "ann", true))
	if got, err := h.Challenges.Received(background, bob.ID); err != nil || len(got) != 0 {
		t.Errorf("got %v, %v", got, err)
	}
	_, err := h.Challenges.Send(background, bob, "ann", quick)
	wantKey(t, "a banned account", err, failure.Forbidden, "challenge-refused")
}

func TestPhrases(t *testing.T) {
	h := newHouse(t)
	id, white, black := h.Private("nine", "none")
	say := func(u account.User, key string) error { return h.Phrases.Say(background, u, id, key) }
	must(t, say(white, "good-luck"))
	must(t, say(black, "thanks"))
	wantKey(t, "free text", say(white, "anything"), failure.Forbidden, "no-phrase-now")
	wantKey(t, "too early", say(white, "well-played"), failure.Forbidden, "no-phrase-now")
	wantKey(t, "a spectator", say(h.Guest(), "hello"), failure.Forbidden, "not-a-player")
	must(t, say(white, "hello"))
	must(t, say(white, "have-fun"))
	must(t, say(white, "hello"))
	wantCode(t, say(white, "hello"), failure.Limited)
	must(t, say(black, "hello"))
	h.Pass(time.Minute)
	h.Move(white, id, "d6")
	h.Move(black, id, "f4")
	h.Do(white, id, match.Action{Kind: match.Resign})
	must(t, say(white, "well-played"))

	r := h.Room(white, id)
	aside, err := h.Streams.Extras(background, black.ID, r)
	must(t, err)
	said := aside.Phrases
	if len(said) != 7 || said[0].Key != "good-luck" || said[0].Side != game.White || said[6].Key != "well-played" {
		t.Errorf("got %+v", said)
	}
	if aside, err := h.Streams.Extras(background, h.Guest().ID, r); err != nil || aside.Phrases != nil {
		t.Errorf("a spectator got %v, %v", aside, err)
	}
}

func TestPhrasesOfBlocked(t *testing.T) {
	h := newHouse(t)
	ann, bob := h.two()
	c := h.challenges(ann, "bob", room.Spec{Game: "nine"})
	c, err := h.Challenges.Accept(background, bob, c.ID)
	must(t, err)
	must(t, h.Phrases.Say(background, ann, c.Match, "hello"))
	must(t, h.People.Set(background, bob, "ann", social.Blocks))
	wantKey(t, "to the blocker", h.Phrases.Say(background, ann, c.Match, "hello"), failure.Forbidden, "phrase-blocked")
	wantKey(t, "by the blocker", h.Phrases.Say(background, bob, c.Match, "hello"), failure.Forbidden, "phrase-blocked")
}

func TestMeetings(t *testing.T) {
	h := newHouse(t)
	ann, bob := h.two()
	for range 2 {
		c := h.challenges(ann, "bob", room.Spec{Game: "nine", Side: room.AsWhite})
		c, err := h.Challenges.Accept(background, bob, c.ID)
		must(t, err)
		h.Move(ann, c.Match, "d6")
		h.Move(bob, c.Match, "f4")
		h.Do(bob, c.Match, match.Action{Kind: match.Resign})
	}
	for _, test := range []struct {
		user, other string
		want        rating.Meetings
	}{
		{ann.ID, bob.ID, rating.Meetings{Won: 2}},
		{bob.ID, ann.ID, rating.Meetings{Lost: 2}},
		{ann.ID, ann.ID, rating.Meetings{}},
		{"", ann.ID, rating.Meetings{}},
	} {
		got, err := h.People.Meetings(background, test.user, test.other)
		must(t, err)
		if got != test.want {
			t.Errorf("got %+v, want %+v", got, test.want)
		}
	}
}

// A stream brings phrases to players alone, and to everyone how many watch; a
// spectator with two pages counts once.
func TestWatchAside(t *testing.T) {
	h := newHouse(t)
	id, white, black := h.Private("nine", "none")
	watch := func(u account.User, address string) *stream.Watch {
		t.Helper()
		w, err := h.Streams.Watch(fair.With(background, fair.Client{Address: address}), u, id, 0)
		must(t, err)
		t.Cleanup(w.Close)
		return w
	}
	until := func(w *stream.Watch, holds func(*stream.Extras) bool) {
		t.Helper()
		for {
			u, err := w.Next(background)
			must(t, err)
			if u.Extras != nil && holds(u.Extras) {
				return
			}
		}
	}
	player, stranger := watch(black, "1.1.1.1"), watch(account.User{}, "1.1.1.1")
	watch(account.User{}, "1.1.1.1") // another page
	spectator := watch(h.Guest(), "1.1.1.1")
	two := func(a *stream.Extras) bool { return a.Watchers == 2 }
	until(player, two)
	until(stranger, two)
	spectator.Close()
	one := func(a *stream.Extras) bool { return a.Watchers == 1 }
	until(player, one)
	must(t, h.Phrases.Say(background, white, id, "hello"))
	until(player, func(a *stream.Extras) bool { return len(a.Phrases) == 1 && a.Phrases[0].Key == "hello" })
	until(stranger, func(a *stream.Extras) bool {
		if a.Phrases != nil {
			t.Error("a spectator got phrases")
		}
		return a.Watchers == 1
	})
	h.Move(white, id, "d6")
	h.Move(black, id, "f4")
	h.Do(white, id, match.Action{Kind: match.Resign})
	until(stranger, func(a *stream.Extras) bool { return a.Meetings.Lost == 1 })
	until(player, func(a *stream.Extras) bool { return a.Meetings.Lost == 1 && len(a.Phrases) == 1 })
}

// Seeks of users of whom one blocks the other wait beside each other.
func TestSeeksOfBlocked(t *testing.T) {
	h := newHouse(t)
	ann, bob := h.two()
	must(t, h.People.Set(background, bob, "ann", social.Blocks))
	first, err := h.Seek(background, ann, "nine", "5m+3s", false)
	must(t, err)
	second, err := h.Seek(background, bob, "nine", "5m+3s", false)
	must(t, err)
	if first.Match != "" || second.Match != "" {
		t.Errorf("got matches %q and %q", first.Match, second.Match)
	}
}
