// SPDX-License-Identifier: Apache-2.0

package web_test

import (
	"slices"
	"strings"
)

// walkRoute is one address and the status it answers with, in the order nobody,
// guest, stranger, owner: to a form without any fields, and to an empty JSON
// object. Words in capitals stand for something of the owner's, made for each
// request.
type walkRoute struct {
	path       string
	page, json [4]int
}

// owned reports an address of something that is the owner's alone to change.
func (r walkRoute) owned() bool {
	return strings.Contains(r.path, "MATCH") || strings.Contains(r.path, "SEEK") || strings.Contains(r.path, "SESSION")
}

// guests reports an address where nobody becomes a guest before anything else, and
// stays one when refused.
func (r walkRoute) guests() bool { return r.path == "/join" || r.path == "/match" || r.path == "/seek" }

// withoutGuest takes a new guest and the new session of one out of the rows.
func withoutGuest(before, after []string) (rest []string) {
	for _, row := range after {
		fresh := strings.HasPrefix(row, "users ") && strings.Contains(row, " guest:1 ") || strings.HasPrefix(row, "sessions ")
		if _, old := slices.BinarySearch(before, row); old || !fresh {
			rest = append(rest, row)
		}
	}
	return rest
}

// secret reports an address that is a secret itself.
func (r walkRoute) secret() bool {
	return strings.Contains(r.path, "RESET") || strings.Contains(r.path, "SETUP")
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
		"GET /account/second":             {"/account/second", [4]int{303, 303, 200, 200}, [4]int{403, 403, 200, 200}},
		"GET /account/sessions":           {"/account/sessions", [4]int{303, 200, 200, 200}, [4]int{403, 200, 200, 200}},
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
		"POST /account/name":              {"/account/name", [4]int{403, 403, 400, 400}, [4]int{403, 403, 400, 400}},
		"POST /account/password":          {"/account/password", all(403), all(403)},
		"POST /account/second":            {"/account/second", [4]int{403, 403, 200, 200}, [4]int{403, 403, 200, 200}},
		"POST /account/second/off":        {"/account/second/off", all(403), all(403)},
		"POST /account/second/codes":      {"/account/second/codes", all(403), all(403)},
		"POST /account/second/on":         {"/account/second/on", all(403), all(403)},
		"POST /account/sessions/end":      {"/account/sessions/end", [4]int{403, 303, 303, 303}, [4]int{403, 200, 200, 200}},
		"POST /account/sessions/{id}/end": {"/account/sessions/SESSION/end", [4]int{403, 404, 404, 303}, [4]int{403, 404, 404, 200}},
		"POST /join":                      {"/join", all(404), all(404)},
		"POST /language":                  {"/language", all(303), all(200)},
		"POST /login":                     {"/login", all(403), all(403)},
		"POST /login/code":                {"/login/code", all(403), all(404)},
		"POST /logout":                    {"/logout", all(303), all(200)},
		"POST /match":                     {"/match", all(400), all(400)},
		"POST /match/{id}/abort":          {"/match/MATCH/abort", [4]int{403, 403, 403, 303}, [4]int{403, 403, 403, 200}},
		"POST /match/{id}/answer":         {"/match/MATCH/answer", [4]int{403, 403, 403, 409}, [4]int{403, 403, 403, 409}},
		"POST /match/{id}/claim":          {"/match/MATCH/claim", all(403), all(403)},
		"POST /match/{id}/draw":           {"/match/MATCH/draw", [4]int{403, 403, 403, 303}, [4]int{403, 403, 403, 200}},
		"POST /match/{id}/move":           {"/match/MATCH/move", [4]int{403, 403, 403, 422}, [4]int{403, 403, 403, 422}},
		"POST /match/{id}/redo":           {"/match/MATCH/redo", all(403), all(403)},
		"POST /match/{id}/rematch":        {"/match/MATCH/rematch", all(403), all(403)},
		"POST /match/{id}/resign":         {"/match/MATCH/resign", [4]int{403, 403, 403, 303}, [4]int{403, 403, 403, 200}},
		"POST /match/{id}/start":          {"/match/MATCH/start", all(403), all(403)},
		"POST /match/{id}/undo":           {"/match/MATCH/undo", all(403), all(403)},
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
