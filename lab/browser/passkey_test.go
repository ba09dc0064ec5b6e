// SPDX-License-Identifier: Apache-2.0

package browser_test

import (
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/webauthn"

	"cairn/internal/openid/openidtest"
)

// device gives the browser of a person a device with a fingerprint reader.
func (p *person) device() webauthn.AuthenticatorID {
	p.t.Helper()
	call(p, webauthn.Enable, webauthn.EnableParams{})
	return call(p, webauthn.AddVirtualAuthenticator, webauthn.AddVirtualAuthenticatorParams{Options: &webauthn.VirtualAuthenticatorOptions{
		Protocol: webauthn.AuthenticatorProtocolCtap2, Transport: webauthn.AuthenticatorTransportInternal,
		HasResidentKey: true, HasUserVerification: true, IsUserVerified: true, AutomaticPresenceSimulation: true,
	}}).AuthenticatorID
}

// A passkey is added, logs in alone, and is the second factor after the password.
func TestPasskey(t *testing.T) {
	t.Parallel()
	p := newSite(t).named().person("ann")
	p.expect("status of 40")
	device := p.device()
	p.signsUp("ann")
	p.sees("Account created")
	p.open("/account")
	p.press("Passkeys")
	p.sees("Add a passkey")
	p.fill("name", "my laptop")
	p.fill("current", "wrong password")
	p.press("Add a passkey")
	p.sees("Wrong password")
	p.fill("current", password)
	p.press("Add a passkey")
	p.sees("Your recovery codes", "Two-factor authentication is on.")
	p.open("/account/passkeys")
	p.sees("my laptop", "Never used")

	p.logsOut()
	p.open("/login?next=/join")
	p.press("Log in with a passkey")
	p.arrives("/join")
	p.sees("ann")

	p.logsOut()
	p.open("/login")
	p.logsIn("ann", password)
	p.sees("Two-factor authentication")
	p.press("Use a passkey")
	p.arrives("/home")
	p.open("/account/passkeys")
	p.sees("Last used on")

	// A finger that the device does not know.
	p.logsOut()
	call(p, webauthn.SetUserVerified, webauthn.SetUserVerifiedParams{AuthenticatorID: device, IsUserVerified: false})
	p.open("/login")
	p.press("Log in with a passkey")
	p.sees("It did not work, or it was cancelled.")
	call(p, webauthn.SetUserVerified, webauthn.SetUserVerifiedParams{AuthenticatorID: device, IsUserVerified: true})
	p.press("Log in with a passkey")
	p.arrives("/home")

	p.open("/account/passkeys")
	p.press("Remove")
	p.fill("current", password)
	p.click(`button.danger`)
	p.sees("Passkey removed.")
	p.unseen("my laptop")
	p.logsOut()
	p.open("/login")
	p.logsIn("ann", password)
	p.arrives("/home")
	call(p, webauthn.Disable, cdp.Empty{})
}

// A person logs in at a provider on another site, chooses a name, and comes back.
func TestOpenID(t *testing.T) {
	t.Parallel()
	provider := openidtest.New(t)
	provider.Name = "bob"
	s := newSiteWith(t, provider.URL).named()
	p := s.person("bob")
	p.open("/login?next=/join")
	p.press("Log in with Example School")
	p.sees("Choose a username")
	p.press("Create account")
	p.arrives("/join")
	p.sees("bob")
	p.logsOut()
	p.open("/login")
	p.press("Log in with Example School")
	p.arrives("/home")
	p.sees("bob")

	provider.Subject = "s2"
	ann := s.person("ann")
	ann.signsUp("ann")
	ann.sees("Account created")
	ann.open("/account")
	ann.press("Link Example School")
	ann.sees("logs you in as ann")
	ann.fill("current", password)
	ann.press("Link")
	ann.sees("Accounts linked.", "Unlink Example School")
	ann.logsOut()
	ann.open("/login")
	ann.press("Log in with Example School")
	ann.arrives("/home")
	ann.sees("ann")
}

// passkeys visits the pages of an account with a passkey.
func (tr *tour) passkeys(s *site) {
	p := s.person("passkeys")
	p.expect("status of 40")
	p.device()
	p.signsUp("Pia")
	p.sees("Account created")
	p.open("/account/passkeys")
	p.fill("name", "my laptop")
	p.fill("current", password)
	p.press("Add a passkey")
	p.sees("Your recovery codes")
	tr.stop(p, "passkey-codes")
	p.open("/account/passkeys")
	p.press("Remove")
	tr.stop(p, "passkey-remove")
	p.open("/account/two-factor")
	tr.stop(p, "passkey-two-factor")
	p.logsOut()
	p.open("/login")
	p.logsIn("Pia", password)
	p.sees("Use a passkey")
	tr.stop(p, "passkey-second")
}

// provider visits the pages of people who log in at a provider.
func (tr *tour) provider(s *site) {
	p := s.person("provider")
	p.expect("status of 40")
	p.open("/login")
	p.press("Log in with Example School")
	p.sees("Choose a username")
	tr.stop(p, "openid-new")
	p.fill("name", "Ola")
	p.press("Create account")
	p.arrives("/home")
	p.open("/account")
	tr.stop(p, "openid-account")
	p.open("/account/openid")
	tr.stop(p, "openid-unlink")
}
