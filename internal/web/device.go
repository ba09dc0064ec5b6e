// SPDX-License-Identifier: Apache-2.0

package web

import (
	"net/http"
	"slices"
	"strings"

	"cairn/internal/account"
)

// maxMarks is how many accounts of one browser are remembered, the last ones.
const maxMarks = 4

// MarksOf returns the marks of the accounts that a browser has logged in to.
func MarksOf(s *Server, r *http.Request) []string {
	cookie, err := r.Cookie(s.cookieName(deviceCookie))
	if err != nil {
		return nil
	}
	marks := strings.Split(cookie.Value, ".")
	return marks[:min(len(marks), maxMarks)]
}

// UnmarkDevice forgets in a browser that a user has logged in.
func UnmarkDevice(s *Server, w http.ResponseWriter, r *http.Request, user account.User) {
	marks := MarksOf(s, r)
	mine := s.Accounts.Attempts.Of(user, marks).Device
	marks = slices.DeleteFunc(marks, func(mark string) bool { return mark == mine })
	s.setCookie(w, deviceCookie, strings.Join(marks, "."), cookieLife)
}

// MarkDevice remembers in a browser that its user has logged in. The mark stays
// when the user logs out.
func MarkDevice(s *Server, w http.ResponseWriter, r *http.Request, user account.User) {
	marks := MarksOf(s, r)
	mine := s.Accounts.Attempts.Of(user, marks).Device
	if mine == "" {
		mine = user.NewMark()
	}
	marks = slices.DeleteFunc(marks, func(mark string) bool { return mark == mine })
	marks = slices.Insert(marks, 0, mine)
	s.setCookie(w, deviceCookie, strings.Join(marks[:min(len(marks), maxMarks)], "."), cookieLife)
}
