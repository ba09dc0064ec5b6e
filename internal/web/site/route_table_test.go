// SPDX-License-Identifier: Apache-2.0

package site_test

import (
	"slices"
	"strings"

	"cairn/internal/web"
)

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
	return strings.Contains(r.path, "MATCH") || strings.Contains(r.path, "SEEK") || strings.Contains(r.path, "SESSION") ||
		strings.Contains(r.path, "CHALLENGE") || strings.Contains(r.path, "SENT")
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

// framed reports whether other sites may show the page of an address in a frame.
func (r walkRoute) framed() bool { return strings.HasPrefix(r.path, "/embed/") }

// framePolicy is the Content-Security-Policy of such pages.
const framePolicy = "default-src 'none'; style-src 'self'; img-src 'self' data:; font-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors *"

// webPolicy is the Content-Security-Policy of every other answer.
const webPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; " +
	"connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// walkTable lists every address of the server.
func walkTable() map[string]walkRoute {
	return map[string]walkRoute{
		"GET /analysis/{game}/picture.png": {"/analysis/three-mens-morris/picture.png", all(200), all(200)},
		"GET /embed/match/{id}":            {"/embed/match/PRIVATE", all(404), all(404)},
		"GET /embed/{game}":                {"/embed/three-mens-morris", all(200), all(200)},
		"GET /match/{id}/game.gif":         {"/match/PRIVATE/game.gif", all(404), all(404)},

		"GET /match/{id}/review/picture.png": {"/match/PRIVATE/review/picture.png", all(404), all(404)},

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
		"GET /account/ssh-keys":           {"/account/ssh-keys", [4]int{303, 303, 200, 200}, [4]int{403, 403, 200, 200}},
		"GET /account/tokens":             {"/account/tokens", [4]int{303, 303, 200, 200}, [4]int{403, 403, 200, 200}},
		"GET /analysis":                   {"/analysis", all(200), all(200)},
		"GET /analysis/{game}":            {"/analysis/three-mens-morris", all(200), all(200)},
		"GET /analysis/{game}/edit":       {"/analysis/three-mens-morris/edit", all(200), all(200)},
		"GET /analysis/{game}/live":       {"/analysis/three-mens-morris/live", all(426), all(426)},
		"GET /analysis/{game}/state":      {"/analysis/three-mens-morris/state", all(200), all(200)},
		"GET /api":                        {"/api", all(200), all(200)},
		"GET /challenge/{name}":           {"/challenge/owner", [4]int{303, 303, 200, 303}, [4]int{403, 403, 200, 303}},
		"GET /challenges":                 {"/challenges", [4]int{303, 303, 200, 200}, [4]int{403, 403, 200, 200}},
		"GET /challenges/live":            {"/challenges/live", [4]int{403, 403, 426, 426}, [4]int{403, 403, 426, 426}},
		"GET /challenges/{id}":            {"/challenges/CHALLENGE", [4]int{303, 303, 404, 200}, [4]int{403, 403, 404, 200}},
		"GET /confirm/{token}":            {"/confirm/CONFIRM", all(200), all(200)},
		"GET /following":                  {"/following", [4]int{303, 303, 200, 200}, [4]int{403, 403, 200, 200}},
		"GET /drills":                     {"/drills", all(200), all(200)},
		"GET /drills/{game}/{n}":          {"/drills/nothing/1", all(404), all(404)},
		"GET /explorer/{game}":            {"/explorer/three-mens-morris", all(200), all(200)},
		"GET /favicon.ico":                {"/favicon.ico", all(302), all(302)},
		"GET /featured/{id}":              {"/featured/PRIVATE", [4]int{404, 404, 404, 200}, [4]int{404, 404, 404, 200}},
		"GET /games":                      {"/games", all(200), all(200)},
		"GET /healthz":                    {"/healthz", all(200), all(200)},
		"GET /home":                       {"/home", [4]int{303, 200, 200, 200}, [4]int{303, 200, 200, 200}},
		"GET /icon/{file}":                {"/icon/192.png", all(200), all(200)},
		"GET /join":                       {"/join", all(200), all(200)},
		"GET /leaderboard":                {"/leaderboard", all(200), all(200)},
		"GET /leaderboard/{game}":         {"/leaderboard/nine-mens-morris", all(200), all(200)},
		"GET /learn":                      {"/learn", all(200), all(200)},
		"GET /learn/{game}":               {"/learn/nine-mens-morris", all(200), all(200)},
		"GET /local":                      {"/local", all(200), all(200)},
		"GET /local/engine/{sum}/{file}":  {"/local/engine/x/cairn.wasm", all(404), all(404)},
		"GET /local/{game}":               {"/local/nine-mens-morris", all(200), all(200)},
		"GET /lobby/live":                 {"/lobby/live", all(426), all(426)},
		"GET /login":                      {"/login", [4]int{200, 200, 303, 303}, [4]int{200, 200, 303, 303}},
		"GET /login/code":                 {"/login/code", [4]int{200, 200, 303, 303}, [4]int{200, 200, 303, 303}},
		"GET /login/openid":               {"/login/openid", [4]int{503, 503, 303, 303}, [4]int{503, 503, 303, 303}},
		"GET /login/openid/callback":      {"/login/openid/callback", all(404), all(404)},
		"GET /logout":                     {"/logout", [4]int{303, 200, 200, 200}, [4]int{303, 200, 200, 200}},
		"GET /manifest.webmanifest":       {"/manifest.webmanifest", all(200), all(200)},
		"GET /match/{id}":                 {"/match/PRIVATE", [4]int{404, 404, 404, 200}, [4]int{404, 404, 404, 200}},
		"GET /match/{id}/live":            {"/match/PRIVATE/live", all(426), all(426)},
		"GET /match/{id}/picture.png":     {"/match/PRIVATE/picture.png", all(404), all(404)},
		"GET /match/{id}/review":          {"/match/PRIVATE/review", [4]int{404, 404, 404, 403}, [4]int{404, 404, 404, 403}},
		"GET /match/{id}/why":             {"/match/PRIVATE/why?path=d6", [4]int{404, 404, 404, 200}, [4]int{404, 404, 404, 200}},
		"GET /match/{id}/turns":           {"/match/PRIVATE/turns", [4]int{404, 404, 404, 200}, [4]int{404, 404, 404, 200}},
		"GET /next":                       {"/next", [4]int{303, 303, 303, 303}, [4]int{403, 303, 303, 303}},
		"GET /notices/live":               {"/notices/live", all(426), all(426)},
		"GET /offline":                    {"/offline", all(200), all(200)},
		"GET /play":                       {"/play", all(200), all(200)},
		"GET /openings":                   {"/openings", all(200), all(200)},
		"GET /openings/{game}":            {"/openings/three-mens-morris", all(200), all(200)},
		"GET /player":                     {"/player", all(200), all(200)},
		"GET /player/{name}":              {"/player/owner", all(200), all(200)},
		"GET /puzzle/daily":               {"/puzzle/daily", all(302), all(302)},
		"GET /puzzle/{id}":                {"/puzzle/nothing", all(404), all(404)},
		"GET /puzzles":                    {"/puzzles", all(200), all(200)},
		"GET /puzzles/{game}":             {"/puzzles/six-mens-morris", all(303), all(303)},
		"GET /puzzles/storm":              {"/puzzles/storm", all(200), all(200)},
		"GET /readyz":                     {"/readyz", all(200), all(200)},
		"GET /reset":                      {"/reset", all(200), all(200)},
		"GET /reset/{token}":              {"/reset/RESET", all(200), all(200)},
		"GET /robots.txt":                 {"/robots.txt", all(200), all(200)},
		"GET /running":                    {"/running", [4]int{303, 200, 200, 200}, [4]int{403, 200, 200, 200}},
		"GET /rules":                      {"/rules", all(200), all(200)},
		"GET /rules/{game}":               {"/rules/nine-mens-morris", all(200), all(200)},
		"GET /rules/{game}/picture.png":   {"/rules/nine-mens-morris/picture.png", all(200), all(200)},
		"GET /seek/{id}":                  {"/seek/SEEK", [4]int{303, 303, 303, 200}, [4]int{303, 404, 404, 200}},
		"GET /seek/{id}/live":             {"/seek/SEEK/live", all(426), all(426)},
		"GET /settings":                   {"/settings", all(200), all(200)},
		"GET /setup/{token}":              {"/setup/SETUP", all(200), all(200)},
		"GET /signup":                     {"/signup", [4]int{200, 200, 303, 303}, [4]int{200, 200, 303, 303}},
		"GET /static/{sum}/{file...}":     {"/static/x/base.css", all(200), all(200)},
		"GET /sw.js":                      {"/sw.js", all(200), all(200)},
		"GET /unsubscribe/{token}":        {"/unsubscribe/x", all(404), all(404)},
		"GET /upload":                     {"/upload", all(200), all(200)},
		"GET /{$}":                        {"/", all(200), all(200)},
		"POST /account/bot":               {"/account/bot", all(403), all(403)},
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
		"POST /account/ssh-keys":          {"/account/ssh-keys", [4]int{403, 403, 400, 400}, [4]int{403, 403, 400, 400}},
		"POST /account/ssh-keys/{id}/end": {"/account/ssh-keys/x/end", [4]int{403, 403, 404, 404}, [4]int{403, 403, 404, 404}},
		"POST /account/tokens":            {"/account/tokens", [4]int{403, 403, 400, 400}, [4]int{403, 403, 400, 400}},
		"POST /account/tokens/{id}/end":   {"/account/tokens/x/end", [4]int{403, 403, 404, 404}, [4]int{403, 403, 404, 404}},
		"POST /analysis":                  {"/analysis", all(400), all(400)},
		"POST /analysis/{game}/record":    {"/analysis/three-mens-morris/record", all(400), all(400)},
		"POST /challenge/{name}":          {"/challenge/rival", [4]int{403, 403, 400, 400}, [4]int{403, 403, 400, 400}},
		"POST /settings/challenges":       {"/settings/challenges", [4]int{403, 403, 303, 303}, [4]int{403, 403, 200, 200}},
		"POST /challenges/{id}/accept":    {"/challenges/CHALLENGE/accept", [4]int{403, 403, 404, 303}, [4]int{403, 403, 404, 200}},
		"POST /challenges/{id}/cancel":    {"/challenges/SENT/cancel", [4]int{403, 403, 404, 303}, [4]int{403, 403, 404, 200}},
		"POST /challenges/{id}/decline":   {"/challenges/CHALLENGE/decline", [4]int{403, 403, 404, 303}, [4]int{403, 403, 404, 200}},
		"POST /confirm/{token}":           {"/confirm/CONFIRM", all(303), all(200)},
		"POST /drills/{game}/{n}":         {"/drills/nothing/1", all(404), all(404)},
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
		"POST /match/{id}/keep":           {"/match/MATCH/keep", all(404), all(404)},
		"POST /match/{id}/move":           {"/match/MATCH/move", [4]int{404, 404, 404, 422}, [4]int{404, 404, 404, 422}},
		"POST /match/{id}/phrase":         {"/match/MATCH/phrase", [4]int{404, 404, 404, 403}, [4]int{404, 404, 404, 403}},
		"POST /match/{id}/redo":           {"/match/MATCH/redo", [4]int{404, 404, 404, 403}, [4]int{404, 404, 404, 403}},
		"POST /match/{id}/rematch":        {"/match/MATCH/rematch", [4]int{404, 404, 404, 403}, [4]int{404, 404, 404, 403}},
		"POST /match/{id}/resign":         {"/match/MATCH/resign", [4]int{404, 404, 404, 303}, [4]int{404, 404, 404, 200}},
		"POST /match/{id}/start":          {"/match/MATCH/start", [4]int{404, 404, 404, 403}, [4]int{404, 404, 404, 403}},
		"POST /match/{id}/undo":           {"/match/MATCH/undo", [4]int{404, 404, 404, 403}, [4]int{404, 404, 404, 403}},
		"POST /match/{id}/hint":           {"/match/MATCH/hint", [4]int{404, 404, 404, 403}, [4]int{404, 404, 404, 403}},
		"POST /match/{id}/withdraw":       {"/match/MATCH/withdraw", [4]int{404, 404, 404, 409}, [4]int{404, 404, 404, 409}},
		"POST /notices/push":              {"/notices/push", [4]int{403, 400, 400, 400}, [4]int{403, 400, 400, 400}},
		"POST /notices/push/end":          {"/notices/push/end", [4]int{403, 303, 303, 303}, [4]int{403, 200, 200, 200}},
		"POST /player/{name}/ban":         {"/player/owner/ban", all(403), all(403)},
		"POST /player/{name}/block":       {"/player/rival/block", [4]int{403, 403, 303, 303}, [4]int{403, 403, 200, 200}},
		"POST /player/{name}/follow":      {"/player/rival/follow", [4]int{403, 403, 303, 303}, [4]int{403, 403, 200, 200}},
		"POST /player/{name}/unblock":     {"/player/rival/unblock", [4]int{403, 403, 303, 303}, [4]int{403, 403, 200, 200}},
		"POST /player/{name}/unfollow":    {"/player/rival/unfollow", [4]int{403, 403, 303, 303}, [4]int{403, 403, 200, 200}},
		"GET /reports":                    {"/reports", [4]int{303, 303, 403, 403}, all(403)},
		"POST /reports/{id}/close":        {"/reports/x/close", all(403), all(403)},
		"POST /player/{name}/report":      {"/player/rival/report", [4]int{403, 403, 400, 400}, [4]int{403, 403, 400, 400}},
		"POST /player/{name}/role":        {"/player/owner/role", all(403), all(403)},
		"POST /player/{name}/unban":       {"/player/owner/unban", all(403), all(403)},
		"POST /puzzle/{id}/move":          {"/puzzle/nothing/move", all(404), all(404)},
		"POST /puzzle/{id}/solution":      {"/puzzle/nothing/solution", all(404), all(404)},
		"POST /puzzles/storm":             {"/puzzles/storm", all(404), all(404)},
		"POST /puzzles/storm/move":        {"/puzzles/storm/move", all(404), all(404)},
		"POST /reset":                     {"/reset", all(303), all(200)},
		"POST /reset/{token}":             {"/reset/RESET", all(400), all(400)},
		"POST /seek":                      {"/seek", all(400), all(400)},
		"POST /seek/{id}/accept":          {"/seek/nothing/accept", all(404), all(404)},
		"POST /seek/{id}/cancel":          {"/seek/SEEK/cancel", all(303), [4]int{303, 404, 404, 200}},
		"POST /settings/tools":            {"/settings/tools", all(303), all(200)},
		"POST /settings":                  {"/settings", all(400), all(400)},
		"POST /setup/{token}":             {"/setup/SETUP", [4]int{400, 400, 303, 303}, [4]int{400, 400, 200, 200}},
		"POST /signup":                    {"/signup", [4]int{400, 400, 303, 303}, [4]int{400, 400, 200, 200}},
		"POST /unsubscribe/{token}":       {"/unsubscribe/x", all(404), all(404)},
		"POST /upload":                    {"/upload", all(400), all(400)},
	}
}
