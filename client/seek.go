// SPDX-License-Identifier: Apache-2.0

package client

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
)

// AwaitSeek waits until a seek has found an opponent, and returns the match. The seek
// waits as long as it is awaited, and some seconds more.
func (c *Client) AwaitSeek(ctx context.Context, seek string) (string, error) {
	for line, err := range c.Stream(ctx, "/seeks/"+url.PathEscape(seek)+"/events", nil) {
		if err != nil {
			return "", err
		}
		var m struct{ Type, URL string }
		if err := json.Unmarshal(line, &m); err != nil {
			return "", err
		}
		if id, ok := strings.CutPrefix(m.URL, "/match/"); ok && m.Type == "found" {
			return id, nil
		}
	}
	return "", ctx.Err()
}

// Running returns the matches of the user that are not over.
func (c *Client) Running(ctx context.Context) ([]Running, error) {
	var list struct{ Matches []Running }
	return list.Matches, c.Call(ctx, http.MethodGet, "/account/matches", nil, &list)
}
