// SPDX-License-Identifier: Apache-2.0

package bench

import (
	"context"
	"net/http"

	"github.com/coder/websocket"
)

// OpenSilent opens a stream of a match and never reads from it: it does not answer
// when the server closes it. The returned function ends it.
func OpenSilent(ctx context.Context, c *Client, match string) (end func(), err error) {
	header := http.Header{"Authorization": {"Bearer " + c.Token()}}
	conn, _, err := websocket.Dial(ctx, c.Server()+"/api/v1"+streamPath(match), &websocket.DialOptions{HTTPHeader: header})
	if err != nil {
		return nil, err
	}
	return func() { _ = conn.CloseNow() }, nil
}

// Fields is fields.
var Fields = fields
