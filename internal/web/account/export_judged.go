// SPDX-License-Identifier: Apache-2.0

package account

import (
	"net/http"

	"cairn/game"
)

// exportJudged is how many moves of a user in one phase of a game had a verdict.
type exportJudged struct {
	Game    string     `json:"game"`
	Phase   game.Phase `json:"phase"`
	Verdict string     `json:"verdict"`
	Public  bool       `json:"public"`
	Moves   int        `json:"moves"`
}

// exportJudged returns the judged moves of a user.
func (s *exports) exportJudged(r *http.Request, user string) ([]exportJudged, error) {
	if s.core.Library == nil {
		return nil, nil
	}
	list, err := s.core.Library.Judged(r.Context(), user, false)
	var out []exportJudged
	for _, j := range list {
		out = append(out, exportJudged{j.Game, j.Phase, string(j.Verdict), j.Public, j.Moves})
	}
	return out, err
}
