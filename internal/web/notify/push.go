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
func (s *handlers) subscribe(w http.ResponseWriter, r *http.Request) error {
	in, err := web.ReadForm(r)
	if err != nil {
		return err
	}
	v := web.VisitorOf(r)
	err = s.Notify.Subscribe(r.Context(), v.User, v.Token, notify.Push{
		Endpoint: in.Text("endpoint"), P256dh: in.Text("p256dh"), Auth: in.Text("auth"), Lang: web.LangOf(r),
	})
	if err != nil {
		return err
	}
	return s.DoneNotice(w, r, settingsPath, "push-on", struct{}{})
}

// unsubscribe ends the notifications of the browser.
func (s *handlers) unsubscribe(w http.ResponseWriter, r *http.Request) error {
	if err := s.Notify.Unsubscribe(r.Context(), web.VisitorOf(r).Token); err != nil {
		return err
	}
	return s.DoneNotice(w, r, settingsPath, "push-off", struct{}{})
}
