// SPDX-License-Identifier: Apache-2.0

package listing

import (
	"cmp"
	"fmt"
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

// Paces are the clocks that the form offers strangers, who always have one.
var Paces = []string{"3m+2s", "5m+3s", usualPace, "15m+10s", "30m+0s", "1d", "3d", "7d"}

const (
	// usualPace is chosen beforehand.
	usualPace = "10m+5s"
	// pace is the field of the form's tiles; the fields of a clock of one's own begin
	// with ownPace, since the form has another clock for other opponents.
	pace    = "pace"
	ownPace = "pace-"
)

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
	f.Choices = choicesOf(t, Clocks)
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

func choicesOf(t *web.Texts, controls []string) []web.Choice {
	var list []web.Choice
	for _, control := range controls {
		list = append(list, web.Choice{Value: control, Text: ControlText(t, control)})
	}
	return list
}

// PaceForm is the choice of a clock for a game against a stranger, for the partial
// clock-tiles.
type PaceForm struct {
	Tiles              []paceTile
	Own                bool   // a clock of one's own
	Minutes, Increment string // as typed
	Problem            *web.Problem
}

// paceTile is a clock, in words and short as on its tile.
type paceTile struct {
	web.Choice
	Short  string
	Chosen bool
}

// NewPaceForm offers the paces and one's own. What was typed stays.
func NewPaceForm(t *web.Texts, in web.Form, p *web.Problem) PaceForm {
	chosen := cmp.Or(in.Text(pace), in.Text("clock"))
	f := PaceForm{Own: chosen == ownMinutes, Minutes: cmp.Or(in.Text(ownPace+"minutes"), "20"), Increment: cmp.Or(in.Text(ownPace+"increment"), "0"), Problem: p}
	paces := slices.Clone(Paces)
	if c, err := match.ParseControl(chosen); err != nil || c.Kind == match.NoClock {
		chosen = usualPace
	} else if chosen = c.String(); !slices.Contains(paces, chosen) {
		paces = append(paces, chosen)
	}
	for _, choice := range choicesOf(t, paces) {
		f.Tiles = append(f.Tiles, paceTile{choice, shortControl(t, choice.Value), choice.Value == chosen && !f.Own})
	}
	return f
}

// PaceChoices are the paces as alternatives.
func PaceChoices(t *web.Texts) []web.Choice { return choicesOf(t, Paces) }

// shortControl writes a clock as players say it, such as 10+5.
func shortControl(t *web.Texts, text string) string {
	c, err := match.ParseControl(text)
	if err != nil {
		return text
	}
	if c.Kind == match.Correspondence {
		return t.Count("web.clock.tile", int(c.PerMove/(24*time.Hour)))
	}
	return fmt.Sprintf("%v+%v", c.Initial.Minutes(), c.Increment.Seconds())
}

// ReadPace returns the clock of a search, from the tiles of the form if it has them.
func ReadPace(in web.Form) (string, error) {
	switch chosen := in.Text(pace); chosen {
	case "":
		return ReadClock(in)
	case ownMinutes:
		return readMinutes(in, ownPace)
	default:
		return chosen, nil
	}
}

// readMinutes reads a clock of one's own, whose fields have a prefix.
func readMinutes(in web.Form, prefix string) (string, error) {
	minutes, err := strconv.ParseFloat(strings.Replace(strings.TrimSpace(in.Text(prefix+"minutes")), ",", ".", 1), 64)
	seconds, also := wholeNumber(in.Text(prefix+"increment"), 0, maxSeconds)
	if err != nil || !also || !(minutes >= 0.5 && minutes <= maxMinutes) {
		return "", failure.Field(failure.Invalid, "clock", "clock-minutes", err)
	}
	initial := time.Duration(minutes * float64(time.Minute)).Round(time.Second)
	return match.Control{Kind: match.RealTime, Initial: initial, Increment: time.Duration(seconds) * time.Second}.String(), nil
}

// ReadClock returns the clock of a form, as match.ParseControl reads it. The
// fields of one's own clock count when the select box says so.
func ReadClock(in web.Form) (string, error) {
	switch in.Text("clock") {
	case ownMinutes:
		return readMinutes(in, "")
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
