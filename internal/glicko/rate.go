// SPDX-License-Identifier: Apache-2.0

package glicko

import "math"

// scale turns points into the paper's inner scale: 400 divided by the natural
// logarithm of 10.
const scale = 173.7178

// Game is one result, seen by the player who is rated.
type Game struct {
	Opponent Rating  // before the game
	Score    float64 // 1 for a win, 0.5 for a draw, 0 for a loss
}

// Expect returns the score that a may expect against b, between 0 and 1; what is
// not known of either draws it towards one half.
func Expect(a, b Rating) float64 {
	a, b = a.sound(), b.sound()
	return expect((a.Rating-b.Rating)/scale, weight(math.Hypot(a.Deviation, b.Deviation)/scale))
}

// Rate returns the rating after one period with these games; without games it is
// the same as Rest(1). A score beyond 0 and 1 counts as the nearer of them, and a
// game whose score is not a number does not count.
func (r Rating) Rate(games []Game) Rating {
	r = r.sound()
	var information, surplus float64 // 1/v and Δ/v of steps 3 and 4
	for _, game := range games {
		opponent := game.Opponent.sound()
		score := within(game.Score, 0, 1, game.Score)
		if math.IsNaN(score) {
			continue
		}
		g := weight(opponent.Deviation / scale)
		e := expect((r.Rating-opponent.Rating)/scale, g)
		information += g * g * e * (1 - e)
		surplus += g * (score - e)
	}
	if information == 0 {
		return r.Rest(1)
	}
	phi := r.Deviation / scale
	sigma := volatility(phi, 1/information, surplus/information, r.Volatility)
	sigma = within(sigma, MinVolatility, MaxVolatility, r.Volatility)
	phi = min(math.Hypot(phi, sigma), MaxDeviation/scale)
	phi = 1 / math.Sqrt(1/(phi*phi)+information)
	return Rating{
		Rating:     r.Rating + scale*phi*phi*surplus,
		Deviation:  scale * phi,
		Volatility: sigma,
	}.bounded()
}

// weight is g of the paper: how much a game counts against an opponent of this
// deviation.
func weight(phi float64) float64 { return 1 / math.Sqrt(1+3*phi*phi/(math.Pi*math.Pi)) }

// expect is E of the paper, for a difference of ratings.
func expect(difference, g float64) float64 { return 1 / (1 + math.Exp(-g*difference)) }
