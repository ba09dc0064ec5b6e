// SPDX-License-Identifier: Apache-2.0

package measure_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"cairn/lab/bench"
	"cairn/lab/labtest"
	"cairn/lab/measure"
)

func TestRunLogin(t *testing.T) {
	p := labtest.Serve(t, "--unlimited")
	r, err := measure.Login(t.Context(), measure.LoginPlan{
		ServePlan: bench.ServePlan{URL: p.URL, Game: "three", Games: 2, Duration: 2 * time.Second, Memory: p.Memory},
		Logins:    3, Parallel: 5, Think: time.Millisecond,
	})
	if err != nil {
		t.Fatal(err)
	}
	if !r.SameAnswer {
		t.Error("a missing account is answered otherwise than a wrong password")
	}
	if r.Logins != 3 || r.KnownMS <= 0 || r.UnknownMS <= 0 || r.Ratio <= 0 {
		t.Errorf("got %+v, want times of 3 log-ins", r)
	}
	if r.Entered == 0 || r.QuietMovesPS <= 0 || r.LoadedMovesPS <= 0 || r.QuietP99MS <= 0 || r.LoadedP99MS <= 0 {
		t.Errorf("got %+v, want log-ins and moves", r)
	}
	if r.Errors != 0 || len(r.Faults) != 0 {
		t.Errorf("got %d errors, want none: %v", r.Errors, r.Faults)
	}
	if r.PeakRSSBytes < 1<<20 {
		t.Errorf("got %d bytes in use", r.PeakRSSBytes)
	}
}

// Differences between the answers are noticed.
func TestRunLoginAnswers(t *testing.T) {
	const wrong = `403 {"error":{"code":"forbidden","key":"login-wrong"}}`
	for name, c := range map[string]struct {
		answers []string
		same    bool
		want    string // part of the error
	}{
		"same":          {answers: []string{"200 {}", wrong, wrong, wrong, wrong}, same: true},
		"other status":  {answers: []string{"200 {}", wrong, "404" + wrong[3:], wrong, wrong}},
		"other body":    {answers: []string{"200 {}", wrong, wrong, wrong, wrong + " "}},
		"limited":       {answers: []string{"200 {}", wrong, `429 {"error":{"code":"limited"}}`}, same: true, want: "status 429"},
		"no sign-up":    {answers: []string{`400 {"error":{"code":"invalid"}}`}, want: "status 400"},
		"no connection": {answers: []string{"200 {}", "cut"}, same: true, want: "POST /login"},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFake(t, c.answers...)
			r, err := measure.Login(t.Context(), measure.LoginPlan{ServePlan: bench.ServePlan{URL: f.URL}, Logins: 2})
			switch {
			case c.want == "" && err != nil, c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
				t.Errorf("got error %v, want %q", err, c.want)
			case r.SameAnswer != c.same:
				t.Errorf("got same answer %v, want %v", r.SameAnswer, c.same)
			}
		})
	}
	if _, err := measure.Login(t.Context(), measure.LoginPlan{ServePlan: bench.ServePlan{URL: "nowhere"}}); err == nil {
		t.Error("no address: got no error")
	}
}

// newFake returns a server with prepared answers: "STATUS body", or "cut".
func newFake(t *testing.T, answers ...string) *httptest.Server {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		answer := "500 no answer is left"
		if len(answers) > 0 {
			answer, answers = answers[0], answers[1:]
		}
		if answer == "cut" {
			panic(http.ErrAbortHandler)
		}
		var status int
		_, _ = fmt.Sscan(answer, &status)
		_, text, _ := strings.Cut(answer, " ")
		w.WriteHeader(status)
		_, _ = io.WriteString(w, text)
	}))
	t.Cleanup(server.Close)
	return server
}
