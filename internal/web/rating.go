// SPDX-License-Identifier: Apache-2.0

package web

import (
	"math"
	"strconv"

	"cairn/internal/live"
)

// ratingText writes a rating as people know it: whole points, and a question
// mark while too few matches stand behind it.
func ratingText(r live.Rating) string { return pointsText(r.Rating.Rating, r.Established()) }

func pointsText(points float64, established bool) string {
	text := strconv.Itoa(whole(points))
	if !established {
		text += "?"
	}
	return text
}

// changeText writes what a match made of a rating, with a sign. It is the
// difference of what people see before and afterwards.
func changeText(before, after float64) string {
	change := whole(after) - whole(before)
	switch {
	case change > 0:
		return "+" + strconv.Itoa(change)
	case change < 0:
		return "−" + strconv.Itoa(-change)
	}
	return "±0"
}

func whole(points float64) int { return int(math.Round(points)) }

// stakes says whether a match between people counts for ratings; nothing of
// others, which never do.
func (t *texts) stakes(info *live.Info) string {
	switch {
	case info.Kind != live.Open && info.Kind != live.Private:
		return ""
	case info.Rated:
		return t.Text("web.rated")
	}
	return t.Text("web.casual")
}

// sure reports whether a rating of that deviation is established.
func sure(deviation float64) bool {
	var r live.Rating
	r.Deviation = deviation
	return r.Established()
}
