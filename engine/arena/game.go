// SPDX-License-Identifier: Apache-2.0

package arena

import (
	"context"
	"fmt"
	"slices"

	"cairn/game"
)

// Game plays one game by the rules and the platform's draws. It begins with the
// moves of an opening; after that many plies in all it is a draw. Seen, which may
// be nil, is called with every turn a player has chosen. Players must have begun.
// Errors are those of the players, a move that is not legal, and the context's.
func Game[P game.Position[P, M], M comparable](
	ctx context.Context, def *game.Def[P, M], players [2]Player[P, M], opening []M, longest int, seen func(p P, m M),
) (game.Verdict, error) {
	p := def.Start()
	var h game.History
	h.Push(p.Hash(), true)
	for ply := range longest {
		if verdict, over := judge(def, p, &h); over {
			return verdict, nil
		}
		var m M
		if ply < len(opening) {
			m = opening[ply]
		} else {
			var err error
			if m, err = ask(ctx, def, players[p.Turn()], p, &h); err != nil {
				return game.Playing, err
			}
			if seen != nil {
				seen(p, m)
			}
		}
		resets := p.Resets(m)
		p = p.Play(m)
		h.Push(p.Hash(), resets)
	}
	return game.Draw, nil
}

// ask returns a player's move.
func ask[P game.Position[P, M], M comparable](
	ctx context.Context, def *game.Def[P, M], player Player[P, M], p P, h *game.History,
) (M, error) {
	m, err := player.Move(ctx, p, h.Recent())
	if err == nil {
		err = ctx.Err()
	}
	if err == nil && !slices.Contains(p.AppendMoves(nil), m) {
		err = fmt.Errorf("a player chose %v, which is not legal in %s", m, def.Format(p))
	}
	return m, err
}

// judge applies the rules, then the platform's draws.
func judge[P game.Position[P, M], M comparable](def *game.Def[P, M], p P, h *game.History) (game.Verdict, bool) {
	if result := p.Result(); result.Over() {
		return result.Verdict, true
	}
	limit, needed := def.QuietLimit(p), def.Draws.Repetition
	drawn := limit > 0 && p.Clock() >= limit || needed > 0 && h.Count() >= needed
	return game.Draw, drawn
}
