// SPDX-License-Identifier: Apache-2.0

package web_test

import "testing"

// A refusal does not tell somebody who is logged in to log in.
func TestForbiddenHelp(t *testing.T) {
	s := newSite(t)
	ann := s.member("ann")
	s.member("bob")
	const perhaps = "You may be logged out"
	ann.post("/player/bob/ban", nil).want(403).has("You are not allowed to do this to this account.", "Nothing was changed.").lacks(perhaps, `class="button primary" href="/login`)
	s.browser().post("/player/bob/ban", nil).want(403).has("You need an account for this.", perhaps, `class="button primary" href="/login`)
	foreign := s.request("POST", "/logout")
	foreign.Header.Set("Sec-Fetch-Site", "cross-site")
	s.browser().do(foreign).want(403).has("This request came from another site and was blocked.", "Nothing was changed.").lacks(perhaps)
}
