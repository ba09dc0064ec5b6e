// SPDX-License-Identifier: Apache-2.0

package arena

import (
	"math"
	"time"

	"cairn/game"
)

// point is the score of a game for the first player, in half points.
type point int

const (
	loss point = 0
	draw point = 1
	win  point = 2
)

// pointOf returns the score of a verdict for the player of a side.
func pointOf(v game.Verdict, side game.Side) point {
	switch v {
	case game.Wins(side):
		return win
	case game.Wins(side.Other()):
		return loss
	}
	return draw
}

// Score is the outcome of a match for its first player.
type Score struct {
	Wins, Draws, Losses int
	Spent               [2]time.Duration // by each player, for all its moves
	Moves               [2]int           // of each player, openings not counted
	Faults              [2]int           // games each player lost by failing
	Pairs               [5]int           // openings by the half points they brought, of four
}

func (s *Score) add(pair [2]point) {
	for _, p := range pair {
		switch p {
		case win:
			s.Wins++
		case loss:
			s.Losses++
		default:
			s.Draws++
		}
	}
	s.Pairs[pair[0]+pair[1]]++
}

// Games returns the number of games.
func (s *Score) Games() int { return s.Wins + s.Draws + s.Losses }

// Share returns the part of the points the first player got, a draw being half
// a point: 0 to 1.
func (s *Score) Share() float64 {
	if s.Games() == 0 {
		return 0.5
	}
	return (float64(s.Wins) + float64(s.Draws)/2) / float64(s.Games())
}

// quantile of the normal distribution for intervals of 95 %.
const quantile = 1.96

// Interval returns the bounds between which the true share lies in 95 of 100
// matches. The two games of an opening depend on each other, so pairs are what
// counts: it is Wilson's interval for as many coin tosses as have the variance of
// the pairs. Unlike the mean plus and minus two deviations it is also right where
// all games ended alike.
func (s *Score) Interval() (low, high float64) {
	n, mean, squares := 0.0, s.Share(), 0.0
	for halves, pairs := range s.Pairs {
		n += float64(pairs)
		squares += float64(pairs*halves*halves) / 16
	}
	if n == 0 {
		return 0, 1
	}
	if variance := squares/n - mean*mean; variance > 1e-9 && mean*(1-mean) > variance {
		n *= mean * (1 - mean) / variance
	}
	const z2 = quantile * quantile
	middle := (mean + z2/(2*n)) / (1 + z2/n)
	reach := quantile / (1 + z2/n) * math.Sqrt(mean*(1-mean)/n+z2/(4*n*n))
	return max(middle-reach, 0), min(middle+reach, 1)
}

// Elo returns the difference in strength that gives a share, in points of Elo's
// scale; it is infinite for 0 and 1.
func Elo(share float64) float64 { return -400 * math.Log10(1/share-1) }
