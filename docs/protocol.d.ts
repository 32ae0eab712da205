// Made by `python -m speto.server.schema docs` from the types of the server.
/**
 * What the own hand is in these groups (Indian Rummy).
 */
export interface Arrange {
  readonly type: "arrange";
  readonly table: string;
  readonly groups: readonly (readonly (string)[])[];
  readonly id: string;
}

/**
 * The own hand in the groups asked for: an arrangement as the view's `best`.
 */
export interface Arranged {
  readonly type: "arranged";
  readonly id: string;
  readonly table: string;
  readonly arrangement: Best;
}

export type Ask = Hello | Open | Join | Leave | Watch | Unwatch | Ready | Entropy | Try | Do | Arrange | Rejoin | Rematch | Back | Say | Mute | Report | Quick | Unquick | Tables | Ping;

/**
 * Take the own seat back from the computer.
 */
export interface Back {
  readonly type: "back";
  readonly table: string;
  readonly id: string;
}

/**
 * A hand in groups, of 14 cards less `discard`: `counted` are the cards that cost `points`.
 *
 * `show`: it is a valid Show as it lies. `clause` says what the points are charged by.
 */
export interface Best {
  readonly groups: readonly (Group)[];
  readonly loose: readonly (string)[];
  readonly counted: readonly (string)[];
  readonly points: number;
  readonly sum: number;
  readonly stage: "complete" | "no_pure" | "one_pure";
  readonly show: boolean;
  readonly discard: string | null;
  readonly clause: string;
}

/**
 * A value that an option can have, as rules strings write it.
 */
export interface Choice {
  readonly value: string;
  readonly words: Words;
}

/**
 * A clause that reads the option, in the words of the preset `default`.
 */
export interface ClauseText {
  readonly code: string;
  readonly section: string;
  readonly words: Words;
}

/**
 * The clock of a table in milliseconds; no `turn`, no clock.
 */
export interface Clock {
  readonly name: string;
  readonly turn: number | null;
  readonly bank: number;
  readonly credit: number;
  readonly lost_turns: number;
}

/**
 * The socket is about to be closed; on `drain` and `slow`, come back.
 */
export interface Closing {
  readonly type: "closing";
  readonly reason: string;
}

/**
 * Words of the own turn, for good; `seq` is the last row that the player has seen.
 */
export interface Do {
  readonly type: "do";
  readonly table: string;
  readonly seq: number;
  readonly words: readonly (string)[];
  readonly id: string;
}

/**
 * An ask was done, durably; `seq` is its row, `table` the table that was opened or joined.
 */
export interface Done {
  readonly type: "done";
  readonly id: string;
  readonly table?: string | null;
  readonly seq?: number | null;
}

/**
 * What the own words would bring, after row `seq`; nobody else knows of it.
 */
export interface Draft {
  readonly type: "draft";
  readonly id: string;
  readonly table: string;
  readonly seq: number;
  readonly words: readonly (string)[];
  readonly view: Face;
}

/**
 * A view of Dummy.
 */
export interface DummyFace {
  readonly public: DummyPublic;
  readonly own: DummyOwn;
}

/**
 * What one seat alone may know; a spectator has no seat and no cards.
 *
 * `words` are the legal ones, `previews` tell of its pick-ups, `risks` of its discards by card.
 */
export interface DummyOwn {
  readonly seat: number | null;
  readonly mine: boolean;
  readonly hand: readonly (string)[];
  readonly drawn: string | null;
  readonly words: readonly (string)[];
  readonly can_knock: boolean;
  readonly previews: Readonly<Record<string, DummyPreview>>;
  readonly risks: Readonly<Record<string, readonly (Risk)[]>>;
}

/**
 * What a pick-up brings: cards taken, cards laid at once, the hand's size, a knock in reach.
 */
export interface DummyPreview {
  readonly takes: readonly (string)[];
  readonly lays: readonly (string)[];
  readonly left: number;
  readonly knocks: boolean;
}

/**
 * What everybody at the table may know; `known` are cards that all saw a seat take.
 */
export interface DummyPublic {
  readonly game: "dummy";
  readonly seats: number;
  readonly direction: number;
  readonly turn: number;
  readonly to_act: number | null;
  readonly phase: "act" | "draw" | "over";
  readonly last_chance: boolean;
  readonly must_knock: boolean;
  readonly stock_left: number;
  readonly head: string;
  readonly head_lies: boolean;
  readonly row: readonly (RowCard)[];
  readonly melds: readonly (Meld)[];
  readonly sizes: readonly (number)[];
  readonly known: readonly (readonly (string)[])[];
  readonly born: readonly (boolean)[];
  readonly scores: readonly (number)[];
  readonly knocker: number | null;
  readonly entries: readonly (Scored)[];
}

/**
 * The own part of the chance of a deal: 16 bytes as hex digits.
 */
export interface Entropy {
  readonly type: "entropy";
  readonly table: string;
  readonly deal: number;
  readonly entropy: string;
  readonly id: string;
}

/**
 * Any other row; `seat` is of the match, and what is null has nothing to do with `what`.
 */
export interface Event {
  readonly type: "event";
  readonly table: string;
  readonly seq: number;
  readonly at: number;
  readonly what: "announced" | "closed" | "credited" | "followed" | "gave" | "left" | "opened" | "ready" | "rejoined" | "replaced" | "returned" | "revealed" | "sat" | "sealed";
  readonly seat: number | null;
  readonly reason: string | null;
  readonly ms: number | null;
  readonly followed: string | null;
  readonly seats: readonly (SeatShown)[];
  readonly standing: Standing | null;
  readonly now: Now;
  readonly fair: Fair;
  readonly view: Face | null;
}

/**
 * A `View` as frames carry it: `public` is the same for every viewer of a seq.
 */
export type Face = DummyFace | IndianFace;

/**
 * How the running deal is dealt; `transcript` is the text that is hashed, byte for byte.
 *
 * `commit` is that of the next seed; `seeds` are those revealed, by deal.
 */
export interface Fair {
  readonly deal: number;
  readonly transcript: string | null;
  readonly sealed: boolean;
  readonly commit: string | null;
  readonly gave: readonly (number)[];
  readonly seeds: Readonly<Record<string, string>>;
}

/**
 * A group of an arrangement and what it is; its wilds stand last.
 */
export interface Group {
  readonly kind: "loose" | "pure_run" | "run" | "set";
  readonly cards: readonly (string)[];
}

/**
 * The first frame: who comes; without a token a guest does.
 */
export interface Hello {
  readonly type: "hello";
  readonly version: number;
  readonly token?: string | null;
  readonly language?: string | null;
  readonly id: string;
}

/**
 * A view of Indian Rummy.
 */
export interface IndianFace {
  readonly public: IndianPublic;
  readonly own: IndianOwn;
}

/**
 * What one seat alone may know; a spectator has no seat, no cards and no arrangement.
 */
export interface IndianOwn {
  readonly seat: number | null;
  readonly mine: boolean;
  readonly hand: readonly (string)[];
  readonly drawn: string | null;
  readonly words: readonly (string)[];
  readonly best: Best | null;
  readonly shows: readonly (Show)[];
  readonly drop_cost: number | null;
  readonly wrong_show_cost: number;
  readonly previews: Readonly<Record<string, IndianPreview>>;
}

/**
 * What taking the open card brings: the own points now, and after the best discard.
 */
export interface IndianPreview {
  readonly points_now: number;
  readonly points_after: number;
}

/**
 * What everybody at the table may know; `known` are cards that all saw a seat take.
 *
 * `shown` are the hands that lie open, `took` is the open card taken in this turn.
 */
export interface IndianPublic {
  readonly game: "indian";
  readonly seats: number;
  readonly starter: number;
  readonly direction: number;
  readonly turn: number;
  readonly to_act: number | null;
  readonly phase: "act" | "declare" | "draw" | "over";
  readonly first_turn: boolean;
  readonly stock_left: number;
  readonly cut: string;
  readonly wilds: readonly (string)[];
  readonly pile: readonly (string)[];
  readonly top_banned: boolean;
  readonly took: string | null;
  readonly sizes: readonly (number)[];
  readonly known: readonly (readonly (string)[])[];
  readonly out: readonly (boolean)[];
  readonly misses: readonly (number)[];
  readonly shown: readonly (readonly (string)[] | null)[];
  readonly shower: number | null;
  readonly scores: readonly (number)[];
  readonly winners: readonly (number)[];
  readonly ended: "" | "heaven" | "last_one" | "points" | "show" | "void";
  readonly entries: readonly (Scored)[];
}

/**
 * Sit down at a table, named by its id or its code.
 */
export interface Join {
  readonly type: "join";
  readonly table?: string | null;
  readonly code?: string | null;
  readonly seat?: number | null;
  readonly id: string;
}

/**
 * Give the seat back before the first deal.
 */
export interface Leave {
  readonly type: "leave";
  readonly table: string;
  readonly id: string;
}

/**
 * An action of the public log as this viewer may read it.
 */
export interface Line {
  readonly seat: number;
  readonly word: string;
}

/**
 * The answer to `tables`.
 */
export interface Lobby {
  readonly type: "lobby";
  readonly id: string;
  readonly tables: readonly (TableListed)[];
}

/**
 * A meld on the table, and for each of its cards the seat that laid it.
 */
export interface Meld {
  readonly owner: number;
  readonly cards: readonly (string)[];
  readonly laid_by: readonly (number)[];
}

export type Message = Welcome | Done | Refused | Table | Moved | Event | Draft | Arranged | Said | Lobby | Presence | Pong | Closing;

/**
 * A seat of the deal has played words; `late`: the clock or a substitute played for it.
 */
export interface Moved {
  readonly type: "moved";
  readonly table: string;
  readonly seq: number;
  readonly at: number;
  readonly seat: number;
  readonly words: readonly (string)[];
  readonly late: boolean;
  readonly now: Now;
  readonly view: Face | null;
}

/**
 * Hear a person no more, or again.
 */
export interface Mute {
  readonly type: "mute";
  readonly account: string;
  readonly on?: boolean;
  readonly id: string;
}

/**
 * The clock after a row: milliseconds left of the deadline, and of each seat's bank.
 */
export interface Now {
  readonly stage: "between" | "closed" | "entropy" | "over" | "playing" | "rejoining" | "waiting";
  readonly left: number | null;
  readonly banks: readonly (number)[];
}

/**
 * Open a table; `delay` are the milliseconds that spectators lag behind.
 */
export interface Open {
  readonly type: "open";
  readonly game: string;
  readonly rules: string;
  readonly seats: readonly (SeatAsked)[];
  readonly clock?: "blitz" | "calm" | "fast" | "none" | "normal" | null;
  readonly public?: boolean;
  readonly talk?: "free" | "phrases";
  readonly delay?: number;
  readonly id: string;
}

/**
 * A field of the rules: `presets` are its values by preset; a number has no choices.
 */
export interface Option {
  readonly name: string;
  readonly kind: "choice" | "flag" | "number";
  readonly words: Words;
  readonly default: boolean | number | string;
  readonly presets: Readonly<Record<string, boolean | number | string>>;
  readonly choices: readonly (Choice)[];
  readonly clauses: readonly (ClauseText)[];
}

/**
 * All options of a game in one language.
 */
export interface OptionsForm {
  readonly game: string;
  readonly title: string;
  readonly language: string;
  readonly seats: readonly (number)[];
  readonly presets: readonly (Preset)[];
  readonly options: readonly (Option)[];
}

/**
 * Is the server there?
 */
export interface Ping {
  readonly type: "ping";
  readonly id: string;
}

/**
 * The server is there; `at` is its time.
 */
export interface Pong {
  readonly type: "pong";
  readonly id: string;
  readonly at: number;
}

/**
 * Who is here: by seat of the match, and how many look on.
 */
export interface Presence {
  readonly type: "presence";
  readonly table: string;
  readonly here: readonly (boolean)[];
  readonly watchers: number;
}

/**
 * A named set of options, and the rules string that names it.
 */
export interface Preset {
  readonly name: string;
  readonly rules: string;
}

/**
 * Be seated with others who want the same.
 */
export interface Quick {
  readonly type: "quick";
  readonly game: string;
  readonly rules: string;
  readonly seats: number;
  readonly id: string;
}

/**
 * Let the next deal begin as soon as all are ready.
 */
export interface Ready {
  readonly type: "ready";
  readonly table: string;
  readonly id: string;
}

/**
 * An ask was not done; `place` is the word that is wrong, from 0, `clause` what forbids it.
 */
export interface Refused {
  readonly type: "refused";
  readonly id: string;
  readonly code: string;
  readonly clause?: string | null;
  readonly place?: number | null;
  readonly text?: string | null;
}

/**
 * Come back into a pool (I-POOL).
 */
export interface Rejoin {
  readonly type: "rejoin";
  readonly table: string;
  readonly id: string;
}

/**
 * The same table once more.
 */
export interface Rematch {
  readonly type: "rematch";
  readonly table: string;
  readonly id: string;
}

/**
 * Tell the keepers of the server about a person.
 */
export interface Report {
  readonly type: "report";
  readonly table: string;
  readonly account: string;
  readonly reason: "name" | "other" | "play" | "talk";
  readonly text?: string | null;
  readonly id: string;
}

/**
 * What throwing a card costs (`certain`) or may yet cost.
 */
export interface Risk {
  readonly clause: string;
  readonly points: number;
  readonly certain: boolean;
}

/**
 * A card of the row, oldest first; the head has neither thrower nor turn.
 */
export interface RowCard {
  readonly card: string;
  readonly thrower: number | null;
  readonly turn: number | null;
}

/**
 * Rules read back: their shortest spelling and each option's value, or what is wrong.
 */
export interface RulesRead {
  readonly rules: string | null;
  readonly values: Readonly<Record<string, boolean | number | string>>;
  readonly problem: string | null;
}

/**
 * What somebody said at a table.
 */
export interface Said {
  readonly type: "said";
  readonly table: string;
  readonly n: number;
  readonly at: number;
  readonly account: string;
  readonly name: string;
  readonly phrase?: string | null;
  readonly text?: string | null;
}

/**
 * A phrase, or free words where the table allows them.
 */
export interface Say {
  readonly type: "say";
  readonly table: string;
  readonly phrase?: string | null;
  readonly text?: string | null;
  readonly id: string;
}

/**
 * A line of the ledger: points for a seat by a clause; `at` is the place of the action.
 */
export interface Scored {
  readonly seat: number;
  readonly points: number;
  readonly clause: string;
  readonly cards: readonly (string)[];
  readonly at: number;
}

/**
 * A seat of a table to open: `person` is the one who asks, `open` is for anybody.
 */
export interface SeatAsked {
  readonly kind: "computer" | "open" | "person";
  readonly level?: string;
}

/**
 * A seat of the match; `substitute` is the level of the computer that plays for a person.
 */
export interface SeatShown {
  readonly kind: "computer" | "open" | "person";
  readonly account: string | null;
  readonly name: string;
  readonly level: string | null;
  readonly substitute: string | null;
  readonly missed: number;
  readonly ready: boolean;
  readonly here: boolean;
}

/**
 * What a table was opened with.
 */
export interface Settings {
  readonly game: string;
  readonly rules: string;
  readonly clock: Clock;
  readonly public: boolean;
  readonly talk: "free" | "phrases";
  readonly delay: number;
  readonly owner: string;
  readonly code: string;
}

/**
 * A valid Show: its word, its groups and its finishing card.
 */
export interface Show {
  readonly finishing: string | null;
  readonly word: string;
  readonly groups: readonly (readonly (string)[])[];
  readonly loose: readonly (string)[];
}

/**
 * The match by seat of the match; seats of a deal are places in `playing`.
 */
export interface Standing {
  readonly playing: readonly (number)[];
  readonly starter: number;
  readonly direction: number;
  readonly deals: readonly (readonly (number)[])[];
  readonly totals: readonly (number)[];
  readonly over: boolean;
  readonly winners: readonly (number)[];
  readonly may_rejoin: readonly (number)[];
  readonly settlement: readonly (number)[] | null;
}

/**
 * A whole table as this viewer may see it after `seq`; `seat` is the own seat of the match.
 */
export interface Table {
  readonly type: "table";
  readonly table: string;
  readonly seq: number;
  readonly seat: number | null;
  readonly settings: Settings;
  readonly seats: readonly (SeatShown)[];
  readonly standing: Standing | null;
  readonly now: Now;
  readonly fair: Fair;
  readonly view: Face | null;
  readonly log: readonly (Line)[];
  readonly said: readonly (Said)[];
  readonly followed?: string | null;
}

/**
 * A public table in the lobby.
 */
export interface TableListed {
  readonly table: string;
  readonly game: string;
  readonly rules: string;
  readonly clock: string;
  readonly stage: "between" | "closed" | "entropy" | "over" | "playing" | "rejoining" | "waiting";
  readonly seats: readonly (SeatShown)[];
  readonly watchers: number;
  readonly created: number;
}

/**
 * The public tables.
 */
export interface Tables {
  readonly type: "tables";
  readonly id: string;
}

/**
 * Words of the own turn on a copy, for the own eyes alone.
 */
export interface Try {
  readonly type: "try";
  readonly table: string;
  readonly seq: number;
  readonly words: readonly (string)[];
  readonly id: string;
}

/**
 * Wait for a quick match no more.
 */
export interface Unquick {
  readonly type: "unquick";
  readonly id: string;
}

/**
 * Be shown a table no more.
 */
export interface Unwatch {
  readonly type: "unwatch";
  readonly table: string;
  readonly id: string;
}

/**
 * Be shown a table from now on; with `since`, the rows after that seq instead of a snapshot.
 */
export interface Watch {
  readonly type: "watch";
  readonly table?: string | null;
  readonly code?: string | null;
  readonly since?: number | null;
  readonly id: string;
}

/**
 * The answer to `hello`; the token is told once, to a new guest.
 */
export interface Welcome {
  readonly type: "welcome";
  readonly id: string;
  readonly account: string;
  readonly name: string;
  readonly token: string | null;
  readonly version: number;
  readonly languages: readonly (string)[];
  readonly server: string;
}

/**
 * A title and the sentences after it.
 */
export interface Words {
  readonly title: string;
  readonly rest: string;
}
