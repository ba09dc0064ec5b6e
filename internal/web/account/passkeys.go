// SPDX-License-Identifier: Apache-2.0

package account

import (
	"net/http"

	"cairn/internal/account"
	"cairn/internal/failure"
	"cairn/internal/web"
)

// passkeys has the handlers that list, add and remove passkeys, and log in with
// them. The script passkey.js asks for a challenge and fills the answer of the
// browser into a form.
type passkeys struct{ *handlers }

// passkeysView lists the passkeys of the visitor, with forms to add and to remove
// one. The form to remove a passkey is named by its ID, the form to add one is nameless.
type passkeysView struct {
	web.Page
	proofFields
	Passkeys []account.Passkey
	Typed    string // name of a new one
}

func (s *passkeys) show(w http.ResponseWriter, r *http.Request) error {
	return s.render(w, r, "", nil)
}

func (s *passkeys) render(w http.ResponseWriter, r *http.Request, typed string, p *web.Problem) error {
	list, err := s.core.Passkeys.List(r.Context(), web.VisitorOf(r).User)
	if err != nil {
		return err
	}
	v := passkeysView{s.core.FormPage(r, "web.passkeys.title", p), s.proofFields(r), list, typed}
	v.Scripts = []string{"passkey"}
	return s.core.RenderForm(w, "passkeys", &v)
}

// beginAdd sends the challenge for a new passkey to the script.
func (s *passkeys) beginAdd(w http.ResponseWriter, r *http.Request, in web.Form) error {
	options, secret, err := s.core.Passkeys.BeginAdd(r.Context(), web.VisitorOf(r).User, proofOf(r, in))
	if err != nil {
		s.noteWrongProof(r, err)
		return err
	}
	s.core.Cookies.SetLogIn(w, secret)
	return s.core.WriteJSON(w, http.StatusOK, options)
}

// add stores a new passkey. If it turns two-factor authentication on, the page shows
// recovery codes.
func (s *passkeys) add(w http.ResponseWriter, r *http.Request, in web.Form) error {
	visitor := web.VisitorOf(r)
	codes, err := s.core.Passkeys.Add(r.Context(), visitor.User, visitor.Token, s.core.Cookies.LogIn(r), in.Text("name"), in.Text("credential"))
	s.core.Cookies.SetLogIn(w, "")
	if err != nil {
		return s.refusePasskey(w, r, err, "", in.Text("name"))
	}
	s.announce(r, visitor.User, "passkey-added")
	if len(codes) > 0 {
		return s.showCodes(w, r, codesView{Codes: codes, On: true, Passkey: true})
	}
	return s.core.DoneNotice(w, r, "/account/passkeys", "passkey-added", struct{}{})
}

func (s *passkeys) remove(w http.ResponseWriter, r *http.Request, in web.Form) error {
	user, id := web.VisitorOf(r).User, r.PathValue("id")
	if err := s.core.Passkeys.Remove(r.Context(), user, proofOf(r, in), id); err != nil {
		return s.refusePasskey(w, r, err, id, "")
	}
	s.announce(r, user, "passkey-removed")
	return s.core.DoneNotice(w, r, "/account/passkeys", "passkey-removed", struct{}{})
}

func (s *passkeys) refusePasskey(w http.ResponseWriter, r *http.Request, err error, form, typed string) error {
	return s.refuse(r, err, func(p *web.Problem) error {
		p.Form = form
		return s.render(w, r, typed, p)
	}, failure.NotFound)
}

// beginLogIn sends the challenge for a passkey to the script.
func (s *passkeys) beginLogIn(w http.ResponseWriter, r *http.Request, in web.Form) error {
	options, secret, err := s.core.Passkeys.BeginLogIn(r.Context(), in.Text("two_factor"))
	if err != nil {
		return err
	}
	s.core.Cookies.SetLogIn(w, secret)
	return s.core.WriteJSON(w, http.StatusOK, options)
}

// logIn logs in with a passkey, alone or as the second factor.
func (s *passkeys) logIn(w http.ResponseWriter, r *http.Request, in web.Form) error {
	user, token, err := s.core.Passkeys.LogIn(r.Context(), s.core.Cookies.LogIn(r), in.Text("credential"), web.BrowserName(r))
	s.core.Cookies.SetLogIn(w, "")
	if err == nil {
		return s.enter(w, r, user, token, in.Text("next"))
	}
	s.core.Security(r, "passkey-refused", "")
	return s.core.ShowRefused(r, err, func(p *web.Problem) error {
		if in.Text("two_factor") != "" && p.Code == failure.Forbidden {
			return s.logInCodeAgain(w, r, in, p)
		}
		return s.logInAgain(w, r, in, p)
	}, failure.Forbidden, failure.NotFound)
}
