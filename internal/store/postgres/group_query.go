// SPDX-License-Identifier: Apache-2.0

package postgres

// appendAll makes plain appends and returns their matches. It skips a match that is not
// at the expected seq or does not exist.
const appendAll = appends + `, moved AS (` + moveAll + returning + `)` + storeAll + `
SELECT id, FALSE FROM moved`

// appendFree is appendAll that skips matches whose rows another transaction has locked,
// and returns them as busy.
const appendFree = appends + `, free AS (
	SELECT id FROM matches WHERE id = ANY($1::text[]) FOR NO KEY UPDATE SKIP LOCKED
), moved AS (` + moveAll + ` AND m.id IN (SELECT id FROM free)` + returning + `)` + storeAll + `
SELECT id, FALSE FROM moved
UNION ALL
SELECT m.id, TRUE FROM appends a JOIN matches m ON m.id = a.match_id AND m.seq = a.after WHERE m.id NOT IN (SELECT id FROM free)`

const appends = `
WITH appends AS (
	SELECT * FROM unnest($1::text[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::bigint[], $8::text[],
		$9::text[], $10::text[], $11::bigint[], $12::bigint[], $13::text[], $14::text[], $15::text[])
	AS a (match_id, after, white, black, status, seq, ply, turn, verdict, reason, updated, deadline, rematch, position, player)
)`

const moveAll = `
	UPDATE matches m SET white = a.white, black = a.black, status = a.status, seq = a.seq, ply = a.ply, turn = a.turn,
		verdict = a.verdict, reason = a.reason, updated = a.updated, deadline = a.deadline, rematch = a.rematch, position = a.position,
		ended = CASE WHEN a.status = 'over' THEN a.updated END, length = CASE WHEN a.status = 'over' THEN a.ply END
	FROM appends a
	WHERE m.id = a.match_id AND m.seq = a.after`

const returning = `
	RETURNING m.id, a.player`

const storeAll = `, stored AS (
	INSERT INTO events (match_id, seq, body, user_id, command)
	SELECT e.match_id, e.seq, e.body, e.user_id, e.command
	FROM unnest($16::text[], $17::bigint[], $18::text[], $19::text[], $20::text[]) AS e (match_id, seq, body, user_id, command)
	JOIN moved ON moved.id = e.match_id
), listed AS (
	INSERT INTO players (user_id, match_id)
	SELECT player, id FROM moved WHERE player <> '' ON CONFLICT (user_id, match_id) DO NOTHING
)`

// columns returns the arguments of appendAll: one array for each column.
func columns(group []*job) []any {
	n := len(group)
	var (
		ids, whites, blacks, statuses, turns = texts(n), texts(n), texts(n), texts(n), texts(n)
		verdicts, reasons, rematches         = texts(n), texts(n), texts(n)
		positions, players                   = texts(n), texts(n)
		afters, seqs, plies, updates         = numbers(n), numbers(n), numbers(n), numbers(n)
		deadlines                            = make([]*int64, n)
		eventIDs, bodies                     []string
		eventSeqs                            []int64
		users, commands                      []*string
	)
	for i, j := range group {
		ids[i], afters[i], whites[i], blacks[i], statuses[i] = j.Match, j.After, j.White, j.Black, j.Status
		seqs[i], plies[i], turns[i], verdicts[i], reasons[i] = j.Seq, j.Ply, j.Turn, j.Verdict, j.Reason
		updates[i], deadlines[i], rematches[i], positions[i] = j.Updated, j.Deadline, j.Rematch, j.Position
		players[i] = j.Player
		for k, body := range j.Bodies {
			eventIDs, eventSeqs, bodies = append(eventIDs, j.Match), append(eventSeqs, j.After+1+int64(k)), append(bodies, body)
			users, commands = append(users, nil), append(commands, nil)
		}
		if last := len(bodies) - 1; j.CommandID != "" {
			users[last], commands[last] = &j.CommandUser, &j.CommandID
		}
	}
	return []any{
		ids, afters, whites, blacks, statuses, seqs, plies, turns, verdicts, reasons, updates, deadlines, rematches, positions,
		players, eventIDs, eventSeqs, bodies, users, commands,
	}
}

func texts(n int) []string { return make([]string, n) }

func numbers(n int) []int64 { return make([]int64, n) }
