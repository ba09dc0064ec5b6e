// SPDX-License-Identifier: Apache-2.0

package settings

import (
	"net/http"
	"strconv"

	"cairn/internal/failure"
	"cairn/internal/web"
)

// away is how the visitor learns of turns while no page is open.
type away struct {
	PushKey string // of the server; empty where there are no notifications
	Push    bool   // this browser gets notifications
	Digests []web.Choice
	Digest  string // chosen; empty where there are no digests
	Address string // where they go; empty as long as none is confirmed
}

// away returns what a visitor can choose and has chosen.
func (s *handlers) away(r *http.Request) (a away, err error) {
	v, t := web.VisitorOf(r), s.core.Texts(r)
	if s.core.Notify == nil || !v.Known() {
		return away{}, nil
	}
	a.PushKey = s.core.Notify.PublicKey()
	if a.Push, err = s.core.Notify.Subscribed(r.Context(), v.Token); err != nil {
		return away{}, err
	}
	if v.User.Guest || !s.core.Notify.Digests() {
		return a, nil
	}
	perDay, err := s.core.Notify.PerDay(r.Context(), v.User.ID)
	a.Digests, a.Digest, a.Address = t.Choices("web.settings.digest.", "0", "1", "2"), strconv.Itoa(perDay), v.User.Email
	return a, err
}

// saveDigest stores how often the visitor gets a digest; an empty choice changes
// nothing.
func (s *handlers) saveDigest(r *http.Request, choice string) error {
	v := web.VisitorOf(r)
	if choice == "" || s.core.Notify == nil || !v.Member() {
		return nil
	}
	perDay, err := strconv.Atoi(choice)
	if err != nil {
		return failure.Field(failure.Invalid, "digest", "no-choice", err)
	}
	return s.core.Notify.SetPerDay(r.Context(), v.User, perDay, web.LangOf(r))
}
