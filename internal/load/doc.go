// SPDX-License-Identifier: Apache-2.0

// Package load plays against a running server over real connections, as many
// people would: guests with cookies, commands by POST, one live stream for each
// player that resumes where it broke off. It measures how fast the server is,
// and it holds the test that kills the server and looks for what was lost.
//
// The package knows no rules: players choose among the moves that the server
// lists. It knows the server only by its addresses and its JSON; it does not
// import it and does not look into its data folder.
package load
