// SPDX-License-Identifier: Apache-2.0

package listing

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"cairn/game"
	"cairn/internal/live/rating"
	"cairn/internal/live/room"
	"cairn/internal/live/social"
	"cairn/internal/pagestate"
	"cairn/internal/web"
	"cairn/match"
)

// ScoreRow is how a player has done in one rule set.
type ScoreRow struct {
	Game, GameName      string
	Wins, Losses, Draws int
	Rating              string // empty before the first rated match
	Deviation           int
	Rated               int // games
}

// Tally sums up how a player has done in all rule sets, the data of the template
// "tally".
type Tally struct {
	Wins, Draws, Losses int
	Points              string // a win counts one, a draw a half
}

// TallyOf sums up scores; without any it is zero.
func TallyOf(list []rating.Score) Tally {
	var sum Tally
	for _, score := range list {
		sum.Wins, sum.Draws, sum.Losses = sum.Wins+score.Wins, sum.Draws+score.Draws, sum.Losses+score.Losses
	}
	sum.Points = halvesText(2*sum.Wins + sum.Draws)
	return sum
}

// Scores makes rows of scores, with the ratings in the same rule sets.
func (s *Lists) Scores(t *web.Texts, list []rating.Score, ratings []rating.Rating) []ScoreRow {
	var rows []ScoreRow
	for _, score := range list {
		row := ScoreRow{Game: score.Game, GameName: t.Game(s.GameInfo(score.Game)), Wins: score.Wins, Losses: score.Losses, Draws: score.Draws}
		for _, r := range ratings {
			if r.Game == score.Game {
				row.Rating, row.Deviation, row.Rated = RatingText(r), Whole(r.Deviation), r.Games
			}
		}
		rows = append(rows, row)
	}
	return rows
}

// MeetingsText writes the score of a player against another, such as "2½ – 1";
// empty before their first game.
func MeetingsText(m rating.Meetings) string {
	if !m.Any() {
		return ""
	}
	return halvesText(2*m.Won+m.Drawn) + " – " + halvesText(2*m.Lost+m.Drawn)
}

// halvesText writes a number of half points.
func halvesText(halves int) string {
	switch {
	case halves%2 == 0:
		return strconv.Itoa(halves / 2)
	case halves == 1:
		return "½"
	}
	return strconv.Itoa(halves/2) + "½"
}

// RatingText writes a rating as people know it: whole points, and a question
// mark while too few matches stand behind it.
func RatingText(r rating.Rating) string { return PointsText(r.Rating.Rating, r.Established()) }

func PointsText(points float64, established bool) string {
	text := strconv.Itoa(Whole(points))
	if !established {
		text += "?"
	}
	return text
}

// ChangeText writes the change of a rating by a match, with a sign. It is the
// difference of the rounded ratings.
func ChangeText(before, after float64) string {
	change := Whole(after) - Whole(before)
	if change == 0 {
		return "±0"
	}
	return strings.Replace(fmt.Sprintf("%+d", change), "-", "−", 1)
}

func Whole(points float64) int { return int(math.Round(points)) }

// StakesText says whether a match between people is rated. It is empty for other
// matches, which never are.
func StakesText(t *web.Texts, info *room.Info) string {
	switch {
	case info.Kind != room.Open && info.Kind != room.Private:
		return ""
	case info.Rated:
		return t.Text("web.rated")
	}
	return t.Text("web.casual")
}

// PrivacyText says who may watch a private match; it is empty for other matches.
func PrivacyText(t *web.Texts, info *room.Info) string {
	switch {
	case info.Kind != room.Private:
		return ""
	case info.Shown:
		return t.Text("web.match.public")
	}
	return t.Text("web.match.private")
}

// Sure reports whether a rating of that deviation is established.
func Sure(deviation float64) bool {
	var r rating.Rating
	r.Deviation = deviation
	return r.Established()
}

// Named looks up the names of people, computers left out, and which of them are bots.
func (s *Lists) Named(ctx context.Context, accounts []string) (names map[string]string, bots map[string]bool, err error) {
	var people []string
	seen := map[string]bool{"": true}
	for _, account := range accounts {
		if _, program := room.ComputerLevel(account); !program && !seen[account] {
			seen[account] = true
			people = append(people, account)
		}
	}
	if len(people) == 0 {
		return nil, nil, nil
	}
	return s.core.Accounts.Named(ctx, people...)
}

// NamedIn is Named for the players of matches.
func (s *Lists) NamedIn(ctx context.Context, list []room.Info) (names map[string]string, bots map[string]bool, err error) {
	var ids []string
	for i := range list {
		ids = append(ids, list[i].Seats[:]...)
	}
	return s.Named(ctx, ids)
}

// BotSides marks the sides of a match that bots play, in JSON.
type BotSides struct {
	WhiteBot bool `json:"white_bot,omitempty"`
	BlackBot bool `json:"black_bot,omitempty"`
}

// NewBotSides marks the sides of a match.
func NewBotSides(info *room.Info, bots map[string]bool) BotSides {
	return BotSides{bots[info.Seats[game.White]], bots[info.Seats[game.Black]]}
}

// BotText returns a name in a text, marked if it is the name of a bot.
func BotText(t *web.Texts, name string, bot bool) string {
	name = t.Person(name)
	if bot {
		name += " " + t.Text("web.bot")
	}
	return name
}

// SeatNames returns the names of the two sides of a match.
func (s *Lists) SeatNames(ctx context.Context, t *web.Texts, info *room.Info) ([2]string, error) {
	names, _, err := s.Named(ctx, info.Seats[:])
	return SeatNames(t, info, names), err
}

// SeatNames names both sides of a match; at one screen they have the names of the
// record it goes on from, or are just the sides.
func SeatNames(t *web.Texts, info *room.Info, names map[string]string) [2]string {
	if info.Kind == room.Screen {
		return [2]string{
			cmp.Or(info.Names[game.White], t.Side(game.White)), cmp.Or(info.Names[game.Black], t.Side(game.Black)),
		}
	}
	return [2]string{SeatName(t, info.Seats[game.White], names), SeatName(t, info.Seats[game.Black], names)}
}

// SeatName returns the name shown for a seat: a user's, the computer's, or that
// of an open seat.
func SeatName(t *web.Texts, account string, names map[string]string) string {
	if account == "" {
		return ""
	}
	if level, program := room.ComputerLevel(account); program {
		return t.Text("web.seat.computer", "level", t.Level(level))
	}
	if name, known := names[account]; known {
		return t.Person(name)
	}
	return t.Text("web.seat.gone")
}

// ControlText says a time control in words.
func ControlText(t *web.Texts, text string) string {
	c, err := match.ParseControl(text)
	switch {
	case err != nil:
		return text
	case c.Kind == match.Correspondence:
		return t.Count("web.clock.days", int(c.PerMove/(24*time.Hour)))
	case c.Kind == match.RealTime && c.Increment == 0:
		return t.Text("web.clock.initial", "minutes", minutesText(c.Initial))
	case c.Kind == match.RealTime:
		return t.Text("web.clock.increment", "minutes", minutesText(c.Initial), "seconds", c.Increment.Seconds())
	}
	return t.Text("web.clock.none")
}

// minutesText writes minutes as players do: ½, 1½, 10; other parts of a minute like a clock.
func minutesText(d time.Duration) string {
	if d%(30*time.Second) == 0 {
		return halvesText(int(d / (30 * time.Second)))
	}
	return fmt.Sprintf("%d:%02d", int(d.Minutes()), int(d.Seconds())%60)
}

// ShortControlText is ControlText for a small button: 5+3, or 3 days.
func ShortControlText(t *web.Texts, text string) string {
	c, err := match.ParseControl(text)
	switch {
	case err == nil && c.Kind == match.Correspondence:
		return t.Count("web.clock.days.short", int(c.PerMove/(24*time.Hour)))
	case err != nil || c.Kind != match.RealTime:
		return ControlText(t, text)
	}
	return minutesText(c.Initial) + "+" + strconv.Itoa(int(c.Increment.Seconds()))
}

// ResultOf writes the result of a match for programs: white-wins, black-wins, draw or
// aborted; empty while it is played.
func ResultOf(end match.End) string {
	switch {
	case !end.Over():
		return ""
	case end.Verdict == 0:
		return "aborted"
	}
	return end.Verdict.String()
}

// ChallengeStates writes challenges for a program of a user.
func (s *Lists) ChallengeStates(ctx context.Context, list []social.Challenge, user string) ([]pagestate.Challenge, error) {
	var ids []string
	for i := range list {
		ids = append(ids, list[i].From, list[i].To)
	}
	names, bots, err := s.Named(ctx, ids)
	if err != nil {
		return nil, err
	}
	out := make([]pagestate.Challenge, len(list))
	for i, c := range list {
		out[i] = pagestate.Challenge{
			ID: c.ID, Mine: c.From == user, From: names[c.From], To: names[c.To], Game: c.Game, Clock: c.Control,
			Rated: c.Rated, Side: c.Side, Status: string(c.Status), Reason: c.Reason, Match: c.Match,
			Bot: bots[c.From] && c.From != user || bots[c.To] && c.To != user,
		}
	}
	return out, nil
}
