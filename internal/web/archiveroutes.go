// SPDX-License-Identifier: Apache-2.0

package web

// archiveRoutes are the addresses of games, players and rankings.
func (s *Server) archiveRoutes(on func(pattern string, h handler)) {
	// Players and rankings.
	on("GET /player", s.showPlayerFind)
	on("GET /player/{name}", s.showPlayer)
	on("GET /leaderboard", s.showLeaderboards)
	on("GET /leaderboard/{game}", s.showLeaderboard)

	// A match, turn by turn.
	on("GET /match/{id}/turns", s.showTurns)
}
