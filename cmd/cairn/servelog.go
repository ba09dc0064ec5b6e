// SPDX-License-Identifier: Apache-2.0

package main

import (
	"fmt"
	"io"
	"log/slog"
	"slices"
)

// The formats of the log.
const (
	logText = "text"
	logJSON = "json"
)

// logLevels are the names of the levels, the least first.
var logLevels = []string{"debug", "info", "warn", "error"}

func formatOfLog(target *string) value[string] {
	return value[string]{target, func(text string) (string, error) {
		if text != logText && text != logJSON {
			return "", fmt.Errorf("log format %q: want %s or %s", text, logText, logJSON)
		}
		return text, nil
	}, "FORMAT"}
}

func levelOfLog(target *slog.Level) value[slog.Level] {
	return value[slog.Level]{target, func(text string) (level slog.Level, err error) {
		if !slices.Contains(logLevels, text) {
			return level, fmt.Errorf("log level %q: want one of %s", text, joined(logLevels))
		}
		return level, level.UnmarshalText([]byte(text))
	}, "LEVEL"}
}

// newLog returns the log of a server.
func newLog(w io.Writer, format string, level slog.Level) *slog.Logger {
	options := &slog.HandlerOptions{Level: level}
	if format == logJSON {
		return slog.New(slog.NewJSONHandler(w, options))
	}
	return slog.New(slog.NewTextHandler(w, options))
}
