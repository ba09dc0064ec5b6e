// SPDX-License-Identifier: Apache-2.0

package browser_test

import "testing"

// A player challenges another from the profile. The other's page shows it at once and
// accepts; both come to the match, where phrases reach the opponent.
func TestChallenge(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ann, bob := s.person("ann"), s.person("bob")
	for _, p := range []*person{ann, bob} {
		p.signsUp(p.name)
		p.sees("Account created")
	}
	bob.open("/challenges")
	bob.sees("No one is challenging you right now.")
	ann.open("/player/bob")
	ann.press("Challenge")
	ann.arrives("/challenge/bob")
	ann.press("Send challenge")
	ann.sees("Waiting for bob…")
	bob.press("Accept") // as soon as it is there
	bob.arrives("/match/")
	ann.arrives("/match/")

	ann.press("Say something")
	ann.press("Good luck!")
	bob.await("to hear ann", `document.querySelector("[data-said]")?.innerText.includes("Good luck!")`)
	bob.press("Say something")
	bob.press("Mute opponent")
	bob.await("to see no phrases", `document.querySelector("[data-said]").children.length === 0`)
}
