// SPDX-License-Identifier: Apache-2.0

package review

import (
	"bytes"
	"fmt"
	"image/png"
	"net/http"

	"cairn/game"
	"cairn/internal/account"
	"cairn/internal/picture"
	"cairn/internal/web"
)

// How long others may keep the picture of a review, in seconds: one whose values are
// all there, and another.
const (
	keepWhole = 24 * 60 * 60
	keepPart  = 60
)

// showPicture draws a review for previews of links. Who asks does not matter: only what
// everyone may see is drawn.
func (s *handlers) showPicture(w http.ResponseWriter, r *http.Request) error {
	c, err := s.sceneFor(r, account.User{})
	if err != nil {
		return err
	}
	keep := keepWhole
	if !c.ready || c.hidden {
		keep = keepPart
	}
	graph, caption := c.pictured(), c.caption(s.lists.Standing(s.core.Texts(r), &c.room.Info))
	key := fmt.Sprintf("review\n%v\n%q", graph, caption)
	return s.core.Pictures.Answer(w, r, web.Picture{Key: key, Kind: "image/png", Keep: keep, Draw: func(out *bytes.Buffer) error {
		return png.Encode(out, picture.Review(graph, caption))
	}})
}

// pictured returns the graph of the review for a picture.
func (c *scene) pictured() picture.Graph {
	g := picture.Graph{Bands: [3]string{
		c.t.Text("web.review.band.wins", "side", c.t.Side(game.White)), c.t.Text("web.review.band.draw"), c.t.Text("web.review.band.wins", "side", c.t.Side(game.Black)),
	}}
	values := valuesForWhite(&c.review)
	longest := 1
	for _, w := range values {
		longest = max(longest, w.Plies)
	}
	for i, w := range values {
		v := picture.GraphValue{Known: w.Known(), Exact: w.Exact, Height: float64(graphMiddle-height(w, longest)) / (graphMiddle - graphTop)}
		v.Mistake = i > 0 && c.review.Turns[i-1].Verdict.Mistake()
		g.Values = append(g.Values, v)
	}
	return g
}

// caption names the players with their accuracy, and the result.
func (c *scene) caption(result string) picture.Caption {
	caption := picture.Caption{Title: c.t.Text("web.review.title", "game", c.t.Game(c.info)), Text: result}
	for i, side := range c.sides() {
		caption.Players[i] = side.Name
		if side.Accuracy != "" {
			caption.Players[i] = c.t.Text("web.review.picture", "name", side.Name, "accuracy", side.Accuracy)
		}
	}
	return caption
}

// describe gives the page of a review that everyone may see its preview.
func (s *handlers) describe(v *reviewView, r *http.Request, c *scene) {
	if _, err := s.core.Live.Rooms.Read(r.Context(), account.User{}, c.room.Info.ID); err == nil {
		v.Describe(s.core, r, v.Result, c.path+web.PictureFile)
	}
}
