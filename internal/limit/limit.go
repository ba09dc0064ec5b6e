// SPDX-License-Identifier: Apache-2.0

// Package limit holds the limits of a server: how often a user or an address may do
// something, and how many streams and connections may be open. It counts nothing;
// internal/web does.
package limit

import (
	"fmt"
	"regexp"
	"strconv"
	"time"
)

// Rate is a rate limit: Burst times at once, then once in every Every. A zero
// Every means no limit.
type Rate struct {
	Every time.Duration
	Burst int
}

// rateForm is the text of a Rate; the comma is optional.
var rateForm = regexp.MustCompile(`^([1-9][0-9]{0,5}),? then 1 per ([0-9a-zµ.]+)$`)

// ParseRate reads a text as String writes it: "15, then 1 per 6s", or none.
func ParseRate(text string) (Rate, error) {
	if text == "none" {
		return Rate{Burst: 1}, nil
	}
	fault := fmt.Errorf(`limit %q: want one like "15, then 1 per 6s", or none`, text)
	parts := rateForm.FindStringSubmatch(text)
	if parts == nil {
		return Rate{}, fault
	}
	burst, err := strconv.Atoi(parts[1])
	every, wait := time.ParseDuration(parts[2])
	if err != nil || wait != nil || every <= 0 || every > 24*time.Hour {
		return Rate{}, fault
	}
	return Rate{Every: every, Burst: burst}, nil
}

// String returns a text for settings.
func (r Rate) String() string {
	if r.Every == 0 {
		return "none"
	}
	return fmt.Sprintf("%d, then 1 per %s", r.Burst, r.Every)
}

// Limits are the limits of a server. A network has a multiple of the limit of an
// address. Each node counts alone, except for accounts (SignUp), LogIn, Account, Code
// and Reset, which all nodes share. The tags are read by internal/config.
type Limits struct {
	SignUp      Rate    `key:"signup" kind:"limit" help:"new accounts from one address"` // guests are counted separately
	LogIn       Rate    `key:"login" kind:"limit" help:"log-in attempts from one address, and separately to change accounts"`
	Account     Rate    `key:"account" kind:"limit" help:"log-in attempts for one account from one address, or in a browser that has logged in before"`
	Code        Rate    `key:"code" kind:"limit" help:"attempts at two-factor codes for one account"`
	Reset       Rate    `key:"reset" kind:"limit" help:"password resets requested from one address"`
	Join        Rate    `key:"join" kind:"limit" help:"attempts to join by id from one address"`
	Create      Rate    `key:"create" kind:"limit" help:"seeks, matches and exports of one user; four times as many of one address"`
	Upload      Rate    `key:"upload" kind:"limit" help:"records uploaded by one user; four times as many of one address"`
	Token       Rate    `key:"token" kind:"limit" help:"requests to the API with one token, or from one address without one"`
	Command     Rate    `key:"command" kind:"limit" help:"moves and other commands of one user in matches"`
	Request     Rate    // requests of any kind from an address; no setting
	Streams     Streams `key:"streams"`
	Connections int     `key:"connections" kind:"count" help:"open connections from one address; 0 for any number"`
}

// Streams limits the live streams that are open at the same time; 0 means no limit.
type Streams struct {
	Person  int `key:"person" kind:"count" help:"live streams of one user at the same time; 0 for any number"`
	Address int `key:"address" kind:"count" help:"live streams from one address at the same time; 0 for any number"`
}

// Default does not hinder people, but programs that guess or flood.
var Default = Limits{
	SignUp:  Rate{Every: 10 * time.Second, Burst: 30},
	LogIn:   Rate{Every: 6 * time.Second, Burst: 30},
	Account: Rate{Every: 5 * time.Minute, Burst: 10},
	Code:    Rate{Every: 5 * time.Minute, Burst: 10},
	Reset:   Rate{Every: time.Minute, Burst: 10},
	Join:    Rate{Every: 3 * time.Second, Burst: 20},
	Create:  Rate{Every: 2 * time.Second, Burst: 30},
	Upload:  Rate{Every: 20 * time.Second, Burst: 20},
	Command: Rate{Every: 100 * time.Millisecond, Burst: 60},
	Token:   Rate{Every: 50 * time.Millisecond, Burst: 400},
	Request: Rate{Every: 5 * time.Millisecond, Burst: 1000},
	Streams: Streams{Person: 60, Address: 300},

	Connections: 600, // as many again as streams
}

// None has no limits, for measurements. It differs from the zero Limits, which stand
// for Default.
var None = Limits{Command: Rate{Burst: 1}}
