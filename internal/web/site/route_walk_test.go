// SPDX-License-Identifier: Apache-2.0

package site_test

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cairn/internal/account"
	"cairn/internal/store/sqlite"
	"cairn/internal/web"
	"cairn/internal/web/webtest"
)

// ledger reads all stored data of a site, to detect changes.
type ledger struct {
	t       *testing.T
	db      *sql.DB
	version int // of what was read, as SQLite counts
	rows    []string
}

// newLedger returns the ledger of the only site of a test, whose data folder is
// the first temporary folder of the test.
func newLedger(t *testing.T) *ledger {
	t.Helper()
	files, err := filepath.Glob(sqlite.Path(filepath.Join(filepath.Dir(t.TempDir()), "*")))
	if err != nil || len(files) != 1 {
		t.Fatalf("got databases %q, %v, want one", files, err)
	}
	db, err := sql.Open("sqlite", "file:"+files[0]+"?mode=ro&_pragma=busy_timeout(10000)")
	if err != nil {
		t.Fatal(err)
	}
	db.SetMaxOpenConns(1) // data_version counts what others than this connection wrote
	t.Cleanup(func() { db.Close() })
	return &ledger{t: t, db: db}
}

// read returns every row of every table, without the times when users were last
// seen and the heartbeat of the server.
func (l *ledger) read() []string {
	l.t.Helper()
	var version int
	if err := l.db.QueryRow("PRAGMA data_version").Scan(&version); err != nil {
		l.t.Fatal(err)
	}
	if version == l.version {
		return l.rows
	}
	l.version, l.rows = version, nil
	for _, row := range l.query("SELECT name FROM sqlite_master WHERE type = 'table'") {
		table := row["name"].(string)
		if table == "beats" {
			continue
		}
		for _, row := range l.query(`SELECT * FROM "` + table + `"`) {
			delete(row, "seen")
			l.rows = append(l.rows, fmt.Sprint(table, " ", row))
		}
	}
	slices.Sort(l.rows)
	return l.rows
}

func (l *ledger) query(text string) (all []map[string]any) {
	l.t.Helper()
	rows, err := l.db.Query(text)
	if err != nil {
		l.t.Fatal(err)
	}
	defer rows.Close()
	names, err := rows.Columns()
	if err != nil {
		l.t.Fatal(err)
	}
	for rows.Next() {
		values, row := make([]any, len(names)), map[string]any{}
		for i := range values {
			values[i] = new(any)
		}
		if err := rows.Scan(values...); err != nil {
			l.t.Fatal(err)
		}
		for i, name := range names {
			row[name] = *values[i].(*any)
		}
		all = append(all, row)
	}
	if err := rows.Err(); err != nil {
		l.t.Fatal(err)
	}
	return all
}

// TestLedger checks that a ledger detects changes.
func TestLedger(t *testing.T) {
	s := webtest.NewSite(t)
	book := newLedger(t)
	before := book.read()
	s.Browser().Get("/").Want(200)
	if got := book.read(); !slices.Equal(got, before) {
		t.Errorf("a page was looked at: got %q, want %q", got, before)
	}
	s.Guest()
	if got := book.read(); slices.Equal(got, before) {
		t.Error("a guest was created, and the ledger has not changed")
	}
}

// walkRoute is one address and its statuses, in the order visitor without a
// session, guest, stranger, owner: to a form without any fields, and to an empty JSON
// object. Words in capitals stand for something of the owner's, made for each
// request.
type walkRoute struct {
	path       string
	page, json [4]int
}

// owned reports whether only the owner may use an address.
func (r walkRoute) owned() bool {
	return strings.Contains(r.path, "MATCH") || strings.Contains(r.path, "SEEK") || strings.Contains(r.path, "SESSION")
}

// guests reports whether an address makes a visitor a guest first, even if it then
// refuses the request.
func (r walkRoute) guests() bool { return r.path == "/join" || r.path == "/match" || r.path == "/seek" }

// withoutGuest removes a new guest and its session from the rows.
func withoutGuest(before, after []string) (rest []string) {
	for _, row := range after {
		fresh := strings.HasPrefix(row, "users ") && strings.Contains(row, " guest:1 ") || strings.HasPrefix(row, "sessions ")
		if _, old := slices.BinarySearch(before, row); old || !fresh {
			rest = append(rest, row)
		}
	}
	return rest
}

// secret reports whether an address contains a secret.
func (r walkRoute) secret() bool {
	return strings.Contains(r.path, "RESET") || strings.Contains(r.path, "SETUP") || strings.Contains(r.path, "CONFIRM") || r.path == web.OpenIDPath
}

// webPolicy is the Content-Security-Policy of every answer.
const webPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; " +
	"connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// walkTable lists every address of the server.
func walkTable() map[string]walkRoute {
	return map[string]walkRoute{
		"GET /about":                      {"/about", all(200), all(200)},
		"GET /account":                    {"/account", [4]int{303, 200, 200, 200}, [4]int{403, 200, 200, 200}},
		"GET /account/delete":             {"/account/delete", [4]int{303, 200, 200, 200}, [4]int{403, 200, 200, 200}},
		"GET /account/export":             {"/account/export", [4]int{303, 200, 200, 200}, [4]int{403, 200, 200, 200}},
		"GET /account/games.zip":          {"/account/games.zip", [4]int{303, 200, 200, 200}, [4]int{403, 200, 200, 200}},
		"GET /account/openid":             {"/account/openid", [4]int{303, 303, 503, 503}, [4]int{403, 403, 503, 503}},
		"GET /account/passkeys":           {"/account/passkeys", [4]int{303, 303, 200, 200}, [4]int{403, 403, 200, 200}},
		"GET /account/second":             {"/account/second", all(301), all(301)},
		"GET /account/two-factor":         {"/account/two-factor", [4]int{303, 303, 200, 200}, [4]int{403, 403, 200, 200}},
		"GET /account/sessions":           {"/account/sessions", [4]int{303, 200, 200, 200}, [4]int{403, 200, 200, 200}},
		"GET /confirm/{token}":            {"/confirm/CONFIRM", all(200), all(200)},
		"GET /favicon.ico":                {"/favicon.ico", all(302), all(302)},
		"GET /games":                      {"/games", all(200), all(200)},
		"GET /healthz":                    {"/healthz", all(200), all(200)},
		"GET /home":                       {"/home", [4]int{303, 200, 200, 200}, [4]int{303, 200, 200, 200}},
		"GET /join":                       {"/join", all(200), all(200)},
		"GET /leaderboard":                {"/leaderboard", all(200), all(200)},
		"GET /leaderboard/{game}":         {"/leaderboard/nine-mens-morris", all(200), all(200)},
		"GET /learn":                      {"/learn", all(200), all(200)},
		"GET /learn/{game}":               {"/learn/nine-mens-morris", all(200), all(200)},
		"GET /login":                      {"/login", [4]int{200, 200, 303, 303}, [4]int{200, 200, 303, 303}},
		"GET /login/code":                 {"/login/code", [4]int{200, 200, 303, 303}, [4]int{200, 200, 303, 303}},
		"GET /login/openid":               {"/login/openid", [4]int{503, 503, 303, 303}, [4]int{503, 503, 303, 303}},
		"GET /login/openid/callback":      {"/login/openid/callback", all(404), all(404)},
		"GET /logout":                     {"/logout", [4]int{303, 200, 200, 200}, [4]int{303, 200, 200, 200}},
		"GET /match/{id}":                 {"/match/PRIVATE", [4]int{404, 404, 404, 200}, [4]int{404, 404, 404, 200}},
		"GET /match/{id}/live":            {"/match/PRIVATE/live", all(426), all(426)},
		"GET /match/{id}/turns":           {"/match/PRIVATE/turns", [4]int{404, 404, 404, 200}, [4]int{404, 404, 404, 200}},
		"GET /play":                       {"/play", all(200), all(200)},
		"GET /player":                     {"/player", all(200), all(200)},
		"GET /player/{name}":              {"/player/owner", all(200), all(200)},
		"GET /readyz":                     {"/readyz", all(200), all(200)},
		"GET /reset":                      {"/reset", all(200), all(200)},
		"GET /reset/{token}":              {"/reset/RESET", all(200), all(200)},
		"GET /robots.txt":                 {"/robots.txt", all(200), all(200)},
		"GET /rules":                      {"/rules", all(200), all(200)},
		"GET /rules/{game}":               {"/rules/nine-mens-morris", all(200), all(200)},
		"GET /seek/{id}":                  {"/seek/SEEK", [4]int{303, 303, 303, 200}, [4]int{303, 404, 404, 200}},
		"GET /seek/{id}/live":             {"/seek/SEEK/live", all(426), all(426)},
		"GET /settings":                   {"/settings", all(200), all(200)},
		"GET /setup/{token}":              {"/setup/SETUP", all(200), all(200)},
		"GET /signup":                     {"/signup", [4]int{200, 200, 303, 303}, [4]int{200, 200, 303, 303}},
		"GET /static/{sum}/{file...}":     {"/static/x/base.css", all(200), all(200)},
		"GET /upload":                     {"/upload", all(200), all(200)},
		"GET /{$}":                        {"/", all(200), all(200)},
		"POST /account/delete":            {"/account/delete", [4]int{303, 400, 400, 400}, [4]int{403, 400, 400, 400}},
		"POST /account/email":             {"/account/email", [4]int{403, 403, 400, 400}, [4]int{403, 403, 400, 400}},
		"POST /account/email/confirm":     {"/account/email/confirm", [4]int{403, 403, 303, 303}, [4]int{403, 403, 200, 200}},
		"POST /account/name":              {"/account/name", [4]int{403, 403, 400, 400}, [4]int{403, 403, 400, 400}},
		"POST /account/openid":            {"/account/openid", [4]int{403, 403, 404, 404}, [4]int{403, 403, 404, 404}},
		"POST /account/openid/end":        {"/account/openid/end", all(403), all(403)},
		"POST /account/passkeys":          {"/account/passkeys", [4]int{403, 403, 404, 404}, [4]int{403, 403, 404, 404}},
		"POST /account/passkeys/begin":    {"/account/passkeys/begin", all(403), all(403)},
		"POST /account/passkeys/{id}/end": {"/account/passkeys/x/end", all(403), all(403)},
		"POST /account/password":          {"/account/password", all(403), all(403)},
		"POST /account/two-factor":        {"/account/two-factor", [4]int{403, 403, 200, 200}, [4]int{403, 403, 200, 200}},
		"POST /account/two-factor/off":    {"/account/two-factor/off", all(403), all(403)},
		"POST /account/two-factor/codes":  {"/account/two-factor/codes", all(403), all(403)},
		"POST /account/two-factor/on":     {"/account/two-factor/on", all(403), all(403)},
		"POST /account/sessions/end":      {"/account/sessions/end", [4]int{403, 303, 303, 303}, [4]int{403, 200, 200, 200}},
		"POST /account/sessions/{id}/end": {"/account/sessions/SESSION/end", [4]int{403, 404, 404, 303}, [4]int{403, 404, 404, 200}},
		"POST /confirm/{token}":           {"/confirm/CONFIRM", all(303), all(200)},
		"POST /join":                      {"/join", all(404), all(404)},
		"POST /language":                  {"/language", all(303), all(200)},
		"POST /login":                     {"/login", all(403), all(403)},
		"POST /login/code":                {"/login/code", all(403), all(404)},
		"POST /login/openid":              {"/login/openid", all(404), all(404)},
		"POST /login/passkey":             {"/login/passkey", all(404), all(404)},
		"POST /login/passkey/begin":       {"/login/passkey/begin", all(200), all(200)},
		"POST /logout":                    {"/logout", all(303), all(200)},
		"POST /match":                     {"/match", all(400), all(400)},
		"POST /match/{id}/abort":          {"/match/MATCH/abort", [4]int{404, 404, 404, 303}, [4]int{404, 404, 404, 200}},
		"POST /match/{id}/answer":         {"/match/MATCH/answer", [4]int{404, 404, 404, 409}, [4]int{404, 404, 404, 409}},
		"POST /match/{id}/claim":          {"/match/MATCH/claim", [4]int{404, 404, 404, 403}, [4]int{404, 404, 404, 403}},
		"POST /match/{id}/draw":           {"/match/MATCH/draw", [4]int{404, 404, 404, 303}, [4]int{404, 404, 404, 200}},
		"POST /match/{id}/move":           {"/match/MATCH/move", [4]int{404, 404, 404, 422}, [4]int{404, 404, 404, 422}},
		"POST /match/{id}/redo":           {"/match/MATCH/redo", [4]int{404, 404, 404, 403}, [4]int{404, 404, 404, 403}},
		"POST /match/{id}/rematch":        {"/match/MATCH/rematch", [4]int{404, 404, 404, 403}, [4]int{404, 404, 404, 403}},
		"POST /match/{id}/resign":         {"/match/MATCH/resign", [4]int{404, 404, 404, 303}, [4]int{404, 404, 404, 200}},
		"POST /match/{id}/start":          {"/match/MATCH/start", [4]int{404, 404, 404, 403}, [4]int{404, 404, 404, 403}},
		"POST /match/{id}/undo":           {"/match/MATCH/undo", [4]int{404, 404, 404, 403}, [4]int{404, 404, 404, 403}},
		"POST /player/{name}/ban":         {"/player/owner/ban", all(403), all(403)},
		"POST /player/{name}/role":        {"/player/owner/role", all(403), all(403)},
		"POST /player/{name}/unban":       {"/player/owner/unban", all(403), all(403)},
		"POST /reset":                     {"/reset", all(303), all(200)},
		"POST /reset/{token}":             {"/reset/RESET", all(400), all(400)},
		"POST /seek":                      {"/seek", all(400), all(400)},
		"POST /seek/{id}/cancel":          {"/seek/SEEK/cancel", all(303), [4]int{303, 404, 404, 200}},
		"POST /settings":                  {"/settings", all(400), all(400)},
		"POST /setup/{token}":             {"/setup/SETUP", [4]int{400, 400, 303, 303}, [4]int{400, 400, 200, 200}},
		"POST /signup":                    {"/signup", [4]int{400, 400, 303, 303}, [4]int{400, 400, 200, 200}},
		"POST /upload":                    {"/upload", all(400), all(400)},
	}
}

// walk visits every address in every role.
type walk struct {
	*webtest.Site
	book   *ledger
	people map[string]*webtest.Browser
	gone   map[string][]*http.Cookie // of those whose session is good no more
	route  string                    // the pattern that served the last request
}

func newWalk(t *testing.T) *walk {
	w := &walk{people: map[string]*webtest.Browser{}, gone: map[string][]*http.Cookie{}}
	w.Site = webtest.NewSite(t, func(o *web.Options) { o.Observe = func(r web.Request) { w.route = r.Route } })
	w.book = newLedger(t)
	for _, name := range []string{"stranger", "owner", "rival"} {
		w.people[name] = w.Member(name).Still()
	}
	w.people["guest"] = w.Guest().Still()
	w.gone["banned"] = w.Member("banned").Cookies()
	w.gone["ended"] = w.LogIn("owner", webtest.Firefox).Cookies()
	w.person("owner").Post("/account/sessions/end", nil).Want(http.StatusSeeOther)
	if err := w.Accounts.SetBanned(t.Context(), account.Operator, "banned", true); err != nil {
		t.Fatal(err)
	}
	return w
}

// person returns the browser of a role, which follows no redirects. Users who have
// logged out are logged in again.
func (w *walk) person(name string) *webtest.Browser {
	w.T.Helper()
	in := func(c *http.Cookie) bool { return c.Name == "cairn" }
	switch b := w.people[name]; {
	case b == nil: // no session, or an ended one
		b = w.Browser().Still()
		b.Client.Jar.SetCookies(webtest.MustURL(w.T, w.HTTP.URL), w.gone[name])
		return b
	case slices.ContainsFunc(b.Cookies(), in):
	case name == "guest":
		w.people[name] = w.Guest().Still()
	default:
		w.people[name] = w.LogIn(name, webtest.Firefox).Still()
	}
	return w.people[name]
}

// address creates what a route of the table needs, and returns its address.
func (w *walk) address(text string) string {
	w.T.Helper()
	for word, find := range map[string]func() string{
		"PRIVATE": w.private,
		"MATCH":   w.started,
		"SEEK":    w.seekID,
		"SESSION": w.otherSession,
		"RESET":   w.resetSecret,
		"SETUP":   w.setupSecret,
		"CONFIRM": w.confirmSecret,
	} {
		if strings.Contains(text, word) {
			return strings.Replace(text, word, find(), 1)
		}
	}
	return text
}

// private creates a match that only the owner may see.
func (w *walk) private() string { return w.matchOf(w.person("owner"), "nine", "private") }

// started starts a match of the owner, who is to move, against the rival.
func (w *walk) started() string {
	id := w.private()
	w.person("rival").Post("/join", webtest.Form("id", id)).Want(http.StatusSeeOther)
	w.person("owner").Post("/match/"+id+"/start", nil).Want(http.StatusSeeOther)
	return id
}

// matchOf creates a match with JSON, which is not redirected.
func (w *walk) matchOf(b *webtest.Browser, game, opponent string) string {
	w.T.Helper()
	var made struct{ Match string }
	b.Send("/match", `{"game":"`+game+`","opponent":"`+opponent+`"}`).Want(http.StatusOK).JSON(&made)
	return made.Match
}

func (w *walk) seekID() string {
	w.T.Helper()
	p := w.person("owner").Post("/seek", webtest.Form("game", "fanorona")).Want(http.StatusSeeOther)
	return strings.TrimPrefix(p.Header.Get("Location"), "/seek/")
}

// otherSession returns another session of the owner, as addresses name it.
func (w *walk) otherSession() string {
	if !strings.Contains(w.person("owner").Get("/account/sessions").Body, "Safari") {
		w.LogIn("owner", webtest.Safari)
	}
	path := w.person("owner").EndPath("Safari")
	return strings.TrimSuffix(strings.TrimPrefix(path, "/account/sessions/"), "/end")
}

func (w *walk) resetSecret() string {
	w.T.Helper()
	secret, err := w.Accounts.ResetLink(w.T.Context(), "owner")
	if err != nil {
		w.T.Fatal(err)
	}
	return secret
}

// confirmSecret returns a link that confirms a new address of the owner.
func (w *walk) confirmSecret() string {
	w.T.Helper()
	u, err := w.Store.UpdateUser(w.T.Context(), w.User("owner").ID, func(u *account.User) error {
		u.Unconfirmed = account.NewID() + "@example.org"
		return nil
	})
	if err != nil {
		w.T.Fatal(err)
	}
	sent := make(chan string, 1)
	if err := w.Accounts.Emails.Request(w.T.Context(), u, func(m account.ConfirmMail) { sent <- m.Secret }); err != nil {
		w.T.Fatal(err)
	}
	return <-sent
}

// setupSecret returns a link for the first administrator, after removing the role
// from any.
func (w *walk) setupSecret() string {
	w.T.Helper()
	for _, name := range []string{"stranger", "owner"} {
		if err := w.Accounts.SetRole(w.T.Context(), account.Operator, name, account.Player); err != nil {
			w.T.Fatal(err)
		}
	}
	return strings.TrimPrefix(w.SetupPath(), "/setup/")
}

// way is how an address is requested.
type way struct {
	name   string
	json   bool
	origin string // header, with the site the browser says it comes from
	from   string
}

// ways are the kinds of requests: a form, JSON, and a form with the headers of a
// same-origin request.
func (w *walk) ways() []way {
	ways := []way{{name: "form"}, {name: "JSON", json: true}}
	if testing.Short() {
		return ways
	}
	return append(ways, way{name: "form with origin", origin: w.HTTP.URL, from: "same-origin"})
}

// ask sends a request, with the role that one of the addresses requires.
func (w *walk) ask(b *webtest.Browser, how way, method, path string) *webtest.Page {
	w.T.Helper()
	r := w.Request(method, path)
	body := "role=moderator"
	if how.json {
		r.Header.Set("Accept", "application/json")
		r.Header.Set("Content-Type", "application/json")
		body = `{"role":"moderator"}`
	} else if method == http.MethodPost {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	if how.origin != "" {
		r.Header.Set("Origin", how.origin)
		r.Header.Set("Sec-Fetch-Site", how.from)
	}
	if method == http.MethodPost {
		r.Body = io.NopCloser(strings.NewReader(body))
	}
	return b.Do(r)
}

// walkers are the roles with their columns in the table. A browser with an invalid
// cookie is a visitor without a session.
var walkers = []struct {
	name   string
	column int
}{{"visitor", 0}, {"ended", 0}, {"banned", 0}, {"guest", 1}, {"stranger", 2}, {"owner", ownerColumn}}

const ownerColumn = 3

// TestRouteWalk requests every address in every role, with forms and JSON: the
// status is that of the table, GET and refused requests store nothing, and every
// answer has the right headers and content.
func TestRouteWalk(t *testing.T) {
	w := newWalk(t)
	table := walkTable()
	if diff := cmp.Diff(w.Web.Routes(), slices.Sorted(maps.Keys(table))); diff != "" {
		t.Fatalf("addresses of the source (-) and of the table (+):\n%s", diff)
	}
	for _, pattern := range slices.Sorted(maps.Keys(table)) {
		t.Run(pattern, func(t *testing.T) {
			method, _, _ := strings.Cut(pattern, " ")
			for _, how := range w.ways() {
				w.checkRoute(t, pattern, method, how, table[pattern])
			}
			w.checkForeign(t, method, table[pattern])
		})
	}
}

func (w *walk) checkRoute(t *testing.T, pattern, method string, how way, route walkRoute) {
	t.Helper()
	for _, who := range walkers {
		if how.origin != "" && who.column < ownerColumn {
			continue // every browser of today says where it comes from: once is enough
		}
		b, path := w.person(who.name), w.address(route.path)
		before := w.book.read()
		p := w.ask(b, how, method, path)
		want := route.page[who.column]
		if how.json {
			want = route.json[who.column]
		}
		label := who.name + " by " + how.name
		if p.StatusCode != want {
			t.Errorf("%s: got status %d, want %d\n%.300s", label, p.StatusCode, want, p.Main())
		}
		if w.route != pattern {
			t.Errorf("%s: served by %q", label, w.route)
		}
		after := w.book.read()
		if route.guests() && who.column == 0 {
			after = withoutGuest(before, after)
		}
		if method == http.MethodGet || p.StatusCode >= 400 || who.column < ownerColumn && route.owned() {
			if diff := cmp.Diff(before, after); diff != "" {
				t.Errorf("%s: status %d, yet something was stored:\n%s", label, p.StatusCode, diff)
			}
		}
		checkAnswer(t, label, route, p)
	}
}

// checkForeign sends the request from another site: it must not act for the user,
// and no header may allow the site to read the answer.
func (w *walk) checkForeign(t *testing.T, method string, route walkRoute) {
	t.Helper()
	for _, how := range []way{
		{name: "another site", origin: "https://evil.example", from: "cross-site"},
		{name: "another site in JSON", json: true, origin: "https://evil.example", from: "cross-site"},
		{name: "a neighbour", origin: "https://other." + strings.TrimPrefix(w.HTTP.URL, "http://"), from: "same-site"},
		{name: "an old browser", origin: "null"},
	} {
		b, path := w.person("owner"), w.address(route.path)
		before := w.book.read()
		p := w.ask(b, how, method, path)
		if method == http.MethodPost && p.StatusCode != http.StatusForbidden {
			t.Errorf("%s: got status %d, want 403", how.name, p.StatusCode)
		}
		if diff := cmp.Diff(before, w.book.read()); diff != "" {
			t.Errorf("%s stored something:\n%s", how.name, diff)
		}
		if got := p.Header.Values("Access-Control-Allow-Origin"); len(got) > 0 {
			t.Errorf("%s may read the answer: %q", how.name, got)
		}
		checkAnswer(t, how.name, route, p)
	}
}

// checkAnswer checks the headers of an answer.
func checkAnswer(t *testing.T, label string, route walkRoute, p *webtest.Page) {
	t.Helper()
	referrer := "same-origin"
	if route.secret() && p.StatusCode != http.StatusMethodNotAllowed && p.StatusCode != http.StatusForbidden {
		referrer = "no-referrer"
	}
	want := map[string]string{
		"Content-Security-Policy":    webPolicy,
		"X-Content-Type-Options":     "nosniff",
		"Referrer-Policy":            referrer,
		"Cross-Origin-Opener-Policy": "same-origin",
	}
	if !strings.HasPrefix(route.path, "/static/") {
		want["Cache-Control"] = "no-store"
	}
	for name, want := range want {
		if got := p.Header.Get(name); got != want {
			t.Errorf("%s: got %s %q, want %q", label, name, got, want)
		}
	}
	checkKind(t, label, p)
	for _, inner := range []string{"goroutine ", ".go:", "SELECT ", "INSERT ", "sqlite", "SQL ", "panic", "argon2", "/tmp/"} {
		if strings.Contains(p.Body, inner) && !strings.HasPrefix(route.path, "/static/") {
			t.Errorf("%s: the answer holds %q", label, inner)
		}
	}
}

// checkKind checks that the content of an answer has its content type.
func checkKind(t *testing.T, label string, p *webtest.Page) {
	t.Helper()
	kind := p.Header.Get("Content-Type")
	switch {
	case p.Body == "":
	case kind == "application/json; charset=utf-8":
		if !json.Valid([]byte(p.Body)) {
			t.Errorf("%s: this is no JSON: %.200s", label, p.Body)
		}
	case kind == "text/html; charset=utf-8":
		if p.StatusCode/100 != 3 && !strings.HasPrefix(p.Body, "<!DOCTYPE html>") {
			t.Errorf("%s: this is no page: %.200s", label, p.Body)
		}
	case strings.HasPrefix(kind, "text/") && !strings.HasSuffix(kind, "; charset=utf-8"), kind == "":
		t.Errorf("%s: got Content-Type %q", label, kind)
	}
}
