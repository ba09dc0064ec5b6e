// SPDX-License-Identifier: Apache-2.0

package web

import (
	"net/http"

	"cairn/internal/failure"
)

// problemView is a page that says what went wrong and what to do now.
type problemView struct {
	page
	Problem *problem
	Help    string
	LogIn   bool   // logging in may help
	Match   string // id of a match that was not found; empty for other pages
}

func (s *Server) showProblem(w http.ResponseWriter, r *http.Request, p *problem) error {
	v := problemView{
		page: s.page(r, s.texts(r).Text("web.problem.title")), Problem: p,
		Help:  s.texts(r).Text("web.problem.help." + helpFor(r, p)),
		LogIn: p.Status == http.StatusForbidden && !visitorOf(r).member(),
	}
	v.Narrow = true
	return s.render(w, p.Status, "problem", &v)
}

// helpFor names the text that says what to do now. Logging in helps only those who
// are nobody; to others, and of what another site asked for, the refusal itself
// says why.
func helpFor(r *http.Request, p *problem) string {
	if p.Code == failure.Forbidden && (visitorOf(r).known() || p.Key == errOrigin.Key) {
		return "refused"
	}
	return string(p.Code)
}

// showNoMatch tells that there is no such match to be seen, and lets the visitor
// join: a friend's match is not seen before one sits.
func (s *Server) showNoMatch(w http.ResponseWriter, r *http.Request, id string, err error) error {
	if wantsJSON(r) {
		return err
	}
	p := s.problem(r, err)
	p.Text = s.texts(r).Text("web.error.no-match")
	v := problemView{
		page: s.page(r, s.texts(r).Text("web.problem.title")), Problem: p, Match: id,
		Help: s.texts(r).Text("web.problem.help.match"),
	}
	v.Narrow = true
	return s.render(w, p.Status, "problem", &v)
}
