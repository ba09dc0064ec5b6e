// SPDX-License-Identifier: Apache-2.0

package bench

import (
	"context"
	"net/http"
	"time"

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

// Percentile sorts durations and returns a percentile in milliseconds.
func Percentile(all []time.Duration, part float64) float64 {
	l := latencies(all)
	l.sort()
	return l.percentile(part)
}

// PID returns the id of the process.
func (p *Process) PID() int { return p.command.Process.Pid }

// Fields is fields.
var Fields = fields
