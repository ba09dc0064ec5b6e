// SPDX-License-Identifier: Apache-2.0

package load

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"
)

// LoginPlan says how to try the log-ins of a server.
type LoginPlan struct {
	Plan                   // the games that are played meanwhile; Idle is of no use here
	Logins   int           // attempts with a wrong password, and as many for an account that is not there
	Parallel int           // people who log in at the same time, again and again
	Think    time.Duration // between two log-ins of one of them
}

// LoginReport is what was measured. Its JSON is a contract.
type LoginReport struct {
	Logins     int     `json:"logins"`      // of each kind
	SameAnswer bool    `json:"same_answer"` // a missing account gets the same status and body as a wrong password
	KnownMS    float64 `json:"known_ms"`    // mean time of a wrong password
	UnknownMS  float64 `json:"unknown_ms"`  // mean time of a missing account
	Ratio      float64 `json:"ratio"`       // of the second to the first

	Parallel      int     `json:"parallel"`
	Entered       int     `json:"entered"` // log-ins that succeeded
	Busy          int     `json:"busy"`    // log-ins that were asked to come back later
	Games         int     `json:"games"`
	QuietMovesPS  float64 `json:"quiet_moves_per_s"` // without log-ins
	LoadedMovesPS float64 `json:"loaded_moves_per_s"`
	QuietP99MS    float64 `json:"quiet_p99_ms"` // of moves, without log-ins
	LoadedP99MS   float64 `json:"loaded_p99_ms"`
	PeakRSSBytes  int64   `json:"peak_rss_bytes"` // of the server while they log in; 0 when unknown
	Errors        int     `json:"errors"`

	Faults []error `json:"-"` // the first few
}

// loginPassword is what the account of a measurement is opened with.
const loginPassword = "nineteen grey pebbles"

// RunLogin tries the log-ins of a server: whether and how fast it tells a missing
// account from a wrong password, and how moves fare while many log in.
func RunLogin(ctx context.Context, plan LoginPlan) (LoginReport, error) {
	r := LoginReport{Logins: plan.Logins, Parallel: plan.Parallel, Games: plan.Games}
	client, err := NewClient(plan.URL)
	if err != nil {
		return r, err
	}
	defer client.Close()
	name := "b" + client.name
	if err := client.signUp(ctx, name); err != nil {
		return r, err
	}
	if err := client.compare(ctx, name, "u"+client.name, &r); err != nil {
		return r, err
	}
	if plan.Parallel == 0 {
		return r, nil
	}
	return r, plan.flood(ctx, name, &r)
}

// signUp opens an account.
func (c *Client) signUp(ctx context.Context, name string) error {
	body, err := json.Marshal(map[string]string{"email": name + "@example.org", "name": name, "password": loginPassword, "again": loginPassword})
	if err != nil {
		return err
	}
	if _, err := c.insist(ctx, "/signup", body); err != nil {
		return fmt.Errorf("POST /signup: %w", err)
	}
	return nil
}

// logIn tries to log in, as somebody who has no session.
func (c *Client) logIn(ctx context.Context, name, password string) (answer, time.Duration, error) {
	body, err := json.Marshal(map[string]string{"login": name, "password": password})
	if err != nil {
		return answer{}, 0, err
	}
	began := time.Now()
	a, err := c.wire.post(ctx, "/login", "", body)
	if err != nil {
		err = fmt.Errorf("POST /login: %w", err)
	}
	return a, time.Since(began), err
}

// compare tries a wrong password and a missing account by turns, so that whatever
// else the machine does strikes both alike.
func (c *Client) compare(ctx context.Context, known, unknown string, r *LoginReport) error {
	r.SameAnswer = true
	var took [2]time.Duration
	for i := range r.Logins {
		var answers [2]answer
		for turn := range answers {
			which := (turn + i) % 2
			a, t, err := c.logIn(ctx, [2]string{known, unknown}[which], "a wrong password")
			if err != nil {
				return err
			}
			if a.status == http.StatusTooManyRequests {
				return fmt.Errorf("POST /login: %w", refusalOf(a))
			}
			answers[which], took[which] = a, took[which]+t
		}
		same := answers[0].status == answers[1].status && answers[0].cookie == answers[1].cookie && bytes.Equal(answers[0].body, answers[1].body)
		r.SameAnswer = r.SameAnswer && same
	}
	if r.Logins > 0 && took[0] > 0 {
		r.KnownMS = took[0].Seconds() * 1000 / float64(r.Logins)
		r.UnknownMS = took[1].Seconds() * 1000 / float64(r.Logins)
		r.Ratio = r.UnknownMS / r.KnownMS
	}
	return nil
}

// flood plays without log-ins and then with them.
func (p LoginPlan) flood(ctx context.Context, name string, r *LoginReport) error {
	p.Idle = 0
	quiet, err := Run(ctx, p.Plan)
	if err != nil {
		return err
	}
	crowd := newCrowd(ctx, p, name)
	loaded, err := Run(ctx, p.Plan)
	crowd.leave()
	r.QuietMovesPS, r.QuietP99MS = quiet.MovesPerS, quiet.P99MS
	r.LoadedMovesPS, r.LoadedP99MS = loaded.MovesPerS, loaded.P99MS
	r.Entered, r.Busy, r.PeakRSSBytes = int(crowd.entered.Load()), int(crowd.busy.Load()), crowd.peak.Load()
	r.Errors = quiet.Errors + loaded.Errors + int(crowd.errors.Load())
	r.Faults = append(append(quiet.Faults, loaded.Faults...), crowd.faults...)
	return errors.Join(err, crowd.err)
}
