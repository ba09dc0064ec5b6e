// SPDX-License-Identifier: Apache-2.0

package webhook_test

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"cairn/catalog"
	"cairn/game/gametest/tictactoe"
	"cairn/internal/account"
	"cairn/internal/account/accounttest"
	"cairn/internal/bus/mem"
	"cairn/internal/live"
	"cairn/internal/live/room"
	"cairn/internal/store/sqlite"
	"cairn/internal/store/sqlitetest"
	"cairn/internal/store/storetest"
	"cairn/internal/webhook"
	"cairn/match"
)

const secret = "pebbles-in-a-row"

// receiver takes events, after it has refused some. It checks every signature.
type receiver struct {
	t *testing.T
	*httptest.Server

	mu     sync.Mutex
	refuse int
	got    []map[string]any
}

func newReceiver(t *testing.T, refuse int) *receiver {
	r := &receiver{t: t, refuse: refuse}
	r.Server = httptest.NewServer(r)
	t.Cleanup(r.Close)
	return r
}

// ServeHTTP implements http.Handler.
func (v *receiver) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		v.t.Error(err)
	}
	timestamp := r.Header.Get(webhook.HeaderTimestamp)
	if got, want := r.Header.Get(webhook.HeaderSignature), "v1="+webhook.Sign(secret, timestamp, body); got != want {
		v.t.Errorf("signature: got %s, want %s", got, want)
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.refuse > 0 {
		v.refuse--
		http.Error(w, "not now", http.StatusServiceUnavailable)
		return
	}
	var event map[string]any
	if err := json.Unmarshal(body, &event); err != nil {
		v.t.Error(err)
	}
	if event["id"] != r.Header.Get(webhook.HeaderDelivery) || event["event"] != r.Header.Get(webhook.HeaderEvent) {
		v.t.Errorf("got headers %v with %s", r.Header, body)
	}
	v.got = append(v.got, event)
}

// ids returns the ids of the events that were confirmed.
func (v *receiver) ids() string {
	v.mu.Lock()
	defer v.mu.Unlock()
	var ids []string
	for _, event := range v.got {
		ids = append(ids, event["id"].(string))
	}
	return strings.Join(ids, " ")
}

// house is a server without pages.
type house struct {
	t        *testing.T
	clock    *accounttest.Clock
	store    *sqlite.Store
	accounts *account.Service
	live     *live.Service
	ann, bob account.User
}

func newHouse(t *testing.T) *house {
	t.Helper()
	h := &house{t: t, clock: accounttest.NewClock(time.Date(2026, 11, 15, 12, 1, 0, 0, time.UTC))} // a minute after the tables of storetest
	h.store = sqlitetest.Open(t, t.TempDir(), sqlite.Options{})
	h.accounts = account.New(account.Options{Store: h.store, Now: h.clock.Now, Announce: true})
	h.live = live.New(live.Options{
		Store: webhook.Announce(h.store), Bus: mem.New(), Games: catalog.New(catalog.Bind(tictactoe.Standard)), Accounts: h.accounts, Now: h.clock.Now,
	})
	h.ann, h.bob = h.member("Ann"), h.member("Bob")
	return h
}

func (h *house) member(name string) account.User {
	h.t.Helper()
	u := account.User{ID: "u-" + name, Name: name, Created: h.clock.Now()}
	h.must(h.store.CreateUser(context.Background(), u))
	return u
}

func (h *house) must(err error) {
	h.t.Helper()
	if err != nil {
		h.t.Fatal(err)
	}
}

func (h *house) service(url string) *webhook.Service {
	return webhook.New(webhook.Options{
		URL: url, Secret: secret, Home: "https://play.example", Store: h.store, Live: h.live, Accounts: h.accounts,
	})
}

// plays lets Ann beat Bob.
func (h *house) plays(id string) {
	h.t.Helper()
	table := storetest.NewTable(h.t, id, room.Open, storetest.Online(h.ann.ID, h.bob.ID))
	h.must(h.store.CreateMatch(context.Background(), table.Created()))
	for _, c := range []room.Change{table.Start(), table.Do(match.Action{Kind: match.Resign, By: match.BlackSeat})} {
		h.must(webhook.Announce(h.store).Append(context.Background(), c))
	}
}

func (h *house) waiting(want int) {
	h.t.Helper()
	n, _, err := h.store.CountEvents(context.Background())
	if err != nil || n != want {
		h.t.Errorf("the outbox has %d events, %v, want %d", n, err, want)
	}
}

// Events arrive although the receiver fails first, each with its id, and are sent no
// more once they are confirmed.
func TestRetries(t *testing.T) {
	h, ctx := newHouse(t), context.Background()
	v := newReceiver(t, 3)
	s := h.service(v.URL)
	h.plays("m1")
	h.must(h.accounts.Reports.Create(ctx, h.ann, "bob", "abuse", "  He said “no”.  "))
	h.waiting(2)
	if err := s.Check(ctx); err == nil || !strings.Contains(err.Error(), "503") || strings.Contains(err.Error(), v.URL) {
		t.Errorf("got error %v, want the status and not the address", err)
	}
	if err := s.Check(ctx); err != nil || v.ids() != "" {
		t.Errorf("before the next attempt: %v, got %q", err, v.ids())
	}
	h.clock.Advance(5 * time.Second)
	_ = s.Check(ctx) // one of the two is refused once more
	h.clock.Advance(10 * time.Second)
	h.must(s.Check(ctx))
	h.waiting(0)
	h.clock.Advance(24 * time.Hour)
	h.must(s.Check(ctx))
	got := v.ids()
	if len(v.got) != 2 || !strings.Contains(got, "match-ended/m1") || !strings.Contains(got, "user-reported/") {
		t.Fatalf("got %q, want each event once", got)
	}
	for _, event := range v.got {
		if m, is := event["match"].(map[string]any); is {
			if m["result"] != "white-wins" || m["reason"] != "resignation" || m["url"] != "https://play.example/match/m1" || m["white"].(map[string]any)["name"] != "Ann" {
				t.Errorf("got match %v", m)
			}
		}
		if r, is := event["report"].(map[string]any); is && (r["detail"] != "He said “no”." || r["user"].(map[string]any)["name"] != "Bob" || r["reason"] != "abuse") {
			t.Errorf("got report %v", r)
		}
	}
}

// What a node has taken and not sent when it dies is sent by another one.
func TestNodeDies(t *testing.T) {
	h, ctx := newHouse(t), context.Background()
	h.plays("m1")
	now := h.clock.Now()
	taken, err := h.store.TakeEvents(ctx, now, now.Add(time.Minute), 10)
	if err != nil || len(taken) != 1 {
		t.Fatalf("got %v, %v", taken, err)
	}
	v := newReceiver(t, 0)
	s := h.service(v.URL)
	h.must(s.Check(ctx))
	if v.ids() != "" {
		t.Errorf("got %q while another node may still send it", v.ids())
	}
	h.clock.Advance(time.Minute)
	h.must(s.Check(ctx))
	if v.ids() != "match-ended/m1" {
		t.Errorf("got %q", v.ids())
	}
}

// Many events arrive, and those of deleted users without their names.
func TestManyEvents(t *testing.T) {
	h, ctx := newHouse(t), context.Background()
	v := newReceiver(t, 0)
	for _, id := range strings.Fields("a b c d e f g h i j k l m n o p q r s t") {
		h.plays(id)
	}
	h.must(h.accounts.Reports.Create(ctx, h.ann, "bob", "name", ""))
	h.must(h.store.DeleteUser(ctx, h.bob.ID, h.clock.Now()))
	h.must(h.service(v.URL).Check(ctx))
	h.waiting(0)
	if len(v.got) != 20 {
		t.Errorf("got %d events, want 20 and no report about a deleted user", len(v.got))
	}
	if black := v.got[0]["match"].(map[string]any)["black"].(map[string]any); len(black) != 0 {
		t.Errorf("got %v of a deleted user", black)
	}
}

// A receiver that is away for days loses events, and they are counted.
func TestGivesUp(t *testing.T) {
	h, ctx := newHouse(t), context.Background()
	v := newReceiver(t, 0)
	v.Close()
	s := h.service(v.URL)
	h.plays("m1")
	attempts := 0
	for range 4 * 24 * 6 {
		if s.Check(ctx) != nil {
			attempts++
		}
		h.clock.Advance(10 * time.Minute)
	}
	h.waiting(0)
	if s.Lost() != 1 || attempts < 70 || attempts > 80 {
		t.Errorf("got %d lost after %d attempts, want 1 after one attempt an hour for three days", s.Lost(), attempts)
	}
}

// The signature is as documented.
func TestSign(t *testing.T) {
	const want = "49f24e53"
	if got := webhook.Sign("secret", "1700000000", []byte(`{"a":1}`)); !strings.HasPrefix(got, want) || len(got) != 64 {
		t.Errorf("got %s, want %s…", got, want)
	}
}
