// SPDX-License-Identifier: Apache-2.0

package web

// learnRoutes are the addresses of lessons. They only show: what has been tried
// stands in the address, and nothing is stored.
func (s *Server) learnRoutes(on func(pattern string, h handler)) {
	on("GET /learn", s.showLessonList)
	on("GET /learn/{game}", s.showLesson)
}
