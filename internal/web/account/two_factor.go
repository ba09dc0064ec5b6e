// SPDX-License-Identifier: Apache-2.0

package account

import (
	"net/http"
	"slices"
	"strings"

	"cairn/internal/failure"
	"cairn/internal/totp"
	"cairn/internal/web"
	"cairn/internal/web/qr"
)

// twoFactor has the handlers that turn two-factor authentication on and off.
type twoFactor struct{ core *web.Server }

// twoFactorView is the page of two-factor authentication.
type twoFactorView struct {
	web.Page
	On       bool // there is an app
	Passkeys bool // there are some
	proofFields
	Left    int     // recovery codes that are left
	Secret  string  // to be entered into an app; empty before it is asked for
	URI     string  // the secret for an app on this device
	QR      qr.View // URI for the camera of another device
	Form    string  // the form that was refused: "codes" or "off"; empty while it is being turned on
	Problem *web.Problem
}

// In returns the problem of a form, nil for the other forms.
func (v *twoFactorView) In(form string) *web.Problem {
	if v.Form == form {
		return v.Problem
	}
	return nil
}

// codesView shows recovery codes, only this once.
type codesView struct {
	web.Page
	Codes []string
	Fresh bool // they replace others
	// Passkey says that a passkey has turned two-factor authentication on.
	Passkey bool
}

func (s *twoFactor) show(w http.ResponseWriter, r *http.Request) error {
	return s.render(w, r, http.StatusOK, twoFactorView{})
}

func (s *twoFactor) render(w http.ResponseWriter, r *http.Request, status int, v twoFactorView) error {
	user := web.VisitorOf(r).User
	v.Page = s.core.Page(r, s.core.Texts(r).Text("web.two-factor.title"))
	v.Narrow, v.On, v.Left = true, user.TwoFactor.App(), len(user.TwoFactor.Codes)
	v.Passkeys = user.TwoFactor.Passkeys > 0
	v.AsksPassword, v.AsksCode = user.Password != "", user.NeedsCode(s.core.Now())
	return s.core.Render(w, status, "two_factor", &v)
}

// begin shows a secret to be entered into an app. Sent again it shows
// the same one.
func (s *twoFactor) begin(w http.ResponseWriter, r *http.Request) error {
	v, secret, err := s.setup(r)
	if err != nil {
		return err
	}
	if web.WantsJSON(r) {
		return s.core.WriteJSON(w, http.StatusOK, map[string]string{"secret": secret, "uri": v.URI})
	}
	return s.render(w, r, http.StatusOK, v)
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

func (s *twoFactor) confirm(w http.ResponseWriter, r *http.Request) error {
	in, err := web.ReadForm(r)
	if err != nil {
		return err
	}
	user := web.VisitorOf(r).User
	if user.TwoFactor.App() && !web.WantsJSON(r) {
		return web.See(w, r, "/account/two-factor") // the form was sent twice
	}
	codes, err := s.core.Accounts.ConfirmTwoFactor(r.Context(), user, proofOf(r, in))
	if err != nil {
		return s.refuseConfirm(w, r, err)
	}
	s.core.Security(r, "two-factor-on", user.ID)
	s.core.SendMail(s.core.TextsFor(r, user), user.Email, "two-factor-on", "name", user.Name)
	return s.showCodes(w, r, codesView{Codes: codes})
}

func (s *twoFactor) showCodes(w http.ResponseWriter, r *http.Request, v codesView) error {
	if web.WantsJSON(r) {
		return s.core.WriteJSON(w, http.StatusOK, map[string][]string{"codes": v.Codes})
	}
	v.Page = s.core.Page(r, s.core.Texts(r).Text("web.two-factor.codes.title"))
	v.Narrow = true
	return s.core.Render(w, http.StatusOK, "codes", &v)
}

// refuseConfirm shows the same secret again.
func (s *twoFactor) refuseConfirm(w http.ResponseWriter, r *http.Request, err error) error {
	noteWrongProof(s.core, r, err)
	if !web.OnForm(r, err, failure.Invalid, failure.Forbidden) {
		return err
	}
	v, _, beginErr := s.setup(r)
	if beginErr != nil {
		return beginErr
	}
	v.Problem = s.core.Problem(r, err)
	return s.render(w, r, v.Problem.Status, v)
}

func (s *twoFactor) end(w http.ResponseWriter, r *http.Request) error {
	in, err := web.ReadForm(r)
	if err != nil {
		return err
	}
	user := web.VisitorOf(r).User
	if err := s.core.Accounts.EndTwoFactor(r.Context(), user, proofOf(r, in)); err != nil {
		return s.refuse(w, r, err, "off")
	}
	s.core.Security(r, "two-factor-off", user.ID)
	s.core.SendMail(s.core.TextsFor(r, user), user.Email, "two-factor-off", "name", user.Name)
	return s.core.DoneNotice(w, r, "/account/two-factor", "two-factor-off", struct{}{})
}

// renewCodes replaces the recovery codes.
func (s *twoFactor) renewCodes(w http.ResponseWriter, r *http.Request) error {
	in, err := web.ReadForm(r)
	if err != nil {
		return err
	}
	user := web.VisitorOf(r).User
	codes, err := s.core.Accounts.RenewRecoveryCodes(r.Context(), user, proofOf(r, in))
	if err != nil {
		return s.refuse(w, r, err, "codes")
	}
	s.core.Security(r, "codes-renewed", user.ID)
	return s.showCodes(w, r, codesView{Codes: codes, Fresh: true})
}

// refuse shows what is wrong with a form while two-factor authentication is on.
func (s *twoFactor) refuse(w http.ResponseWriter, r *http.Request, err error, form string) error {
	noteWrongProof(s.core, r, err)
	if !web.OnForm(r, err, failure.Invalid, failure.Forbidden) {
		return err
	}
	p := s.core.Problem(r, err)
	return s.render(w, r, p.Status, twoFactorView{Form: form, Problem: p})
}
