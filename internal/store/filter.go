// SPDX-License-Identifier: Apache-2.0

package store

import (
	"context"
	"database/sql"
	"slices"
	"strconv"
	"strings"

	"cairn/internal/play"
	"cairn/match"
)

// conditions are the terms of a WHERE clause with their arguments.
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

// FindMatches implements play.Store: the latest change first, then by id. A
// limit of 0 is none.
func (s *Store) FindMatches(ctx context.Context, f play.Filter) ([]play.Info, error) {
	query, args := selectMatches(f)
	list := []play.Info{}
	err := s.rows(ctx, "find matches", query, args, func(rows *sql.Rows) error {
		var i play.Info
		err := rows.Scan(matchTargets(&i)...)
		list = append(list, i)
		return err
	})
	if err != nil {
		return nil, err
	}
	return list, nil
}

func selectMatches(f play.Filter) (string, []any) {
	var c conditions
	if f.User != "" {
		c.add(`id IN (SELECT match_id FROM players WHERE user_id = ?)`, f.User)
	}
	if f.Game != "" {
		c.add(`game = ?`, f.Game)
	}
	c.addStatuses(f.Statuses, f.User == "")
	c.addKinds(f.Kinds)
	if !f.Due.IsZero() {
		c.add(`deadline <= ?`, f.Due.UnixMilli())
	}
	if !f.Before.IsZero() {
		c.add(`updated < ?`, f.Before.UnixMilli())
	}
	query := `SELECT ` + matchColumns + ` FROM matches`
	if len(c.terms) > 0 {
		query += ` WHERE ` + strings.Join(c.terms, ` AND `)
	}
	query += ` ORDER BY updated DESC, id`
	if f.Limit > 0 {
		c.args = append(c.args, f.Limit)
		query += ` LIMIT $` + strconv.Itoa(len(c.args))
	}
	return query, c.args
}

// addStatuses writes the statuses into the text. There is an index of the matches
// that are over and one of the others, and a database uses one only if the text
// itself promises what it is for. For the matches of one user the promise is left
// out: they are found by the user, and fewer than all that go on.
func (c *conditions) addStatuses(statuses []match.Status, promise bool) {
	if len(statuses) == 0 {
		return
	}
	statuses = slices.Compact(slices.Sorted(slices.Values(statuses)))
	names := make([]string, len(statuses))
	for i, status := range statuses {
		names[i] = `'` + status.String() + `'`
	}
	if len(names) == 1 {
		c.add(`status = ` + names[0])
	} else {
		c.add(`status IN (` + strings.Join(names, `, `) + `)`)
	}
	if promise && !slices.Contains(statuses, match.Over) {
		c.add(`status <> 'over'`)
	}
}

func (c *conditions) addKinds(kinds []play.Kind) {
	if len(kinds) == 0 {
		return
	}
	args := make([]any, len(kinds))
	for i, kind := range kinds {
		args[i] = string(kind)
	}
	c.add(`kind IN (?`+strings.Repeat(`, ?`, len(kinds)-1)+`)`, args...)
}
