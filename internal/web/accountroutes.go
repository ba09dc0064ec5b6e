// SPDX-License-Identifier: Apache-2.0

package web

// accountRoutes are the addresses of one's own account, and of those who look
// after the accounts of others.
func (s *Server) accountRoutes(on func(pattern string, h handler)) {
	// Whatever asks for the password again is counted like a log-in.
	guarded := func(h handler) handler { return forMember(perPlayer(s.limits.account, h)) }

	// The second step of logging in.
	on("GET /login/code", s.showLogIn)
	on("POST /login/code", perAddress(s.limits.logIn, s.logInCode))

	// What is known of me, and how I change it.
	on("GET /account", forKnown(s.showAccount))
	on("POST /account/name", guarded(s.changeName))
	on("POST /account/email", guarded(s.changeEmail))
	on("POST /account/password", guarded(s.changePassword))
	on("GET /account/delete", forKnown(s.showDelete))
	on("POST /account/delete", perPlayer(s.limits.account, s.deleteAccount))

	// Where I am logged in.
	on("GET /account/sessions", forKnown(s.showSessions))
	on("POST /account/sessions/end", forKnown(s.endOtherSessions))
	on("POST /account/sessions/{id}/end", forKnown(s.endSession))

	// A second step for logging in.
	on("GET /account/second", forMember(s.showSecond))
	on("POST /account/second", forMember(s.beginSecond))
	on("POST /account/second/on", guarded(s.confirmSecond))
	on("POST /account/second/off", guarded(s.endSecond))
	on("POST /account/second/codes", guarded(s.renewCodes))

	// To take away.
	on("GET /account/export", forKnown(perPlayer(s.limits.create, s.sendAccount)))
	on("GET /account/games.zip", forKnown(perPlayer(s.limits.create, s.sendGames)))

	// A forgotten password.
	on("GET /reset", s.showReset)
	on("POST /reset", perAddress(s.limits.reset, s.askReset))
	on("GET /reset/{token}", s.showNewPassword)
	on("POST /reset/{token}", perAddress(s.limits.logIn, s.setPassword))

	// The first administrator, by the link that the server prints.
	on("GET /setup/{token}", s.showSetup)
	on("POST /setup/{token}", perAddress(s.limits.signUp, s.setUp))

	// What moderators do.
	on("POST /player/{name}/ban", forStaff(s.setBanned(true)))
	on("POST /player/{name}/unban", forStaff(s.setBanned(false)))
	on("POST /player/{name}/role", forStaff(s.setRole))
}
