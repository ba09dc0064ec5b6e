// SPDX-License-Identifier: Apache-2.0

package room_test

import (
	"testing"

	"cairn/internal/account"
	"cairn/internal/failure"
	"cairn/internal/live/livetest"
	"cairn/internal/live/room"
	"cairn/internal/live/social"
	"cairn/match"
)

// bot creates an account that is a bot.
func (h *house) bot(name string) account.User {
	h.T.Helper()
	u, _ := h.Member(name)
	u, err := h.Programs.BecomeBot(background, u)
	must(h.T, err)
	return u
}

func TestBot(t *testing.T) {
	h := newHouse(t)
	ann, _ := h.Member("Ann")
	one, two := h.bot("One"), h.bot("Two")
	seek, err := h.Seek(background, ann, livetest.ToyID, "", false)
	must(t, err)
	_, err = h.Seek(background, one, livetest.ToyID, "", false)
	wantKey(t, "seek", err, failure.Forbidden, "bot-seek")
	_, err = h.Lobby.Accept(background, one, seek.ID, "", "")
	wantKey(t, "accept a seek", err, failure.Forbidden, "bot-seek")
	wantKey(t, "ask about a seek", h.Lobby.CheckAccept(background, one, seek.ID), failure.Forbidden, "bot-seek")

	challenge := func(from account.User, to string, rated bool) (social.Challenge, error) {
		return h.Challenges.Send(background, from, to, room.Spec{Game: livetest.ToyID, Rated: rated})
	}
	_, err = challenge(ann, "One", true)
	wantKey(t, "rated by a person", err, failure.Forbidden, "rated-bot")
	_, err = challenge(one, "Ann", true)
	wantKey(t, "rated by a bot", err, failure.Forbidden, "rated-bot")
	casual, err := challenge(ann, "One", false)
	must(t, err)
	_, err = h.Challenges.Accept(background, one, casual.ID)
	must(t, err)
	rated, err := challenge(one, "Two", true)
	must(t, err)
	_, err = h.Challenges.Accept(background, two, rated.ID)
	must(t, err)

	open, err := h.Rooms.Create(background, ann, room.Spec{Game: livetest.ToyID, Kind: room.Private, Rated: true})
	must(t, err)
	_, err = h.Rooms.Join(background, one, open.ID)
	wantKey(t, "join a rated match", err, failure.Forbidden, "rated-bot")
	_, err = h.Rooms.Create(background, one, room.Spec{Game: livetest.ToyID, Kind: room.Private, Rated: true})
	wantKey(t, "make a rated match", err, failure.Forbidden, "rated-bot")
	_, err = h.Programs.BecomeBot(background, ann)
	wantKey(t, "a person who has played", err, failure.Forbidden, "bot-played")

	// Becoming a bot again leaves its matches alone.
	_, err = h.Programs.BecomeBot(background, one)
	must(t, err)
	list, err := h.Archive.Matches(background, room.Filter{User: one.ID})
	must(t, err)
	for _, info := range list {
		if info.End.Over() {
			t.Errorf("match %s is over: %v", info.ID, info.End)
		}
	}
}

func TestBotBusy(t *testing.T) {
	h := newHouse(t)
	one := h.bot("One")
	spec := room.Spec{Game: livetest.ToyID, Kind: room.Private}
	var last room.Info
	for range 64 {
		var err error
		last, err = h.Rooms.Create(background, one, spec)
		must(t, err)
	}
	_, err := h.Rooms.Create(background, one, spec)
	wantKey(t, "one match more", err, failure.Forbidden, "bot-busy")
	_, err = h.Challenges.Send(background, one, h.bot("Two").Name, room.Spec{Game: livetest.ToyID})
	wantKey(t, "challenge", err, failure.Forbidden, "bot-busy")
	_, err = h.Rooms.Join(background, one, last.ID) // it has a seat there
	must(t, err)
	h.Do(one, last.ID, match.Action{Kind: match.Abort})
	_, err = h.Rooms.Create(background, one, spec)
	must(t, err)
}
