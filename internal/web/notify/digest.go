// SPDX-License-Identifier: Apache-2.0

package notify

import (
	"net/http"

	"cairn/internal/web"
)

// unsubscribeView is where the link in a digest leads. Programs that look at the
// links of a mail open it, so it asks first.
type unsubscribeView struct {
	web.Page
	Token string
	Done  bool
}

func (s *handlers) showUnsubscribe(w http.ResponseWriter, r *http.Request) error {
	token := r.PathValue("token")
	if err := s.Notify.CheckToken(r.Context(), token); err != nil {
		return err
	}
	return s.renderUnsubscribe(w, r, unsubscribeView{Token: token})
}

// endDigest ends the digests of a user without a log-in, by a button or by the mail
// program itself (RFC 8058), which follows no redirects.
func (s *handlers) endDigest(w http.ResponseWriter, r *http.Request) error {
	if err := s.Notify.EndByToken(r.Context(), r.PathValue("token")); err != nil {
		return err
	}
	if web.WantsJSON(r) {
		return s.WriteJSON(w, http.StatusOK, struct{}{})
	}
	return s.renderUnsubscribe(w, r, unsubscribeView{Done: true})
}

func (s *handlers) renderUnsubscribe(w http.ResponseWriter, r *http.Request, v unsubscribeView) error {
	v.Page = s.Page(r, s.Texts(r).Text("web.unsubscribe.title"))
	v.Narrow = true
	return s.Render(w, http.StatusOK, "unsubscribe", &v)
}
