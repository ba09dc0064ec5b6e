// SPDX-License-Identifier: Apache-2.0

package store

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"cairn/internal/live/room"
	"cairn/match"
)

// conditions are the terms of a WHERE clause, joined by AND, with their arguments.
type conditions struct {
	terms []string
	args  []any
}

// add adds a term; each question mark in it stands for the next argument.
func (c *conditions) add(term string, args ...any) {
	for _, arg := range args {
		c.args = append(c.args, arg)
		term = strings.Replace(term, "?", "$"+strconv.Itoa(len(c.args)), 1)
	}
	c.terms = append(c.terms, term)
}

// where returns the WHERE clause, empty without terms.
func (c *conditions) where() string {
	if len(c.terms) == 0 {
		return ""
	}
	return ` WHERE ` + strings.Join(c.terms, ` AND `)
}

// limit returns the LIMIT clause, empty for 0, and adds its argument.
func (c *conditions) limit(n int) string {
	if n == 0 {
		return ""
	}
	c.args = append(c.args, n)
	return ` LIMIT $` + strconv.Itoa(len(c.args))
}

// FindMatches implements room.Store: the last changed first, then by id. A limit of 0
// means no limit.
func (s *matches) FindMatches(ctx context.Context, f room.Filter) ([]room.Info, error) {
	query, args := selectMatches(f)
	return list(ctx, &s.base, "find matches", query, args, matchTargets)
}

// CountMatches implements lobby.Store.
func (s *matches) CountMatches(ctx context.Context, f room.Filter) (int, error) {
	c := conditionsOf(f)
	var n int
	err := s.row(ctx, "count matches", `SELECT COUNT(*) FROM matches`+c.where(), c.args, &n)
	return n, err
}

func selectMatches(f room.Filter) (string, []any) {
	c := conditionsOf(f)
	_, updated := columnsOf(f)
	from, order := ` FROM matches`+c.where(), ` ORDER BY `+updated+` DESC, id`
	limit := order + c.limit(f.Limit)
	// The ids of matches that are over come from a covering index; their rows are
	// read afterwards, since thousands may be skipped for one that fits.
	if f.Limit > 0 && archived(f) {
		from, limit = ` FROM matches WHERE id IN (SELECT id`+from+limit+`)`, order
	}
	return `SELECT ` + matchColumns + from + limit, c.args
}

// conditionsOf returns the conditions of a filter, the most selective first.
func conditionsOf(f room.Filter) conditions {
	var c conditions
	c.addPlayers(f)
	if f.Game != "" {
		c.add(`game = ?`, f.Game)
	}
	if f.Rated {
		c.add(`rated`)
	}
	if f.Shown {
		c.add(`(kind <> 'private' OR shown)`)
	}
	ply, updated := columnsOf(f)
	c.addPly(ply, f.MinPly, f.MaxPly)
	addIn(&c, `verdict`, f.Verdicts)
	addIn(&c, `kind`, f.Kinds)
	c.addStatuses(f.Statuses, ofUser(f))
	if f.Thinking {
		c.add(`(white LIKE 'computer:%' OR black LIKE 'computer:%')`) // in an index, which no move changes
		c.add(`(CASE turn WHEN 'white' THEN white ELSE black END) LIKE 'computer:%'`)
	}
	if f.Paused {
		c.add(`deadline IS NULL AND control <> ?`, withoutClocks)
	}
	if !f.Live.IsZero() {
		c.add(`(updated >= ? OR control LIKE '%+%')`, f.Live.UnixMilli())
	}
	if !f.Due.IsZero() {
		c.add(`deadline <= ?`, f.Due.UnixMilli())
	}
	c.addTime(updated, f)
	return c
}

// archived reports whether a filter asks for the matches of all users that are over.
func archived(f room.Filter) bool {
	return slices.Equal(f.Statuses, []match.Status{match.Over}) && !ofUser(f)
}

// columnsOf returns the columns of the length and of the last change of a match. Matches
// that are over have copies of both in indexes, which a move therefore does not change.
func columnsOf(f room.Filter) (ply, updated string) {
	if archived(f) {
		return `length`, `ended`
	}
	return `ply`, `updated`
}

// ofUser reports whether a filter asks for the matches of a user.
func ofUser(f room.Filter) bool { return f.User != "" || f.With != "" }

// addPlayers finds the matches of a user, or of two users against each other.
func (c *conditions) addPlayers(f room.Filter) {
	user := cmp.Or(f.User, f.With)
	if user != "" {
		c.add(`id IN (SELECT match_id FROM players WHERE user_id = ?)`, user)
	}
	if f.With != "" {
		c.add(`(white = ? OR black = ?)`, f.With, f.With)
	}
}

// addStatuses writes the statuses as literals: matches that are over, and all others, have
// partial indexes, which a database uses only if the query has their condition. Matches
// of one user are found by the more selective user: there an expression keeps the
// database from using these indexes.
func (c *conditions) addStatuses(statuses []match.Status, ofUser bool) {
	if len(statuses) == 0 {
		return
	}
	statuses = slices.Compact(slices.Sorted(slices.Values(statuses)))
	names := make([]string, len(statuses))
	for i, status := range statuses {
		names[i] = `'` + status.String() + `'`
	}
	switch {
	case ofUser:
		c.add(`status || '' IN (` + strings.Join(names, `, `) + `)`)
		return
	case len(names) == 1:
		c.add(`status = ` + names[0])
	default:
		c.add(`status IN (` + strings.Join(names, `, `) + `)`)
	}
	if !slices.Contains(statuses, match.Over) {
		c.add(`status <> 'over'`)
	}
}

// addIn adds a term column IN (values), with the texts of the values.
func addIn[T any](c *conditions, column string, values []T) {
	if len(values) == 0 {
		return
	}
	texts := make([]string, len(values))
	for i, value := range values {
		texts[i] = fmt.Sprint(value)
	}
	marks, args := marks(len(c.args)+1, texts)
	c.terms, c.args = append(c.terms, column+` IN (`+marks+`)`), append(c.args, args...)
}

func (c *conditions) addPly(column string, low, high int) {
	if low <= 0 && high <= 0 {
		return
	}
	if high <= 0 {
		high = math.MaxInt32
	}
	c.add(column+` BETWEEN ? AND ?`, low, high)
}

// addTime bounds the last change, with one term for both bounds, so that there are fewer
// query texts to prepare. After a cursor come older matches, and matches as old with a greater
// id; the upper bound repeats the time of the cursor, so that an index can be used.
func (c *conditions) addTime(column string, f room.Filter) {
	first, last := int64(math.MinInt64), int64(math.MaxInt64)
	if !f.Since.IsZero() {
		first = f.Since.UnixMilli()
	}
	if !f.Before.IsZero() {
		last = f.Before.UnixMilli() - 1
	}
	after := !f.After.Updated.IsZero()
	if after {
		last = min(last, f.After.Updated.UnixMilli())
	}
	if first > math.MinInt64 || last < math.MaxInt64 {
		c.add(column+` BETWEEN ? AND ?`, first, last)
	}
	if after {
		c.add(`(`+column+` < ? OR id > ?)`, f.After.Updated.UnixMilli(), f.After.ID)
	}
}
