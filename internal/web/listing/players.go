// SPDX-License-Identifier: Apache-2.0

package listing

import (
	"cmp"
	"context"
	"math"
	"strconv"
	"time"

	"cairn/game"
	"cairn/internal/live/rating"
	"cairn/internal/live/room"
	"cairn/internal/web"
	"cairn/match"
)

// ScoreRow is how a player has done in one rule set.
type ScoreRow struct {
	Game, GameName      string
	Wins, Losses, Draws int
	Rating              string // empty before the first rated match
	Deviation           int
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
	whole, half := sum.Wins+sum.Draws/2, sum.Draws%2 == 1
	switch {
	case !half:
		sum.Points = strconv.Itoa(whole)
	case whole == 0:
		sum.Points = "½"
	default:
		sum.Points = strconv.Itoa(whole) + "½"
	}
	return sum
}

// Scores makes rows of scores.
func (s *Lists) Scores(t *web.Texts, list []rating.Score) []ScoreRow {
	var rows []ScoreRow
	for _, score := range list {
		rows = append(rows, ScoreRow{
			Game: score.Game, GameName: t.Game(s.GameInfo(score.Game)), Wins: score.Wins, Losses: score.Losses, Draws: score.Draws,
		})
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

// AddRatings adds ratings to the rows of their rule sets.
func AddRatings(rows []ScoreRow, ratings []rating.Rating) {
	for i := range rows {
		for _, rating := range ratings {
			if rating.Game == rows[i].Game {
				rows[i].Rating, rows[i].Deviation = RatingText(rating), Whole(rating.Deviation)
			}
		}
	}
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

// ChangeText writes what a match made of a rating, with a sign. It is the
// difference of what people see before and afterwards.
func ChangeText(before, after float64) string {
	change := Whole(after) - Whole(before)
	switch {
	case change > 0:
		return "+" + strconv.Itoa(change)
	case change < 0:
		return "−" + strconv.Itoa(-change)
	}
	return "±0"
}

func Whole(points float64) int { return int(math.Round(points)) }

// StakesText says whether a match between people counts for ratings; nothing of
// others, which never do.
func StakesText(t *web.Texts, info *room.Info) string {
	switch {
	case info.Kind != room.Open && info.Kind != room.Private:
		return ""
	case info.Rated:
		return t.Text("web.rated")
	}
	return t.Text("web.casual")
}

// PrivacyText says who may watch a match that was made for a friend; it is empty
// for other matches.
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

// Names looks up the names of people; computers need none.
func (s *Lists) Names(ctx context.Context, accounts []string) (map[string]string, error) {
	names, _, err := s.Named(ctx, accounts)
	return names, err
}

// Named is Names that also returns which of the people are bots.
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
	if bot {
		name += " " + t.Text("web.bot")
	}
	return name
}

// SeatNames returns what the two sides of a match are called.
func (s *Lists) SeatNames(ctx context.Context, t *web.Texts, info *room.Info) ([2]string, error) {
	names, err := s.Names(ctx, info.Seats[:])
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
		return name
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
		return t.Text("web.clock.initial", "minutes", c.Initial.Minutes())
	case c.Kind == match.RealTime:
		return t.Text("web.clock.increment", "minutes", c.Initial.Minutes(), "seconds", c.Increment.Seconds())
	}
	return t.Text("web.clock.none")
}
