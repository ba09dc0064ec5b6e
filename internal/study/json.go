// SPDX-License-Identifier: Apache-2.0

package study

import "cairn/game"

// WorthJSON is a Worth as JSON. Score is there only for an estimate.
type WorthJSON struct {
	Value string `json:"value"`
	Plies *int   `json:"plies"`
	Score *int   `json:"score,omitempty"`
}

// JSON returns the worth as JSON.
func (w Worth) JSON() WorthJSON {
	out := WorthJSON{Value: w.Name()}
	if w.Exact && w.Plies >= 0 {
		out.Plies = &w.Plies
	}
	if !w.Exact && w.Depth > 0 {
		out.Score = &w.Score
	}
	return out
}

// MoveJSON is a Move as JSON.
type MoveJSON struct {
	Move string `json:"move"`
	WorthJSON
}

// PositionJSON is a Position as JSON, as "cairn probe --json" prints it.
type PositionJSON struct {
	WorthJSON
	Moves []MoveJSON `json:"moves"`
}

// JSON returns the position as JSON.
func (p *Position) JSON() PositionJSON {
	out := PositionJSON{p.Worth.JSON(), []MoveJSON{}}
	for _, m := range p.Moves {
		out.Moves = append(out.Moves, MoveJSON{m.Text, m.Worth.JSON()})
	}
	return out
}

// TurnJSON is a Turn as JSON. Its worths are for the side that moved.
type TurnJSON struct {
	Ply     int       `json:"ply"`
	Side    game.Side `json:"side"`
	Move    string    `json:"move"`
	Before  WorthJSON `json:"before"`
	After   WorthJSON `json:"after"`
	Verdict Verdict   `json:"verdict"`
	Keeping []string  `json:"keeping,omitempty"`
	Legal   int       `json:"legal"`
	Best    string    `json:"best,omitempty"` // of the engine
	Loss    *int      `json:"loss,omitempty"` // estimated, 100 a man
}

// ReviewJSON is a Review as JSON, as "cairn review --json" prints it.
type ReviewJSON struct {
	Game     string      `json:"game"`
	Exact    bool        `json:"exact"`
	Accuracy [2]*float64 `json:"accuracy"` // of white and black; null if there were no critical moves
	Spoiled  *game.Side  `json:"spoiled,omitempty"`
	Turns    []TurnJSON  `json:"turns"`
}

// JSON returns the review as JSON.
func (r *Review) JSON(gameID string) ReviewJSON {
	out := ReviewJSON{Game: gameID, Exact: r.Exactly(), Spoiled: r.Spoiled, Turns: []TurnJSON{}}
	for _, side := range game.Sides {
		if share, ok := r.Accuracy(side); ok {
			out.Accuracy[side] = &share
		}
	}
	for _, t := range r.Turns {
		turn := TurnJSON{t.Ply, t.Side, t.Move, t.Before.JSON(), t.After.JSON(), t.Verdict, t.Keeping, t.Legal, t.Best, nil}
		if t.Estimated() {
			turn.Loss = &t.Loss
		}
		out.Turns = append(out.Turns, turn)
	}
	return out
}
