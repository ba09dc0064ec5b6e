// SPDX-License-Identifier: Apache-2.0

package web_test

import "testing"

// A refusal does not tell somebody who is logged in to log in.
func TestForbiddenHelp(t *testing.T) {
	s := newSite(t)
	ann := s.member("ann")
	s.member("bob")
	const perhaps = "Perhaps you are logged out"
	ann.post("/player/bob/ban", nil).want(403).has("You may not do that to this account.", "Nothing was changed.").lacks(perhaps, `class="button primary" href="/login`)
	s.browser().post("/player/bob/ban", nil).want(403).has("That needs an account.", perhaps, `class="button primary" href="/login`)
	foreign := s.request("POST", "/logout")
	foreign.Header.Set("Sec-Fetch-Site", "cross-site")
	s.browser().do(foreign).want(403).has("Another site tried to act in your name.", "Nothing was changed.").lacks(perhaps)
}
