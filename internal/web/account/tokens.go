// SPDX-License-Identifier: Apache-2.0

package account

import (
	"net/http"
	"strconv"
	"time"

	"cairn/internal/account"
	"cairn/internal/web"
)

// tokens has the handlers that list, create and revoke personal tokens.
type tokens struct{ *handlers }

// tokensView lists the personal tokens of the visitor, with a form for a new one.
type tokensView struct {
	web.Page
	proofFields
	Tokens []account.Session
	Text   string // of the token that was just created; it is never shown again
	Made   string // its name
	Scopes []scopeChoice
	Lives  []web.Choice // in days
	Days   string
	Typed  string // name of a new one
}

// scopeChoice is a scope that a token may have.
type scopeChoice struct {
	Name    string
	Checked bool
}

// tokenLives are the lives of tokens that the form offers, in days; the first one
// is chosen at first.
var tokenLives = []int{365, 90, 30, 7}

// ownToken is a personal token in JSON.
type ownToken struct {
	ID      string    `json:"id,omitempty"`
	Name    string    `json:"name"`
	Scopes  []string  `json:"scopes"`
	Created time.Time `json:"created"`
	Used    time.Time `json:"last_used,omitzero"`
	Expires time.Time `json:"expires"`
	Token   string    `json:"token,omitempty"` // its text, once
}

func newOwnToken(own account.Session, text string) ownToken {
	t := ownToken{ID: own.ID(), Name: own.Name, Scopes: own.Scopes.Names(), Created: own.Created, Expires: own.Expires, Token: text}
	if own.Used() {
		t.Used = own.Seen
	}
	return t
}

func (s *tokens) show(w http.ResponseWriter, r *http.Request) error {
	return s.render(w, r, tokensView{}, account.ScopeRead|account.ScopePlay, nil)
}

func (s *tokens) render(w http.ResponseWriter, r *http.Request, v tokensView, chosen account.Scopes, p *web.Problem) error {
	user, t := web.VisitorOf(r).User, s.core.Texts(r)
	list, err := s.core.Accounts.Programs.Tokens(r.Context(), user)
	if err != nil {
		return err
	}
	if web.WantsJSON(r) {
		all := convert(list, func(own account.Session) ownToken { return newOwnToken(own, "") })
		return s.core.WriteJSON(w, http.StatusOK, map[string][]ownToken{"tokens": append([]ownToken{}, all...)})
	}
	v.Page, v.proofFields, v.Tokens = s.core.FormPage(r, "web.tokens.title", p), s.addFields(r), list
	v.Scripts = []string{"copy"}
	for i, name := range account.ScopeNames {
		scope := account.Scopes(1) << i
		if scope != account.ScopeModerate || user.Role != account.Player {
			v.Scopes = append(v.Scopes, scopeChoice{name, chosen&scope != 0})
		}
	}
	for _, days := range tokenLives {
		v.Lives = append(v.Lives, web.Choice{Value: strconv.Itoa(days), Text: t.Count("web.tokens.days", days)})
	}
	return s.core.RenderForm(w, "tokens", &v)
}

// create creates a token and shows it, this once.
func (s *tokens) create(w http.ResponseWriter, r *http.Request, in web.Form) error {
	scopes, days, err := readToken(in)
	var text string
	var own account.Session
	user := web.VisitorOf(r).User
	if err == nil {
		text, own, err = s.core.Accounts.Programs.CreateOwnToken(r.Context(), user, proofOf(r, in), account.TokenSpec{Name: in.Text("name"), Scopes: scopes, Life: time.Duration(days) * 24 * time.Hour})
	}
	if err != nil {
		return s.refuse(r, err, func(p *web.Problem) error {
			return s.render(w, r, tokensView{Typed: in.Text("name"), Days: in.Text("days")}, scopes, p)
		})
	}
	s.announce(r, user, "token-created", "token", own.Name)
	if web.WantsJSON(r) {
		return s.core.WriteJSON(w, http.StatusOK, newOwnToken(own, text))
	}
	return s.render(w, r, tokensView{Text: text, Made: own.Name}, account.ScopeRead|account.ScopePlay, nil)
}

// maxDays bounds the number in a form: more days than the longest life has.
const maxDays = 10_000

// readToken reads the scopes of a token, as boxes of the form or as words with commas
// between them, and its life in days; 0 for the usual one.
func readToken(in web.Form) (scopes account.Scopes, days int, err error) {
	if scopes, err = account.ParseScopes(in.Text("scopes")); err != nil {
		return 0, 0, err
	}
	for i, name := range account.ScopeNames {
		checked, err := in.Yes("scope-" + name)
		if err != nil {
			return 0, 0, err
		}
		if checked {
			scopes |= account.Scopes(1) << i
		}
	}
	days, err = in.Number("days")
	return scopes, min(days, maxDays), err
}

func (s *tokens) revoke(w http.ResponseWriter, r *http.Request) error {
	user := web.VisitorOf(r).User
	if err := s.core.Accounts.EndSession(r.Context(), user, r.PathValue("id")); err != nil {
		return err
	}
	s.core.Security(r, "token-revoked", user.ID)
	return s.core.DoneNotice(w, r, "/account/tokens", "token-revoked", struct{}{})
}
