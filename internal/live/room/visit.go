// SPDX-License-Identifier: Apache-2.0

package room

import (
	"context"
	"errors"
	"time"

	"cairn/game"
	"cairn/internal/account"
	"cairn/internal/live/cluster"
	"cairn/internal/live/presence"
	"cairn/match"
)

// Visit notes that a user has opened a match, and returns it. A player is present for a
// while after that, and the match may start.
func (rs *Rooms) Visit(ctx context.Context, user account.User, id string) (Room, error) {
	r, err := rs.Find(ctx, user, id)
	if err == nil && rs.visit(&r, user) {
		return rs.Find(ctx, user, id) // the visit may have started it
	}
	return r, err
}

// visit notes a request of a player, such as a page or a command. It returns
// whether that may have changed the match.
func (rs *Rooms) visit(r *Room, user account.User) bool {
	rs.env.Presence.Users.Visit(user.ID)
	side, plays := r.Info.SideOf(user.ID)
	if !plays || r.Info.Kind == Screen {
		return false
	}
	before := rs.env.Presence.Seats.Visit(r.Info.ID, side)
	if before && r.Info.Status != match.Ready {
		return false
	}
	rs.arrived(r)
	return true
}

// Enter notes a stream of a user and returns the function that ends it. A player is
// present while it is open, and the match may start.
func (rs *Rooms) Enter(r *Room, user account.User) (leave func()) {
	offline := rs.env.Presence.Users.Enter(user.ID)
	side, plays := r.Info.SideOf(user.ID)
	if !plays || r.Info.Kind == Screen {
		return offline
	}
	id, absent := r.Info.ID, rs.env.Presence.Seats.Enter(r.Info.ID, side)
	rs.arrived(r)
	return func() {
		absent()
		offline()
		time.AfterFunc(presence.ReconnectsIn, func() { rs.env.Bus.Publish(cluster.MatchTopic(id), 0) })
	}
}

// arrived wakes the readers of a match after a player has come.
func (rs *Rooms) arrived(r *Room) {
	rs.env.Bus.Publish(cluster.MatchTopic(r.Info.ID), 0)
	rs.startPresent(r)
}

// StartPresent starts a match from seeks, or a rematch, if both players have come,
// perhaps on different nodes.
func (rs *Rooms) StartPresent(ctx context.Context, id string) {
	if r, err := rs.memory.find(ctx, id, 0); err == nil {
		rs.startPresent(r.now())
	}
}

func (rs *Rooms) startPresent(r *Room) {
	if r.Match.Setup().Creator != match.NoSeat || r.Info.Status != match.Ready || rs.Present(&r.Info) != [2]bool{true, true} {
		return
	}
	err := rs.Act(context.Background(), r.Info.ID, rs.env.Cluster.Now(), match.Action{Kind: match.Start})
	if err != nil && !errors.Is(err, cluster.ErrStopping) {
		rs.env.Log.Error("start match", "match", r.Info.ID, "err", err)
	}
}

// Present returns which players are present, by side.
func (rs *Rooms) Present(info *Info) [2]bool {
	var present [2]bool
	for _, side := range game.Sides {
		_, program := ComputerLevel(info.Seats[side])
		present[side] = program || info.Kind == Screen || rs.env.Presence.Seats.Here(info.ID, side)
	}
	return present
}

// ClaimIn returns how long a player must stay absent until the opponent may claim the
// match; false if the player is present. Time in which the server was down does not
// count, nor time before it.
func (rs *Rooms) ClaimIn(info *Info, side game.Side) (time.Duration, bool) {
	outage := rs.env.Cluster.Outage()
	_, program := ComputerLevel(info.Seats[side])
	_, down := outage.Ongoing(rs.env.Cluster.Now())
	if program || down || info.Status != match.Playing || info.Kind == Screen {
		return 0, false
	}
	gone := rs.env.Presence.Seats.Gone(info.ID, side, outage.Up())
	return max(0, presence.AwayAfter-gone), gone > 0
}

// CanClaim reports whether the opponent of the side to move may claim the match.
func (rs *Rooms) CanClaim(info *Info) bool {
	left, absent := rs.ClaimIn(info, info.Turn)
	return absent && left == 0
}
