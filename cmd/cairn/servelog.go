// SPDX-License-Identifier: Apache-2.0

package main

import (
	"io"
	"log/slog"
)

// The formats of the log.
const (
	logText = "text"
	logJSON = "json"
)

// Their names, and those of the levels, the least first.
var (
	logFormats = []string{logText, logJSON}
	logLevels  = []string{"debug", "info", "warn", "error"}
)

// newLog returns the log of a server.
func newLog(w io.Writer, format, levelName string) *slog.Logger {
	var level slog.Level
	_ = level.UnmarshalText([]byte(levelName)) // one of logLevels
	options := &slog.HandlerOptions{Level: level}
	if format == logJSON {
		return slog.New(slog.NewJSONHandler(w, options))
	}
	return slog.New(slog.NewTextHandler(w, options))
}
