// SPDX-License-Identifier: Apache-2.0

package web

import "net/http"

// formAgain shows a form that was sent too often, with what was typed into it.
type formAgain func(w http.ResponseWriter, r *http.Request, p *problem) error

// formOf returns how the form of a request is shown again, nil when it has none of
// its own. Passwords and codes have to be typed anew.
func (s *Server) formOf(r *http.Request) formAgain {
	in, err := readInput(r)
	if err != nil {
		return nil
	}
	return map[string]formAgain{
		"POST /signup": func(w http.ResponseWriter, r *http.Request, p *problem) error {
			return s.renderSignUp(w, r, p.Status, signUpView{Email: in.text("email"), Login: in.text("name"), Next: in.text("next"), Problem: p})
		},
		"POST /login": func(w http.ResponseWriter, r *http.Request, p *problem) error {
			return s.renderLogIn(w, r, p.Status, logInView{Login: in.text("login"), Next: in.text("next"), Problem: p})
		},
		"POST /login/code": func(w http.ResponseWriter, r *http.Request, p *problem) error {
			return s.askCode(w, r, p.Status, codeView{Second: in.text("second"), Next: in.text("next"), Problem: p})
		},
		"POST /reset": func(w http.ResponseWriter, r *http.Request, p *problem) error {
			return s.renderReset(w, r, p.Status, resetView{Login: in.text("login"), Problem: p})
		},
		"POST /join": func(w http.ResponseWriter, r *http.Request, p *problem) error {
			return s.renderJoin(w, r, p.Status, joinView{ID: in.text("id"), Problem: p})
		},
	}[r.Pattern]
}
