// SPDX-License-Identifier: Apache-2.0

package match

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// ControlKind is the kind of a time control.
type ControlKind uint8

// The kinds of time controls; the zero value is no limit.
const (
	NoClock        ControlKind = iota
	RealTime                   // an initial time for all turns, and an increment after each
	Correspondence             // a number of days for each turn
)

// Limits of time controls.
const (
	minInitial   = time.Second
	maxInitial   = 24 * time.Hour
	maxIncrement = time.Hour
	day          = 24 * time.Hour
	maxPerMove   = 30 * day
)

// Control is a time control. The zero value is no limit.
type Control struct {
	Kind      ControlKind
	Initial   time.Duration // RealTime: for all turns of a side
	Increment time.Duration // RealTime: added after each turn
	PerMove   time.Duration // Correspondence: for each turn, in whole days
}

// ParseControl reads "none", an initial time with or without an increment such
// as "5m+3s" or "90s", or days for each move such as "3d". An empty text, as
// records have it, means "none".
func ParseControl(text string) (Control, error) {
	c, err := parseControl(text)
	if err == nil {
		err = c.check()
	}
	if err != nil {
		return Control{}, fmt.Errorf("time control %q: %w", text, err)
	}
	return c, nil
}

func parseControl(text string) (Control, error) {
	if text == "" || text == "none" {
		return Control{}, nil
	}
	if digits, days := strings.CutSuffix(text, "d"); days {
		n, err := strconv.ParseUint(digits, 10, 8)
		if err != nil {
			return Control{}, fmt.Errorf("%q is not a number of days: want 3d, for example", digits)
		}
		return Control{Kind: Correspondence, PerMove: time.Duration(n) * day}, nil
	}
	initial, increment, both := strings.Cut(text, "+")
	c := Control{Kind: RealTime}
	var err error
	if c.Initial, err = parseSpan(initial); err == nil && both {
		c.Increment, err = parseSpan(increment)
	}
	return c, err
}

// parseSpan parses a duration without a sign.
func parseSpan(text string) (time.Duration, error) {
	d, err := time.ParseDuration(text)
	if err != nil || strings.ContainsAny(text, "+-") {
		return 0, fmt.Errorf("%q is not a time: want 5m+3s, 3d or none, for example", text)
	}
	return d, nil
}

// check returns an error for an invalid control.
func (c Control) check() error {
	switch c.Kind {
	case NoClock:
		if c != (Control{}) {
			return fmt.Errorf("times are given without a kind")
		}
	case RealTime:
		return c.checkRealTime()
	case Correspondence:
		if c.PerMove < day || c.PerMove > maxPerMove || c.PerMove%day != 0 {
			return fmt.Errorf("%s for each move: want 1 to %d whole days", c.PerMove, maxPerMove/day)
		}
		if c.Initial != 0 || c.Increment != 0 {
			return fmt.Errorf("days for each move go without initial time and increment")
		}
	default:
		return fmt.Errorf("kind %d is unknown", c.Kind)
	}
	return nil
}

func (c Control) checkRealTime() error {
	switch {
	case c.Initial < minInitial || c.Initial > maxInitial:
		return fmt.Errorf("initial time %s: want %s to %s", span(c.Initial), span(minInitial), span(maxInitial))
	case c.Increment < 0 || c.Increment > maxIncrement:
		return fmt.Errorf("increment %s: want 0s to %s", span(c.Increment), span(maxIncrement))
	case c.Initial%time.Millisecond != 0 || c.Increment%time.Millisecond != 0:
		return fmt.Errorf("times are counted in whole milliseconds")
	case c.PerMove != 0:
		return fmt.Errorf("initial time goes without days for each move")
	}
	return nil
}

// Limits of the first move of each side in real time.
const (
	minFirstMove = 30 * time.Second
	maxFirstMove = 60 * time.Second
)

// FirstMove returns how long the first move of a side may take under FairTerms:
// from 30 to 60 seconds in real time, more in longer games; 0 for no limit.
func (c Control) FirstMove() time.Duration {
	switch c.Kind {
	case RealTime:
		return min(maxFirstMove, max(minFirstMove, (c.Initial+40*c.Increment)/10))
	case Correspondence:
		return c.PerMove
	default:
		return 0
	}
}

// String returns the text for ParseControl, for example "5m+3s".
func (c Control) String() string {
	switch c.Kind {
	case RealTime:
		return span(c.Initial) + "+" + span(c.Increment)
	case Correspondence:
		return strconv.Itoa(int(c.PerMove/day)) + "d"
	default:
		return "none"
	}
}

// MarshalText implements encoding.TextMarshaler.
func (c Control) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (c *Control) UnmarshalText(text []byte) (err error) {
	*c, err = ParseControl(string(text))
	return err
}

// span formats a duration without trailing zero units: "5m", not "5m0s".
func span(d time.Duration) string {
	text := d.String()
	if strings.HasSuffix(text, "m0s") {
		text = strings.TrimSuffix(text, "0s")
	}
	if strings.HasSuffix(text, "h0m") {
		text = strings.TrimSuffix(text, "0m")
	}
	return text
}
