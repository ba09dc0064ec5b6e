// SPDX-License-Identifier: Apache-2.0

package doctor

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"net"
	"net/url"
	"time"

	"cairn/internal/config"
	"cairn/internal/store"
	"cairn/internal/store/postgres"
	"cairn/internal/store/sqlite"
)

// goodDelay is how long an event may wait for the receiver of the webhook.
const goodDelay = 15 * time.Minute

// checkWebhook checks the outbox of the webhook and, online, whether its receiver can
// be reached. It sends nothing. The path of its address is not shown: it may be a
// secret.
func checkWebhook(ctx context.Context, c *config.Config, online bool) Finding {
	u, err := url.Parse(c.Webhook.URL)
	if err != nil {
		return wrong(Fail, "check webhook-url", "it is no address")
	}
	ctx, cancel := context.WithTimeout(ctx, reachTime)
	defer cancel()
	parts := []Finding{webhookFinding(u), checkOutbox(ctx, c, time.Now())}
	if online {
		port := cmp.Or(u.Port(), map[string]string{"http": "80", "https": "443"}[u.Scheme])
		conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", net.JoinHostPort(u.Hostname(), port))
		if err != nil {
			parts = append(parts, wrong(Fail, "start the receiver, or check webhook-url", "%v", err))
		} else {
			_ = conn.Close() // nothing was sent
			parts = append(parts, ok("it can be reached"))
		}
	}
	return describe(parts)
}

// webhookFinding checks whether reports cross the network unencrypted.
func webhookFinding(u *url.URL) Finding {
	ip := net.ParseIP(u.Hostname())
	if u.Scheme == "http" && u.Hostname() != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return wrong(Warn, "use https, or a private network", "events go to %s unencrypted", u.Host)
	}
	return ok("events go to %s", u.Host)
}

// checkOutbox checks how long events have been waiting.
func checkOutbox(ctx context.Context, c *config.Config, now time.Time) Finding {
	n, oldest, err := countEvents(ctx, c)
	if errors.Is(err, fs.ErrNotExist) {
		return ok("there is no database yet")
	}
	if err != nil {
		return wrong(Fail, "", "%v", err)
	}
	return outboxFinding(n, now.Sub(oldest))
}

// outboxFinding judges how many events wait, and for how long the oldest does.
func outboxFinding(n int, waits time.Duration) Finding {
	if n > 0 && waits > goodDelay {
		return wrong(Warn, "see the log for what the receiver answers", "%d events wait, the oldest for %v", n, waits.Round(time.Minute))
	}
	return ok("%d events wait", n)
}

func countEvents(ctx context.Context, c *config.Config) (n int, oldest time.Time, err error) {
	var data *store.Store
	if c.Database != "" {
		s, err := postgres.Open(ctx, c.Database, postgres.Options{Connections: 1})
		if err != nil {
			return 0, oldest, err
		}
		defer s.Close()
		data = s.Store
	} else {
		s, err := sqlite.Open(c.Data, sqlite.Options{ReadOnly: true})
		if err != nil {
			return 0, oldest, err
		}
		defer s.Close()
		data = s.Store
	}
	return data.CountEvents(ctx)
}
