// SPDX-License-Identifier: Apache-2.0

package live_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"cairn/game"
	"cairn/internal/account"
	"cairn/internal/failure"
	"cairn/internal/fair"
	"cairn/internal/live"
	"cairn/match"
)

// two returns two accounts.
func (h *house) two() (ann, bob account.User) {
	h.t.Helper()
	ann, _ = h.member("ann")
	bob, _ = h.member("bob")
	return ann, bob
}

// challenges makes a challenge that must be allowed.
func (h *house) challenges(from account.User, to string, spec live.Spec) live.Challenge {
	h.t.Helper()
	c, err := h.People.Challenge(background, from, to, spec)
	must(h.t, err)
	return c
}

var quick = live.Spec{Game: "nine", Control: "5m+3s", Side: live.AsBlack}

func TestFollowAndBlock(t *testing.T) {
	h := newHouse(t)
	ann, bob := h.two()
	must(t, h.People.Set(background, ann, "BOB", live.Follows))
	kind, err := h.People.Relation(background, ann.ID, bob.ID)
	must(t, err)
	if kind != live.Follows {
		t.Errorf("got %q, want follow", kind)
	}
	list, err := h.People.Relations(background, ann.ID)
	must(t, err)
	if len(list) != 1 || list[0].Other != bob.ID {
		t.Errorf("got %v", list)
	}
	wantKey(t, "oneself", h.People.Set(background, ann, "ann", live.Follows), failure.Invalid, "self")
	wantKey(t, "unknown", h.People.Set(background, ann, "nobody", live.Follows), failure.NotFound, "no-player")
	wantKey(t, "a guest", h.People.Set(background, h.guest(), "ann", live.Follows), failure.Forbidden, "account-needed")
	wantKey(t, "no session", h.People.Set(background, account.User{}, "ann", live.Blocks), failure.Forbidden, "account-needed")
}

func TestChallengeAccepted(t *testing.T) {
	h := newHouse(t)
	ann, bob := h.two()
	c := h.challenges(ann, "bob", live.Spec{Game: "nine", Control: "5m+3s", Side: live.AsBlack, Rated: true, Shown: true})
	received, err := h.People.Received(background, bob.ID)
	must(t, err)
	if len(received) != 1 || received[0].ID != c.ID {
		t.Fatalf("got %v", received)
	}
	_, err = h.People.Accept(background, ann, c.ID)
	wantKey(t, "accept one's own", err, failure.NotFound, "no-challenge")
	_, err = h.People.FindChallenge(background, h.guest(), c.ID)
	wantKey(t, "look as a stranger", err, failure.NotFound, "no-challenge")
	c, err = h.People.Accept(background, bob, c.ID)
	must(t, err)
	room := h.room(bob, c.Match)
	if i := room.Info; i.Seats != [2]string{bob.ID, ann.ID} || i.Status != match.Ready || !i.Rated || !i.Shown || i.Kind != live.Private {
		t.Errorf("got %+v", i)
	}
	if got := h.room(ann, c.Match).Info.Status; got != match.Playing { // both are present
		t.Errorf("got %s, want playing", got)
	}
	if again, err := h.People.Accept(background, bob, c.ID); err != nil || again.Match != c.Match {
		t.Errorf("accept again: got %+v, %v, want the match %s", again, err, c.Match)
	}
	wantKey(t, "cancel", h.People.Cancel(background, ann, c.ID), failure.NotFound, "no-challenge")
	if got, err := h.People.FindChallenge(background, ann, c.ID); err != nil || got.Match != c.Match {
		t.Errorf("got %+v, %v", got, err)
	}
}

// Without a clock that runs, a match starts at once.
func TestChallengeBySlowClock(t *testing.T) {
	for _, control := range []string{"none", "3d"} {
		h := newHouse(t)
		ann, bob := h.two()
		c := h.challenges(ann, "bob", live.Spec{Game: "nine", Control: control})
		h.pass(5 * time.Minute) // longer than others wait
		c, err := h.People.Accept(background, bob, c.ID)
		must(t, err)
		if got := h.room(bob, c.Match).Info.Status; got != match.Playing {
			t.Errorf("%s: got %s, want playing", control, got)
		}
	}
}

func TestChallengeDeclined(t *testing.T) {
	h := newHouse(t)
	ann, bob := h.two()
	c := h.challenges(ann, "bob", quick)
	_, err := h.People.Decline(background, bob, c.ID, "rude words")
	wantCode(t, err, failure.Invalid)
	_, err = h.People.Decline(background, ann, c.ID, "")
	wantKey(t, "by the challenger", err, failure.NotFound, "no-challenge")
	_, err = h.People.Decline(background, bob, c.ID, "later")
	must(t, err)
	got, err := h.People.FindChallenge(background, ann, c.ID)
	must(t, err)
	if got.Status != live.ChallengeDeclined || got.Reason != "later" {
		t.Errorf("got %+v", got)
	}
	_, err = h.People.Accept(background, bob, c.ID)
	wantKey(t, "accept", err, failure.Forbidden, "challenge-over")
	c = h.challenges(ann, "bob", quick) // another one
	must(t, h.People.Cancel(background, ann, c.ID))
	_, err = h.People.Accept(background, bob, c.ID)
	wantKey(t, "accept a cancelled one", err, failure.NotFound, "no-challenge")
}

func TestChallengeRefused(t *testing.T) {
	h := newHouse(t)
	ann, bob := h.two()
	challenge := func(from account.User, to string) error {
		_, err := h.People.Challenge(background, from, to, quick)
		return err
	}
	wantKey(t, "a guest", challenge(h.guest(), "bob"), failure.Forbidden, "account-needed")
	wantKey(t, "oneself", challenge(ann, "ann"), failure.Invalid, "self")
	wantKey(t, "unknown", challenge(ann, "nobody"), failure.NotFound, "no-player")
	_, err := h.People.Challenge(background, ann, "bob", live.Spec{Game: "chess"})
	wantCode(t, err, failure.Invalid)

	must(t, h.People.SetAllow(background, bob, live.AllowNone))
	wantKey(t, "nobody", challenge(ann, "bob"), failure.Forbidden, "challenge-refused")
	must(t, h.People.SetAllow(background, bob, live.AllowFollowed))
	wantKey(t, "not followed", challenge(ann, "bob"), failure.Forbidden, "challenge-refused")
	must(t, h.People.Set(background, bob, "ann", live.Follows))
	must(t, challenge(ann, "bob"))
	wantKey(t, "in the other direction", challenge(bob, "ann"), failure.Forbidden, "challenge-crossed")
	must(t, challenge(ann, "bob")) // replaces the first
	list, err := h.People.Challenges(background, ann.ID)
	must(t, err)
	if len(list) != 1 {
		t.Errorf("got %d challenges, want 1", len(list))
	}
	must(t, h.People.SetAllow(background, bob, live.AllowAll))
	wantCode(t, h.People.SetAllow(background, bob, "friends"), failure.Invalid)

	must(t, h.People.Set(background, bob, "ann", live.Blocks))
	wantKey(t, "blocked", challenge(ann, "bob"), failure.Forbidden, "challenge-refused")
	wantKey(t, "by the blocker", challenge(bob, "ann"), failure.Forbidden, "challenge-blocked")
	_, err = h.People.Accept(background, bob, list[0].ID)
	wantKey(t, "the open one", err, failure.NotFound, "no-challenge")
}

func TestChallengeLimit(t *testing.T) {
	h := newHouse(t)
	ann, _ := h.member("ann")
	for i := range 11 {
		name := fmt.Sprint("other", i)
		h.member(name)
		_, err := h.People.Challenge(background, ann, name, quick)
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
	h.pass(50 * time.Second)
	_, err := h.People.FindChallenge(background, ann, left.ID) // the page asks
	must(t, err)
	h.pass(50 * time.Second)
	if got, err := h.People.FindChallenge(background, bob, left.ID); err != nil || got.Status != live.ChallengeOpen {
		t.Errorf("got %s, %v, want open", got.Status, err)
	}
	h.pass(time.Minute)
	_, err = h.People.Accept(background, bob, left.ID)
	wantKey(t, "challenger left", err, failure.Forbidden, "challenge-over")

	stays := h.challenges(ann, "bob", quick)
	leave := h.Online().Enter(ann.ID)
	defer leave()
	h.pass(9 * time.Minute)
	if got, _ := h.People.Received(background, bob.ID); len(got) != 1 {
		t.Errorf("got %d open challenges, want 1", len(got))
	}
	h.pass(2 * time.Minute)
	if got, _ := h.People.Received(background, bob.ID); len(got) != 0 {
		t.Errorf("got %d open challenges, want none", len(got))
	}
	if got, err := h.People.FindChallenge(background, ann, stays.ID); err != nil || got.Status != live.ChallengeExpired {
		t.Errorf("got %s, %v, want expired", got.Status, err)
	}
	h.challenges(bob, "ann", quick) // an expired one does not count
}

func TestChallengeAwait(t *testing.T) {
	h := newHouse(t)
	ann, bob := h.two()
	c := h.challenges(ann, "bob", quick)
	known, err := h.People.Challenges(background, ann.ID)
	must(t, err)
	answered := make(chan []live.Challenge)
	go func() {
		got, err := h.People.Await(background, ann, known)
		if err != nil {
			t.Error(err)
		}
		answered <- got
	}()
	_, err = h.People.Accept(background, bob, c.ID)
	must(t, err)
	got := <-answered
	if len(got) != 1 || got[0].Match == "" {
		t.Errorf("got %+v", got)
	}
	ctx, cancel := context.WithCancel(background)
	cancel()
	if _, err := h.People.Await(ctx, ann, got); err == nil {
		t.Error("got no error of the context")
	}
}

func TestChallengeOfBanned(t *testing.T) {
	h := newHouse(t)
	ann, bob := h.two()
	h.challenges(ann, "bob", quick)
	must(t, h.Staff.SetBanned(background, account.Operator, "ann", true))
	if got, err := h.People.Received(background, bob.ID); err != nil || len(got) != 0 {
		t.Errorf("got %v, %v", got, err)
	}
	_, err := h.People.Challenge(background, bob, "ann", quick)
	wantKey(t, "a banned account", err, failure.Forbidden, "challenge-refused")
}

func TestPhrases(t *testing.T) {
	h := newHouse(t)
	id, white, black := h.private("nine", "none")
	say := func(u account.User, key string) error { return h.People.Say(background, u, id, key) }
	must(t, say(white, "good-luck"))
	must(t, say(black, "thanks"))
	wantKey(t, "free text", say(white, "anything"), failure.Forbidden, "no-phrase-now")
	wantKey(t, "too early", say(white, "well-played"), failure.Forbidden, "no-phrase-now")
	wantKey(t, "a spectator", say(h.guest(), "hello"), failure.Forbidden, "not-a-player")
	must(t, say(white, "hello"))
	must(t, say(white, "have-fun"))
	must(t, say(white, "hello"))
	wantCode(t, say(white, "hello"), failure.Limited)
	must(t, say(black, "hello"))
	h.pass(time.Minute)
	h.move(white, id, "d6")
	h.move(black, id, "f4")
	h.do(white, id, match.Action{Kind: match.Resign})
	must(t, say(white, "well-played"))

	info := h.room(white, id).Info
	aside, err := h.People.Aside(background, black.ID, &info)
	must(t, err)
	said := aside.Phrases
	if len(said) != 7 || said[0].Key != "good-luck" || said[0].Side != game.White || said[6].Key != "well-played" {
		t.Errorf("got %+v", said)
	}
	if aside, err := h.People.Aside(background, h.guest().ID, &info); err != nil || aside.Phrases != nil {
		t.Errorf("a spectator got %v, %v", aside, err)
	}
}

func TestPhrasesOfBlocked(t *testing.T) {
	h := newHouse(t)
	ann, bob := h.two()
	c := h.challenges(ann, "bob", live.Spec{Game: "nine"})
	c, err := h.People.Accept(background, bob, c.ID)
	must(t, err)
	must(t, h.People.Say(background, ann, c.Match, "hello"))
	must(t, h.People.Set(background, bob, "ann", live.Blocks))
	wantKey(t, "to the blocker", h.People.Say(background, ann, c.Match, "hello"), failure.Forbidden, "phrase-blocked")
	wantKey(t, "by the blocker", h.People.Say(background, bob, c.Match, "hello"), failure.Forbidden, "phrase-blocked")
}

func TestMeetings(t *testing.T) {
	h := newHouse(t)
	ann, bob := h.two()
	for range 2 {
		c := h.challenges(ann, "bob", live.Spec{Game: "nine", Side: live.AsWhite})
		c, err := h.People.Accept(background, bob, c.ID)
		must(t, err)
		h.move(ann, c.Match, "d6")
		h.move(bob, c.Match, "f4")
		h.do(bob, c.Match, match.Action{Kind: match.Resign})
	}
	for _, test := range []struct {
		user, other string
		want        live.Meetings
	}{
		{ann.ID, bob.ID, live.Meetings{Won: 2}},
		{bob.ID, ann.ID, live.Meetings{Lost: 2}},
		{ann.ID, ann.ID, live.Meetings{}},
		{"", ann.ID, live.Meetings{}},
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
	id, white, black := h.private("nine", "none")
	watch := func(u account.User, address string) *live.Watch {
		t.Helper()
		w, err := h.Watch(fair.With(background, fair.Client{Address: address}), u, id, 0)
		must(t, err)
		t.Cleanup(w.Close)
		return w
	}
	until := func(w *live.Watch, holds func(*live.Aside) bool) {
		t.Helper()
		for {
			u, err := w.Next(background)
			must(t, err)
			if u.Aside != nil && holds(u.Aside) {
				return
			}
		}
	}
	player, stranger := watch(black, "1.1.1.1"), watch(account.User{}, "1.1.1.1")
	watch(account.User{}, "1.1.1.1") // another page
	spectator := watch(h.guest(), "1.1.1.1")
	two := func(a *live.Aside) bool { return a.Watchers == 2 }
	until(player, two)
	until(stranger, two)
	spectator.Close()
	one := func(a *live.Aside) bool { return a.Watchers == 1 }
	until(player, one)
	must(t, h.People.Say(background, white, id, "hello"))
	until(player, func(a *live.Aside) bool { return len(a.Phrases) == 1 && a.Phrases[0].Key == "hello" })
	until(stranger, func(a *live.Aside) bool {
		if a.Phrases != nil {
			t.Error("a spectator got phrases")
		}
		return a.Watchers == 1
	})
	h.move(white, id, "d6")
	h.move(black, id, "f4")
	h.do(white, id, match.Action{Kind: match.Resign})
	until(stranger, func(a *live.Aside) bool { return a.Meetings.Lost == 1 })
	until(player, func(a *live.Aside) bool { return a.Meetings.Lost == 1 && len(a.Phrases) == 1 })
}

// Seeks of users of whom one blocks the other wait beside each other.
func TestSeeksOfBlocked(t *testing.T) {
	h := newHouse(t)
	ann, bob := h.two()
	must(t, h.People.Set(background, bob, "ann", live.Blocks))
	first, err := h.Seek(background, ann, "nine", "5m+3s", false)
	must(t, err)
	second, err := h.Seek(background, bob, "nine", "5m+3s", false)
	must(t, err)
	if first.Match != "" || second.Match != "" {
		t.Errorf("got matches %q and %q", first.Match, second.Match)
	}
}
