// SPDX-License-Identifier: Apache-2.0

package notify

import (
	"context"
	"crypto/ecdh"
	"encoding/base64"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"time"

	"github.com/SherClockHolmes/webpush-go"

	"cairn/internal/account"
	"cairn/internal/failure"
)

const (
	// pushLife is how long a push service keeps a notification for a browser that
	// is off.
	pushLife = 3 * 24 * time.Hour
	// maxEndpoint bounds the address of a push service, in bytes.
	maxEndpoint = 1000
	// maxPushes bounds the browsers of a user that get notifications.
	maxPushes = 10
	authBytes = 16
)

// pushMessage is the JSON for the service worker.
type pushMessage struct {
	Title string `json:"title"`
	Text  string `json:"text"`
	URL   string `json:"url"`
	Tag   string `json:"tag"` // a later notification with the same tag replaces it
}

// newKeys makes the keys of a server.
func newKeys() (Keys, error) {
	private, public, err := webpush.GenerateVAPIDKeys()
	return Keys{private, public}, err
}

// PublicKey returns the key that browsers need to subscribe.
func (s *Service) PublicKey() string { return s.keys.Public }

// errSubscription is the error for a subscription that no browser makes.
var errSubscription = failure.New(failure.Invalid, "push-bad")

// Subscribe stores the subscription of the browser that has a session. Invalid
// "push-bad" if no browser would make it, Forbidden "push-many" for too many.
func (s *Service) Subscribe(ctx context.Context, user account.User, token string, p Push) error {
	if !s.valid(p) {
		return errSubscription
	}
	p.Session, p.User, p.Created = account.HashToken(token), user.ID, s.Live.Cluster.Now()
	list, err := s.Store.FindPushes(ctx, user.ID, s.Live.Cluster.Now())
	if err != nil {
		return err
	}
	if len(list) >= maxPushes {
		if _, err := s.Store.FindPush(ctx, p.Session); err != nil {
			return failure.New(failure.Forbidden, "push-many")
		}
	}
	return s.Store.SavePush(ctx, p)
}

// valid reports whether a browser may have made a subscription.
func (s *Service) valid(p Push) bool {
	u, err := url.Parse(p.Endpoint)
	if err != nil || len(p.Endpoint) > maxEndpoint || u.Scheme != "https" || u.User != nil || u.Hostname() == "" {
		return false
	}
	if u.Port() != "" && u.Port() != "443" && !s.Inside {
		return false
	}
	key, err := base64.RawURLEncoding.DecodeString(p.P256dh)
	if err == nil {
		_, err = ecdh.P256().NewPublicKey(key)
	}
	auth, wrong := base64.RawURLEncoding.DecodeString(p.Auth)
	return err == nil && wrong == nil && len(auth) == authBytes
}

// Subscribed reports whether the browser that has a session gets notifications.
func (s *Service) Subscribed(ctx context.Context, token string) (bool, error) {
	_, err := s.Store.FindPush(ctx, account.HashToken(token))
	if failure.CodeOf(err) == failure.NotFound {
		return false, nil
	}
	return err == nil, err
}

// Unsubscribe ends the notifications of the browser that has a session.
func (s *Service) Unsubscribe(ctx context.Context, token string) error {
	return s.Store.DeletePush(ctx, account.HashToken(token))
}

// send encrypts a message and posts it to the push service of a browser. It deletes the
// subscription of a browser that has unsubscribed. Other failures are logged and not
// retried: the digest lists the matches that wait.
func (s *Service) send(ctx context.Context, p Push, m pushMessage) {
	data, err := json.Marshal(m)
	if err != nil {
		s.Log.Error("push", "err", err)
		return
	}
	answer, err := webpush.SendNotificationWithContext(ctx, data,
		&webpush.Subscription{Endpoint: p.Endpoint, Keys: webpush.Keys{Auth: p.Auth, P256dh: p.P256dh}},
		&webpush.Options{
			HTTPClient: s.client, Subscriber: s.subject(), Topic: m.Tag, TTL: int(pushLife.Seconds()), Urgency: webpush.UrgencyNormal,
			VAPIDPublicKey: s.keys.Public, VAPIDPrivateKey: s.keys.Private, RecordSize: recordSize,
		})
	if err != nil {
		s.Log.Warn("push not sent", "err", hide(err))
		return
	}
	_ = answer.Body.Close()
	switch {
	case answer.StatusCode == http.StatusNotFound || answer.StatusCode == http.StatusGone:
		if err := s.Store.DeletePush(ctx, p.Session); err != nil {
			s.Log.Warn("delete push subscription", "err", err)
		}
	case answer.StatusCode >= http.StatusBadRequest:
		s.Log.Warn("push refused", "status", answer.StatusCode)
	}
}

// recordSize is the size of encrypted messages in bytes. All are padded to it: the size
// tells nothing about the text.
const recordSize = 2048

// subject is the contact that push services require, in case a server floods them.
func (s *Service) subject() string {
	if u, err := url.Parse(s.URL); err == nil && u.Scheme == "https" {
		return s.URL
	}
	return "https://localhost"
}

// hide removes the address of a request from its error: it is a secret of the
// browser.
func hide(err error) error {
	if request, ok := errors.AsType[*url.Error](err); ok {
		return request.Err
	}
	return err
}
