// SPDX-License-Identifier: Apache-2.0

package main

import (
	"fmt"
	"math"
	"strconv"
	"time"

	"cairn/engine"
	"cairn/internal/tui"
	"cairn/match"
	"cairn/record"
)

// value is a flag that is read by a function, whose errors say what would be
// right.
type value[T comparable] struct {
	target *T
	parse  func(text string) (T, error)
	kind   string // shown in help after the flag's name
}

// Set implements pflag.Value.
func (v value[T]) Set(text string) (err error) {
	*v.target, err = v.parse(text)
	return err
}

// Type implements pflag.Value.
func (v value[T]) Type() string { return v.kind }

// String implements pflag.Value: the default as help shows it, none when zero.
func (v value[T]) String() string {
	var zero T
	if *v.target == zero {
		return ""
	}
	return fmt.Sprint(*v.target)
}

// seedValue is a number for chance, 0 for one that differs every time.
func seedValue(target *uint64) value[uint64] {
	return value[uint64]{target, func(text string) (uint64, error) {
		n, err := strconv.ParseUint(text, 10, 64)
		if err != nil {
			return 0, fmt.Errorf("seed %q: want a whole number from 0 to %d", text, uint64(math.MaxUint64))
		}
		return n, nil
	}, "N"}
}

// nodesValue is a number of positions.
func nodesValue(target *uint64) value[uint64] {
	return value[uint64]{target, func(text string) (uint64, error) {
		n, err := strconv.ParseUint(text, 10, 64)
		if err != nil || n == 0 {
			return 0, fmt.Errorf("nodes %q: want a whole number from 1", text)
		}
		return n, nil
	}, "N"}
}

// movetimeValue is a duration as Go writes it, or a number of milliseconds.
func movetimeValue(target *time.Duration) value[time.Duration] {
	return value[time.Duration]{target, func(text string) (time.Duration, error) {
		duration, err := time.ParseDuration(text)
		if _, numeric := strconv.ParseUint(text, 10, 64); numeric == nil {
			duration, err = time.ParseDuration(text + "ms")
		}
		if err != nil || duration <= 0 {
			return 0, fmt.Errorf("movetime %q: want a time like 1.5s, or milliseconds like 200", text)
		}
		return duration, nil
	}, "TIME"}
}

// secondsValue is a number of seconds.
func secondsValue(target *float64) value[float64] {
	return value[float64]{target, func(text string) (float64, error) {
		n, err := strconv.ParseFloat(text, 64)
		if err != nil || !(n > 0 && n <= 3600) {
			return 0, fmt.Errorf("seconds %q: want a number over 0 and up to 3600", text)
		}
		return n, nil
	}, "SECONDS"}
}

func levelValue(target *engine.Level) value[engine.Level] {
	return value[engine.Level]{target, engine.ParseLevel, "LEVEL"}
}

func playerValue(target *string) value[string] {
	return value[string]{target, func(text string) (string, error) {
		if text == tui.Human {
			return text, nil
		}
		if _, err := engine.ParseLevel(text); err != nil {
			return "", fmt.Errorf("player %q: want %s or a level: %s", text, tui.Human, joined(levelNames()))
		}
		return text, nil
	}, "PLAYER"}
}

// clockValue is a time control, kept as it was typed.
func clockValue(target *string) value[string] {
	return value[string]{target, func(text string) (string, error) {
		_, err := match.ParseControl(text)
		return text, err
	}, "TIME"}
}

func formatValue(target *string) value[string] {
	return value[string]{target, func(text string) (string, error) {
		if _, ok := record.FindFormat(text); !ok {
			return "", fmt.Errorf("format %q: want one of %s", text, joined(formatNames()))
		}
		return text, nil
	}, "FORMAT"}
}
