// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"time"

	"github.com/spf13/cobra"

	"cairn/internal/config"
	"cairn/lab/bench"
	"cairn/lab/measure"
)

func studyCommand(p *program) *cobra.Command {
	plan := measure.StudyPlan{
		ServePlan: bench.ServePlan{Game: p.catalog.All()[0].Info().ID, Games: 100, Duration: 5 * time.Second},
		Positions: 1000, Reviews: 20, Turns: 60, Analysts: 50, Rounds: 3,
	}
	solved, unsolved, asJSON := "six", "yote", false
	command := &cobra.Command{
		Use:   "study",
		Short: "Measure analysis and reviews, and what analysts cost live games",
		Long: `Analyse positions of random games of a solved game over HTTP, one after the other; play a
match of 60 turns and review it; then play many games at once, by turns alone and while
analysts watch lines of the engine in positions that no table has, one position after the
other. Of several rounds it prints the medians. The server is in another
process on this machine; --url measures another server, which must run with --unlimited.

With --json: {"positions","exact","analysis_p50_ms","analysis_p99_ms","turns",
"review_p50_ms","review_max_ms","analysts","answers","quiet_moves_per_s",
"loaded_moves_per_s","kept","quiet_cpu_per_move_us","loaded_cpu_per_move_us","errors"}.`,
		Example: "  lab study\n  lab study --analysts 0 --json",
		Args:    count(0),
		RunE: func(command *cobra.Command, _ []string) (err error) {
			if plan.Solved, err = p.find(solved); err != nil {
				return err
			}
			if plan.Unsolved, err = p.find(unsolved); err != nil {
				return err
			}
			return runStudy(p, command.Context(), plan, asJSON)
		},
	}
	flags := command.Flags()
	flags.StringVar(&solved, "solved", solved, "the `GAME` whose positions are exact")
	flags.StringVar(&unsolved, "unsolved", unsolved, "the `GAME` that analysts look at")
	flags.Var(config.CountValue(&plan.Positions, 0, maxLogins), "positions", "positions to analyse")
	flags.Var(config.CountValue(&plan.Reviews, 0, maxRounds), "reviews", "how often to review the match")
	flags.Var(config.CountValue(&plan.Analysts, 0, maxGames), "analysts", "analysts at the same time; 0 for none")
	loadFlags(flags, &plan.ServePlan)
	flags.Var(config.CountValue(&plan.Rounds, 0, maxRounds), "rounds", "rounds of live games, without analysts and with them")
	flags.Var(config.URLValue(&plan.URL), "url", "address of another server to measure")
	jsonFlag(command, &asJSON)
	return command
}

func runStudy(p *program, ctx context.Context, plan measure.StudyPlan, asJSON bool) error {
	end, err := p.ensureServer(ctx, &plan.ServePlan)
	if err != nil {
		return err
	}
	defer end()
	r, err := measure.Study(ctx, plan)
	if err != nil {
		return err
	}
	if asJSON {
		return p.out.json(r)
	}
	p.out.row("analysis", "%.1f ms median, %.1f ms 99 %%, %d positions, %d exact", r.AnalysisP50MS, r.AnalysisP99MS, r.Positions, r.Exact)
	p.out.row("review", "%.1f ms median, %.1f ms at most, %d turns", r.ReviewP50MS, r.ReviewMaxMS, r.Turns)
	if r.Analysts > 0 && plan.Games > 0 {
		p.out.row("moves alone", "%.0f per second, %d games", r.QuietMovesPS, plan.Games)
		p.out.row("with analysts", "%.0f per second, %d analysts, %d answers", r.LoadedMovesPS, r.Analysts, r.Answers)
		p.out.row("kept", "%.0f %% of the moves, %d rounds", 100*r.Kept, plan.Rounds)
		p.out.row("server time", "%.0f and %.0f µs of the processors a move", r.QuietCPUUS, r.LoadedCPUUS)
		p.out.row("errors", "%d", r.Errors)
	}
	return nil
}
