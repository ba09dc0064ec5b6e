// SPDX-License-Identifier: Apache-2.0

package live

import (
	"context"
	"slices"

	"cairn/game"
	"cairn/internal/account"
	"cairn/match"
)

// maxArchive bounds a page of the archive.
const maxArchive = 100

// Archive returns finished games that everyone may see, or those of the user who
// asks, if the filter asks for them; between two people unless it asks for other
// kinds. Aborted matches are left out. A limit of 0 or
// above 100 is 100. Next is where the next page begins, zero after the last page.
func (s *Service) Archive(ctx context.Context, user account.User, f Filter) (list []Info, next Cursor, err error) {
	limit := f.Limit
	if limit <= 0 || limit > maxArchive {
		limit = maxArchive
	}
	f.Statuses, f.Limit = []match.Status{match.Over}, limit+1 // one more shows whether there is another page
	f.Shown = user.ID == "" || f.User != user.ID && f.With != user.ID
	if len(f.Kinds) == 0 {
		f.Kinds = []Kind{Open, Private}
	}
	if len(f.Verdicts) == 0 {
		f.Verdicts = []game.Verdict{game.WhiteWins, game.BlackWins, game.Draw}
	}
	if list, err = s.store.FindMatches(ctx, f); err != nil {
		return nil, Cursor{}, err
	}
	if len(list) > limit {
		list = list[:limit]
		last := list[limit-1]
		next = Cursor{Updated: last.Updated, ID: last.ID}
	}
	hidden := func(i Info) bool { return i.End.Verdict == game.Playing || !i.VisibleTo(user.ID) }
	return slices.DeleteFunc(list, hidden), next, nil
}
