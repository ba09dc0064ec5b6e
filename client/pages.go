// SPDX-License-Identifier: Apache-2.0

package client

import (
	"context"
	"net/http"
	"strings"
)

// address returns the path that serves an address of the API: without a token that
// of the pages, with the session of a cookie.
func (c *Client) address(path string) string {
	if c.Token() != "" || path == "/guests" {
		return api + path
	}
	path, query, _ := strings.Cut(path, "?")
	if query != "" {
		query = "?" + query
	}
	parts := strings.Split(path, "/")[1:]
	switch {
	case parts[0] == "matches" && len(parts) == 3 && parts[2] == "join":
		path = "/join"
	case parts[0] == "matches" && len(parts) == 3:
		action := map[string]string{"moves": "move", "events": "live", "phrases": "phrase"}[parts[2]]
		if action == "" {
			action = parts[2]
		}
		path = "/match/" + parts[1] + "/" + action
	case parts[0] == "matches":
		path = strings.Replace(path, "/matches", "/match", 1)
	case parts[0] == "seeks" && len(parts) == 3 && parts[2] == "events":
		path = "/seek/" + parts[1] + "/live"
	case parts[0] == "account" && len(parts) == 2:
		path = "/home"
	case parts[0] == "seeks":
		path = strings.Replace(path, "/seeks", "/seek", 1)
	}
	return path + query
}

// keepCookie keeps the session that the server gives to a client without a token.
func (c *Client) keepCookie(response *http.Response) {
	for _, cookie := range response.Cookies() {
		if cookie.Name == "cairn" || cookie.Name == "__Host-cairn" {
			session := cookie.Name + "=" + cookie.Value
			c.cookie.Store(&session)
		}
	}
}

// text returns an answer that is not JSON.
func (c *Client) text(ctx context.Context, path string) (string, error) {
	answer, err := c.insist(ctx, http.MethodGet, path, nil, false)
	return string(answer), err
}
