// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"errors"
	"math"
	"time"

	"github.com/spf13/cobra"

	"cairn/catalog"
	"cairn/engine/arena"
)

// maxMatch bounds the games of a match.
const maxMatch = 1_000_000

func (p *program) benchMatchCommand() *cobra.Command {
	plan, asJSON := arena.Plan{Games: arena.DefaultGames, Seed: 1, Opening: arena.DefaultOpening}, false
	command := &cobra.Command{
		Use:     "match GAME A B",
		GroupID: groupStudy,
		Short:   "Let two computer players meet, and tell how sure the score is",
		Long: `Let two computer players meet. Games begin with random turns that leave the sides
about even; every opening is played twice, the sides exchanged. The platform's draws
hold. Told are the score of A, the bounds it lies between in 95 of 100 matches, and
the difference in Elo's points. Players limited by nodes play the same match whenever
the seed is the same.

A player is a name, with settings after a colon:

  strong             a level, within its own limits or those given
  search:nodes=20000 the full engine
  foundation:…       the engine as it was before the techniques and weights it got later
  uct:time=1s        random games (nodes are games here), which know nothing but the rules

Nobody here asks solved tables; "cairn bench levels" measures the level perfect.
Settings are nodes=N, time=T, depth=N a move, table=MIB, threads=N; old-eval for the
weights of the foundation; and every technique switched off by its name:
` + indented(arena.Switches()) + `

With --json: {"game","a","b","seed","games","wins","draws","losses","share","low",
"high","elo","elo_low","elo_high","a_ms","b_ms"}; share from 0 to 1, Elo's points null
where they would be infinite, milliseconds a move.`,
		Example: example(
			"cairn bench match nine medium easy --games 20",
			"cairn bench match fanorona search:nodes=20000 foundation:nodes=20000",
			"cairn bench match yote search:time=200ms uct:time=1s --games 20 --json"),
		Args:              operands,
		ValidArgsFunction: p.completeGames(false, cobra.ShellCompDirectiveNoFileComp),
		RunE: func(command *cobra.Command, args []string) error {
			return p.benchMatch(command.Context(), args, plan, asJSON)
		},
	}
	command.Flags().Var(countValue(&plan.Games, maxMatch), "games", "games to play, an even number")
	command.Flags().Var(countValue(&plan.Opening, 100), "opening", "random turns each game begins with")
	command.Flags().Var(seedValue(&plan.Seed), "seed", "fixes the openings and what players leave to chance")
	jsonFlag(command, &asJSON)
	return command
}

// indented lists names on lines of a help text.
func indented(names []string) string {
	text, width := "", 0
	for i, name := range names {
		if i > 0 {
			name = " " + name
		}
		if width+len(name) > 78 || i == 0 {
			text, width = text+"\n ", 1
		}
		text, width = text+name, width+len(name)
	}
	return text[1:]
}

func (p *program) benchMatch(ctx context.Context, args []string, plan arena.Plan, asJSON bool) error {
	entry, err := p.find(args[0])
	if err != nil {
		return err
	}
	a, err := arena.ParseSpec(args[1])
	if err != nil {
		return usageError{err}
	}
	b, err := arena.ParseSpec(args[2])
	if err != nil {
		return usageError{err}
	}
	if plan.Opening == 0 {
		plan.Opening = -1 // to a plan zero is the default
	}
	score, err := entry.Match(ctx, a, b, plan)
	if score.Games() > 0 {
		err = errors.Join(err, p.printMatch(entry, a, b, plan.Seed, score, asJSON))
	}
	return err
}

// matchJSON is what "bench match --json" prints.
type matchJSON struct {
	Game string `json:"game"`
	A    string `json:"a"`
	B    string `json:"b"`
	Seed uint64 `json:"seed"`
	scoreJSON
	Elo     *float64 `json:"elo"`
	EloLow  *float64 `json:"elo_low"`
	EloHigh *float64 `json:"elo_high"`
	AMS     float64  `json:"a_ms"`
	BMS     float64  `json:"b_ms"`
}

// scoreJSON is a score within such documents.
type scoreJSON struct {
	Games  int     `json:"games"`
	Wins   int     `json:"wins"`
	Draws  int     `json:"draws"`
	Losses int     `json:"losses"`
	Share  float64 `json:"share"`
	Low    float64 `json:"low"`
	High   float64 `json:"high"`
}

func scoreOf(s arena.Score) scoreJSON {
	low, high := s.Interval()
	return scoreJSON{s.Games(), s.Wins, s.Draws, s.Losses, s.Share(), low, high}
}

func (p *program) printMatch(entry *catalog.Entry, a, b arena.Spec, seed uint64, s arena.Score, asJSON bool) error {
	low, high := s.Interval()
	document := matchJSON{
		entry.Info().ID, a.Text, b.Text, seed, scoreOf(s),
		finite(arena.Elo(s.Share())), finite(arena.Elo(low)), finite(arena.Elo(high)), perMove(s, 0), perMove(s, 1),
	}
	if asJSON {
		return p.printJSON(document)
	}
	p.printRow("games", "%d of %s, %s against %s", s.Games(), document.Game, a.Text, b.Text)
	p.printRow("won, drawn, lost", "%d, %d, %d", s.Wins, s.Draws, s.Losses)
	p.printRow("score", "%.1f %%, 95 %% within %.1f and %.1f %%", 100*s.Share(), 100*low, 100*high)
	p.printRow("Elo", "%+.0f, 95 %% within %+.0f and %+.0f", arena.Elo(s.Share()), arena.Elo(low), arena.Elo(high))
	p.printRow("a move", "%.2f ms and %.2f ms", document.AMS, document.BMS)
	return nil
}

// finite returns nil for a number that JSON cannot write.
func finite(x float64) *float64 {
	if math.IsInf(x, 0) {
		return nil
	}
	return &x
}

// perMove returns the milliseconds a player took for a move.
func perMove(s arena.Score, player int) float64 {
	return float64(s.Spent[player]) / float64(max(s.Moves[player], 1)) / float64(time.Millisecond)
}
