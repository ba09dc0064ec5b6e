// SPDX-License-Identifier: Apache-2.0

// Package totp is the second factor of a log-in: codes of six digits that an app
// on a phone shows for 30 seconds (RFC 6238 over RFC 4226, with SHA-1, which is
// what every such app supports), and recovery codes for those who lose the phone.
//
// The package stores nothing and counts no attempts. Its caller keeps the secret
// and the last step used, keeps recovery codes hashed, and limits the guesses:
// a code of six digits is no protection without such a limit.
package totp
