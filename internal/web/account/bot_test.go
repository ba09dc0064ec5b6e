// SPDX-License-Identifier: Apache-2.0

package account_test

import (
	"testing"

	"cairn/internal/web/webtest"
)

func TestBecomeBot(t *testing.T) {
	s := webtest.NewSite(t)
	ann, bot := s.Member("ann"), s.Member("robo")
	ann.Get("/account").Want(200).Has("Make it a bot permanently")
	ann.Create("nine", "screen")
	ann.Post("/account/bot", nil).Want(403).Has("Only an account that has played no game can become a bot.")
	ann.Send("/account/bot", `{}`).Want(403)
	s.Browser().Send("/account/bot", `{}`).Want(403)

	bot.Post("/account/bot", nil).Want(200).Has("This account is a bot now.", `class="badge bot"`).Lacks("Make it a bot permanently")
	bot.Send("/account/bot", `{}`).Want(200)
	bot.Send("/seek", `{"game":"nine"}`).Want(403).Has("bot-seek")
	ann.Get("/player/robo").Want(200).Has(`class="badge bot"`)
	getJSON(s, ann, "/player/robo").Want(200).Has(`"bot":true`)
	ann.Post("/player/robo/follow", nil).Want(200)
	ann.Get("/following").Want(200).Has(`class="badge bot"`)

	ann.Send("/challenge/robo", `{"game":"nine","rated":true}`).Want(403).Has("rated-bot")
	var made struct{ Challenge string }
	ann.Send("/challenge/robo", `{"game":"nine","shown":true}`).Want(200).JSON(&made)
	ann.Get("/challenges").Want(200).Has(`class="badge bot"`)
	getJSON(s, ann, "/challenges").Want(200).Has(`"bot":true`)
	getJSON(s, bot, "/challenges").Want(200).Lacks(`"bot"`)
	list, err := s.Live.Challenges.Received(t.Context(), s.User("robo").ID)
	if err != nil || len(list) != 1 {
		t.Fatalf("got %v, %v", list, err)
	}
	var match struct{ Match string }
	bot.Send("/challenges/"+list[0].ID+"/accept", `{}`).Want(200).JSON(&match)
	state := ann.State(match.Match)
	if names := [2]bool{state.Sides.White.Bot, state.Sides.Black.Bot}; names[0] == names[1] {
		t.Errorf("got bots %v, want one", names)
	}
	ann.Get("/match/" + match.Match).Want(200).Has("data-bot>BOT")
	ann.Get("/running").Want(200).Has(`class="badge bot"`)
	getJSON(s, ann, "/home").Want(200).Has(`"opponent":"robo","bot":true`)
	getJSON(s, bot, "/home").Want(200).Lacks(`"bot"`)

	players, side, other := [2]*webtest.Browser{ann, bot}, "black", "white"
	if state.Sides.White.Bot {
		players, side, other = [2]*webtest.Browser{bot, ann}, "white", "black"
	}
	s.Play(match.Match, players[0], players[1], "d6", "f4")
	s.Browser().Get("/games").Want(200).Has(`class="badge bot"`)
	getJSON(s, ann, "/games").Want(200).Lacks("_bot")
	ann.Send("/match/"+match.Match+"/resign", `{}`).Want(200)
	getJSON(s, ann, "/games").Want(200).Has(`"` + side + `_bot":true`).Lacks(other + "_bot")
	ann.Get("/games").Want(200).Has(`class="badge bot"`)
	ann.Get("/leaderboard/nine-mens-morris?bots=yes").Want(200).Has("People", "Bots")
}
