// SPDX-License-Identifier: Apache-2.0

//go:build unix

package move_test

import (
	"database/sql"
	"fmt"
	"math"
	"strings"
	"testing"

	"cairn/internal/store/sqlite"
	"cairn/internal/store/sqlitetest"
)

// perTable is the number of rows that filled puts into every table.
const perTable = 20

// texts are difficult ones.
var texts = []string{"", "plain", "Ünïcödé 碁 🪨", `quotes ' and "`, "tab\tline\nreturn\r", `back\slash \N \.`, " blanks ", "a,b;c|d", "NULL", strings.Repeat("long ", 2000)}

// numbers are difficult ones.
var numbers = []float64{0, -1.5, 1.0 / 3, math.MaxFloat64, math.SmallestNonzeroFloat64, 1500, math.Pi * 1e9}

// truths are the columns that hold a truth value.
var truths = map[string]bool{"guest": true, "banned": true, "rated": true, "shown": true, "solved": true, "reached": true, "bot": true}

func empty(t *testing.T, dir string) {
	t.Helper()
	if err := sqlitetest.Open(t, dir, sqlite.Options{}).Close(); err != nil {
		t.Fatal(err)
	}
}

// open opens the database of a data folder without foreign keys.
func open(t *testing.T, dir string) *sql.DB {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+sqlite.Path(dir))
	if err != nil {
		t.Fatal(err)
	}
	return db
}

func change(t *testing.T, dir, statement string) {
	t.Helper()
	db := open(t, dir)
	defer db.Close()
	if _, err := db.ExecContext(t.Context(), statement); err != nil {
		t.Fatal(err)
	}
}

// filled returns a data folder with rows in every table. Row i refers to row i of
// other tables.
func filled(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	empty(t, dir)
	db := open(t, dir)
	defer db.Close()
	for _, table := range column(t, db, `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE 'goose%'`) {
		fill(t, db, table)
	}
	if bad := column(t, db, `SELECT "table" FROM pragma_foreign_key_check`); len(bad) > 0 {
		t.Fatalf("foreign keys lead nowhere: %v", bad)
	}
	return dir
}

// fill inserts rows into a table.
func fill(t *testing.T, db *sql.DB, table string) {
	t.Helper()
	names := column(t, db, `SELECT name FROM pragma_table_info($1)`, table)
	kinds := column(t, db, `SELECT type FROM pragma_table_info($1)`, table)
	unique := map[string]bool{} // keys, and columns of unique indexes
	for _, name := range column(t, db, `SELECT name FROM pragma_table_info($1) WHERE pk > 0
UNION SELECT c.name FROM pragma_index_list($1) AS i, pragma_index_info(i.name) AS c WHERE i."unique"
UNION SELECT "from" FROM pragma_foreign_key_list($1)`, table) {
		unique[name] = true
	}
	mayBeNull := map[string]bool{}
	for _, name := range column(t, db, `SELECT name FROM pragma_table_info($1) WHERE "notnull" = 0 AND pk = 0`, table) {
		mayBeNull[name] = true
	}
	if _, err := db.ExecContext(t.Context(), "DELETE FROM "+table); err != nil {
		t.Fatal(err)
	}
	for i := range perTable {
		values := make([]any, len(names))
		for c, name := range names {
			switch {
			case mayBeNull[name] && i%3 == 0:
				values[c] = nil
			case kinds[c] == "TEXT" && unique[name]:
				values[c] = fmt.Sprintf("é-%02d", i)
			case kinds[c] == "TEXT":
				values[c] = texts[(i+c)%len(texts)]
			case kinds[c] == "REAL":
				values[c] = numbers[(i+c)%len(numbers)]
			case truths[name]:
				values[c] = i % 2
			case unique[name]:
				values[c] = 100 + i
			default:
				values[c] = int64(math.MaxInt64) - int64(i*c)
			}
		}
		places := strings.TrimSuffix(strings.Repeat("?, ", len(names)), ", ")
		if _, err := db.ExecContext(t.Context(), fmt.Sprintf(`INSERT INTO %s ("%s") VALUES (%s)`, table, strings.Join(names, `", "`), places), values...); err != nil {
			t.Fatalf("%s: %v", table, err)
		}
	}
}

// dump returns all rows of a data folder by table.
func dump(t *testing.T, dir string) map[string][]string {
	t.Helper()
	db := open(t, dir)
	defer db.Close()
	all := map[string][]string{}
	for _, table := range column(t, db, `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE 'goose%'`) {
		var parts []string
		for _, name := range column(t, db, `SELECT name FROM pragma_table_info($1)`, table) {
			parts = append(parts, `quote("`+name+`")`)
		}
		all[table] = column(t, db, `SELECT `+strings.Join(parts, ` || ',' || `)+` AS line FROM `+table+` ORDER BY line`)
	}
	return all
}

// column returns the texts that a query finds.
func column(t *testing.T, db *sql.DB, query string, args ...any) (all []string) {
	t.Helper()
	rows, err := db.QueryContext(t.Context(), query, args...)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var one string
		if err := rows.Scan(&one); err != nil {
			t.Fatal(err)
		}
		all = append(all, one)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return all
}
