// SPDX-License-Identifier: Apache-2.0

package analysis

import (
	"context"
	"net/url"

	"cairn/internal/study/library"
	"cairn/internal/web"
	"cairn/internal/web/listing"
)

// playedView is how often the moves of a position were played on this server, and the
// filter of the games that count.
type playedView struct {
	listing.PlayedForm
	Source string // address that answers the script
	Games  string
}

// played adds to a page how often its moves were played, if the server counts that.
func (s *handlers) played(ctx context.Context, t *web.Texts, v *positionView, a *asked, f listing.PlayedFilter) error {
	if s.core.Library == nil {
		return nil
	}
	filter, err := f.Filter()
	var wrong *web.Problem
	if err != nil {
		wrong = t.Problem(err)
		v.Problem = wrong
	}
	v.Played = &playedView{PlayedForm: s.lists.PlayedForm(t, f, wrong), Source: "/explorer/" + v.Game}
	for i := range v.Moves {
		v.Moves[i].Href += keep(f)
	}
	if err != nil {
		return nil
	}
	var counts map[string]library.Count
	var games int
	err = s.core.Judging.Do(ctx, func() (err error) {
		counts, games, err = s.core.Library.Played(ctx, a.entry, a.state, filter)
		return err
	})
	v.Played.Games = t.Text("web.analysis.games", "count", games)
	for i := range v.Moves {
		v.Moves[i].Played = listing.NewPlayed(counts[v.Moves[i].Move])
	}
	return err
}

// keep is the end of a query that keeps a filter.
func keep(f listing.PlayedFilter) string {
	if query := f.Add(url.Values{}); len(query) > 0 {
		return "&" + query.Encode()
	}
	return ""
}
