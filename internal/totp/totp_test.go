// SPDX-License-Identifier: Apache-2.0

package totp_test

import (
	"encoding/base32"
	"net/url"
	"regexp"
	"testing"
	"time"

	"pgregory.net/rapid"

	"cairn/internal/totp"
)

// secret is the one of the examples in both RFCs.
var secret = base32.StdEncoding.EncodeToString([]byte("12345678901234567890"))

func code(t interface{ Fatal(...any) }, secret string, at time.Time) string {
	c, err := totp.Code(secret, at)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// Appendix D of RFC 4226 counts steps; one step is 30 seconds.
func TestCodesOfRFC4226(t *testing.T) {
	for counter, want := range []string{
		"755224", "287082", "359152", "969429", "338314", "254676", "287922", "162583", "399871", "520489",
	} {
		if got := code(t, secret, time.Unix(int64(counter)*30, 0)); got != want {
			t.Errorf("counter %d: got %s, want %s", counter, got, want)
		}
	}
}

// Appendix B of RFC 6238 has eight digits; the last six are the code.
func TestCodesOfRFC6238(t *testing.T) {
	for _, c := range []struct {
		at   int64
		want string
	}{
		{59, "94287082"},
		{1111111109, "07081804"},
		{1111111111, "14050471"},
		{1234567890, "89005924"},
		{2000000000, "69279037"},
		{20000000000, "65353130"},
	} {
		if got, want := code(t, secret, time.Unix(c.at, 0)), c.want[2:]; got != want {
			t.Errorf("at %d: got %s, want %s", c.at, got, want)
		}
	}
}

func TestCheck(t *testing.T) {
	now := time.Unix(1_800_000_000, 0) // the first second of its step
	this := now.Unix() / 30
	at := func(steps int64) string { return code(t, secret, now.Add(time.Duration(steps)*30*time.Second)) }
	for _, c := range []struct {
		name, secret, code string
		last, step         int64 // step 0 if refused
	}{
		{"now", secret, at(0), 0, this},
		{"one step behind", secret, at(-1), 0, this - 1},
		{"one step ahead", secret, at(1), 0, this + 1},
		{"two steps behind", secret, at(-2), 0, 0},
		{"two steps ahead", secret, at(2), 0, 0},
		{"used before", secret, at(0), this, 0},
		{"older than one used before", secret, at(-1), this, 0},
		{"newer than one used before", secret, at(1), this, this + 1},
		{"after the one before", secret, at(0), this - 1, this},
		{"with a space in the middle", secret, at(0)[:3] + " " + at(0)[3:] + "\n", 0, this},
		{"a digit too few", secret, at(0)[:5], 0, 0},
		{"a digit too many", secret, at(0) + "0", 0, 0},
		{"nothing", secret, "", 0, 0},
		{"letters", secret, "abcdef", 0, 0},
		{"digits of another script", secret, "١٢٣٤٥٦", 0, 0},
		{"no secret", "", "328482", 0, 0},
		{"a broken secret", "no base32", at(0), 0, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			step, ok := totp.Check(c.secret, c.code, now, c.last)
			if step != c.step || ok != (c.step != 0) {
				t.Errorf("got step %d, %t, want step %d", step, ok, c.step)
			}
		})
	}
}

// These two steps happen to have the same code: once used, it must not be valid in the
// second step.
func TestSameCodeTwiceInARow(t *testing.T) {
	now := time.Unix(910_737*30, 0)
	next := now.Add(30 * time.Second)
	typed := code(t, secret, now)
	if got := code(t, secret, next); got != typed {
		t.Fatalf("got codes %s and %s, want them the same", typed, got)
	}
	step, ok := totp.Check(secret, typed, now, 0)
	if !ok {
		t.Fatal("the code was refused")
	}
	if _, again := totp.Check(secret, typed, next, step); again {
		t.Error("the same code was accepted twice")
	}
}

func TestBrokenSecret(t *testing.T) {
	if got, err := totp.Code("not base32", time.Unix(0, 0)); err == nil {
		t.Errorf("got %q, want an error", got)
	}
}

func TestNewSecret(t *testing.T) {
	a, b := totp.NewSecret(), totp.NewSecret()
	if a == b {
		t.Errorf("got %s twice", a)
	}
	if !regexp.MustCompile(`^[A-Z2-7]{32}$`).MatchString(a) {
		t.Errorf("got %q, want 32 symbols of base32", a)
	}
	now := time.Unix(1_800_000_000, 0)
	if _, ok := totp.Check(a, code(t, a, now), now, 0); !ok {
		t.Error("the code of the secret was refused")
	}
}

func TestURI(t *testing.T) {
	const want = "otpauth://totp/Cairn:ann?secret=GEZDGNBVGY3TQOJQ&issuer=Cairn"
	if got := totp.URI("Cairn", "ann", "GEZDGNBVGY3TQOJQ"); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// Parsing the address gives the names back, whatever they contain.
func TestURIEscapes(t *testing.T) {
	for _, name := range []string{"a b", "a+b@example.org", "x:y", "a&secret=AAAA", "é/ç?#", "100%", `"<>`} {
		uri, err := url.Parse(totp.URI("My "+name, name, "GEZDGNBV"))
		if err != nil {
			t.Errorf("%q: %v", name, err)
			continue
		}
		if got, want := uri.Path, "/My "+name+":"+name; got != want {
			t.Errorf("label: got %q, want %q", got, want)
		}
		query := uri.Query()
		if got, want := query.Get("issuer"), "My "+name; got != want {
			t.Errorf("issuer: got %q, want %q", got, want)
		}
		if got := query["secret"]; len(got) != 1 || got[0] != "GEZDGNBV" {
			t.Errorf("secret: got %q, want one", got)
		}
	}
}

// A code is valid exactly when one of the three steps has it.
func TestOnlyThreeStepsCount(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		now := time.Unix(rapid.Int64Range(1e9, 4e9).Draw(t, "now"), 0)
		typed := code(t, secret, now.Add(time.Duration(rapid.Int64Range(-100, 100).Draw(t, "seconds away"))*time.Second))
		want := false
		for steps := -1; steps <= 1; steps++ {
			want = want || code(t, secret, now.Add(time.Duration(steps)*30*time.Second)) == typed
		}
		if _, got := totp.Check(secret, typed, now, 0); got != want {
			t.Errorf("got %t, want %t", got, want)
		}
	})
}
