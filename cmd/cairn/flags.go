// SPDX-License-Identifier: Apache-2.0

package main

import (
	"fmt"
	"math"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"cairn/engine"
	"cairn/internal/config"
	"cairn/internal/tui"
	"cairn/match"
)

// seedValue is a random seed, 0 for a new one each time.
func seedValue(target *uint64) config.Value[uint64] {
	return config.NewValue(target, func(text string) (uint64, error) {
		n, err := strconv.ParseUint(text, 10, 64)
		if err != nil {
			return 0, fmt.Errorf("seed %q: want a whole number from 0 to %d", text, uint64(math.MaxUint64))
		}
		return n, nil
	}, "N")
}

// nodesValue is a number of positions.
func nodesValue(target *uint64) config.Value[uint64] {
	return config.NewValue(target, func(text string) (uint64, error) {
		n, err := strconv.ParseUint(text, 10, 64)
		if err != nil || n == 0 {
			return 0, fmt.Errorf("nodes %q: want a whole number from 1", text)
		}
		return n, nil
	}, "N")
}

// mostLines is more than any position of these games has use for.
const mostLines = 256

// movetimeValue is a duration as Go writes it, or a number of milliseconds.
func movetimeValue(target *time.Duration) config.Value[time.Duration] {
	return config.NewValue(target, func(text string) (time.Duration, error) {
		duration, err := time.ParseDuration(text)
		if _, numeric := strconv.ParseUint(text, 10, 64); numeric == nil {
			duration, err = time.ParseDuration(text + "ms")
		}
		if err != nil || duration <= 0 {
			return 0, fmt.Errorf("movetime %q: want a time like 1.5s, or milliseconds like 200", text)
		}
		return duration, nil
	}, "TIME")
}

// secondsValue is a number of seconds.
func secondsValue(target *float64) config.Value[float64] {
	return config.NewValue(target, func(text string) (float64, error) {
		n, err := strconv.ParseFloat(text, 64)
		if err != nil || !(n > 0 && n <= 3600) {
			return 0, fmt.Errorf("seconds %q: want a number over 0 and up to 3600", text)
		}
		return n, nil
	}, "SECONDS")
}

func playerValue(target *string) config.Value[string] {
	return config.NewValue(target, func(text string) (string, error) {
		if text == tui.Human {
			return text, nil
		}
		if _, err := engine.ParseLevel(text); err != nil {
			return "", fmt.Errorf("player %q: want %s or a level: %s", text, tui.Human, joined(levelNames()))
		}
		return text, nil
	}, "PLAYER")
}

// clockValue is a time control, kept as text.
func clockValue(target *string) config.Value[string] {
	return config.NewValue(target, func(text string) (string, error) {
		_, err := match.ParseControl(text)
		return text, err
	}, "TIME")
}

// wordFlag adds a flag whose value is one of some words, and completes it.
func wordFlag[T ~string](command *cobra.Command, target *T, name, about string, words []T, kind, help string) {
	list := make([]string, len(words))
	for i, word := range words {
		list[i] = string(word)
	}
	command.Flags().Var(config.NewValue(target, config.ParseWord[T](about, list), kind), name, help+joined(list))
	completeFlag(command, name, list...)
}

// size is a number of bytes.
type size = config.Size

// sizeValue is a number of bytes: 8GiB, 512M.
func sizeValue(target *size) config.Value[size] { return config.SizeValue(target) }

// durationValue is a duration as Go writes it.
func durationValue(target *time.Duration) config.Value[time.Duration] {
	return config.NewValue(target, func(text string) (time.Duration, error) {
		d, err := time.ParseDuration(text)
		if err != nil || d <= 0 || d > 24*time.Hour {
			return 0, fmt.Errorf("duration %q: want a time like 10s, at most a day", text)
		}
		return d, nil
	}, "TIME")
}

// markFolder completes a flag with folders.
func markFolder(command *cobra.Command, flag string) {
	if err := command.MarkFlagDirname(flag); err != nil {
		panic(err) // the flag does not exist: a broken program
	}
}
