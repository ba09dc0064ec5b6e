// SPDX-License-Identifier: Apache-2.0

package match

import (
	"maps"
	"slices"
)

// Code is the class of an Error. It is a string, so that packages that only sort errors
// need not import this one.
type Code = string

// The codes of errors.
const (
	CodeInvalid   Code = "invalid"   // the action is malformed
	CodeForbidden Code = "forbidden" // not for this side, or not now
	CodeStale     Code = "stale"     // the offer is no longer open
	CodeOver      Code = "over"      // the match has ended
	CodeIllegal   Code = "illegal"   // the rules of the game refuse the move
)

// Why is the reason why an action is refused, a key for translated texts.
type Why string

// The reasons.
const (
	WhyUnknown    Why = "unknown"
	WhyNeedsSide  Why = "needs-side"
	WhyNoAccount  Why = "no-account"
	WhySystem     Why = "system"
	WhyNotSeated  Why = "not-seated"
	WhyFull       Why = "full"
	WhySeated     Why = "seated"
	WhyWaiting    Why = "waiting"
	WhyNotCreator Why = "not-creator"
	WhyNotStarted Why = "not-started"
	WhyStarted    Why = "started"
	WhyPaused     Why = "paused"
	WhyNotPaused  Why = "not-paused"
	WhyNotTurn    Why = "not-turn"
	WhyIllegal    Why = "illegal"
	WhyOfferOpen  Why = "offer-open"
	WhyOwnOffer   Why = "own-offer"
	WhyTooSoon    Why = "too-soon"
	WhyNoOffer    Why = "no-offer"
	WhyNoUndo     Why = "no-undo"
	WhyNoRedo     Why = "no-redo"
	WhyOutOfTime  Why = "out-of-time"
	WhyTimeLeft   Why = "time-left"
	WhyTooLate    Why = "too-late"
	WhyTooEarly   Why = "too-early"
	WhyNotAway    Why = "not-away"
	WhyOver       Why = "over"
	WhyNotOver    Why = "not-over"
	WhyRematched  Why = "rematched"
)

var whys = map[Why]struct {
	code Code
	text string
}{
	WhyUnknown:    {CodeInvalid, "there is no such action"},
	WhyNeedsSide:  {CodeInvalid, "only a side can do this"},
	WhyNoAccount:  {CodeInvalid, "an account is needed to join"},
	WhySystem:     {CodeForbidden, "players cannot do this"},
	WhyNotSeated:  {CodeForbidden, "that side has no player yet"},
	WhyFull:       {CodeForbidden, "both seats are taken"},
	WhySeated:     {CodeForbidden, "that account already plays the other side"},
	WhyWaiting:    {CodeForbidden, "a player is still missing"},
	WhyNotCreator: {CodeForbidden, "only the creator starts the match"},
	WhyNotStarted: {CodeForbidden, "the match has not started"},
	WhyStarted:    {CodeForbidden, "the match has started already"},
	WhyPaused:     {CodeForbidden, "the match is paused"},
	WhyNotPaused:  {CodeForbidden, "the match is not paused"},
	WhyNotTurn:    {CodeForbidden, "the other side is to move"},
	WhyIllegal:    {CodeIllegal, "the rules do not allow it"},
	WhyOfferOpen:  {CodeForbidden, "another offer is still open"},
	WhyOwnOffer:   {CodeForbidden, "the other side answers that offer"},
	WhyTooSoon:    {CodeForbidden, "too soon after the last offer of this kind"},
	WhyNoOffer:    {CodeStale, "that offer is no longer open"},
	WhyNoUndo:     {CodeForbidden, "there is no turn to take back"},
	WhyNoRedo:     {CodeForbidden, "there is no turn to play again"},
	WhyOutOfTime:  {CodeForbidden, "a loss on time cannot be taken back"},
	WhyTimeLeft:   {CodeForbidden, "the time has not run out"},
	WhyTooLate:    {CodeForbidden, "both sides have moved: resign or offer a draw instead"},
	WhyTooEarly:   {CodeForbidden, "both sides have not moved yet: abort instead"},
	WhyNotAway:    {CodeForbidden, "the side to move has not left"},
	WhyOver:       {CodeOver, "the match is over"},
	WhyNotOver:    {CodeForbidden, "the match is not over yet"},
	WhyRematched:  {CodeOver, "a rematch has been agreed already"},
}

// Whys returns every reason, in alphabetical order.
func Whys() []Why { return slices.Sorted(maps.Keys(whys)) }

// Error is a refused action.
type Error struct {
	Why Why
	Err error // WhyIllegal: a *game.Illegal
}

// Code returns the code of the reason.
func (e *Error) Code() Code { return whys[e.Why].code }

// Error returns the reason in English.
func (e *Error) Error() string {
	if e.Err != nil {
		return e.Err.Error()
	}
	return whys[e.Why].text
}

// Unwrap returns the error of the rules for WhyIllegal.
func (e *Error) Unwrap() error { return e.Err }

// refuse returns the error for a reason.
func refuse(why Why) error { return &Error{Why: why} }
