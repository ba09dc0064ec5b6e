// SPDX-License-Identifier: Apache-2.0

package move

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// table is a table that both sides have.
type table struct {
	name    string
	columns []string
	key     []string // primary key
	parents []string // tables to which foreign keys lead
}

// versions is the table in which migrations are noted; each side has its own.
const versions = "goose_db_version"

// sameTables returns the tables of both sides, parents before children. Their
// names and columns must be the same.
func sameTables(ctx context.Context, a, b endpoint) ([]table, error) {
	one, err := a.tables(ctx)
	if err != nil {
		return nil, err
	}
	two, err := b.tables(ctx)
	if err != nil {
		return nil, err
	}
	for name := range two {
		if _, found := one[name]; !found {
			return nil, fmt.Errorf("the source has no table %s", name)
		}
	}
	lite, ok := a.(*sqliteDatabase)
	if !ok {
		lite = b.(*sqliteDatabase) // one side is SQLite
	}
	all := map[string]table{}
	for name, columns := range one {
		if other, found := two[name]; !found || !slices.Equal(columns, other) {
			return nil, fmt.Errorf("table %s differs: the source has columns %v, the target %v", name, columns, other)
		}
		t := table{name: name, columns: columns}
		if t.key, t.parents, err = lite.keys(ctx, name); err != nil {
			return nil, err
		}
		all[name] = t
	}
	return inOrder(all)
}

// inOrder returns tables after those to which their foreign keys lead.
func inOrder(all map[string]table) ([]table, error) {
	var order []table
	placed := map[string]bool{}
	for len(order) < len(all) {
		before := len(order)
		for _, name := range slices.Sorted(maps.Keys(all)) {
			waits := slices.ContainsFunc(all[name].parents, func(parent string) bool { return !placed[parent] })
			if !placed[name] && !waits {
				placed[name] = true
				order = append(order, all[name])
			}
		}
		if len(order) == before {
			return nil, errors.New("foreign keys lead in a circle")
		}
	}
	return order, nil
}

// list returns names for a statement.
func list(names []string) string {
	quoted := make([]string, len(names))
	for i, name := range names {
		quoted[i] = `"` + strings.ReplaceAll(name, `"`, `""`) + `"`
	}
	return strings.Join(quoted, ", ")
}

// query returns the statement that reads a table in the order of its key.
func (t table) query() string {
	return "SELECT " + list(t.columns) + " FROM " + list([]string{t.name}) + " ORDER BY " + list(t.key)
}

// differ returns an error that names the first column in which two rows differ.
func (t table) differ(got, want rowValues) error {
	switch {
	case got == nil:
		return fmt.Errorf("the target lacks %s", t.describe(want))
	case want == nil:
		return fmt.Errorf("the target has %s, which the source lacks", t.describe(got))
	}
	for i, column := range t.columns {
		if got[i] != want[i] {
			return fmt.Errorf("%s differs in column %s", t.describe(want), column)
		}
	}
	return nil
}

// describe names a row by its key.
func (t table) describe(r rowValues) string {
	var parts []string
	for _, column := range t.key {
		parts = append(parts, fmt.Sprintf("%s %v", column, r[slices.Index(t.columns, column)]))
	}
	return "the row with " + strings.Join(parts, ", ")
}

// newRow makes a row of the values of a driver, or returns the error of reading them.
func newRow(values []any, err error) (rowValues, error) {
	r := make(rowValues, len(values))
	for i, value := range values {
		switch v := value.(type) {
		case nil, int64, float64, string:
			r[i] = v
		case int32:
			r[i] = int64(v)
		case []byte:
			r[i] = string(v)
		case bool:
			r[i] = int64(0)
			if v {
				r[i] = int64(1)
			}
		default:
			err = errors.Join(err, fmt.Errorf("cannot move a value of type %T", value))
		}
	}
	if err != nil {
		return nil, err
	}
	return r, nil
}

// column returns the texts that a query for one column finds.
func column(ctx context.Context, tx *sql.Tx, query string, args ...any) (all []string, err error) {
	rows, err := tx.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var one string
		if err := rows.Scan(&one); err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	return all, rows.Err()
}
