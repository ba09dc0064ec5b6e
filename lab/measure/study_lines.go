// SPDX-License-Identifier: Apache-2.0

package measure

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"

	"github.com/coder/websocket"

	"cairn/game"
)

// analyst watches lines of the engine, as the script of the analysis board does.
type analyst struct {
	plan    *StudyPlan
	number  int
	answers *atomic.Int64
}

// linesWanted is how many lines an analyst watches at once.
const linesWanted = 3

// watch opens the lines of a position and reads them until the server has found enough.
func (a *analyst) watch(ctx context.Context, s game.State) error {
	address, err := url.Parse(a.plan.URL)
	if err != nil {
		return err
	}
	address.Path = "/analysis/" + a.plan.Unsolved.Info().ID + "/live"
	address.RawQuery = url.Values{"position": {s.String()}, "lines": {fmt.Sprint(linesWanted)}}.Encode()
	transport := &http.Transport{DialContext: a.dialer(address.Hostname()).DialContext}
	defer transport.CloseIdleConnections()
	conn, _, err := websocket.Dial(ctx, address.String(), &websocket.DialOptions{
		HTTPClient: &http.Client{Transport: transport}, CompressionMode: websocket.CompressionDisabled,
	})
	if err != nil {
		return err
	}
	defer conn.CloseNow()
	conn.SetReadLimit(maxAnswer)
	for {
		_, text, err := conn.Read(ctx)
		switch {
		case websocket.CloseStatus(err) == websocket.StatusNormalClosure:
			return nil
		case err != nil:
			return err
		case !bytes.Contains(text, []byte(`"lines"`)):
			return fmt.Errorf("lines of %s: %.200s", s, text)
		}
		a.answers.Add(1)
	}
}

// dialer spreads the analysts of this machine over addresses: a server serves so many
// at the same time to an address.
func (a *analyst) dialer(host string) *net.Dialer {
	const ofAddress = 10
	d := &net.Dialer{}
	if strings.HasPrefix(host, "127.") {
		d.LocalAddr = &net.TCPAddr{IP: net.IPv4(127, 0, 2, byte(1+a.number/ofAddress%200))}
	}
	return d
}
