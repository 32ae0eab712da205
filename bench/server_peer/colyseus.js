// The same game of turns on Colyseus, told by messages, which is its cheapest way.
const { Room, Server } = require("@colyseus/core");
const { WebSocketTransport } = require("@colyseus/ws-transport");

const SEATS = 4;

class Turns extends Room {
  maxClients = SEATS;
  autoDispose = false;
  seated = [];
  cells = Array(9).fill(null);
  count = 0;

  onCreate() {
    this.onMessage("put", (client, cell) => {
      if (client.sessionId !== this.seated[this.count % SEATS]) return;
      this.cells[cell] = this.count % SEATS;
      this.count += 1;
      this.tell();
    });
  }

  onJoin(client) {
    this.seated.push(client.sessionId);
    if (this.seated.length === SEATS) this.tell();
  }

  // each seat another message, as in a game with hidden cards
  tell() {
    for (const client of this.clients) {
      const mine = client.sessionId === this.seated[this.count % SEATS];
      client.send("moved", { count: this.count, cells: this.cells, mine });
    }
  }
}

const server = new Server({ transport: new WebSocketTransport({}), greet: false });
server.define("turns", Turns);
server.listen(Number(process.argv[2]), "127.0.0.1").then(() => console.log("ready"));
