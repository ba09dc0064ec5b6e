// SPDX-License-Identifier: Apache-2.0

package notify_test

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"cairn/internal/account"
	"cairn/internal/live/room"
	"cairn/internal/mail"
	"cairn/internal/web/notify"
	"cairn/internal/web/webtest"
)

// later lets time pass and sends what is due then.
func later(s *webtest.Site, d time.Duration) {
	s.T.Helper()
	s.Clock.Advance(d)
	if err := s.Notify.Check(context.Background()); err != nil {
		s.T.Fatal(err)
	}
}

// TestPush follows the notifications of a browser from the first to the log-out.
func TestPush(t *testing.T) {
	s := webtest.NewSite(t)
	ann, bob := s.Member("ann"), s.Member("bob")
	p := newReceiver(t, http.StatusCreated)
	ann.Get("/settings").Want(http.StatusOK).Has("data-push=", "data-push-on")
	ann.Send("/notices/push", p.subscription("/ann")).Want(http.StatusOK)
	ann.Get("/settings").Want(http.StatusOK).Has("data-push-off").Lacks("data-push-on")
	id := game(bob, ann)
	later(s, time.Minute)
	p.none("the other's turn")
	move(bob, id, "a1")
	later(s, time.Minute)
	m := p.next()
	if m.Title != "Your turn" || m.Text != "Nine Men's Morris against bob" || m.URL != "/match/"+id || m.Tag != id {
		t.Errorf("got %+v", m)
	}
	if m.header.Get("Topic") != id || m.header.Get("TTL") == "" || m.header.Get("Content-Encoding") != "aes128gcm" {
		t.Errorf("got headers %v", m.header)
	}
	later(s, time.Minute)
	p.none("the same turn")

	move(ann, id, "d1")
	stream := ann.Open("/notices/live")
	read(t, stream)
	move(bob, id, "a4")
	later(s, time.Minute)
	p.none("with a page open")

	ann.Post("/logout", nil).Want(http.StatusOK)
	stream.Closed()
	later(s, time.Minute)
	back := s.Browser()
	back.Post("/login", webtest.Form("login", "ann", "password", webtest.Password)).Want(http.StatusOK)
	move(back, id, "d2")
	later(s, time.Minute)
	move(bob, id, "a7xd1")
	later(s, time.Minute)
	p.none("after the log-out")
}

// Who has unsubscribed at the push service is forgotten, games with a clock are not
// pushed, and the button of the settings ends notifications.
func TestPushEnds(t *testing.T) {
	s := webtest.NewSite(t)
	ann, bob := s.Member("ann"), s.Member("bob")
	gone := newReceiver(t, http.StatusGone)
	ann.Send("/notices/push", gone.subscription("/ann")).Want(http.StatusOK)
	id := game(ann, bob)
	later(s, time.Minute) // the page of the match counts for some seconds
	gone.next()
	ann.Get("/settings").Want(http.StatusOK).Has("data-push-on")

	p := newReceiver(t, http.StatusCreated)
	ann.Send("/notices/push", p.subscription("/ann")).Want(http.StatusOK)
	clocked := bob.Create("nine", "private", "clock", "10m")
	ann.Post("/join", webtest.Form("id", clocked)).Want(http.StatusOK)
	bob.Post("/match/"+clocked+"/start", nil).Want(http.StatusOK)
	move(bob, clocked, "a1")
	later(s, time.Minute)
	p.none("a game with a clock")

	ann.Post("/notices/push/end", nil).Want(http.StatusOK).Has("Notifications are off in this browser.")
	move(ann, id, "a1")
	move(bob, id, "d1")
	later(s, time.Minute)
	p.none("turned off")
}

// A turn is pushed once, by whichever node finds it due, also if the node of the move
// stops before.
func TestPushNodes(t *testing.T) {
	s := webtest.NewSite(t)
	nodes := []*webtest.Site{s.Node(), s.Node()}
	leaving := s.Node()
	ann, bob := s.Member("ann"), s.Member("bob")
	p := newReceiver(t, http.StatusCreated)
	ann.Send("/notices/push", p.subscription("/ann")).Want(http.StatusOK)
	id := game(bob, ann)
	move(bob.At(leaving), id, "a1")
	leaving.Notify.Stop()
	s.Clock.Advance(time.Minute)
	var group sync.WaitGroup
	for _, node := range nodes {
		group.Go(func() {
			if err := node.Notify.Check(context.Background()); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	p.next()
	later(s, time.Minute)
	p.none("the same turn")
}

// What no browser sends is refused, addresses that are not https above all.
func TestPushRefused(t *testing.T) {
	s := webtest.NewSite(t)
	ann := s.Member("ann")
	p := newReceiver(t, http.StatusCreated)
	valid := p.subscription("/ann")
	for what, body := range map[string]string{
		"http":       strings.Replace(valid, "https://", "http://", 1),
		"a file":     strings.Replace(valid, p.server.URL, "file://", 1),
		"a password": strings.Replace(valid, "https://", "https://a:b@", 1),
		"a long one": strings.Replace(valid, "/ann", "/"+strings.Repeat("a", 1000), 1),
		"no key":     strings.Replace(valid, `"p256dh":"B`, `"p256dh":"A`, 1),
		"nothing":    "{}",
	} {
		if got := ann.Send("/notices/push", body).StatusCode; got != http.StatusBadRequest {
			t.Errorf("%s: got %d", what, got)
		}
	}
	s.Browser().Send("/notices/push", valid).Want(http.StatusForbidden)
}

// nextDigest waits for a digest.
func nextDigest(t *testing.T, s *webtest.Site) mail.Message {
	t.Helper()
	select {
	case m := <-s.Digests:
		return m
	case <-time.After(5 * time.Minute):
		t.Fatal("no digest was sent")
		return mail.Message{}
	}
}

func noDigest(t *testing.T, s *webtest.Site, what string) {
	t.Helper()
	if len(s.Digests) > 0 {
		t.Errorf("%s: got %+v, want no digest", what, <-s.Digests)
	}
}

// chosen are settings with a number of digests a day.
func chosen(digests string) url.Values {
	return webtest.Form("lang", "", "board", "walnut", "men", "white-black", "scheme", "auto", "motion", "auto", "digest", digests)
}

// TestDigest follows the digests of a user from the first to the link that ends
// them.
func TestDigest(t *testing.T) {
	s := webtest.NewSite(t)
	ann, bob := s.Member("ann"), s.Member("bob")
	ann.Get("/settings").Want(http.StatusOK).Has(`<option value="0" selected>Off</option>`)
	id := game(bob, ann)
	later(s, 24*time.Hour)
	noDigest(t, s, "off at first")

	ann.Post("/settings", chosen("1")).Want(http.StatusOK)
	ann.Get("/settings").Has(`<option value="1" selected>Once a day</option>`)
	later(s, 24*time.Hour)
	noDigest(t, s, "nothing waits")
	move(bob, id, "a1")
	later(s, 24*time.Hour)
	m := nextDigest(t, s)
	if m.To != "ann@example.org" || m.Subject != "Your turn in 1 game" || !strings.Contains(m.Text, "Nine Men's Morris against bob\n") ||
		!strings.Contains(m.Text, webtest.Passkeys+"/match/"+id+"\n") || !strings.HasSuffix(m.Text, m.Unsubscribe+"\n") {
		t.Errorf("got %+v", m)
	}
	later(s, time.Hour)
	noDigest(t, s, "at once")
	later(s, 24*time.Hour)
	noDigest(t, s, "no news")

	path := strings.TrimPrefix(m.Unsubscribe, webtest.Passkeys)
	anyone := s.Browser()
	anyone.Get(path).Want(http.StatusOK).Has("Do you want to stop the email digest?")
	ann.Get("/settings").Has(`<option value="1" selected>Once a day</option>`)
	anyone.Post(path, webtest.Form("List-Unsubscribe", "One-Click")).Want(http.StatusOK).Has("You will receive no more email digests.")
	ann.Get("/settings").Has(`<option value="0" selected>Off</option>`)
	move(ann, id, "d1")
	move(bob, id, "a4")
	later(s, 24*time.Hour)
	noDigest(t, s, "after the end")
	anyone.Get("/unsubscribe/unknown").Want(http.StatusNotFound)
}

// Guests have no digests, and an address must be confirmed.
func TestDigestNeedsAddress(t *testing.T) {
	s := webtest.NewSite(t)
	s.Guest().Get("/settings").Want(http.StatusOK).Lacks("digest")
	ann := s.Browser()
	ann.Post("/signup", webtest.SignUp("ann")).Want(http.StatusOK)
	ann.Get("/settings").Want(http.StatusOK).Has("It needs a confirmed email address.")
	ann.Post("/settings", chosen("1")).Want(http.StatusForbidden)
	s.Member("bob").Post("/settings", chosen("7")).Want(http.StatusBadRequest)
}

// A digest says until when one has to move.
func TestDigestLine(t *testing.T) {
	s := webtest.NewSite(t)
	info := room.Info{ID: "abcdefg", Game: "nine-mens-morris", Seats: [2]string{"u1", "u2"}, Deadline: time.Date(2026, 11, 2, 17, 30, 0, 0, time.UTC)}
	_, text := notify.NewWords(s.Web).Digest(account.User{ID: "u2", Name: "ann"}, "de", []room.Info{info}, map[string]string{"u1": "bob"}, "https://play.example/unsubscribe/x")
	if want := "gegen bob, bis 2026-11-02 17:30 UTC\n"; !strings.Contains(text, want) {
		t.Errorf("got %q, want %q in it", text, want)
	}
}

// All that is stored about the notifications of a user is exported.
func TestExport(t *testing.T) {
	s := webtest.NewSite(t)
	ann := s.Member("ann")
	p := newReceiver(t, http.StatusCreated)
	ann.Send("/notices/push", p.subscription("/secret")).Want(http.StatusOK)
	ann.Post("/settings", chosen("2")).Want(http.StatusOK)
	list, digest, err := s.Notify.Export(context.Background(), s.User("ann").ID)
	if err != nil || len(list) != 1 || digest.PerDay != 2 {
		t.Errorf("got %v, %+v, %v", list, digest, err)
	}
}
