// SPDX-License-Identifier: Apache-2.0

package web

// settingsRoutes are the addresses of what somebody chose about the site.
func (s *Server) settingsRoutes(on func(pattern string, h handler)) {
	on("GET /settings", s.showSettings)
	on("POST /settings", perPlayer(s.limits.create, s.saveSettings))
	on("POST /language", perPlayer(s.limits.create, s.saveLanguage))
}
