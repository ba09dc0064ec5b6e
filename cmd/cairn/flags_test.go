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

func TestSizes(t *testing.T) {
	for text, want := range map[string]size{"8GiB": 8 << 30, "512M": 512 << 20, "1kb": 1024, "100": 100, "2T": 2 << 40} {
		var got size
		if err := sizeValue(&got).Set(text); err != nil || got != want {
			t.Errorf("%s: got %d, %v, want %d", text, got, err, want)
		}
	}
	for _, text := range []string{"", "G", "0", "-1M", "1.5G", "99999999999T", "8X"} {
		var got size
		if err := sizeValue(&got).Set(text); err == nil {
			t.Errorf("%q was read as %d", text, got)
		}
	}
	for n, want := range map[size]string{0: "0 B", 1023: "1023 B", 1024: "1 KiB", 8 << 30: "8 GiB", 1500: "1.465 KiB"} {
		if got := n.String(); got != want {
			t.Errorf("%d: got %s, want %s", uint64(n), got, want)
		}
	}
}
