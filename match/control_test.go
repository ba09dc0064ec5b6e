// SPDX-License-Identifier: Apache-2.0

package match_test

import (
	"strings"
	"testing"
	"time"

	"cairn/match"
)

func TestParseControl(t *testing.T) {
	tests := []struct {
		text, back string
		want       match.Control
	}{
		{"none", "none", match.Control{}},
		{"", "none", match.Control{}},
		{"5m+3s", "5m+3s", match.Control{Kind: match.RealTime, Initial: 5 * time.Minute, Increment: 3 * time.Second}},
		{"10m", "10m+0s", match.Control{Kind: match.RealTime, Initial: 10 * time.Minute}},
		{"90s+500ms", "1m30s+500ms", match.Control{Kind: match.RealTime, Initial: 90 * time.Second, Increment: 500 * time.Millisecond}},
		{"1h+1m", "1h+1m", match.Control{Kind: match.RealTime, Initial: time.Hour, Increment: time.Minute}},
		{"24h+1h", "24h+1h", match.Control{Kind: match.RealTime, Initial: 24 * time.Hour, Increment: time.Hour}},
		{"1h30m+10s", "1h30m+10s", match.Control{Kind: match.RealTime, Initial: 90 * time.Minute, Increment: 10 * time.Second}},
		{"1s", "1s+0s", match.Control{Kind: match.RealTime, Initial: time.Second}},
		{"3d", "3d", match.Control{Kind: match.Correspondence, PerMove: 72 * time.Hour}},
		{"30d", "30d", match.Control{Kind: match.Correspondence, PerMove: 720 * time.Hour}},
	}
	for _, test := range tests {
		t.Run(test.text, func(t *testing.T) {
			got, err := match.ParseControl(test.text)
			if err != nil || got != test.want {
				t.Fatalf("got %+v and %v, want %+v", got, err, test.want)
			}
			if got.String() != test.back {
				t.Errorf("text: got %q, want %q", got, test.back)
			}
			if again, err := match.ParseControl(got.String()); err != nil || again != got {
				t.Errorf("%q reads as %+v: %v", got, again, err)
			}
		})
	}
}

func TestParseControlRefuses(t *testing.T) {
	tests := []struct{ text, says string }{
		{"0d", "1 to 30 whole days"},
		{"31d", "1 to 30 whole days"},
		{"-1d", "not a number of days"},
		{"999d", "not a number of days"},
		{"d", "not a number of days"},
		{"fast", `"fast" is not a time`},
		{"5", `"5" is not a time`},
		{"5m+", `"" is not a time`},
		{"+3s", `"" is not a time`},
		{"-5m", `"-5m" is not a time`},
		{"5m++3s", `"+3s" is not a time`},
		{"5m+-3s", `"-3s" is not a time`},
		{"0s+3s", "initial time 0s: want 1s to 24h"},
		{"25h", "initial time 25h: want 1s to 24h"},
		{"5m+2h", "increment 2h: want 0s to 1h"},
		{"1000.5ms", "whole milliseconds"},
		{"1m+1us", "whole milliseconds"},
		{"9999999h", "is not a time"},
	}
	for _, test := range tests {
		t.Run(test.text, func(t *testing.T) {
			got, err := match.ParseControl(test.text)
			if err == nil || !strings.Contains(err.Error(), test.says) {
				t.Errorf("got %v and %v, want an error with %q", got, err, test.says)
			}
		})
	}
}

func TestSetupRefusesBrokenControls(t *testing.T) {
	tests := []struct {
		name    string
		control match.Control
	}{
		{"times without kind", match.Control{Initial: time.Minute}},
		{"days and initial time", match.Control{Kind: match.Correspondence, PerMove: 24 * time.Hour, Initial: time.Minute}},
		{"days and increment", match.Control{Kind: match.Correspondence, PerMove: 24 * time.Hour, Increment: time.Second}},
		{"initial time and days", match.Control{Kind: match.RealTime, Initial: time.Minute, PerMove: 24 * time.Hour}},
		{"half days", match.Control{Kind: match.Correspondence, PerMove: 36 * time.Hour}},
		{"negative increment", match.Control{Kind: match.RealTime, Initial: time.Minute, Increment: -1}},
		{"unknown kind", match.Control{Kind: 9}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, _, err := match.New(toy, match.Setup{Control: test.control}, noon)
			if err == nil || !strings.Contains(err.Error(), "time control") {
				t.Errorf("got %v, want an error about the time control", err)
			}
		})
	}
}

// FuzzParseControl checks that a text is refused, or is a control whose text
// parses to the same control.
func FuzzParseControl(f *testing.F) {
	for _, text := range []string{"none", "5m+3s", "1h30m+0s", "3d", "0s+0s", "-1m+1s", "5m", "+", "99999999999d", "1.5m+2s", "", "3D", "5m+3s "} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		c, err := match.ParseControl(text)
		if err != nil {
			return
		}
		if back, err := match.ParseControl(c.String()); err != nil || back != c {
			t.Errorf("%q is %q, which reads as %v, %v", text, c, back, err)
		}
	})
}
