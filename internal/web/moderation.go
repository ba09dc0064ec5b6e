// SPDX-License-Identifier: Apache-2.0

package web

import (
	"net/http"
	"net/url"

	"cairn/internal/account"
	"cairn/internal/failure"
)

// moderationView is what somebody may do about another account; the template
// "moderation" shows it, and nothing for nil.
type moderationView struct {
	Path      string // of the account's page, without a slash at its end
	Name      string
	Ban       bool // may be banned
	Unban     bool
	Appoint   bool // may become a moderator
	Dismiss   bool // may cease to be one
	Moderator bool
	Banned    bool
}

// moderation returns what the visitor may do about an account, nil for nothing.
// It only shows forms; play decides what they do.
func (s *Server) moderation(r *http.Request, user account.User) *moderationView {
	by := visitorOf(r).user
	mayBan := by.Role == account.Admin && user.Role != account.Admin || by.Role == account.Moderator && user.Role == account.Player
	if !mayBan || user.Guest || by.ID == user.ID {
		return nil
	}
	admin, moderator := by.Role == account.Admin, user.Role == account.Moderator
	return &moderationView{
		Path: playerPath(user.Name), Name: user.Name, Banned: user.Banned, Moderator: moderator,
		Ban: !user.Banned, Unban: user.Banned, Appoint: admin && !moderator && !user.Banned, Dismiss: admin && moderator,
	}
}

// playerPath is the address of somebody's page.
func playerPath(name string) string { return "/player/" + url.PathEscape(name) }

// setBanned bans an account or lets it back in.
func (s *Server) setBanned(banned bool) handler {
	event := "unbanned"
	if banned {
		event = "banned"
	}
	return func(w http.ResponseWriter, r *http.Request) error {
		name := r.PathValue("name")
		if err := s.accounts.SetBanned(r.Context(), visitorOf(r).user, name, banned); err != nil {
			return err
		}
		return s.moderated(w, r, name, event)
	}
}

// setRole makes an account a moderator, or a player again.
func (s *Server) setRole(w http.ResponseWriter, r *http.Request) error {
	in, err := readInput(r)
	if err != nil {
		return err
	}
	role, known := map[string]account.Role{"player": account.Player, "moderator": account.Moderator}[in.text("role")]
	if !known {
		return errNoRole
	}
	name := r.PathValue("name")
	if err := s.accounts.SetRole(r.Context(), visitorOf(r).user, name, role); err != nil {
		return err
	}
	return s.moderated(w, r, name, "role")
}

var errNoRole = &failure.Error{Code: failure.Invalid, Key: "no-role"}

// moderated notes what was done to an account, and by whom.
func (s *Server) moderated(w http.ResponseWriter, r *http.Request, name, event string) error {
	profile, err := s.live.Profile(r.Context(), name)
	if err != nil {
		return err
	}
	by := visitorOf(r).user.ID
	s.log.Info("security", "event", event, "user", profile.User.ID, "by", by, "address", addressOf(r))
	return s.doneNotice(w, r, playerPath(profile.User.Name), event, struct{}{})
}
