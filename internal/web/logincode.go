// SPDX-License-Identifier: Apache-2.0

package web

import (
	"net/http"

	"cairn/internal/account"
	"cairn/internal/failure"
)

// codeView asks for the second step of logging in.
type codeView struct {
	page
	Second  string // proves that the password was right
	Next    string // the page that was wanted
	Problem *problem
}

func (s *Server) askCode(w http.ResponseWriter, r *http.Request, status int, v codeView) error {
	if wantsJSON(r) {
		return s.writeJSON(w, status, map[string]string{"second": v.Second})
	}
	v.page = s.page(r, s.texts(r).Text("web.second.login.title"))
	v.Narrow = true
	return s.render(w, status, "logincode", &v)
}

// beginCode asks for the first code. Whoever has stolen the password must not get
// many codes to guess.
func (s *Server) beginCode(w http.ResponseWriter, r *http.Request, entry account.LogInResult, next string) error {
	if err := s.limits.code.allow(entry.User.ID); err != nil {
		return err
	}
	return s.askCode(w, r, http.StatusOK, codeView{Second: entry.TwoFactor, Next: next})
}

// logInCode completes a log-in with a code, or asks again. After too many wrong
// codes the password is asked for again.
func (s *Server) logInCode(w http.ResponseWriter, r *http.Request) error {
	in, err := readInput(r)
	if err != nil {
		return err
	}
	user, token, err := s.accounts.LogInTwoFactor(r.Context(), in.text("second"), in.text("code"), agentOf(r))
	if err == nil {
		return s.enter(w, r, user, token, in.text("next"))
	}
	s.security(r, "second-refused", "")
	switch {
	case onForm(r, err, failure.Forbidden, failure.Invalid):
		p := s.problem(r, err)
		return s.askCode(w, r, p.Status, codeView{Second: in.text("second"), Next: in.text("next"), Problem: p})
	case onForm(r, err, failure.NotFound):
		return s.renderLogIn(w, r, http.StatusForbidden, logInView{Next: in.text("next"), Problem: s.problem(r, err)})
	}
	return err
}
