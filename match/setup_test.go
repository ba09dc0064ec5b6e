// SPDX-License-Identifier: Apache-2.0

package match_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"cairn/match"
)

func TestNewFillsInTheGame(t *testing.T) {
	s := match.Setup{Takeback: match.Free, Start: toy.Start().String()}
	m, e, err := match.New(toy, s, noon.Add(123456*time.Nanosecond).In(time.FixedZone("Tana", 3*3600)))
	if err != nil {
		t.Fatal(err)
	}
	want := match.Setup{Game: "tic-tac-toe", Revision: 1, Takeback: match.Free}
	if m.Setup() != want {
		t.Errorf("setup: got %+v, want %+v", m.Setup(), want)
	}
	if got, want := e, (match.Event{Seq: 1, At: noon, Kind: match.Created, Setup: want}); got != want {
		t.Errorf("event: got %v, want %v", got, want)
	}
	if m.Status() != match.Ready || m.Seq() != 1 || !m.At().Equal(noon) || m.Game() != toy {
		t.Errorf("got %s at event %d, %s, want ready at event 1, %s", m.Status(), m.Seq(), m.At(), noon)
	}
}

func TestNewRefuses(t *testing.T) {
	tests := []struct {
		name  string
		setup match.Setup
		says  string
	}{
		{"another game", match.Setup{Game: "chess", Revision: 1}, "chess revision 1, want tic-tac-toe revision 1"},
		{"another revision", match.Setup{Game: "tic-tac-toe", Revision: 2}, "revision 2, want tic-tac-toe revision 1"},
		{"broken start", match.Setup{Start: "w"}, "start position"},
		{"finished start", match.Setup{Start: "www/bb1/3 b 0"}, "over in the start position"},
		{"unknown takeback", match.Setup{Takeback: 3}, "takeback 3"},
		{"unknown creator", match.Setup{Creator: 3}, "seat 3"},
		{"creator without account", match.Setup{Creator: white, Seats: [2]string{"", "bert"}}, "the creator plays white"},
		{"alone", match.Setup{Seats: [2]string{"anna", "anna"}}, "same account"},
		{"rated on one machine", match.Setup{Rated: true, Takeback: match.Own}, "by consent"},
		{"rated from a position", match.Setup{Rated: true, Start: "w2/3/3 b 0"}, "own start"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, _, err := match.New(toy, test.setup, noon)
			if err == nil || !strings.Contains(err.Error(), test.says) {
				t.Errorf("got %v, want an error with %q", err, test.says)
			}
		})
	}
}

func TestNamesRoundTrip(t *testing.T) {
	type all struct {
		Seat     match.Seat
		Takeback match.Takeback
		Offer    match.OfferKind
		Status   match.Status
		Control  match.Control
	}
	for i := range uint8(3) {
		in := all{match.Seat(i), match.Takeback(i), match.OfferKind(i), match.Status(i + 1), match.Control{}}
		text, err := json.Marshal(in)
		if err != nil {
			t.Fatal(err)
		}
		var out all
		if err := json.Unmarshal(text, &out); err != nil || out != in {
			t.Errorf("%s: got %+v and %v, want %+v", text, out, err, in)
		}
	}
	for _, field := range []string{"Seat", "Takeback", "Offer", "Status", "Control"} {
		if err := json.Unmarshal([]byte(`{"`+field+`":"sofa"}`), new(all)); err == nil || !strings.Contains(err.Error(), "sofa") {
			t.Errorf("%s: got %v, want the unknown name refused", field, err)
		}
	}
}

func TestSeatOther(t *testing.T) {
	for seat, want := range map[match.Seat]match.Seat{match.NoSeat: match.NoSeat, white: black, black: white} {
		if got := seat.Other(); got != want {
			t.Errorf("opposite %s: got %s, want %s", seat, got, want)
		}
	}
}
