// SPDX-License-Identifier: Apache-2.0

package crash_test

import (
	"encoding/json"
	"net/http"
	"net/http/cookiejar"
	"strings"
	"testing"

	"cairn/internal/store/sqlite"
	"cairn/internal/store/storetest"
	"cairn/lab/bench"
	"cairn/lab/labtest"
)

// TestSyncFails lets the syncs of a running server fail while a move is made, kills
// the server as soon as it answers, and starts it again. A move that was refused
// must not be there; one that was answered as unknown may be. Sent again with the
// same id it is made once.
func TestSyncFails(t *testing.T) {
	dir, log := t.TempDir(), labtest.LogFile(t)
	serve := func() *bench.Process {
		p, err := bench.Start(t.Context(), log, labtest.Cairn(t), "serve", "--addr", "127.0.0.1:0", "--data", dir, "--unlimited", "--log-level", "error")
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	p := serve()
	defer func() { p.Kill() }()
	jar, _ := cookiejar.New(nil) // it has no errors
	client := &http.Client{Jar: jar}
	for round, which := range []storetest.Syncs{storetest.FirstSyncs, storetest.FirstSyncs, storetest.AllSyncs} {
		var created struct{ Match string }
		post(t, client, p.URL+"/match", `{"game":"nine","opponent":"screen"}`, &created)
		before := seqOf(t, dir, created.Match)
		mend := storetest.BreakSyncs(t, p.Pid(), which)
		const move = `{"id":"the-move","move":"d6"}`
		var answer struct {
			Seq   int
			Error struct{ Code string }
		}
		status := post(t, client, p.URL+"/match/"+created.Match+"/move", move, &answer)
		if which == storetest.AllSyncs {
			if status != http.StatusServiceUnavailable {
				t.Errorf("round %d: a move without a sync: got status %d, want 503", round, status)
			}
			for !isReady(t, client, p.URL, http.StatusServiceUnavailable) {
			}
		}
		p.Kill()
		mend()
		made := seqOf(t, dir, created.Match) > before
		t.Logf("round %d: status %d %q, made: %v", round, status, answer.Error.Code, made)
		switch {
		case status == http.StatusOK && !made:
			t.Errorf("round %d: a move that was answered is lost", round)
		case answer.Error.Code == "unavailable" && made:
			t.Errorf("round %d: a move that was refused is there after a crash", round)
		case status != http.StatusOK && answer.Error.Code != "unavailable" && answer.Error.Code != "unknown":
			t.Errorf("round %d: got status %d, %+v", round, status, answer.Error)
		}
		p = serve()
		if again := post(t, client, p.URL+"/match/"+created.Match+"/move", move, &answer); again != http.StatusOK {
			t.Errorf("round %d: the same move again: got status %d", round, again)
		}
		if got := seqOf(t, dir, created.Match); got != before+1 {
			t.Errorf("round %d: got seq %d, want the move once after %d", round, got, before)
		}
	}
}

// post sends JSON and reads the answer.
func post(t *testing.T, client *http.Client, url, body string, answer any) int {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json")
	response, err := client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if err := json.NewDecoder(response.Body).Decode(answer); err != nil {
		t.Fatal(err)
	}
	return response.StatusCode
}

// isReady reports whether /readyz has a status.
func isReady(t *testing.T, client *http.Client, home string, status int) bool {
	t.Helper()
	response, err := client.Get(home + "/readyz")
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	return response.StatusCode == status
}

// seqOf reads how far a match is in the store.
func seqOf(t *testing.T, dir, id string) int {
	t.Helper()
	store, err := sqlite.Open(dir, sqlite.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	info, err := store.FindMatch(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	return info.Seq
}
