// SPDX-License-Identifier: Apache-2.0

package people

import (
	"cmp"
	"context"
	"net/http"
	"slices"
	"strings"

	"cairn/internal/live/social"
	"cairn/internal/pagestate"
	"cairn/internal/web"
	"cairn/internal/web/listing"
)

// Intervals in seconds at which pages reload without script.
const (
	waitRefresh = 3
	listRefresh = 10
)

// row is a challenge as one of its two users sees it.
type row struct {
	social.Challenge
	Mine     bool   // the visitor has sent it
	Name     string // of the other user
	Bot      bool   // the other user is one
	Profile  string
	GameName string
	Clock    string
	OwnSide  string // of the visitor
	Reasons  []web.Choice
}

// rows makes rows of challenges.
func (s *handlers) rows(r *http.Request, list []social.Challenge) ([]row, error) {
	user, t := web.VisitorOf(r).User.ID, s.core.Texts(r)
	ids := make([]string, len(list))
	for i := range list {
		ids[i] = list[i].Other(user)
	}
	names, bots, err := s.lists.Named(r.Context(), ids)
	if err != nil {
		return nil, err
	}
	reasons := append([]web.Choice{{Value: "", Text: t.Text("web.challenge.reason.none")}}, t.Choices("web.challenge.reason.", social.DeclineReasons...)...)
	rows := make([]row, len(list))
	for i, c := range list {
		other := ids[i]
		rows[i] = row{
			Challenge: c, Mine: c.From == user, Name: names[other], Bot: bots[other], Profile: listing.ProfilePath(names[other]),
			GameName: t.Game(s.lists.GameInfo(c.Game)), Clock: listing.ControlText(t, c.Control), OwnSide: sideText(t, &c, user), Reasons: reasons,
		}
	}
	return rows, nil
}

// sideText names the side that a user would have.
func sideText(t *web.Texts, c *social.Challenge, user string) string {
	side, known := c.SideOf(user)
	if !known {
		return t.Text("web.challenge.side.random")
	}
	return t.Side(side)
}

// challengeView is the page of one challenge.
type challengeView struct {
	web.Page
	Challenge row
	Seen      string // digest of the challenges: the script reloads the page when it changes
}

// showChallenge shows a challenge to one of its two users, or redirects to its
// match.
func (s *handlers) showChallenge(w http.ResponseWriter, r *http.Request) error {
	c, err := s.core.Live.Challenges.Find(r.Context(), web.VisitorOf(r).User, r.PathValue("id"))
	if err != nil {
		return err
	}
	list := []social.Challenge{c}
	if web.WantsJSON(r) {
		states, err := s.states(r, list)
		if err != nil {
			return err
		}
		return s.core.WriteJSON(w, http.StatusOK, states[0])
	}
	if c.Match != "" {
		return web.See(w, r, listing.MatchPath(c.Match))
	}
	rows, err := s.rows(r, list)
	if err != nil {
		return err
	}
	v := challengeView{s.core.FormPage(r, "web.challenges.title", nil), rows[0], digest(list)}
	v.Scripts = []string{"challenges"}
	if c.Status == social.ChallengeOpen {
		v.Refresh = waitRefresh
	}
	return s.core.Render(w, http.StatusOK, "challenge_show", &v)
}

// challengesView lists the challenges of the visitor.
type challengesView struct {
	web.Page
	Received []row // open
	Sent     []row // open, or answered lately
	Seen     string
	Allow    string // who may challenge the visitor
	Allows   []web.Choice
}

// everyone is AllowAll as forms send it.
const everyone = "everyone"

// showChallenges lists challenges to and from the visitor.
func (s *handlers) showChallenges(w http.ResponseWriter, r *http.Request) error {
	user := web.VisitorOf(r).User.ID
	list, err := s.core.Live.Challenges.List(r.Context(), user)
	if err != nil {
		return err
	}
	if web.WantsJSON(r) {
		states, err := s.states(r, list)
		if err != nil {
			return err
		}
		return s.core.WriteJSON(w, http.StatusOK, map[string]any{"challenges": states})
	}
	rows, err := s.rows(r, list)
	if err != nil {
		return err
	}
	allow, err := s.core.Live.People.Allow(r.Context(), user)
	if err != nil {
		return err
	}
	t := s.core.Texts(r)
	v := challengesView{
		Page: s.core.Page(r, t.Text("web.challenges.title")), Seen: digest(list), Allow: cmp.Or(string(allow), everyone),
		Allows: t.Choices("web.challenges.allow.", everyone, string(social.AllowFollowed), string(social.AllowNone)),
	}
	for _, row := range rows {
		switch {
		case row.Mine:
			v.Sent = append(v.Sent, row)
		case row.Status == social.ChallengeOpen:
			v.Received = append(v.Received, row)
		}
	}
	v.Scripts, v.Refresh = []string{"challenges"}, listRefresh
	return s.core.Render(w, http.StatusOK, "challenges", &v)
}

// states writes challenges for programs.
func (s *handlers) states(r *http.Request, list []social.Challenge) ([]pagestate.Challenge, error) {
	return s.lists.ChallengeStates(r.Context(), list, web.VisitorOf(r).User.ID)
}

// digest writes the ids and statuses of challenges: a page reloads when it changes.
func digest(list []social.Challenge) string {
	parts := make([]string, len(list))
	for i, c := range list {
		parts[i] = c.ID + ":" + string(c.Status)
	}
	return strings.Join(parts, " ")
}

// challengesMessage is a message of the stream of challenges: "challenges" or
// "ping".
type challengesMessage struct {
	Type string `json:"type"`
	Seen string `json:"seen"` // differs after a change
}

// liveChallenges streams that the challenges of the visitor have changed, or one
// of them if the address names it.
func (s *handlers) liveChallenges(w http.ResponseWriter, r *http.Request) error {
	visitor, id := web.VisitorOf(r), r.URL.Query().Get("id")
	if !visitor.Member() {
		return web.ErrNeedAccount
	}
	return s.core.Streams.Accept(w, r, func(c *web.Socket) error {
		var list []social.Challenge
		err := s.core.Workers.Do(func() (err error) {
			list, err = s.core.Live.Challenges.List(c.Ctx, visitor.User.ID)
			return err
		})
		for err == nil {
			if err = c.Send(func() (any, error) { return challengesMessage{"challenges", digest(only(list, id))}, nil }); err == nil {
				list, err = s.await(c, visitor, list)
			}
		}
		return err
	})
}

// only returns the challenge with an id, or all for an empty one.
func only(list []social.Challenge, id string) []social.Challenge {
	if id == "" {
		return list
	}
	return slices.DeleteFunc(slices.Clone(list), func(c social.Challenge) bool { return c.ID != id })
}

// await waits for a change of challenges, and sends pings meanwhile.
func (s *handlers) await(c *web.Socket, v web.Visitor, known []social.Challenge) ([]social.Challenge, error) {
	for {
		ctx, cancel := context.WithTimeout(c.Ctx, s.core.Heartbeat)
		list, err := s.core.Live.Challenges.Await(ctx, v.User, known)
		quiet := err != nil && ctx.Err() != nil && c.Ctx.Err() == nil
		cancel()
		if !quiet {
			return list, err
		}
		if err := s.core.Streams.Beat(c, v); err != nil {
			return list, err
		}
	}
}
