// SPDX-License-Identifier: Apache-2.0

package account

import (
	"net/http"
	"slices"
	"strings"

	"cairn/internal/totp"
	"cairn/internal/web"
	"cairn/internal/web/qr"
)

// twoFactor has the handlers that turn two-factor authentication on and off.
type twoFactor struct{ *handlers }

// twoFactorView is the page of two-factor authentication. While it is on, its forms are
// named "codes" and "off".
type twoFactorView struct {
	web.Page
	On       bool // there is an app
	Passkeys bool // there are some
	proofFields
	Left   int     // recovery codes that are left
	Secret string  // to be entered into an app; empty before it is asked for
	URI    string  // the secret for an app on this device
	QR     qr.View // URI for the camera of another device
}

// codesView shows recovery codes, only this once.
type codesView struct {
	web.Page
	Codes []string
	On    bool // two-factor authentication was turned on, or the app was added
	Fresh bool // they replace earlier codes
	// Passkey says that a passkey has turned two-factor authentication on.
	Passkey bool
}

func (s *twoFactor) show(w http.ResponseWriter, r *http.Request) error {
	return s.render(w, r, twoFactorView{}, nil)
}

func (s *twoFactor) render(w http.ResponseWriter, r *http.Request, v twoFactorView, p *web.Problem) error {
	own := web.VisitorOf(r).User.TwoFactor
	v.Page, v.proofFields = s.core.FormPage(r, "web.two-factor.title", p), s.proofFields(r)
	v.On, v.Passkeys, v.Left = own.App(), own.Passkeys > 0, len(own.Codes)
	return s.core.RenderForm(w, "two_factor", &v)
}

// begin shows a secret to be entered into an app. Sent again it shows the
// same secret.
func (s *twoFactor) begin(w http.ResponseWriter, r *http.Request) error {
	v, secret, err := s.setup(r)
	if err != nil {
		return err
	}
	if web.WantsJSON(r) {
		return s.core.WriteJSON(w, http.StatusOK, map[string]string{"secret": secret, "uri": v.URI})
	}
	return s.render(w, r, v, nil)
}

// setup returns the secret that waits to be confirmed.
func (s *twoFactor) setup(r *http.Request) (v twoFactorView, secret string, err error) {
	user := web.VisitorOf(r).User
	if secret, err = s.core.Accounts.BeginTwoFactor(r.Context(), user); err != nil {
		return v, "", err
	}
	v.Secret, v.URI = grouped(secret), totp.URI(issuer, user.Name, secret)
	v.QR = qr.New(v.URI)
	return v, secret, nil
}

// issuer is the name of the site in authenticator apps.
const issuer = "Cairn"

// grouped puts a space after every fourth character, for typing.
func grouped(secret string) string {
	var parts []string
	for part := range slices.Chunk([]byte(secret), 4) {
		parts = append(parts, string(part))
	}
	return strings.Join(parts, " ")
}

func (s *twoFactor) confirm(w http.ResponseWriter, r *http.Request, in web.Form) error {
	user := web.VisitorOf(r).User
	if user.TwoFactor.App() && !web.WantsJSON(r) {
		return web.See(w, r, "/account/two-factor") // the form was sent twice
	}
	codes, err := s.core.Accounts.ConfirmTwoFactor(r.Context(), user, proofOf(r, in))
	if err != nil {
		return s.refuse(r, err, func(p *web.Problem) error { // with the same secret
			v, _, err := s.setup(r)
			if err != nil {
				return err
			}
			return s.render(w, r, v, p)
		})
	}
	s.announce(r, user, "two-factor-on")
	return s.showCodes(w, r, codesView{Codes: codes, On: true, Fresh: user.TwoFactor.On()})
}

func (s *handlers) showCodes(w http.ResponseWriter, r *http.Request, v codesView) error {
	if web.WantsJSON(r) {
		return s.core.WriteJSON(w, http.StatusOK, map[string][]string{"codes": v.Codes})
	}
	v.Page = s.core.FormPage(r, "web.two-factor.codes.title", nil)
	return s.core.RenderForm(w, "codes", &v)
}

func (s *twoFactor) end(w http.ResponseWriter, r *http.Request, in web.Form) error {
	user := web.VisitorOf(r).User
	if err := s.core.Accounts.EndTwoFactor(r.Context(), user, proofOf(r, in)); err != nil {
		return s.refuseOn(w, r, err, "off")
	}
	s.announce(r, user, "two-factor-off")
	return s.core.DoneNotice(w, r, "/account/two-factor", "two-factor-off", struct{}{})
}

// renewCodes replaces the recovery codes.
func (s *twoFactor) renewCodes(w http.ResponseWriter, r *http.Request, in web.Form) error {
	user := web.VisitorOf(r).User
	codes, err := s.core.Accounts.RenewRecoveryCodes(r.Context(), user, proofOf(r, in))
	if err != nil {
		return s.refuseOn(w, r, err, "codes")
	}
	s.core.Security(r, "codes-renewed", user.ID)
	return s.showCodes(w, r, codesView{Codes: codes, Fresh: true})
}

// refuseOn shows a form again that was refused while two-factor authentication is on.
func (s *twoFactor) refuseOn(w http.ResponseWriter, r *http.Request, err error, form string) error {
	return s.refuse(r, err, func(p *web.Problem) error {
		p.Form = form
		return s.render(w, r, twoFactorView{}, p)
	})
}
