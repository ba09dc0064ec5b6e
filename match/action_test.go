// SPDX-License-Identifier: Apache-2.0

package match_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"cairn/game"
	"cairn/match"
)

// matrix lists the outcome of each action by each seat at each stage of a match
// with consent: an event, or after ! the reason why it is refused. White is the
// creator and to move; the offer that is answered is not open; a claim has Away.
const matrix = `
action  by      waiting       ready         opening       playing       paused       over
join    none    joined        !full         !started      !started      !started     !over
join    white   !full         !full         !started      !started      !started     !over
join    black   joined        !full         !started      !started      !started     !over
start   none    !waiting      started       !started      !started      !started     !over
start   white   !waiting      started       !started      !started      !started     !over
start   black   !not-seated   !not-creator  !started      !started      !started     !over
move    none    !needs-side   !needs-side   !needs-side   !needs-side   !needs-side  !needs-side
move    white   !not-started  !not-started  moved         moved         !paused      !over
move    black   !not-seated   !not-started  !not-turn     !not-turn     !paused      !over
draw    none    !needs-side   !needs-side   !needs-side   !needs-side   !needs-side  !needs-side
draw    white   !not-started  !not-started  draw-offered  draw-offered  !paused      !over
draw    black   !not-seated   !not-started  draw-offered  draw-offered  !paused      !over
undo    none    !not-started  !not-started  !needs-side   !needs-side   !paused      !needs-side
undo    white   !not-started  !not-started  !no-undo      undo-asked    !paused      !over
undo    black   !not-seated   !not-started  !no-undo      undo-asked    !paused      !over
redo    none    !not-started  !not-started  !needs-side   !needs-side   !paused      !over
redo    white   !not-started  !not-started  !no-redo      !no-redo      !paused      !over
redo    black   !not-seated   !not-started  !no-redo      !no-redo      !paused      !over
answer  none    !needs-side   !needs-side   !needs-side   !needs-side   !needs-side  !needs-side
answer  white   !not-started  !not-started  !no-offer     !no-offer     !paused      !no-offer
answer  black   !not-seated   !not-started  !no-offer     !no-offer     !paused      !no-offer
withdraw none   !needs-side   !needs-side   !needs-side   !needs-side   !needs-side  !needs-side
withdraw white  !not-started  !not-started  !no-offer     !no-offer     !paused      !no-offer
withdraw black  !not-seated   !not-started  !no-offer     !no-offer     !paused      !no-offer
resign  none    !needs-side   !needs-side   !needs-side   !needs-side   !needs-side  !needs-side
resign  white   !not-started  !not-started  resigned      resigned      !paused      !over
resign  black   !not-seated   !not-started  resigned      resigned      !paused      !over
flag    none    !not-started  !not-started  !time-left    !time-left    !paused      !over
flag    white   !not-started  !not-started  !time-left    !time-left    !paused      !over
flag    black   !not-seated   !not-started  !time-left    !time-left    !paused      !over
abort   none    aborted       aborted       aborted       !too-late     !too-late    !over
abort   white   aborted       aborted       aborted       !too-late     !too-late    !over
abort   black   !not-seated   aborted       aborted       !too-late     !too-late    !over
claim   none    !not-started  !not-started  !too-early    claimed       !paused      !over
claim   white   !not-started  !not-started  !too-early    !not-away     !paused      !over
claim   black   !not-seated   !not-started  !too-early    claimed       !paused      !over
rematch none    !not-over     !not-over     !not-over     !not-over     !not-over    !needs-side
rematch white   !not-over     !not-over     !not-over     !not-over     !not-over    rematch-offered
rematch black   !not-seated   !not-over     !not-over     !not-over     !not-over    rematch-offered
pause   none    !not-started  !not-started  paused        paused        !paused      !over
pause   white   !not-started  !not-started  !system       !system       !paused      !over
pause   black   !not-seated   !not-started  !system       !system       !paused      !over
resume  none    !not-started  !not-started  !not-paused   !not-paused   resumed      !over
resume  white   !not-started  !not-started  !system       !system       !system      !over
resume  black   !not-seated   !not-started  !system       !system       !system      !over
dance   none    !unknown      !unknown      !unknown      !unknown      !unknown     !unknown
`

// atStage returns a match with consent at that stage.
func atStage(t *testing.T, stage string) *table {
	t.Helper()
	if stage == "waiting" {
		s := online("5m+3s")
		s.Seats[game.Black] = ""
		return sit(t, toy, s)
	}
	b := sit(t, toy, online("5m+3s"))
	if stage == "ready" {
		return b
	}
	b.do(match.Action{Kind: match.Start})
	if stage == "opening" {
		return b
	}
	b.play("a1", "b1")
	switch stage {
	case "paused":
		b.do(match.Action{Kind: match.Pause})
	case "over":
		b.by(black, match.Resign)
	}
	return b
}

func TestEveryActionAtEveryStage(t *testing.T) {
	rows := strings.Split(strings.TrimSpace(matrix), "\n")
	stages := strings.Fields(rows[0])[2:]
	for _, row := range rows[1:] {
		cells := strings.Fields(row)
		for i, stage := range stages {
			a := match.Action{Kind: match.ActionKind(cells[0]), Move: "c3", Account: "cleo", Offer: 99, Away: true}
			if err := a.By.UnmarshalText([]byte(cells[1])); err != nil {
				t.Fatal(err)
			}
			t.Run(stage+"/"+cells[0]+"/"+cells[1], func(t *testing.T) {
				b := atStage(t, stage)
				if got, want := outcome(b.match.Do(b.now, a)), cells[2+i]; got != want {
					t.Errorf("got %s, want %s", got, want)
				}
			})
		}
	}
}

// outcome writes the outcome of an action as the matrix does.
func outcome(_ match.Match, events []match.Event, err error) string {
	if err != nil {
		return "!" + string(whyOf(err))
	}
	var kinds []string
	for _, e := range events {
		kinds = append(kinds, string(e.Kind))
	}
	return strings.Join(kinds, " ")
}

func TestUnknownSeat(t *testing.T) {
	b := atStage(t, "playing")
	b.refusesBy(7, match.Resign, match.WhyUnknown)
}

func TestIllegalMoveSaysWhy(t *testing.T) {
	b := atStage(t, "playing")
	before := b.match.State().String()
	_, _, err := b.match.Do(b.now, match.Action{Kind: match.Move, By: white, Move: "a1"})
	var illegal *game.Illegal
	if !errors.As(err, &illegal) || illegal.Why != game.WhyOccupied || !errors.Is(err, game.ErrIllegal) {
		t.Fatalf("got %v, want an illegal move: occupied", err)
	}
	var refused *match.Error
	if !errors.As(err, &refused) || refused.Code() != match.CodeIllegal {
		t.Errorf("got %v, want code %s", err, match.CodeIllegal)
	}
	if got, want := err.Error(), illegal.Error(); got != want {
		t.Errorf("text: got %q, want %q", got, want)
	}
	b.stands(before)
}

func TestMoveEvent(t *testing.T) {
	b := atStage(t, "opening")
	b.wait(1500*time.Millisecond + 999*time.Microsecond)
	got := b.do(match.Action{Kind: match.Move, By: white, Move: "a3"})
	want := match.Event{
		Seq: 3, At: noon.Add(1500 * time.Millisecond), Kind: match.Moved, By: white,
		Move: "a3", Position: "w2/3/3 b 0",
	}
	if got != want {
		t.Errorf("got %v\nwant %v", got, want)
	}
	if got, want := b.match.Record().Turns[0].Took, 1500*time.Millisecond; got != want {
		t.Errorf("took: got %s, want %s", got, want)
	}
}

func TestRulesEndTheMatchInTheSameEvent(t *testing.T) {
	tests := []struct {
		name  string
		moves string
		want  match.End
	}{
		{"white closes a line", "a1 a2 b1 b2 c1", match.End{Verdict: game.WhiteWins, Reason: match.ByRule(game.Line)}},
		{"black closes a line", "a1 a2 b1 b2 c3 c2", match.End{Verdict: game.BlackWins, Reason: "line"}},
		{"full board", "a1 b2 c3 a2 c2 c1 a3 b3 b1", match.End{Verdict: game.Draw, Reason: "full-board"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			b := playOnline(t, toy, "none")
			b.play(strings.Fields(test.moves)...)
			b.ends(test.want.Verdict, test.want.Reason)
			last := b.events[len(b.events)-1]
			if last.Kind != match.Moved || last.End != test.want {
				t.Errorf("last event: got %v, want moved with end %v", last, test.want)
			}
			if _, running := b.match.Clock().Running(); running {
				t.Error("the clock still runs")
			}
		})
	}
}

func TestHistoryEndsTheMatch(t *testing.T) {
	def := *shuttle.Info()
	def.Draws = game.StandardDraws
	b := playOnline(t, withInfo{shuttle, &def}, "none")
	b.play("b1", "a1", "b1", "a1")
	b.ends(game.Draw, match.ByRule(game.Repetition))
}

// withInfo is a game with another Info.
type withInfo struct {
	game.Game
	info *game.Info
}

func (g withInfo) Info() *game.Info { return g.info }

func TestEndsByPlayers(t *testing.T) {
	tests := []struct {
		name    string
		action  match.Action
		verdict game.Verdict
		reason  match.Reason
	}{
		{"white resigns", match.Action{Kind: match.Resign, By: white}, game.BlackWins, match.ByResignation},
		{"black resigns out of turn", match.Action{Kind: match.Resign, By: black}, game.WhiteWins, match.ByResignation},
		{"white has left", match.Action{Kind: match.Claim, By: black, Away: true}, game.BlackWins, match.ByLeaving},
		{"the system saw it", match.Action{Kind: match.Claim, Away: true}, game.BlackWins, match.ByLeaving},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			b := atStage(t, "playing")
			if e := b.do(test.action); e.By != test.action.By || !e.End.Over() {
				t.Errorf("event: got %v, want one by %s with an end", e, test.action.By)
			}
			b.ends(test.verdict, test.reason)
		})
	}
}

func TestAbortLeavesNoResult(t *testing.T) {
	b := playOnline(t, toy, "none")
	b.play("a1")
	if !b.match.CanAbort() {
		t.Error("one move: got no abort, want one")
	}
	b.by(black, match.Abort)
	b.ends(game.Playing, match.ByAbort)
	if b.match.CanAbort() {
		t.Error("aborted: got another abort, want none")
	}
}

func TestAbortComesTooLateAfterUndo(t *testing.T) {
	b := playOnline(t, toy, "none")
	b.play("a1", "b1")
	b.by(white, match.Undo)
	b.answer(black, true)
	if b.match.Ply() != 0 {
		t.Fatalf("ply: got %d, want 0", b.match.Ply())
	}
	b.refusesBy(white, match.Abort, match.WhyTooLate)
}

func TestClaimNeedsSomeoneWhoLeft(t *testing.T) {
	claim := match.Action{Kind: match.Claim, By: black}
	b := atStage(t, "playing")
	b.refuses(claim, match.WhyNotAway)

	claim.Away = true
	b = playOnline(t, toy, "3d")
	b.play("a1", "b1")
	b.refuses(claim, match.WhyNotAway)

	b = playLocal(t, toy, match.Free)
	b.play("a1", "b1")
	b.refuses(claim, match.WhyNotAway)
}

func TestSittingDown(t *testing.T) {
	b := sit(t, toy, match.Setup{})
	if b.match.Status() != match.Waiting {
		t.Fatalf("status: got %s, want waiting", b.match.Status())
	}
	b.refuses(match.Action{Kind: match.Join}, match.WhyNoAccount)
	if e := b.do(match.Action{Kind: match.Join, Account: "anna"}); e.By != white || e.Account != "anna" {
		t.Errorf("first to join: got %v, want anna for white", e)
	}
	b.refuses(match.Action{Kind: match.Join, Account: "anna"}, match.WhySeated)
	if e := b.do(match.Action{Kind: match.Join, Account: "bert"}); e.By != black {
		t.Errorf("second to join: got %v, want black", e)
	}
	if got, want := b.match.Seats(), [2]string{"anna", "bert"}; got != want {
		t.Errorf("seats: got %v, want %v", got, want)
	}
	if b.match.Status() != match.Ready {
		t.Errorf("status: got %s, want ready", b.match.Status())
	}
	b.refusesBy(white, match.Start, match.WhyNotCreator)
	b.do(match.Action{Kind: match.Start})
}

func TestLateClockCannotGoBack(t *testing.T) {
	b := atStage(t, "opening")
	b.wait(time.Minute)
	b.play("a1")
	b.wait(-30 * time.Second)
	if e := b.do(match.Action{Kind: match.Move, By: black, Move: "b1"}); !e.At.Equal(noon.Add(time.Minute)) {
		t.Errorf("time: got %s, want that of the event before", e.At)
	}
}

func TestEveryRefusalHasCodeAndText(t *testing.T) {
	codes := map[match.Code]bool{}
	for _, why := range match.Whys() {
		err := &match.Error{Why: why}
		if err.Code() == "" || err.Error() == "" {
			t.Errorf("%s: code %q, text %q", why, err.Code(), err.Error())
		}
		codes[err.Code()] = true
	}
	if got, want := len(codes), 5; got != want {
		t.Errorf("codes in use: got %d, want %d", got, want)
	}
}
