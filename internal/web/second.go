// SPDX-License-Identifier: Apache-2.0

package web

import (
	"net/http"
	"slices"
	"strings"

	"cairn/internal/failure"
	"cairn/internal/totp"
	"cairn/internal/web/qr"
)

// secondView is the second step of logging in, to be turned on or off.
type secondView struct {
	page
	On      bool
	Left    int    // recovery codes that are left
	Secret  string // to be entered into an app; empty before it is asked for
	URI     string // the same, for an app on this very device
	QR      qrView // the same, for its camera
	Form    string // the one that was refused: "codes" or "off"; empty while it is being turned on
	Problem *problem
}

// In returns what is wrong with one of the forms, nil when it is not that one.
func (v *secondView) In(form string) *problem {
	if v.Form == form {
		return v.Problem
	}
	return nil
}

// codesView shows recovery codes, this once.
type codesView struct {
	page
	Codes []string
	Fresh bool // they replace others; the second step was on before
}

func (s *Server) showSecond(w http.ResponseWriter, r *http.Request) error {
	return s.renderSecond(w, r, http.StatusOK, secondView{})
}

func (s *Server) renderSecond(w http.ResponseWriter, r *http.Request, status int, v secondView) error {
	second := visitorOf(r).user.TwoFactor
	v.page = s.page(r, s.texts(r).Text("web.second.title"))
	v.Narrow, v.On, v.Left = true, second.On(), len(second.Codes)
	return s.render(w, status, "second", &v)
}

// beginSecond shows a secret to be entered into an app. Sent again it shows the
// same one, so that a reload spoils nothing.
func (s *Server) beginSecond(w http.ResponseWriter, r *http.Request) error {
	v, secret, err := s.secondSetup(r)
	if err != nil {
		return err
	}
	if wantsJSON(r) {
		return s.writeJSON(w, http.StatusOK, map[string]string{"secret": secret, "uri": v.URI})
	}
	return s.renderSecond(w, r, http.StatusOK, v)
}

// secondSetup finds the secret that waits to be confirmed.
func (s *Server) secondSetup(r *http.Request) (v secondView, secret string, err error) {
	user := visitorOf(r).user
	if secret, err = s.accounts.BeginTwoFactor(r.Context(), user); err != nil {
		return v, "", err
	}
	v.Secret, v.URI = grouped(secret), totp.URI(issuer, user.Name, secret)
	code, err := qr.Encode(v.URI)
	if err != nil { // a long name in another script: apps do without it
		code, err = qr.Encode(totp.URI(issuer, "", secret))
	}
	if err == nil {
		v.QR = qrView{Size: code.Size() + 2*quietZone, Quiet: quietZone, Path: code.Path()}
	}
	return v, secret, nil
}

// issuer is what apps call this site.
const issuer = "Cairn"

// grouped puts a blank after every fourth letter, for people who type it.
func grouped(secret string) string {
	var parts []string
	for part := range slices.Chunk([]byte(secret), 4) {
		parts = append(parts, string(part))
	}
	return strings.Join(parts, " ")
}

func (s *Server) confirmSecond(w http.ResponseWriter, r *http.Request) error {
	in, err := readInput(r)
	if err != nil {
		return err
	}
	user := visitorOf(r).user
	if user.TwoFactor.On() && !wantsJSON(r) {
		return see(w, r, "/account/second") // the form was sent twice
	}
	codes, err := s.accounts.ConfirmTwoFactor(r.Context(), user, in.text("current"), in.text("code"))
	if err != nil {
		return s.refuseConfirm(w, r, err)
	}
	s.security(r, "second-on", user.ID)
	s.letter(s.textsFor(r, user), user.Email, "second-on", "name", user.Name)
	return s.showCodes(w, r, codesView{Codes: codes})
}

func (s *Server) showCodes(w http.ResponseWriter, r *http.Request, v codesView) error {
	if wantsJSON(r) {
		return s.writeJSON(w, http.StatusOK, map[string][]string{"codes": v.Codes})
	}
	v.page = s.page(r, s.texts(r).Text("web.second.codes.title"))
	v.Narrow = true
	return s.render(w, http.StatusOK, "codes", &v)
}

// refuseConfirm shows the same secret again.
func (s *Server) refuseConfirm(w http.ResponseWriter, r *http.Request, err error) error {
	s.noteWrongPassword(r, err)
	if !onForm(r, err, failure.Invalid, failure.Forbidden) {
		return err
	}
	v, _, beginErr := s.secondSetup(r)
	if beginErr != nil {
		return beginErr
	}
	v.Problem = s.problem(r, err)
	return s.renderSecond(w, r, v.Problem.Status, v)
}

func (s *Server) endSecond(w http.ResponseWriter, r *http.Request) error {
	in, err := readInput(r)
	if err != nil {
		return err
	}
	user := visitorOf(r).user
	if err := s.accounts.EndTwoFactor(r.Context(), user, in.text("current"), in.text("code")); err != nil {
		return s.refuseSecond(w, r, err, "off")
	}
	s.security(r, "second-off", user.ID)
	s.letter(s.textsFor(r, user), user.Email, "second-off", "name", user.Name)
	return s.doneNotice(w, r, "/account/second", "second-off", struct{}{})
}

// renewCodes replaces the recovery codes, for who has used or lost them.
func (s *Server) renewCodes(w http.ResponseWriter, r *http.Request) error {
	in, err := readInput(r)
	if err != nil {
		return err
	}
	user := visitorOf(r).user
	codes, err := s.accounts.RenewRecoveryCodes(r.Context(), user, in.text("current"), in.text("code"))
	if err != nil {
		return s.refuseSecond(w, r, err, "codes")
	}
	s.security(r, "codes-renewed", user.ID)
	return s.showCodes(w, r, codesView{Codes: codes, Fresh: true})
}

// refuseSecond shows what is wrong with a form of a second step that is on.
func (s *Server) refuseSecond(w http.ResponseWriter, r *http.Request, err error, form string) error {
	s.noteWrongPassword(r, err)
	if !onForm(r, err, failure.Invalid, failure.Forbidden) {
		return err
	}
	p := s.problem(r, err)
	return s.renderSecond(w, r, p.Status, secondView{Form: form, Problem: p})
}
