// SPDX-License-Identifier: Apache-2.0

package listing

import (
	"net/url"
	"slices"
	"strconv"
	"time"

	"cairn/internal/failure"
	"cairn/internal/study/library"
	"cairn/internal/web"
)

// month is how months are written in addresses.
const month = "2006-01"

// PlayedFilter chooses the games that are counted, as it was asked: from a rating of
// the mover on, and from a month on.
type PlayedFilter struct{ Rating, Since string }

// NewPlayedFilter reads the filter of an address.
func NewPlayedFilter(query url.Values) PlayedFilter {
	return PlayedFilter{query.Get("rating"), query.Get("since")}
}

// Add adds the filter to a query.
func (f PlayedFilter) Add(query url.Values) url.Values {
	for name, value := range map[string]string{"rating": f.Rating, "since": f.Since} {
		if value != "" {
			query.Set(name, value)
		}
	}
	return query
}

// Filter returns the filter for the library. The error has all fields that are wrong.
func (f PlayedFilter) Filter() (filter library.Filter, err error) {
	wrong := map[string]string{}
	if f.Rating != "" {
		if filter.Rating, err = strconv.Atoi(f.Rating); err != nil || filter.Rating < 0 || filter.Rating > 10_000 {
			wrong["rating"] = "no-choice"
		}
	}
	if f.Since != "" {
		if filter.Since, err = time.Parse(month, f.Since); err != nil {
			wrong["since"] = "bad-month"
		}
	}
	return filter, failure.Form(wrong)
}

// PlayedForm is the data of the template "played-filter".
type PlayedForm struct {
	PlayedFilter
	Ratings, Months []web.Choice
	Problem         *web.Problem
}

// PlayedForm returns the choices of a filter. One that was asked for and is none of
// them is added.
func (s *Lists) PlayedForm(t *web.Texts, f PlayedFilter, p *web.Problem) PlayedForm {
	ratings := []web.Choice{{Value: "", Text: t.Text("web.explorer.any")}}
	for _, band := range library.Bands() {
		ratings = append(ratings, web.Choice{Value: strconv.Itoa(band), Text: t.Text("web.explorer.from", "rating", band)})
	}
	now := s.core.Now()
	this := time.Date(now.Year(), now.Month(), 1, 0, 0, 0, 0, time.UTC)
	months := []web.Choice{{Value: "", Text: t.Text("web.explorer.always")}, {Value: this.Format(month), Text: t.Text("web.explorer.month")}}
	for _, n := range []int{3, 12} {
		months = append(months, web.Choice{Value: this.AddDate(0, 1-n, 0).Format(month), Text: t.Text("web.explorer.months", "n", n)})
	}
	return PlayedForm{f, withAsked(ratings, f.Rating), withAsked(months, f.Since), p}
}

func withAsked(list []web.Choice, asked string) []web.Choice {
	if !slices.ContainsFunc(list, func(c web.Choice) bool { return c.Value == asked }) {
		list = append(list, web.Choice{Value: asked, Text: asked})
	}
	return list
}

// Played is the data of the template "results": how often a move was played, and the
// results for its mover.
type Played struct {
	Games            int
	Won, Drawn, Lost Share
}

// Share is a number of games and its share of all.
type Share struct{ Games, Percent int }

// NewPlayed returns the shares of a count.
func NewPlayed(c library.Count) Played {
	games := c.Games()
	of := func(n int) Share { return Share{n, (100*n + games/2) / max(1, games)} }
	return Played{games, of(c.Won), of(c.Drawn), of(c.Lost)}
}
