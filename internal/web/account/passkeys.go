// SPDX-License-Identifier: Apache-2.0

package account

import (
	"net/http"

	"cairn/internal/failure"
	"cairn/internal/web"
	"cairn/internal/web/listing"
)

// passkeys has the handlers that list, add and remove passkeys, and log in with
// them. The script passkey.js asks for a challenge and fills the answer of the
// browser into a form.
type passkeys struct {
	core     *web.Server
	handlers *handlers
}

// passkeysView lists the passkeys of the visitor, with forms to add and to remove
// one.
type passkeysView struct {
	web.Page
	proofFields
	Passkeys []passkeyRow
	Form     string // the form that was refused: the ID of a passkey, or empty
	Typed    string // name of a new one
	Problem  *web.Problem
}

type passkeyRow struct {
	ID, Name, Since string
	Used            string // empty for never
}

// In returns the problem of a form, nil for the other forms.
func (v *passkeysView) In(form string) *web.Problem {
	if v.Form == form {
		return v.Problem
	}
	return nil
}

// proofFields are the fields of a form that prove who sends it, see account.Proof.
type proofFields struct{ AsksPassword, AsksCode bool }

func proofFieldsOf(core *web.Server, r *http.Request) proofFields {
	u := web.VisitorOf(r).User
	return proofFields{u.Password != "", u.NeedsCode(core.Now())}
}

// addFieldsOf is proofFieldsOf for a token or an SSH key.
func addFieldsOf(core *web.Server, r *http.Request) proofFields {
	u := web.VisitorOf(r).User
	return proofFields{u.Password != "", u.NeedsCodeToAdd(core.Now())}
}

func (s *passkeys) show(w http.ResponseWriter, r *http.Request) error {
	return s.render(w, r, http.StatusOK, passkeysView{})
}

func (s *passkeys) render(w http.ResponseWriter, r *http.Request, status int, v passkeysView) error {
	user := web.VisitorOf(r).User
	list, err := s.core.Passkeys.List(r.Context(), user)
	if err != nil {
		return err
	}
	v.Page = s.core.Page(r, s.core.Texts(r).Text("web.passkeys.title"))
	v.Narrow, v.Scripts, v.proofFields = true, []string{"passkey"}, proofFieldsOf(s.core, r)
	for _, key := range list {
		row := passkeyRow{ID: key.ID, Name: key.Name, Since: listing.Day(key.Created)}
		if !key.Used.IsZero() {
			row.Used = listing.Day(key.Used)
		}
		v.Passkeys = append(v.Passkeys, row)
	}
	return s.core.Render(w, status, "passkeys", &v)
}

// beginAdd sends the challenge for a new passkey to the script.
func (s *passkeys) beginAdd(w http.ResponseWriter, r *http.Request) error {
	in, err := web.ReadForm(r)
	if err != nil {
		return err
	}
	options, secret, err := s.core.Passkeys.BeginAdd(r.Context(), web.VisitorOf(r).User, proofOf(r, in))
	if err != nil {
		noteWrongProof(s.core, r, err)
		return err
	}
	s.core.Cookies.SetLogIn(w, secret)
	return s.core.WriteJSON(w, http.StatusOK, options)
}

// add stores a new passkey. If it turns two-factor authentication on, the page shows
// recovery codes.
func (s *passkeys) add(w http.ResponseWriter, r *http.Request) error {
	in, err := web.ReadForm(r)
	if err != nil {
		return err
	}
	visitor := web.VisitorOf(r)
	user := visitor.User
	codes, err := s.core.Passkeys.Add(r.Context(), user, visitor.Token, s.core.Cookies.LogIn(r), in.Text("name"), in.Text("credential"))
	s.core.Cookies.SetLogIn(w, "")
	if err != nil {
		return s.refuse(w, r, err, passkeysView{Typed: in.Text("name")})
	}
	s.core.Security(r, "passkey-added", user.ID)
	s.core.SendMail(s.core.TextsFor(r, user), user.Email, "passkey-added", "name", user.Name)
	if len(codes) > 0 {
		factor := twoFactor{s.core}
		return factor.showCodes(w, r, codesView{Codes: codes, Passkey: true})
	}
	return s.core.DoneNotice(w, r, "/account/passkeys", "passkey-added", struct{}{})
}

func (s *passkeys) remove(w http.ResponseWriter, r *http.Request) error {
	in, err := web.ReadForm(r)
	if err != nil {
		return err
	}
	visitor, id := web.VisitorOf(r), r.PathValue("id")
	err = s.core.Passkeys.Remove(r.Context(), visitor.User, proofOf(r, in), id)
	if err != nil {
		return s.refuse(w, r, err, passkeysView{Form: id})
	}
	s.core.Security(r, "passkey-removed", visitor.User.ID)
	s.core.SendMail(s.core.TextsFor(r, visitor.User), visitor.User.Email, "passkey-removed", "name", visitor.User.Name)
	return s.core.DoneNotice(w, r, "/account/passkeys", "passkey-removed", struct{}{})
}

func (s *passkeys) refuse(w http.ResponseWriter, r *http.Request, err error, v passkeysView) error {
	noteWrongProof(s.core, r, err)
	if !web.OnForm(r, err, failure.Invalid, failure.Forbidden, failure.NotFound) {
		return err
	}
	v.Problem = s.core.Problem(r, err)
	return s.render(w, r, v.Problem.Status, v)
}

// beginLogIn sends the challenge for a passkey to the script.
func (s *passkeys) beginLogIn(w http.ResponseWriter, r *http.Request) error {
	in, err := web.ReadForm(r)
	if err != nil {
		return err
	}
	options, secret, err := s.core.Passkeys.BeginLogIn(r.Context(), in.Text("two_factor"))
	if err != nil {
		return err
	}
	s.core.Cookies.SetLogIn(w, secret)
	return s.core.WriteJSON(w, http.StatusOK, options)
}

// logIn logs in with a passkey, alone or as the second factor.
func (s *passkeys) logIn(w http.ResponseWriter, r *http.Request) error {
	in, err := web.ReadForm(r)
	if err != nil {
		return err
	}
	user, token, err := s.core.Passkeys.LogIn(r.Context(), s.core.Cookies.LogIn(r), in.Text("credential"), web.BrowserName(r))
	s.core.Cookies.SetLogIn(w, "")
	if err == nil {
		return s.handlers.enter(w, r, user, token, in.Text("next"))
	}
	s.core.Security(r, "passkey-refused", "")
	switch {
	case !web.OnForm(r, err, failure.Forbidden, failure.NotFound):
		return err
	case in.Text("two_factor") != "" && failure.CodeOf(err) == failure.Forbidden:
		return s.handlers.logInCodeAgain(w, r, in, s.core.Problem(r, err))
	}
	return s.handlers.logInAgain(w, r, in, s.core.Problem(r, err))
}
