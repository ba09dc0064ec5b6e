// SPDX-License-Identifier: Apache-2.0

package main

import (
	"testing"
	"time"
)

func TestMovetime(t *testing.T) {
	tests := map[string]struct {
		text string
		want time.Duration // 0 when it is refused
	}{
		"duration":        {"1.5s", 1500 * time.Millisecond},
		"two units":       {"1m30s", 90 * time.Second},
		"milliseconds":    {"200", 200 * time.Millisecond},
		"zero":            {"0", 0},
		"zero seconds":    {"0s", 0},
		"negative":        {"-5ms", 0},
		"negative number": {"-5", 0},
		"no unit we know": {"5y", 0},
		"fraction":        {"1.5", 0},
		"too long":        {"9999999999999999", 0},
		"far too long":    {"99999999999999999999", 0},
		"empty":           {"", 0},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			var got time.Duration
			err := movetimeValue(&got).Set(test.text)
			if got != test.want || (err == nil) != (test.want > 0) {
				t.Errorf("%q: got %v and error %v, want %v", test.text, got, err, test.want)
			}
		})
	}
}

func TestValueShowsItsDefault(t *testing.T) {
	half, none := 0.5, 0.0
	if got, want := secondsValue(&half).String(), "0.5"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := secondsValue(&none).String(), ""; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
