// SPDX-License-Identifier: Apache-2.0

package listing

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"cairn/internal/failure"
	"cairn/internal/web"
	"cairn/match"
)

// Clocks are the time controls that forms offer; any other can be entered in
// minutes and seconds or in days.
var Clocks = []string{"none", "3m+2s", "5m+3s", "10m+5s", "30m+0s", "1d", "3d", "7d"}

// Values of the select box for a clock of one's own.
const (
	ownMinutes = "minutes"
	ownDays    = "days"
)

// Limits of a clock of one's own.
const (
	maxMinutes = 180
	maxSeconds = 180
	maxDays    = 14
)

// ClockForm is the choice of a clock, for the partial select-clock.
type ClockForm struct {
	Choices                  []web.Choice
	Chosen                   string
	Minutes, Increment, Days string // as typed
	Problem                  *web.Problem
}

// NewClockForm offers the usual clocks and one's own. What was typed stays.
func NewClockForm(t *web.Texts, in web.Form, p *web.Problem) ClockForm {
	f := ClockForm{Chosen: in.Text("clock"), Minutes: in.Text("minutes"), Increment: in.Text("increment"), Days: in.Text("days"), Problem: p}
	if c, err := match.ParseControl(f.Chosen); err == nil {
		f.Chosen = c.String()
	}
	f.Choices = ClockChoices(t)
	own := []web.Choice{{Value: ownMinutes, Text: t.Text("web.clock.own.minutes")}, {Value: ownDays, Text: t.Text("web.clock.own.days")}}
	f.Choices = append(f.Choices, own...)
	if !slices.ContainsFunc(f.Choices, func(c web.Choice) bool { return c.Value == f.Chosen }) {
		f.Choices = append(f.Choices, web.Choice{Value: f.Chosen, Text: ControlText(t, f.Chosen)})
	}
	if f.Minutes == "" {
		f.Minutes, f.Increment = "15", "10"
	}
	if f.Days == "" {
		f.Days = "2"
	}
	return f
}

// ClockChoices are the usual clocks.
func ClockChoices(t *web.Texts) []web.Choice {
	var list []web.Choice
	for _, control := range Clocks {
		list = append(list, web.Choice{Value: control, Text: ControlText(t, control)})
	}
	return list
}

// ReadClock returns the clock of a form, as match.ParseControl reads it. The
// fields of one's own clock count when the select box says so.
func ReadClock(in web.Form) (string, error) {
	switch in.Text("clock") {
	case ownMinutes:
		minutes, err := strconv.ParseFloat(strings.Replace(strings.TrimSpace(in.Text("minutes")), ",", ".", 1), 64)
		seconds, also := wholeNumber(in.Text("increment"), 0, maxSeconds)
		if err != nil || !also || !(minutes >= 0.5 && minutes <= maxMinutes) {
			return "", failure.Field(failure.Invalid, "clock", "clock-minutes", err)
		}
		initial := time.Duration(minutes * float64(time.Minute)).Round(time.Second)
		return match.Control{Kind: match.RealTime, Initial: initial, Increment: time.Duration(seconds) * time.Second}.String(), nil
	case ownDays:
		days, ok := wholeNumber(in.Text("days"), 1, maxDays)
		if !ok {
			return "", failure.Field(failure.Invalid, "clock", "clock-days", nil)
		}
		return strconv.Itoa(days) + "d", nil
	}
	return in.Text("clock"), nil
}

// wholeNumber reads a whole number between two limits; an empty text is 0.
func wholeNumber(text string, least, most int) (int, bool) {
	text = strings.TrimSpace(text)
	if text == "" {
		text = "0"
	}
	n, err := strconv.Atoi(text)
	return n, err == nil && n >= least && n <= most
}
