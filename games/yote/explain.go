// SPDX-License-Identifier: Apache-2.0

package yote

import "cairn/game"

// explain returns why touches are not a legal move here.
func (r *ruleSet) explain(p Position, touches game.Path) (game.Why, string) {
	var parts []part
	for _, t := range touches {
		parts = append(parts, part{t.Kind == game.Take, r.name(t.Point), t.Point})
	}
	fault := &game.Illegal{Why: game.WhyMalformed}
	switch {
	case parts[0].take:
	case len(parts) == 1 || parts[1].take:
		fault = placementFault(p, parts)
	default:
		fault = r.travelFault(p, parts)
	}
	if fault == nil {
		return game.WhyMalformed, ""
	}
	return fault.Why, fault.At
}

// part is a cell of a move: one to go to, or one with a stone to take.
type part struct {
	take bool
	name string
	cell game.Point
}

func (c part) fault(why game.Why) *game.Illegal { return &game.Illegal{Why: why, At: c.name} }

// placementFault judges a placement, also one that takes, which none can.
func placementFault(p Position, parts []part) *game.Illegal {
	switch to := parts[0]; {
	case p.hand.own == 0:
		return to.fault(game.WhyHandEmpty)
	case p.empty()&bit(to.cell) == 0:
		return to.fault(game.WhyOccupied)
	case len(parts) > 1:
		return parts[1].fault(game.WhyNothingToTake)
	}
	return nil
}

// travelFault judges steps and jumps.
func (r *ruleSet) travelFault(p Position, parts []part) *game.Illegal {
	from, to := parts[0], parts[1]
	switch {
	case p.men.opp&bit(from.cell) != 0:
		return from.fault(game.WhyNotYours)
	case p.men.own&bit(from.cell) == 0:
		return from.fault(game.WhyNoMan)
	case p.traits().adjacent(from.cell, to.cell):
		return stepFault(p, parts)
	}
	return r.chainFault(p, parts)
}

func stepFault(p Position, parts []part) *game.Illegal {
	from, to := parts[0], parts[1]
	switch {
	case p.empty()&bit(to.cell) == 0:
		return to.fault(game.WhyOccupied)
	case p.last.own == newLeap(to.cell, from.cell):
		return to.fault(game.WhyBarred)
	case len(parts) == 2:
		return nil
	case parts[2].take:
		return parts[2].fault(game.WhyNothingToTake)
	}
	return to.fault(game.WhyTurnEnds)
}

// chainFault judges jump after jump, making each on its copy of the position.
func (r *ruleSet) chainFault(p Position, parts []part) *game.Illegal {
	at, parts := parts[0], parts[1:]
	for jumped := false; len(parts) > 0; jumped = true {
		to := parts[0]
		switch {
		case to.take: // the jump before has taken its extra stone
			return to.fault(game.WhyNothingToTake)
		case jumped && (!p.traits().Chains || p.traits().adjacent(at.cell, to.cell)):
			return at.fault(game.WhyTurnEnds)
		}
		over, fault := r.jumpFault(p, at, to)
		if fault != nil {
			return fault
		}
		p.men.own ^= bit(at.cell) | bit(to.cell)
		p.men.opp &^= bit(over)
		at, parts = to, parts[1:]
		if p.men.opp == 0 {
			continue
		}
		if len(parts) == 0 || !parts[0].take {
			return &game.Illegal{Why: game.WhyMustTake}
		}
		if fault := extraFault(p, over, parts[0]); fault != nil {
			return fault
		}
		p.men.opp &^= bit(parts[0].cell)
		parts = parts[1:]
	}
	return nil
}

// jumpFault judges one jump and returns the cell it goes over.
func (r *ruleSet) jumpFault(p Position, from, to part) (over game.Point, fault *game.Illegal) {
	over, ok := p.traits().between(from.cell, to.cell)
	switch {
	case p.empty()&bit(to.cell) == 0:
		fault = to.fault(game.WhyOccupied)
	case !ok:
		fault = to.fault(game.WhyTooFar)
	case p.men.own&bit(over) != 0:
		fault = &game.Illegal{Why: game.WhyNotTheirs, At: r.name(over)}
	case p.men.opp&bit(over) == 0:
		fault = &game.Illegal{Why: game.WhyNothingToTake, At: r.name(over)}
	}
	return over, fault
}

// extraFault judges the extra stone after a jump over a cell.
func extraFault(p Position, over game.Point, extra part) *game.Illegal {
	switch {
	case extra.cell == over: // taken already
		return extra.fault(game.WhyNothingToTake)
	case p.men.own&bit(extra.cell) != 0:
		return extra.fault(game.WhyNotTheirs)
	case p.men.opp&bit(extra.cell) == 0:
		return extra.fault(game.WhyNoMan)
	}
	return nil
}
