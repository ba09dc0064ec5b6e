// SPDX-License-Identifier: Apache-2.0

package archive

import (
	"cmp"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"cairn/internal/account"
	"cairn/internal/failure"
	"cairn/internal/live/archive"
	"cairn/internal/live/rating"
	"cairn/internal/live/room"
	"cairn/internal/live/social"
	"cairn/internal/web"
	"cairn/internal/web/listing"
)

// moderationView has the forms of a moderator about an account; the template
// "moderation" shows it, and nothing for nil.
type moderationView struct {
	Path, Name string
	Banned     bool
	NewRole    string // that the visitor may give: "moderator", "player", or empty
}

// moderation returns the forms the visitor may use, nil for none. The service
// checks the rights again.
func (s *handlers) moderation(r *http.Request, user account.User) *moderationView {
	by := web.VisitorOf(r).User
	mayBan := by.Role == account.Admin && user.Role != account.Admin || by.Role == account.Moderator && user.Role == account.Player
	if !mayBan || user.Guest || by.ID == user.ID {
		return nil
	}
	v := &moderationView{Path: listing.PlayerPath(user.Name), Name: user.Name, Banned: user.Banned}
	switch {
	case by.Role != account.Admin:
	case user.Role == account.Moderator:
		v.NewRole = "player"
	case !user.Banned:
		v.NewRole = "moderator"
	}
	return v
}

// playerRecent is how many games a profile shows.
const playerRecent = 8

// playerView is the public profile of an account.
type playerView struct {
	web.Page
	Player     string
	Since      listing.When
	Role       account.Role
	Bot        bool
	Banned     bool
	Own        bool // it is the visitor's
	Tally      listing.Tally
	Standings  []listing.ScoreRow
	Graph      *graphView
	Graphs     []navGraph
	Recent     []listing.Row
	Games      string   // address of all their games
	Downloads  []string // extensions, for the visitor's own games
	Moderation *moderationView
	People     *peopleView
	Mistakes   *mistakesView
}

// navGraph links to the graph of another rule set.
type navGraph struct {
	Href, GameName string
	Here           bool
}

// profileState is a profile as JSON.
type profileState struct {
	Name    string          `json:"name"`
	Bot     bool            `json:"bot,omitempty"`
	SinceMS int64           `json:"since_ms"`
	Games   []standingState `json:"games"`
}

// standingState is the result of a player in one rule set as JSON.
type standingState struct {
	Game      string  `json:"game"`
	Wins      int     `json:"wins"`
	Losses    int     `json:"losses"`
	Draws     int     `json:"draws"`
	Rating    float64 `json:"rating"` // 0 without rated games
	Deviation float64 `json:"deviation"`
	Rated     int     `json:"rated"` // games
}

func (s *handlers) showPlayer(w http.ResponseWriter, r *http.Request) error {
	profile, err := s.core.Live.Archive.Profile(r.Context(), r.PathValue("name"))
	switch {
	case failure.CodeOf(err) == failure.NotFound && !web.WantsJSON(r):
		return s.showNoPlayer(w, r, r.PathValue("name"), err)
	case err != nil:
		return err
	case web.WantsJSON(r):
		return s.core.WriteJSON(w, http.StatusOK, newProfileState(profile))
	}
	user, t := profile.User, s.core.Texts(r)
	v := playerView{
		Page: s.core.Page(r, user.Name), Player: user.Name, Since: listing.NewWhen(t, s.core.Now(), user.Created), Role: user.Role, Bot: user.Bot, Banned: user.Banned,
		Own: user.ID == web.VisitorOf(r).User.ID, Games: listing.GamesPath(user.Name), Moderation: s.moderation(r, user),
	}
	if v.People, err = s.people(r, user); err != nil {
		return err
	}
	if v.Mistakes, err = s.mistakes(r, user.Name); err != nil {
		return err
	}
	v.Standings, v.Tally = s.lists.Scores(t, profile.Scores, profile.Ratings), listing.TallyOf(profile.Scores)
	if err := s.graphs(r, &v, profile); err != nil {
		return err
	}
	list, _, err := s.core.Live.Archive.Find(r.Context(), web.VisitorOf(r).User, room.Filter{User: user.ID, Limit: playerRecent})
	if err != nil {
		return err
	}
	if v.Recent, err = s.lists.RowsOf(r, list); err != nil {
		return err
	}
	if v.Own {
		v.Downloads = listing.Extensions()
	}
	return s.core.Render(w, http.StatusOK, "player", &v)
}

// graphs draws the rating of the rule set that is asked for, else of the one
// with most rated games, and links to the others.
func (s *handlers) graphs(r *http.Request, v *playerView, p archive.Profile) error {
	if len(p.Ratings) == 0 {
		return nil
	}
	chosen := slices.MaxFunc(p.Ratings, func(a, b rating.Rating) int { return cmp.Compare(a.Games, b.Games) }).Game
	if asked := r.URL.Query().Get("game"); slices.ContainsFunc(p.Ratings, func(r rating.Rating) bool { return r.Game == asked }) {
		chosen = asked
	}
	changes, err := s.core.Live.Ratings.Changes(r.Context(), p.User.ID, chosen)
	if err != nil {
		return err
	}
	t := s.core.Texts(r)
	v.Graph = newGraph(t, t.Game(s.lists.GameInfo(chosen)), changes, web.VisitorOf(r).User.ID)
	for _, rating := range p.Ratings {
		v.Graphs = append(v.Graphs, navGraph{
			Href: "?game=" + url.QueryEscape(rating.Game) + "#graph", GameName: t.Game(s.lists.GameInfo(rating.Game)), Here: rating.Game == chosen,
		})
	}
	return nil
}

func newProfileState(p archive.Profile) profileState {
	state := profileState{Name: p.User.Name, Bot: p.User.Bot, SinceMS: p.User.Created.UnixMilli(), Games: []standingState{}}
	ratings := map[string]rating.Rating{}
	for _, r := range p.Ratings {
		ratings[r.Game] = r
	}
	for _, score := range p.Scores {
		r := ratings[score.Game]
		state.Games = append(state.Games, standingState{score.Game, score.Wins, score.Losses, score.Draws, r.Rating.Rating, r.Deviation, r.Games})
	}
	return state
}

// playerFindView is the form to find a player by name.
type playerFindView struct {
	web.Page
	Typed string
}

// showPlayerFind asks for a name, and redirects to the profile of a name.
func (s *handlers) showPlayerFind(w http.ResponseWriter, r *http.Request) error {
	name := strings.TrimSpace(r.URL.Query().Get("name"))
	if path := listing.ProfilePath(name); path != "" {
		return web.See(w, r, path)
	}
	if name != "" {
		return s.showNoPlayer(w, r, name, web.ErrNoPlayer)
	}
	return s.core.RenderForm(w, "player_find", &playerFindView{s.core.FormPage(r, "web.player.find", nil), ""})
}

// showNoPlayer reports that there is no player of that name, with the form to
// find one.
func (s *handlers) showNoPlayer(w http.ResponseWriter, r *http.Request, name string, err error) error {
	return s.core.RenderForm(w, "player_find", &playerFindView{s.core.FormPage(r, "web.player.find", s.core.Problem(r, err)), name})
}

// peopleView has the actions of a visitor on a profile, such as following; the template
// "player-people" shows it, and nothing for nil.
type peopleView struct {
	Name      string
	Path      string // of the profile
	Challenge string // address of the form; empty for a blocked player
	Member    bool   // the visitor has an account
	Follows   bool
	Blocks    bool
	Reasons   []string // for a report
	Score     string   // of the visitor against the player; empty before the first game
}

// people returns the actions of the visitor on a profile, nil for the visitor's own profile and
// for a banned account.
func (s *handlers) people(r *http.Request, player account.User) (*peopleView, error) {
	visitor := web.VisitorOf(r)
	if player.Banned || player.ID == visitor.User.ID {
		return nil, nil
	}
	v := &peopleView{Name: player.Name, Path: listing.PlayerPath(player.Name), Member: visitor.Member(), Reasons: account.ReportReasons}
	relation, err := s.core.Live.People.Relation(r.Context(), visitor.User.ID, player.ID)
	if err != nil {
		return nil, err
	}
	v.Follows, v.Blocks = relation == social.Follows, relation == social.Blocks
	if !v.Blocks {
		v.Challenge = "/challenge/" + url.PathEscape(player.Name)
	}
	meetings, err := s.core.Live.People.Meetings(r.Context(), visitor.User.ID, player.ID)
	v.Score = listing.MeetingsText(meetings)
	return v, err
}
