// SPDX-License-Identifier: Apache-2.0

package main

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"os"
	"os/signal"
	"syscall"

	"cairn/internal/config"
	"cairn/internal/lang"
	"cairn/internal/tui"
	screen "cairn/internal/tui/full"
	lines "cairn/internal/tui/plain"
)

// isTerminal reports whether a stream is a terminal: a character device other
// than the null device.
func isTerminal(stream any) bool {
	file, ok := stream.(interface{ Stat() (fs.FileInfo, error) })
	if !ok {
		return false
	}
	info, err := file.Stat()
	if err != nil || info.Mode()&fs.ModeCharDevice == 0 {
		return false
	}
	null, err := os.Stat(os.DevNull)
	return err != nil || !os.SameFile(info, null)
}

// fullScreen reports whether the board can fill the screen.
func (p *program) fullScreen() bool {
	return isTerminal(p.in) && isTerminal(p.out.Writer) && p.env.Get("TERM") != "dumb"
}

// display plays on the full screen if there is one, or line by line.
func (p *program) display(ctx context.Context, plain bool, options tui.Options) error {
	if plain || !p.fullScreen() {
		return lines.Run(ctx, options)
	}
	return screen.Run(ctx, options)
}

// untilHangUp returns a context that ends with a hang-up signal, unless the signal is
// ignored, as by nohup.
func untilHangUp(ctx context.Context) (context.Context, context.CancelFunc) {
	if signal.Ignored(syscall.SIGHUP) {
		return ctx, func() {}
	}
	return signal.NotifyContext(ctx, syscall.SIGHUP)
}

// loadWords returns the texts of a language: of the flag, else of CAIRN_LANG, else of
// the locale, or English if we do not have it.
func loadWords(env config.Environment, code string) (*lang.Catalogue, error) {
	given := code
	if code = cmp.Or(code, env.Get("CAIRN_LANG")); code == "" {
		locale := cmp.Or(env.Get("LC_ALL"), env.Get("LC_MESSAGES"), env.Get("LANG"))
		code = cmp.Or(lang.FromLocale(locale), lang.English().Code())
	}
	words, ok := lang.Load(code)
	switch {
	case ok:
		return words, nil
	case given != "":
		return nil, usagef("language %q: want one of %s", code, joined(languageCodes()))
	}
	return nil, fmt.Errorf("CAIRN_LANG: language %q: want one of %s", code, joined(languageCodes()))
}

func languageCodes() []string {
	var codes []string
	for _, l := range lang.Languages() {
		codes = append(codes, l.Code)
	}
	return codes
}

// asciiOnly reports whether the locale has no characters beyond ASCII.
func asciiOnly(env config.Environment) bool {
	return !lang.UTF8(cmp.Or(env.Get("LC_ALL"), env.Get("LC_CTYPE"), env.Get("LANG")))
}
