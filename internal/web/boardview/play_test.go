// SPDX-License-Identifier: Apache-2.0

package boardview_test

import (
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"

	"cairn/catalog"
	"cairn/game"
	"cairn/internal/pagestate"
	"cairn/internal/web/boardview"
	"cairn/internal/web/webtest"
)

func TestClockText(t *testing.T) { // the same cases as in static/test/clock.test.js
	for ms, want := range map[int64]string{
		-5: "0:00", 0: "0:00", 999: "0:00", 61_000: "1:01", 299_999: "4:59", 3_600_000: "1:00:00",
		3_723_000: "1:02:03", 172_799_000: "47:59:59", 172_800_000: "2 d 0 h", 273_600_000: "3 d 4 h",
	} {
		if got := boardview.ClockText(english, ms); got != want {
			t.Errorf("%d ms: got %q, want %q", ms, got, want)
		}
	}
}

func TestSeatsOfAMatch(t *testing.T) {
	e := find(t, "nine")
	view := e.Start().View()
	left := int64(65_000)
	for _, c := range []struct {
		you, near, far, mine string
	}{
		{"white", "white", "black", "white"},
		{"black", "black", "white", "black"},
		{"both", "white", "black", ""},
		{"", "white", "black", ""},
	} {
		t.Run("you are "+c.you, func(t *testing.T) {
			s := pagestate.State{Status: "playing", You: c.you, Turn: game.White, Running: "white"}
			s.Sides.White = pagestate.SideState{Name: "Ada", ClockMS: &left}
			v := drawPlay(e.Info(), view, s, boardview.BoardMarks{})
			if v.Seats[0].Side != c.far || v.Seats[1].Side != c.near {
				t.Errorf("far is %s and near is %s, want %s and %s", v.Seats[0].Side, v.Seats[1].Side, c.far, c.near)
			}
			for _, seat := range v.Seats {
				white := seat.Side == "white"
				if seat.Turn != white || seat.Running != white || seat.You != (seat.Side == c.mine) {
					t.Errorf("%s: turn %v, running %v, you %v", seat.Side, seat.Turn, seat.Running, seat.You)
				}
				if want := map[bool]string{true: "1:05", false: ""}[white]; seat.Clock != want {
					t.Errorf("%s: clock %q, want %q", seat.Side, seat.Clock, want)
				}
			}
			if want := "Nine Men's Morris board"; v.Board.Name != want {
				t.Errorf("board is called %q, want %q", v.Board.Name, want)
			}
		})
	}
}

// nodes reads a rendered part and returns its elements; broken nesting fails.
func nodes(t *testing.T, text string) []xml.StartElement {
	t.Helper()
	var found []xml.StartElement
	d := xml.NewDecoder(strings.NewReader(text))
	d.Strict = false
	d.AutoClose = []string{"input"}
	d.Entity = xml.HTMLEntity
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return found
		}
		if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		if start, ok := token.(xml.StartElement); ok {
			found = append(found, start.Copy())
		}
	}
}

func attribute(e xml.StartElement, name string) string {
	i := slices.IndexFunc(e.Attr, func(a xml.Attr) bool { return a.Name.Local == name })
	if i < 0 {
		return ""
	}
	return e.Attr[i].Value
}

func TestBoardTemplate(t *testing.T) {
	for _, e := range catalog.Standard().All() {
		t.Run(e.Info().ID, func(t *testing.T) {
			b := e.Info().Board
			v := boardview.NewBoardView(english, b, e.Start().View(), boardview.BoardMarks{Name: `a "board" <b>`, Next: points(t, b, b.Points[0].Name), Href: func(game.Point) string { return "?path=x&y" }})
			named, links, men := 0, 0, 0
			for _, n := range nodes(t, renderPartial(t, "board", v)) {
				switch {
				case attribute(n, "data-point") != "":
					if attribute(n, "aria-label") != "" && (attribute(n, "href") != "") != (attribute(n, "role") == "img") {
						named++
					}
					if attribute(n, "href") == "?path=x&y" {
						links++
					}
				case attribute(n, "data-man") != "":
					men++
				case n.Name.Local == "svg" && attribute(n, "aria-label") != `a "board" <b>`:
					t.Errorf("the drawing is called %q", attribute(n, "aria-label"))
				case attribute(n, "style") != "":
					t.Errorf("%s has a style of its own, which the policy of the pages forbids", n.Name.Local)
				}
			}
			if named != len(b.Points) || links != 1 || men != len(v.Men) {
				t.Errorf("%d points have a name, want %d; %d links, want 1; %d men, want %d", named, len(b.Points), links, men, len(v.Men))
			}
		})
	}
}

func TestSmallBoardIsAPicture(t *testing.T) {
	e := find(t, "yote")
	for _, n := range nodes(t, renderPartial(t, "board", boardview.NewBoardView(english, e.Info().Board, e.Start().View(), boardview.BoardMarks{Small: true}))) {
		if n.Name.Local == "a" || n.Name.Local == "text" {
			t.Errorf("a picture holds <%s>", n.Name.Local)
		}
	}
}

func TestMatchTemplate(t *testing.T) {
	e := find(t, "six")
	full := pagestate.State{
		Match: "abc2345", Seq: 7, Status: "over", You: "white", Message: "Over", Log: []pagestate.LogLine{{Seq: 1, Text: "<i>"}},
		Offer: &pagestate.OfferState{ID: 3, Kind: "rematch", Text: "Another?"}, End: &pagestate.EndState{Title: "You win", Text: "Why"},
		Can: pagestate.Abilities{Start: true, Draw: true, Undo: true, Redo: true, Resign: true, Abort: true, Claim: true, Rematch: true},
	}
	for name, s := range map[string]pagestate.State{"zero": {}, "full": full} {
		t.Run(name, func(t *testing.T) {
			text := renderPartial(t, "match-play", drawPlay(e.Info(), e.Start().View(), s, boardview.BoardMarks{}))
			hidden, commands := 0, map[string]bool{}
			for _, n := range nodes(t, text) {
				if command := attribute(n, "data-command"); command != "" {
					commands[command] = true
					if want := "/match/" + s.Match + "/" + command; attribute(n, "action") != want || attribute(n, "method") != "post" {
						t.Errorf("%s: got action %q and method %s, want %q and post", command, attribute(n, "action"), attribute(n, "method"), want)
					}
				}
				if attribute(n, "data-can") != "" && slices.ContainsFunc(n.Attr, func(a xml.Attr) bool { return a.Name.Local == "hidden" }) {
					hidden++
				}
			}
			if want := map[string]int{"zero": 8, "full": 0}[name]; hidden != want {
				t.Errorf("%d commands are hidden, want %d", hidden, want)
			}
			if len(commands) != 10 {
				t.Errorf("commands are %v", commands)
			}
			if strings.Contains(text, "[web.") || strings.Contains(text, "<i>") {
				t.Errorf("a text is missing or not escaped in\n%s", text)
			}
		})
	}
}

// TestScriptTextsExist looks for the keys that scripts use.
func TestScriptTextsExist(t *testing.T) {
	e := find(t, "six")
	texts := drawPlay(e.Info(), e.Start().View(), pagestate.State{}, boardview.BoardMarks{}).Texts
	used := regexp.MustCompile(`texts\.(\w+)`)
	count := 0
	for name, script := range webtest.StaticFiles(t, "..", ".js") {
		for _, m := range used.FindAllStringSubmatch(script, -1) {
			count++
			if texts[m[1]] == "" {
				t.Errorf("%s uses the text %q, which is missing", name, m[1])
			}
		}
	}
	for _, key := range strings.Fields("man.empty man.white man.black may.own may.enter may.take mark.path mark.last mark.taken " +
		"side.white side.black phase.placing phase.sliding phase.flying phase.mixed step.enter step.take step.end mills.one mills.other here away ended gone hand onboard taken") {
		if texts[key] == "" {
			t.Errorf("the text %q, whose key scripts put together, is missing", key)
		}
	}
	if count == 0 {
		t.Error("no text was found in the scripts")
	}
}
