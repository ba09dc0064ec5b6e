// SPDX-License-Identifier: Apache-2.0

package lobby

import (
	"cmp"
	"context"
	"net/http"
	"slices"
	"strconv"

	"cairn/game"
	"cairn/internal/live/rating"
	"cairn/internal/live/room"
	"cairn/internal/pagestate"
	"cairn/internal/web"
	"cairn/internal/web/boardview"
	"cairn/internal/web/listing"
	"cairn/match"
)

// The fewest moves of a featured game: of a running game, so that its board is not
// empty, and of a finished game, so that it is worth a replay.
const (
	livelyPly = 6
	goodPly   = 16
)

// featured returns a board for the front page: the live game with the strongest
// players that has livelyPly moves, else a live game with moves, else a good finished
// game, else a sample position. The board is never empty.
func (s *handlers) featured(r *http.Request, running []room.Info) (*boardview.Picture, error) {
	list, text := begun(running), "web.front.between"
	if len(list) == 0 {
		var err error
		if list, err = s.goodGames(r); err != nil {
			return nil, err
		}
		text = "web.front.recent"
	}
	if len(list) == 0 {
		return s.sample(s.core.Texts(r)), nil
	}
	best, err := s.strongest(r.Context(), list)
	if err != nil {
		return nil, err
	}
	return s.matchPicture(r, best, text)
}

// begun returns the matches with livelyPly moves, else the matches with any moves.
func begun(list []room.Info) []room.Info {
	for _, least := range []int{livelyPly, 1} {
		if found := slices.DeleteFunc(slices.Clone(list), func(i room.Info) bool { return i.Ply < least }); len(found) > 0 {
			return found
		}
	}
	return nil
}

// goodGames returns finished games for the front page: long won games, else the last
// game with moves.
func (s *handlers) goodGames(r *http.Request) ([]room.Info, error) {
	won := []game.Verdict{game.WhiteWins, game.BlackWins}
	for _, f := range []room.Filter{{MinPly: goodPly, Verdicts: won, Limit: frontSeen}, {MinPly: 1, Limit: 1}} {
		list, _, err := s.core.Live.Archive.Find(r.Context(), web.VisitorOf(r).User, f)
		if err != nil || len(list) > 0 {
			return list, err
		}
	}
	return nil, nil
}

// sample draws a position from the middle of a game, in the first game of the catalogue.
func (s *handlers) sample(t *web.Texts) *boardview.Picture {
	all := s.core.Live.Rooms.Games().All()
	if len(all) == 0 {
		return nil
	}
	picture, info := boardview.StartPicture(t, all[0]), all[0].Info()
	if len(info.Samples) > 0 {
		if state, err := all[0].Parse(info.Samples[min(1, len(info.Samples)-1)]); err == nil {
			picture = boardview.NewPicture(t, info, picture.Path, state.View())
		}
	}
	return &picture
}

// strongest returns the match whose players have the highest sum of ratings,
// the first of the list if no player has a rating.
func (s *handlers) strongest(ctx context.Context, list []room.Info) (*room.Info, error) {
	people := map[string][]string{} // by game
	for i := range list {
		people[list[i].Game] = append(people[list[i].Game], list[i].Seats[:]...)
	}
	ratings := map[string]map[string]rating.Rating{}
	for id, accounts := range people {
		var err error
		if ratings[id], err = s.core.Live.Ratings.In(ctx, id, accounts...); err != nil {
			return nil, err
		}
	}
	sum := func(i room.Info) float64 {
		known := ratings[i.Game]
		return known[i.Seats[game.White]].Rating.Rating + known[i.Seats[game.Black]].Rating.Rating
	}
	best := slices.MaxFunc(list, func(a, b room.Info) int { return cmp.Compare(sum(a), sum(b)) })
	return &best, nil
}

// matchPicture draws the position of a match. A finished match links to its start.
func (s *handlers) matchPicture(r *http.Request, info *room.Info, text string) (*boardview.Picture, error) {
	room, err := s.core.Live.Rooms.Read(r.Context(), web.VisitorOf(r).User, info.ID) // visitors of the front page do not count as spectators
	if err != nil {
		return nil, err
	}
	t := s.core.Texts(r)
	names, err := s.lists.SeatNames(r.Context(), t, &room.Info)
	if err != nil {
		return nil, err
	}
	p := boardview.NewPicture(t, room.Match.Game().Info(), listing.MatchPath(info.ID), room.Match.State().View())
	p.Text, p.Source = t.Text(text, "white", names[game.White], "black", names[game.Black]), featuredSource(&room.Info)
	if p.Live = p.Source != ""; !p.Live {
		p.Path += listing.PlyQuery(0)
	}
	return &p, nil
}

// featuredSource is the address from which a script loads the next position of a match;
// empty after the end.
func featuredSource(info *room.Info) string {
	if info.Status != match.Playing {
		return ""
	}
	return "/featured/" + info.ID + "?since=" + strconv.Itoa(info.Seq)
}

// featuredState is the position of a featured game, for the script of the front
// page.
type featuredState struct {
	Men    string `json:"men"`    // one character a point, in the board's order: . w b
	Source string `json:"source"` // address of the next state; empty after the end
}

// showFeatured answers with the position of a match, or 204 if it has not changed since
// a seq.
func (s *handlers) showFeatured(w http.ResponseWriter, r *http.Request) error {
	room, err := s.core.Live.Rooms.Read(r.Context(), web.VisitorOf(r).User, room.CleanMatchID(r.PathValue("id")))
	if err != nil {
		return err
	}
	if since, err := strconv.Atoi(r.URL.Query().Get("since")); err == nil && since == room.Info.Seq {
		w.WriteHeader(http.StatusNoContent)
		return nil
	}
	return s.core.WriteJSON(w, http.StatusOK, featuredState{pagestate.MenText(room.Match.State().View().Men), featuredSource(&room.Info)})
}

// The running games that the front page lists, and how many are considered for the featured game.
const (
	frontLive = 8
	frontSeen = 40
)

// quickClocks are the clocks of the front page, each a button.
var quickClocks = []string{"3m+2s", "5m+3s", "10m+5s", "15m+10s", "30m+0s", "1d", "3d"}

// quickForm starts a game in one click: against anyone, the computer or a friend.
type quickForm struct {
	Games  []listing.Card
	Game   string // chosen beforehand
	Levels []listing.LevelChoice
	Level  string // empty: the default
	Clocks []quickClock
	Rated  bool // the visitor may play rated games
}

// quickClock is a time control as short as a button needs it, and in words.
type quickClock struct{ Value, Short, Text string }

func (s *handlers) quickForm(r *http.Request) quickForm {
	t := s.core.Texts(r)
	f := quickForm{
		Games:  s.lists.Cards(t, func(id string) string { return "/rules/" + id }),
		Levels: listing.Levels(s.lists.Families(t)), Rated: web.VisitorOf(r).Member(),
	}
	if len(f.Games) > 0 {
		f.Game = f.Games[0].ID
	}
	for _, control := range quickClocks {
		f.Clocks = append(f.Clocks, quickClock{control, listing.ShortControlText(t, control), listing.ControlText(t, control)})
	}
	return f
}

// frontView is the front page for strangers: what Cairn is, and a game in one click.
type frontView struct {
	web.Page
	Quick    quickForm
	Featured *boardview.Picture // a live game, else a recent one, else a sample; nil without games
	Daily    *boardview.Picture // the puzzle of the day; nil without puzzles
	Live     []listing.Row      // running games but the featured one
	Lobby    *lobbyView
}

// showFront shows strangers the front page, and everyone else their home page.
func (s *handlers) showFront(w http.ResponseWriter, r *http.Request) error {
	if web.VisitorOf(r).Known() {
		return s.renderHome(w, r)
	}
	running, err := s.core.Live.Archive.Matches(r.Context(), s.lists.LiveFilter("", frontSeen))
	if err != nil {
		return err
	}
	t := s.core.Texts(r)
	featured, featuredErr := s.featured(r, running)
	if featured != nil { // each game once
		running = slices.DeleteFunc(running, func(i room.Info) bool { return listing.MatchPath(i.ID) == featured.Path })
	}
	rows, rowsErr := s.lists.RowsOf(r, running[:min(len(running), frontLive)])
	lobby, lobbyErr := s.lobbyOf(r)
	daily, dailyErr := boardview.DailyPicture(s.core, t)
	if err := cmp.Or(rowsErr, lobbyErr, dailyErr, featuredErr); err != nil {
		return err
	}
	v := frontView{Page: s.core.Page(r, t.Text("web.front.title")), Quick: s.quickForm(r), Live: rows, Lobby: lobby, Daily: daily, Featured: featured}
	v.Scripts = []string{"levels", "lobby"}
	if v.Featured != nil && v.Featured.Source != "" {
		v.Scripts = append(v.Scripts, "showpiece")
	}
	return s.core.Render(w, http.StatusOK, "front", &v)
}

// aboutView is the page about the program.
type aboutView struct{ web.Page }

func (s *handlers) showAbout(w http.ResponseWriter, r *http.Request) error {
	return s.core.Render(w, http.StatusOK, "about", &aboutView{s.core.Page(r, s.core.Texts(r).Text("web.about.title"))})
}

// homeView is the home page of a player, an account or a guest.
type homeView struct {
	web.Page
	Quick          quickForm
	Lobby          *lobbyView
	Running, Ended []listing.Row
	Challenges     []challengeRow
	Daily, Lesson  *boardview.Picture // the puzzle of the day and the lesson to go on with; nil for none
	Games          string             // address of all games of the player; empty for guests
	Tally          listing.Tally
	Scores         []listing.ScoreRow
}

// challengeRow is an open challenge to the visitor.
type challengeRow struct{ ID, Name, Profile, Game, Clock, Stakes string }

// homeEnded is how many finished games the home page shows.
const homeEnded = 4

func (s *handlers) showHome(w http.ResponseWriter, r *http.Request) error {
	visitor := web.VisitorOf(r)
	switch {
	case !visitor.Known() && web.IsAPI(r):
		return web.ErrNeedAccount
	case !visitor.Known():
		return web.ToLogIn(w, r)
	case web.WantsJSON(r):
		return s.writeRunning(w, r)
	}
	return s.renderHome(w, r)
}

func (s *handlers) renderHome(w http.ResponseWriter, r *http.Request) error {
	t, user := s.core.Texts(r), web.VisitorOf(r).User
	scores, scoresErr := s.core.Live.Ratings.Scores(r.Context(), user.ID)
	ratings, ratingsErr := s.core.Live.Ratings.Of(r.Context(), user.ID)
	running, runningErr := s.lists.Running(r)
	ended, endedErr := s.lists.Rows(r, room.Filter{User: user.ID, Statuses: []match.Status{match.Over}, Limit: homeEnded})
	challenges, challengesErr := s.challenges(r)
	lobby, lobbyErr := s.lobbyOf(r)
	daily, dailyErr := boardview.DailyPicture(s.core, t)
	if err := cmp.Or(scoresErr, ratingsErr, runningErr, endedErr, challengesErr, lobbyErr, dailyErr); err != nil {
		return err
	}
	slices.SortStableFunc(running, func(a, b listing.Row) int { return waits(a) - waits(b) })
	v := homeView{
		Page: s.core.Page(r, t.Text("web.home.title")), Quick: s.quickForm(r), Lobby: lobby, Running: running, Ended: ended, Challenges: challenges,
		Daily: daily, Lesson: boardview.LessonPicture(s.core, r), Tally: listing.TallyOf(scores), Scores: s.lists.Scores(t, scores, ratings),
	}
	if listing.ProfilePath(user.Name) != "" {
		v.Games = listing.GamesPath(user.Name)
	}
	v.Scripts = []string{"levels", "lobby"}
	return s.core.Render(w, http.StatusOK, "home", &v)
}

// waits sorts the games in which it is the visitor's turn before the others.
func waits(row listing.Row) int {
	if row.YourTurn {
		return 0
	}
	return 1
}

// challenges lists the open challenges to the visitor.
func (s *handlers) challenges(r *http.Request) ([]challengeRow, error) {
	list, err := s.core.Live.Challenges.Received(r.Context(), web.VisitorOf(r).User.ID)
	if err != nil {
		return nil, err
	}
	users := make([]string, len(list))
	for i := range list {
		users[i] = list[i].From
	}
	names, _, err := s.lists.Named(r.Context(), users)
	t, rows := s.core.Texts(r), make([]challengeRow, len(list))
	for i, c := range list {
		rows[i] = challengeRow{c.ID, names[c.From], listing.ProfilePath(names[c.From]), t.Game(s.lists.GameInfo(c.Game)), listing.ControlText(t, c.Control), t.Text("web.casual")}
		if c.Rated {
			rows[i].Stakes = t.Text("web.rated")
		}
	}
	return rows, err
}

// runningMatch is a match of the visitor that is not over, as JSON.
type runningMatch struct {
	Match    string `json:"match"`
	URL      string `json:"url"`
	Game     string `json:"game"`
	Opponent string `json:"opponent"`      // name; empty for an open seat
	Bot      bool   `json:"bot,omitempty"` // the opponent is one
	Clock    string `json:"clock"`
	Status   string `json:"status"`
	Turn     bool   `json:"turn"` // the visitor is to move
}

// writeRunning lists the matches of the visitor that are not over.
func (s *handlers) writeRunning(w http.ResponseWriter, r *http.Request) error {
	user := web.VisitorOf(r).User.ID
	list, err := s.core.Live.Archive.Matches(r.Context(), room.Filter{
		User: user, Statuses: []match.Status{match.Waiting, match.Ready, match.Playing}, Limit: listing.ListLength,
	})
	if err != nil {
		return err
	}
	names, bots, err := s.lists.NamedIn(r.Context(), list)
	if err != nil {
		return err
	}
	matches := []runningMatch{}
	for i := range list {
		info := &list[i]
		row := runningMatch{Match: info.ID, URL: listing.MatchPath(info.ID), Game: info.Game, Clock: info.Control, Status: info.Status.String()}
		if side, plays := info.SideOf(user); plays && info.Kind != room.Screen {
			row.Opponent, row.Bot = listing.SeatNames(s.core.Texts(r), info, names)[side.Other()], bots[info.Seats[side.Other()]]
			row.Turn = info.Status == match.Playing && info.Turn == side
		}
		matches = append(matches, row)
	}
	return s.core.WriteJSON(w, http.StatusOK, map[string][]runningMatch{"matches": matches})
}
