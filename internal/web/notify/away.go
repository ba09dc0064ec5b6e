// SPDX-License-Identifier: Apache-2.0

package notify

import (
	"net/http"

	"cairn/internal/notify"
	"cairn/internal/web"
)

// settingsPath is the page on which notifications are turned on and off.
const settingsPath = "/settings"

// subscribe lets the server send notifications to the browser. Only scripts can
// ask for it.
func (s *handlers) subscribe(w http.ResponseWriter, r *http.Request, in web.Form) error {
	v := web.VisitorOf(r)
	err := s.core.Notify.Subscribe(r.Context(), v.User, v.Token, notify.Push{
		Endpoint: in.Text("endpoint"), P256dh: in.Text("p256dh"), Auth: in.Text("auth"), Lang: web.LangOf(r),
	})
	if err != nil {
		return err
	}
	return s.core.DoneNotice(w, r, settingsPath, "push-on", struct{}{})
}

// unsubscribe ends the notifications of the browser.
func (s *handlers) unsubscribe(w http.ResponseWriter, r *http.Request) error {
	if err := s.core.Notify.Unsubscribe(r.Context(), web.VisitorOf(r).Token); err != nil {
		return err
	}
	return s.core.DoneNotice(w, r, settingsPath, "push-off", struct{}{})
}

// unsubscribeView is the page of the link in a digest. It asks first, as mail scanners
// open links.
type unsubscribeView struct {
	web.Page
	Token string
	Done  bool
}

func (s *handlers) showUnsubscribe(w http.ResponseWriter, r *http.Request) error {
	token := r.PathValue("token")
	if err := s.core.Notify.CheckToken(r.Context(), token); err != nil {
		return err
	}
	return s.core.RenderForm(w, "unsubscribe", &unsubscribeView{s.core.FormPage(r, "web.unsubscribe.title", nil), token, false})
}

// endDigest ends the digests of a user without a log-in, by a button or by the mail
// program itself (RFC 8058), which follows no redirects.
func (s *handlers) endDigest(w http.ResponseWriter, r *http.Request) error {
	if err := s.core.Notify.EndByToken(r.Context(), r.PathValue("token")); err != nil {
		return err
	}
	if web.WantsJSON(r) {
		return s.core.WriteJSON(w, http.StatusOK, struct{}{})
	}
	return s.core.RenderForm(w, "unsubscribe", &unsubscribeView{s.core.FormPage(r, "web.unsubscribe.title", nil), "", true})
}
