// SPDX-License-Identifier: Apache-2.0

package measure

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"sync"
	"sync/atomic"
	"time"

	"cairn/catalog"
	"cairn/client"
	"cairn/game"
	"cairn/lab/bench"
)

// StudyPlan is what is asked of a server that analyses positions and matches.
type StudyPlan struct {
	bench.ServePlan                // the live games beside analysts
	Solved          *catalog.Entry // a game that the server knows exactly
	Unsolved        *catalog.Entry // one that it does not
	Positions       int            // of the solved game to analyse
	Reviews         int            // how often a match is reviewed
	Turns           int            // of that match
	Analysts        int            // at the same time, in the unsolved game, each with lines of the engine
	Rounds          int            // of live games without analysts and with them; 1 if 0
}

// StudyReport is the result of Study. Its JSON is documented.
type StudyReport struct {
	Positions     int     `json:"positions"`
	Exact         int     `json:"exact"` // of them
	AnalysisP50MS float64 `json:"analysis_p50_ms"`
	AnalysisP99MS float64 `json:"analysis_p99_ms"`
	Turns         int     `json:"turns"`
	ReviewP50MS   float64 `json:"review_p50_ms"`
	ReviewMaxMS   float64 `json:"review_max_ms"`
	Analysts      int     `json:"analysts"`
	Answers       int     `json:"answers"`           // lines that they got
	QuietMovesPS  float64 `json:"quiet_moves_per_s"` // the median of the rounds
	LoadedMovesPS float64 `json:"loaded_moves_per_s"`
	Kept          float64 `json:"kept"`                  // loaded by quiet in a round, the median
	QuietCPUUS    float64 `json:"quiet_cpu_per_move_us"` // processor time of the server, searches included; 0 if unknown
	LoadedCPUUS   float64 `json:"loaded_cpu_per_move_us"`
	Errors        int     `json:"errors"`
}

// Study measures the analysis of solved positions and the review of a match, and then
// how much analysts slow down live games.
func Study(ctx context.Context, plan StudyPlan) (StudyReport, error) {
	r := StudyReport{Positions: plan.Positions, Turns: plan.Turns, Analysts: plan.Analysts}
	if err := plan.analyse(ctx, &r); err != nil {
		return r, err
	}
	if err := plan.review(ctx, &r); err != nil {
		return r, err
	}
	if plan.Analysts == 0 || plan.Games == 0 {
		return r, nil
	}
	return r, plan.disturb(ctx, &r)
}

// ask gets JSON from the server and returns how long that took.
func (p *StudyPlan) ask(ctx context.Context, path string, answer any) (time.Duration, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, p.URL+path, nil)
	if err != nil {
		return 0, err
	}
	request.Header.Set("Accept", "application/json")
	began := time.Now()
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return 0, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	took := time.Since(began)
	switch {
	case err != nil:
		return 0, err
	case response.StatusCode != http.StatusOK:
		return 0, fmt.Errorf("GET %s: status %d: %.200s", path, response.StatusCode, body)
	}
	return took, json.Unmarshal(body, answer)
}

// judged is the part of an analysis that is looked at.
type judged struct {
	Value string `json:"value"`
}

func analysisPath(entry *catalog.Entry, s game.State) string {
	return "/analysis/" + entry.Info().ID + "?position=" + url.QueryEscape(s.String())
}

// analyse asks for positions of random games, one after the other. The first answer,
// before which the server may have to make tables, is not counted.
func (p *StudyPlan) analyse(ctx context.Context, r *StudyReport) error {
	var times []time.Duration
	random := rand.New(rand.NewPCG(1, 1))
	s := p.Solved.Start()
	for n := -1; n < p.Positions; n++ {
		var got judged
		took, err := p.ask(ctx, analysisPath(p.Solved, s), &got)
		if err != nil {
			return err
		}
		if n >= 0 {
			times = append(times, took)
			if got.Value != "unknown" {
				r.Exact++
			}
		}
		s = step(p.Solved, s, random)
	}
	r.AnalysisP50MS, r.AnalysisP99MS = bench.Percentile(times, 0.5), bench.Percentile(times, 0.99)
	return nil
}

// step makes a random move, or begins again when the game is over.
func step(entry *catalog.Entry, s game.State, random *rand.Rand) game.State {
	moves := s.Moves()
	if len(moves) == 0 {
		return entry.Start()
	}
	next, err := s.Play(moves[random.IntN(len(moves))].Text)
	if err != nil || next.Result().Over() {
		return entry.Start()
	}
	return next
}

// review has a match played and then asks for its review.
func (p *StudyPlan) review(ctx context.Context, r *StudyReport) error {
	if p.Reviews == 0 {
		return nil
	}
	id, err := p.playMatch(ctx)
	if err != nil {
		return err
	}
	var times []time.Duration
	for range p.Reviews {
		var got struct {
			Turns []json.RawMessage `json:"turns"`
		}
		took, err := p.ask(ctx, "/match/"+id+"/review", &got)
		if err == nil && len(got.Turns) != p.Turns {
			err = fmt.Errorf("the review has %d turns, want %d", len(got.Turns), p.Turns)
		}
		if err != nil {
			return err
		}
		times = append(times, took)
	}
	r.ReviewP50MS, r.ReviewMaxMS = bench.Percentile(times, 0.5), bench.Percentile(times, 1)
	return nil
}

// playMatch plays a match of that many random turns, which then ends by resignation.
func (p *StudyPlan) playMatch(ctx context.Context) (string, error) {
	moves, err := p.longGame()
	if err != nil {
		return "", err
	}
	var players [2]*bench.Client
	for i := range players {
		if players[i], err = bench.NewClient(p.URL); err != nil {
			return "", err
		}
		defer players[i].Close()
	}
	id, err := players[0].Create(ctx, client.Spec{Game: p.Solved.Info().ID, Side: "white", Shown: true})
	if err != nil {
		return "", err
	}
	if err := players[1].Join(ctx, id); err != nil {
		return "", err
	}
	seq, err := players[0].Command(ctx, id, "start")
	for i, move := range moves {
		if err == nil {
			seq, err = players[i%2].Move(ctx, id, seq, move)
		}
	}
	if err == nil {
		_, err = players[len(moves)%2].Command(ctx, id, "resign")
	}
	return id, err
}

// longGame returns random moves of a game that is not over after them and repeats no
// position.
func (p *StudyPlan) longGame() ([]string, error) {
	const tries = 10_000
	for seed := range uint64(tries) {
		random := rand.New(rand.NewPCG(seed, 2))
		s, seen, moves := p.Solved.Start(), map[uint64]bool{}, []string{}
		for len(moves) < p.Turns && !seen[s.Hash()] {
			seen[s.Hash()] = true
			all := s.Moves()
			if len(all) == 0 {
				break
			}
			move := all[random.IntN(len(all))].Text
			next, err := s.Play(move)
			if err != nil {
				return nil, err
			}
			moves, s = append(moves, move), next
		}
		if len(moves) == p.Turns && !s.Result().Over() {
			return moves, nil
		}
	}
	return nil, fmt.Errorf("no random game of %s lasts %d turns", p.Solved.Info().ID, p.Turns)
}

// disturb counts the moves of live games alone and with analysts, by turns. What comes
// first changes from round to round, since a server with more matches is slower.
func (p *StudyPlan) disturb(ctx context.Context, r *StudyReport) error {
	var moves, times [2][]float64 // without analysts and with them
	var kept []float64
	for round := range max(p.Rounds, 1) {
		for turn := range 2 {
			analysts := (round + turn) % 2
			report, err := p.play(ctx, analysts == 1, r)
			if err != nil {
				return err
			}
			r.Errors += report.Errors
			moves[analysts], times[analysts] = append(moves[analysts], report.MovesPerS), append(times[analysts], report.CPUPerMoveUS)
		}
		kept = append(kept, moves[1][round]/max(moves[0][round], 1))
	}
	r.QuietMovesPS, r.LoadedMovesPS, r.Kept = bench.Median(moves[0]), bench.Median(moves[1]), bench.Median(kept)
	r.QuietCPUUS, r.LoadedCPUUS = bench.Median(times[0]), bench.Median(times[1])
	return nil
}

// play counts the moves of live games, beside analysts if they are studying.
func (p *StudyPlan) play(ctx context.Context, studying bool, r *StudyReport) (bench.ServeReport, error) {
	if !studying {
		return bench.Serve(ctx, p.ServePlan)
	}
	ctx, stop := context.WithCancel(ctx)
	var answers, failures atomic.Int64
	var group sync.WaitGroup
	for n := range p.Analysts {
		group.Go(func() {
			a := analyst{plan: p, number: n, answers: &answers}
			random, s := rand.New(rand.NewPCG(uint64(n), 3)), p.Unsolved.Start()
			for ctx.Err() == nil {
				if err := a.watch(ctx, s); err != nil && ctx.Err() == nil {
					failures.Add(1)
				}
				s = step(p.Unsolved, s, random)
			}
		})
	}
	report, err := bench.Serve(ctx, p.ServePlan)
	stop()
	group.Wait()
	r.Answers += int(answers.Load())
	r.Errors += int(failures.Load())
	return report, err
}
