// SPDX-License-Identifier: Apache-2.0

// A boardgame.io server with one game: on nine points, three men a side are placed and
// then moved to any free point; three in a row win. Matches are kept in files.
const { Server, FlatFile, Origins } = require('boardgame.io/server');

const rows = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

const game = {
  name: 'stones',
  setup: () => ({ points: Array(9).fill(null), hand: { 0: 3, 1: 3 } }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    place: ({ G, playerID }, to) => {
      if (G.hand[playerID] === 0 || G.points[to] !== null) return 'INVALID_MOVE';
      G.hand[playerID]--;
      G.points[to] = playerID;
    },
    shift: ({ G, playerID }, from, to) => {
      if (G.hand[playerID] > 0 || G.points[from] !== playerID || G.points[to] !== null) return 'INVALID_MOVE';
      G.points[from] = null;
      G.points[to] = playerID;
    },
  },
  endIf: ({ G }) => {
    const row = rows.find(([a, b, c]) => G.points[a] !== null && G.points[a] === G.points[b] && G.points[b] === G.points[c]);
    return row && { winner: G.points[row[0]] };
  },
};

const db = process.argv[2] === 'memory' ? undefined : new FlatFile({ dir: process.argv[2] });
console.info = console.log = () => {}; // the first line is the address
Server({ games: [game], db, origins: [Origins.LOCALHOST] })
  .run({ port: 0 })
  .then(({ appServer }) => process.stdout.write(`boardgame.io is at http://127.0.0.1:${appServer.address().port}\n`));
