// SPDX-License-Identifier: Apache-2.0

package web

import "time"

// Limits are the limits of a Server. Those of a person count for the address
// where nobody is known.
type Limits struct {
	SignUp  Limit // accounts from an address, and apart from them guests
	LogIn   Limit // attempts from an address, with a password or a code
	Account Limit // attempts at one account, from anywhere: to log in, apart from that to ask for a link, and to change it
	Code    Limit // log-ins to one account that reach the second step, each with five codes to guess
	Reset   Limit // links to set a new password, asked for from an address
	Join    Limit // attempts from an address to join by id
	Create  Limit // seeks, matches, uploads and exports of a person
	Command Limit // moves and everything else in a match, of a person
	Streams StreamLimit
}

// StreamLimit is how many live streams may be open at the same time; 0 means
// any number.
type StreamLimit struct {
	Person  int
	Address int
}

// DefaultLimits are out of the way of people and in the way of programs that
// guess or flood.
var DefaultLimits = Limits{
	SignUp:  Limit{Every: 10 * time.Second, Burst: 30},
	LogIn:   Limit{Every: 6 * time.Second, Burst: 15},
	Account: Limit{Every: 30 * time.Second, Burst: 20},
	Code:    Limit{Every: 5 * time.Minute, Burst: 10},
	Reset:   Limit{Every: time.Minute, Burst: 10},
	Join:    Limit{Every: 3 * time.Second, Burst: 20},
	Create:  Limit{Every: 2 * time.Second, Burst: 30},
	Command: Limit{Every: 100 * time.Millisecond, Burst: 60},
	Streams: StreamLimit{Person: 60, Address: 300},
}

// NoLimits lifts all limits, for measurements: without a time to wait there is
// none. It differs from the zero Limits, which stand for the default ones.
var NoLimits = Limits{Command: Limit{Burst: 1}}

// limiters are the limits at work.
type limiters struct{ signUp, guest, logIn, account, code, reset, join, create, command *limiter }

func newLimiters(l Limits, now func() time.Time) limiters {
	return limiters{
		signUp: newLimiter(l.SignUp, now), guest: newLimiter(l.SignUp, now),
		logIn: newLimiter(l.LogIn, now), account: newLimiter(l.Account, now), code: newLimiter(l.Code, now),
		reset: newLimiter(l.Reset, now), join: newLimiter(l.Join, now),
		create: newLimiter(l.Create, now), command: newLimiter(l.Command, now),
	}
}
