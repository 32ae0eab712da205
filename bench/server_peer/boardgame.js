// A game of four seats, each turn one small move, on boardgame.io with its store in memory.
const { Server, Origins } = require("boardgame.io/server");

const turns = {
  name: "turns",
  minPlayers: 4,
  maxPlayers: 4,
  disableUndo: true,
  setup: () => ({ cells: Array(9).fill(null) }),
  moves: {
    put: ({ G, playerID }, cell) => {
      G.cells[cell] = playerID;
    },
  },
  turn: { minMoves: 1, maxMoves: 1 },
};

// listen() of Node takes an object too: so that nobody but this machine can connect
const server = Server({ games: [turns], origins: [Origins.LOCALHOST] });
server.run({ port: { host: "127.0.0.1", port: Number(process.argv[2]) } }, () =>
  console.log("ready"),
);
