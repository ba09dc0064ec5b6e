// SPDX-License-Identifier: Apache-2.0

package yote

import "cairn/game"

// explain returns why touches are not a legal move here.
func (r *ruleSet) explain(p Position, touches game.Path) (game.Why, string) {
	fault := &game.Illegal{Why: game.WhyMalformed}
	switch {
	case touches[0].Kind == game.Take:
	case len(touches) == 1 || touches[1].Kind == game.Take:
		fault = r.placementFault(p, touches)
	default:
		fault = r.travelFault(p, touches)
	}
	if fault == nil {
		return game.WhyMalformed, ""
	}
	return fault.Why, fault.At
}

func (r *ruleSet) fault(why game.Why, at game.Point) *game.Illegal {
	return &game.Illegal{Why: why, At: r.name(at)}
}

// placementFault checks a placement, also with a capture, which is never legal.
func (r *ruleSet) placementFault(p Position, touches game.Path) *game.Illegal {
	switch to := touches[0].Point; {
	case p.hand.own == 0:
		return r.fault(game.WhyHandEmpty, to)
	case p.empty()&bit(to) == 0:
		return r.fault(game.WhyOccupied, to)
	case len(touches) > 1:
		return r.fault(game.WhyNothingToTake, touches[1].Point)
	}
	return nil
}

// travelFault checks steps and jumps.
func (r *ruleSet) travelFault(p Position, touches game.Path) *game.Illegal {
	from := touches[0].Point
	switch {
	case p.men.opp&bit(from) != 0:
		return r.fault(game.WhyNotYours, from)
	case p.men.own&bit(from) == 0:
		return r.fault(game.WhyNoMan, from)
	case r.adjacent(from, touches[1].Point):
		return r.stepFault(p, touches)
	}
	return r.chainFault(p, touches)
}

func (r *ruleSet) stepFault(p Position, touches game.Path) *game.Illegal {
	from, to := touches[0].Point, touches[1].Point
	switch {
	case p.empty()&bit(to) == 0:
		return r.fault(game.WhyOccupied, to)
	case p.last.own == newLeap(to, from):
		return r.fault(game.WhyBarred, to)
	case len(touches) == 2:
		return nil
	case touches[2].Kind == game.Take:
		return r.fault(game.WhyNothingToTake, touches[2].Point)
	}
	return r.fault(game.WhyTurnEnds, to)
}

// chainFault checks jump after jump, making each on its copy of the position.
func (r *ruleSet) chainFault(p Position, touches game.Path) *game.Illegal {
	at, touches := touches[0].Point, touches[1:]
	for jumped := false; len(touches) > 0; jumped = true {
		to := touches[0].Point
		switch {
		case touches[0].Kind == game.Take: // the jump before has taken its extra stone
			return r.fault(game.WhyNothingToTake, to)
		case jumped && (!r.Chains || r.adjacent(at, to)):
			return r.fault(game.WhyTurnEnds, at)
		}
		over, fault := r.jumpFault(p, at, to)
		if fault != nil {
			return fault
		}
		p.men.own ^= bit(at) | bit(to)
		p.men.opp &^= bit(over)
		at, touches = to, touches[1:]
		if p.men.opp == 0 {
			continue
		}
		if len(touches) == 0 || touches[0].Kind != game.Take {
			return &game.Illegal{Why: game.WhyMustTake}
		}
		extra := touches[0].Point
		if fault := r.extraFault(p, over, extra); fault != nil {
			return fault
		}
		p.men.opp &^= bit(extra)
		touches = touches[1:]
	}
	return nil
}

// jumpFault checks one jump and returns the cell it goes over.
func (r *ruleSet) jumpFault(p Position, from, to game.Point) (over game.Point, fault *game.Illegal) {
	over, ok := r.between(from, to)
	switch {
	case p.empty()&bit(to) == 0:
		fault = r.fault(game.WhyOccupied, to)
	case !ok:
		fault = r.fault(game.WhyTooFar, to)
	case p.men.own&bit(over) != 0:
		fault = r.fault(game.WhyNotTheirs, over)
	case p.men.opp&bit(over) == 0:
		fault = r.fault(game.WhyNothingToTake, over)
	}
	return over, fault
}

// extraFault checks the extra stone after a jump over a cell.
func (r *ruleSet) extraFault(p Position, over, extra game.Point) *game.Illegal {
	switch {
	case extra == over: // taken already
		return r.fault(game.WhyNothingToTake, extra)
	case p.men.own&bit(extra) != 0:
		return r.fault(game.WhyNotTheirs, extra)
	case p.men.opp&bit(extra) == 0:
		return r.fault(game.WhyNoMan, extra)
	}
	return nil
}
