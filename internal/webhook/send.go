// SPDX-License-Identifier: Apache-2.0

package webhook

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"cairn/game"
	"cairn/internal/live/room"
)

// The headers of a request.
const (
	HeaderEvent     = "Cairn-Event"     // the kind
	HeaderDelivery  = "Cairn-Delivery"  // Event.ID, an idempotency key
	HeaderTimestamp = "Cairn-Timestamp" // of this attempt, Unix seconds
	HeaderSignature = "Cairn-Signature" // "v1=" and Sign in hexadecimal digits
)

// Sign returns the signature of a request: HMAC-SHA-256 with the secret over the
// timestamp, a dot and the body, in hexadecimal digits.
func Sign(secret, timestamp string, body []byte) string {
	mac := hmac.New(sha256.New, []byte(secret))
	fmt.Fprintf(mac, "%s.", timestamp)
	mac.Write(body)
	return hex.EncodeToString(mac.Sum(nil))
}

// payload is the body of a request.
type payload struct {
	ID     string        `json:"id"`
	Event  EventKind     `json:"event"`
	At     time.Time     `json:"at"`
	Server string        `json:"server,omitempty"`
	Match  *endedMatch   `json:"match,omitempty"`
	Report *reportedUser `json:"report,omitempty"`
}

type endedMatch struct {
	ID      string           `json:"id"`
	URL     string           `json:"url,omitempty"`
	Game    string           `json:"game"`
	Kind    room.Kind        `json:"kind"`
	Rated   bool             `json:"rated"`
	Control string           `json:"control"`
	White   room.NamedPlayer `json:"white"`
	Black   room.NamedPlayer `json:"black"`
	Result  string           `json:"result"`
	Reason  string           `json:"reason"`
	Turns   int              `json:"turns"`
	Created time.Time        `json:"created"`
}

type reportedUser struct {
	ID     string           `json:"id"`
	User   room.NamedPlayer `json:"user"`
	By     room.NamedPlayer `json:"by"`
	Reason string           `json:"reason"`
	Detail string           `json:"detail,omitempty"`
}

// describe makes the body of an event; NotFound if its subject is deleted.
func (s *Service) describe(ctx context.Context, e Event) (payload, error) {
	m := payload{ID: e.ID(), Event: e.Kind, At: e.At.UTC(), Server: s.Home}
	if e.Kind == UserReported {
		r, err := s.Accounts.Reports.Find(ctx, e.Subject)
		if err != nil {
			return m, err
		}
		names, err := s.Accounts.Names(ctx, r.User, r.By)
		m.Report = &reportedUser{r.ID, room.NamedPlayer{Name: names[r.User]}, room.NamedPlayer{Name: names[r.By]}, r.Reason, r.Detail}
		return m, err
	}
	i, err := s.Live.Notices.Find(ctx, e.Subject)
	if err != nil {
		return m, err
	}
	names, err := s.Accounts.Names(ctx, i.Seats[game.White], i.Seats[game.Black])
	m.Match = &endedMatch{
		ID: i.ID, Game: i.Game, Kind: i.Kind, Rated: i.Rated, Control: i.Control, Turns: i.Ply, Created: i.Created,
		White: i.Player(game.White, names), Black: i.Player(game.Black, names),
		Result: i.End.Verdict.String(), Reason: string(i.End.Reason),
	}
	if i.End.Verdict == game.Playing { // aborted
		m.Match.Result = "none"
	}
	if s.Home != "" {
		m.Match.URL = s.Home + "/match/" + i.ID
	}
	return m, err
}

// send posts an event. Only an answer of 2xx confirms it.
func (s *Service) send(ctx context.Context, e Event) error {
	m, err := s.describe(ctx, e)
	if err != nil {
		return err
	}
	body, err := json.Marshal(m)
	if err != nil {
		return err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, s.URL, bytes.NewReader(body))
	if err != nil {
		return err
	}
	timestamp := strconv.FormatInt(s.Live.Cluster.Now().Unix(), 10)
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("User-Agent", "cairn")
	r.Header.Set(HeaderEvent, string(e.Kind))
	r.Header.Set(HeaderDelivery, e.ID())
	r.Header.Set(HeaderTimestamp, timestamp)
	r.Header.Set(HeaderSignature, "v1="+Sign(s.Secret, timestamp, body))
	answer, err := s.client.Do(r)
	if err != nil {
		return hide(err)
	}
	defer answer.Body.Close()
	_, _ = io.CopyN(io.Discard, answer.Body, 4<<10) // so that the connection can be used again
	if answer.StatusCode < 200 || answer.StatusCode > 299 {
		return fmt.Errorf("the receiver answers %s to %s", answer.Status, e.ID())
	}
	return nil
}

// hide removes the address from an error: its path may be a secret.
func hide(err error) error {
	if request, ok := errors.AsType[*url.Error](err); ok {
		return request.Err
	}
	return err
}
