// SPDX-License-Identifier: Apache-2.0

// Package account serves a person's account: signing up, logging in with
// two-factor authentication, sessions, changes, export, deletion, forgotten
// passwords, and the first administrator.
package account

import (
	"embed"
	"net/http"

	"cairn/internal/account"
	"cairn/internal/web"
	"cairn/internal/web/listing"
)

// Files are the templates, texts and static files of this feature.
//
//go:embed templates texts static/*.js
var Files embed.FS

type handlers struct {
	core  *web.Server
	lists *listing.Lists
}

// Register adds the routes of accounts.
func Register(server *web.Server) {
	h := &handlers{server, listing.New(server)}
	export, factor := &exports{h, web.NewWork()}, &twoFactor{h}
	limits := &server.Limits
	// Forms that ask for the password again are limited like a log-in, and forms that
	// ask for a code like a log-in with a code.
	proven := func(do web.Handler) web.Handler { return proven(server, do) }
	guarded := func(do web.FormHandler) web.Handler { return web.ForMember(proven(web.WithForm(do))) }

	server.Handle("GET /signup", h.showSignUp)
	server.Handle("POST /signup", web.PerAddress(limits.SignUp, web.WithForm(h.signUp)), web.Again(h.signUpAgain))
	server.Handle("GET /login", h.showLogIn)
	server.Handle("POST /login", web.WithForm(h.logIn), web.Again(h.logInAgain))
	server.Handle("GET /login/code", h.showLogIn)
	server.Handle("POST /login/code", web.WithForm(h.logInCode), web.Again(h.logInCodeAgain))
	server.Handle("GET /logout", h.showLogOut)
	server.Handle("POST /logout", h.logOut, web.API("POST /account/logout", account.ScopeRead))

	server.Handle("GET /account", web.ForKnown(h.showAccount), web.API("GET /account", account.ScopeRead))
	server.Handle("POST /account/name", guarded(h.changeName))
	server.Handle("POST /account/email", guarded(h.changeEmail))
	server.Handle("POST /account/email/confirm", web.ForMember(web.PerPlayer(limits.Reset, h.sendConfirm)))
	server.Handle("POST /account/password", guarded(h.changePassword))
	server.Handle("GET /account/delete", web.ForKnown(h.showDelete))
	server.Handle("POST /account/delete", proven(h.deleteAccount))
	server.Handle("GET /account/export", web.ForKnown(web.PerCreator(limits.Create, export.work.Handle(export.sendAccount))))
	server.Handle("GET /account/games.zip", web.ForKnown(web.PerCreator(limits.Create, export.work.Handle(export.sendGames))))

	server.Handle("GET /account/sessions", web.ForKnown(h.showSessions))
	server.Handle("POST /account/sessions/end", web.ForKnown(h.endOtherSessions))
	server.Handle("POST /account/sessions/{id}/end", web.ForKnown(h.endSession))

	programs := &tokens{h}
	server.Handle("GET /account/tokens", web.ForMember(programs.show))
	server.Handle("POST /account/tokens", guarded(programs.create))
	server.Handle("POST /account/tokens/{id}/end", web.ForMember(programs.revoke))
	server.Handle("POST /account/bot", web.ForMember(h.becomeBot), web.API("POST /account/bot", account.ScopeBot))
	keys := &sshKeys{h}
	server.Handle("GET /account/ssh-keys", web.ForMember(keys.show))
	server.Handle("POST /account/ssh-keys", guarded(keys.add))
	server.Handle("POST /account/ssh-keys/{id}/end", web.ForMember(keys.remove))

	server.Handle("GET /account/second", func(w http.ResponseWriter, r *http.Request) error { // its old address
		http.Redirect(w, r, "/account/two-factor", http.StatusMovedPermanently)
		return nil
	})
	server.Handle("GET /account/two-factor", web.ForMember(factor.show))
	server.Handle("POST /account/two-factor", web.ForMember(factor.begin))
	server.Handle("POST /account/two-factor/on", guarded(factor.confirm))
	server.Handle("POST /account/two-factor/off", guarded(factor.end))
	server.Handle("POST /account/two-factor/codes", guarded(factor.renewCodes))

	if server.Passkeys != nil {
		keys := &passkeys{h}
		server.Handle("GET /account/passkeys", web.ForMember(keys.show))
		server.Handle("POST /account/passkeys", web.ForMember(web.WithForm(keys.add)))
		server.Handle("POST /account/passkeys/begin", guarded(keys.beginAdd))
		server.Handle("POST /account/passkeys/{id}/end", guarded(keys.remove))
		server.Handle("POST /login/passkey", web.PerAddress(limits.LogIn, web.WithForm(keys.logIn)), web.Again(h.logInAgain))
		server.Handle("POST /login/passkey/begin", web.PerAddress(limits.LogIn, web.WithForm(keys.beginLogIn)))
	}
	if server.OpenID != nil {
		open := &openID{h}
		server.Handle("GET /login/openid", web.PerAddress(limits.LogIn, open.logIn))
		server.Handle("GET /login/openid/callback", web.PerAddress(limits.LogIn, open.comeBack))
		server.Handle("POST /login/openid", web.PerAddress(limits.SignUp, web.WithForm(open.signUp)))
		server.Handle("GET /account/openid", web.ForMember(web.PerPlayer(limits.Account, open.showLink)))
		server.Handle("POST /account/openid", guarded(open.link))
		server.Handle("POST /account/openid/end", guarded(open.unlink))
	}

	reset := &resets{h}
	server.Handle("GET /reset", reset.show)
	server.Handle("POST /reset", web.PerAddress(limits.Reset, web.WithForm(reset.ask)), web.Again(reset.again))
	server.Handle("GET /reset/{token}", reset.showNew)
	server.Handle("POST /reset/{token}", reset.set)

	server.Handle("GET /confirm/{token}", h.showConfirm)
	server.Handle("POST /confirm/{token}", web.PerAddress(limits.LogIn, h.confirmEmail))

	// The first administrator, by the link that the server prints.
	server.Handle("GET /setup/{token}", h.showSetup)
	server.Handle("POST /setup/{token}", web.PerAddress(limits.SignUp, h.setUp))
}
