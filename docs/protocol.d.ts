// Made by `python -m speto.server.schema docs` from the types of the server.
/**
 * Who asks: a guest has a name of the server's making, and no password.
 */
export interface AccountShown {
  readonly account: string;
  readonly kind: string;
  readonly name: string;
  readonly tokens: readonly (TokenListed)[];
}

/**
 * What the own hand is in these groups (Indian Rummy), of 14 cards without `discard`.
 */
export interface Arrange {
  readonly type: "arrange";
  readonly table: string;
  readonly groups: readonly (readonly (string)[])[];
  readonly discard?: string | null;
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

export type Ask = Hello | Open | Join | Leave | Fill | Watch | Unwatch | Ready | Entropy | Try | Do | Arrange | Rejoin | Rematch | Back | Say | Mute | Report | Quick | Unquick | Tables | Ping;

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
 * A clause in the words of the table: its title, what it says, and the options it reads.
 */
export interface BookClause {
  readonly code: string;
  readonly title: string;
  readonly text: string;
  readonly options: readonly (string)[];
}

/**
 * A title, what stands beside it, and the clause or the option that it is about.
 */
export interface BookLine {
  readonly title: string;
  readonly text: string;
  readonly code: string;
}

/**
 * A heading and the lines under it.
 */
export interface BookPart {
  readonly title: string;
  readonly lines: readonly (BookLine)[];
}

/**
 * A heading and the clauses under it.
 */
export interface BookSection {
  readonly name: string;
  readonly title: string;
  readonly clauses: readonly (BookClause)[];
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
 * The socket is about to be closed; on `drain`, come back.
 */
export interface Closing {
  readonly type: "closing";
  readonly reason: "banned" | "deleted" | "drain" | "hello" | "sockets" | "token";
}

/**
 * The moment that is asked about: the last row that was seen, and the words staged since.
 */
export interface CoachAsked {
  readonly seq: number;
  readonly words?: readonly (string)[];
}

/**
 * The chance that a seat of the deal picks up what is thrown.
 */
export interface CoachFed {
  readonly seat: number;
  readonly chance: number;
}

/**
 * The chance of a fine.
 */
export interface CoachFine {
  readonly clause: string;
  readonly chance: number;
}

/**
 * A legal word as it was weighed: points gained on the others until the end of the deal.
 *
 * `error` is the standard error of the points.
 *
 * `behind` is how much less it brings than the best, `doubt` the standard error of that; `equal`
 * says that it cannot be told apart from the best; `ends` is the chance to end the deal oneself.
 */
export interface CoachOption {
  readonly word: string;
  readonly points: number;
  readonly error: number;
  readonly behind: number;
  readonly doubt: number;
  readonly equal: boolean;
  readonly fines: readonly (CoachFine)[];
  readonly feeds: readonly (CoachFed)[];
  readonly ends: number;
  readonly reason: CoachReason;
}

/**
 * Why an option is the best or is not: the text `coach.{key}` and its holes.
 *
 * `much` and `little` are chances in per cent, `points` a difference; the text names a clause by
 * its title and a seat by its name.
 */
export interface CoachReason {
  readonly key: string;
  readonly much: number;
  readonly little: number;
  readonly points: number;
  readonly clause: string | null;
  readonly seat: number | null;
}

/**
 * What the coach says of a moment: its options, the best first, and how much work that was.
 */
export interface Coaching {
  readonly seq: number;
  readonly worlds: number;
  readonly playouts: number;
  readonly options: readonly (CoachOption)[];
}

/**
 * A deal of the same table: its number and who had how many points.
 */
export interface DealPlayed {
  readonly deal: number;
  readonly at: number;
  readonly players: readonly (ReplaySeat)[];
}

/**
 * A deal that is over, judged decision by decision, each from the view of its own seat.
 */
export interface DealReview {
  readonly playouts: number;
  readonly seed: number;
  readonly decisions: readonly (ReviewDecision)[];
  readonly seats: readonly (ReviewSeat)[];
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
  readonly sight?: string | null;
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
 * The fields of `DummyOwn` that have changed.
 */
export interface DummyOwnChange {
  readonly seat?: number | null;
  readonly mine?: boolean;
  readonly hand?: readonly (string)[];
  readonly drawn?: string | null;
  readonly words?: readonly (string)[];
  readonly can_knock?: boolean;
  readonly previews?: Readonly<Record<string, DummyPreview>>;
  readonly risks?: Readonly<Record<string, readonly (Risk)[]>>;
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
 * The fields of `DummyPublic` that have changed.
 */
export interface DummyPublicChange {
  readonly game?: string;
  readonly seats?: number;
  readonly direction?: number;
  readonly turn?: number;
  readonly to_act?: number | null;
  readonly phase?: "act" | "draw" | "over";
  readonly last_chance?: boolean;
  readonly must_knock?: boolean;
  readonly stock_left?: number;
  readonly head?: string;
  readonly head_lies?: boolean;
  readonly row?: readonly (RowCard)[];
  readonly melds?: readonly (Meld)[];
  readonly sizes?: readonly (number)[];
  readonly known?: readonly (readonly (string)[])[];
  readonly born?: readonly (boolean)[];
  readonly scores?: readonly (number)[];
  readonly knocker?: number | null;
  readonly entries?: readonly (Scored)[];
}

/**
 * The sheet of a match of Dummy; seats count from 0.
 */
export interface DummyScore {
  readonly game: "dummy";
  readonly rules: string;
  readonly seats: readonly (string)[];
  readonly deals: readonly (DummyScoreDeal)[];
  readonly match: DummyScoreMatch;
}

/**
 * A deal of Dummy scored: `line` is its first, `totals` are those of the match after it.
 */
export interface DummyScoreDeal {
  readonly line: number;
  readonly starter: number;
  readonly direction: number;
  readonly knocker: number | null;
  readonly knock_card: string | null;
  readonly dark: boolean;
  readonly fool: boolean;
  readonly entries: readonly (ScoreEntry)[];
  readonly scores: readonly (number)[];
  readonly totals: readonly (number)[];
  readonly notes: readonly (ScoreRule)[];
  readonly warnings: readonly (ScoreWarning)[];
}

/**
 * The match after the last deal; `starter` and `direction` are those of the next.
 */
export interface DummyScoreMatch {
  readonly totals: readonly (number)[];
  readonly starter: number;
  readonly direction: number;
  readonly over: boolean;
  readonly winners: readonly (number)[];
  readonly settlement: readonly (number)[];
  readonly settled_by: string | null;
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
  readonly what: "announced" | "closed" | "credited" | "filled" | "followed" | "gave" | "left" | "opened" | "ready" | "rejoined" | "replaced" | "returned" | "revealed" | "sat" | "sealed";
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
 *
 * `sight` is there only for who asked for it.
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
 * Begin now: computer players take the free seats of the own table.
 */
export interface Fill {
  readonly type: "fill";
  readonly table: string;
  readonly level?: string;
  readonly id: string;
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
 * A deal that is over: `own` are the seats of whoever it is the history of.
 */
export interface HistoryDeal {
  readonly table: string;
  readonly deal: number;
  readonly game: string;
  readonly at: number;
  readonly public: boolean;
  readonly own: readonly (number)[];
  readonly seats: readonly (ReplaySeat)[];
}

/**
 * Deals, the newest first, and how many there are; `before` asks for the next page.
 */
export interface HistoryPage {
  readonly deals: readonly (HistoryDeal)[];
  readonly count: number;
  readonly before: string | null;
}

/**
 * A view of Indian Rummy.
 */
export interface IndianFace {
  readonly public: IndianPublic;
  readonly own: IndianOwn;
  readonly sight?: string | null;
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
 * The fields of `IndianOwn` that have changed.
 */
export interface IndianOwnChange {
  readonly seat?: number | null;
  readonly mine?: boolean;
  readonly hand?: readonly (string)[];
  readonly drawn?: string | null;
  readonly words?: readonly (string)[];
  readonly best?: Best | null;
  readonly shows?: readonly (Show)[];
  readonly drop_cost?: number | null;
  readonly wrong_show_cost?: number;
  readonly previews?: Readonly<Record<string, IndianPreview>>;
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
 * The fields of `IndianPublic` that have changed.
 */
export interface IndianPublicChange {
  readonly game?: string;
  readonly seats?: number;
  readonly starter?: number;
  readonly direction?: number;
  readonly turn?: number;
  readonly to_act?: number | null;
  readonly phase?: "act" | "declare" | "draw" | "over";
  readonly first_turn?: boolean;
  readonly stock_left?: number;
  readonly cut?: string;
  readonly wilds?: readonly (string)[];
  readonly pile?: readonly (string)[];
  readonly top_banned?: boolean;
  readonly took?: string | null;
  readonly sizes?: readonly (number)[];
  readonly known?: readonly (readonly (string)[])[];
  readonly out?: readonly (boolean)[];
  readonly misses?: readonly (number)[];
  readonly shown?: readonly (readonly (string)[] | null)[];
  readonly shower?: number | null;
  readonly scores?: readonly (number)[];
  readonly winners?: readonly (number)[];
  readonly ended?: "" | "heaven" | "last_one" | "points" | "show" | "void";
  readonly entries?: readonly (Scored)[];
}

/**
 * The sheet of a match of Indian Rummy; seats count from 0.
 */
export interface IndianScore {
  readonly game: "indian";
  readonly rules: string;
  readonly seats: readonly (string)[];
  readonly deals: readonly (IndianScoreDeal)[];
  readonly match: IndianScoreMatch | null;
}

/**
 * A deal of Indian Rummy scored; not `ended`, it goes on after a wrong Show.
 */
export interface IndianScoreDeal {
  readonly line: number;
  readonly cut: string;
  readonly starter: number;
  readonly direction: number;
  readonly playing: readonly (number)[];
  readonly ended: string;
  readonly shower: number | null;
  readonly wrong_shows: readonly (number)[];
  readonly winners: readonly (number)[];
  readonly entries: readonly (ScoreEntry)[];
  readonly scores: readonly (number)[];
  readonly receipts: readonly (ScoreReceipt)[];
  readonly hands: readonly (ScoreHand | null)[];
}

/**
 * The match after the last deal; `starter` and `direction` are those of the next.
 */
export interface IndianScoreMatch {
  readonly totals: readonly (number)[];
  readonly playing: readonly (number)[];
  readonly starter: number | null;
  readonly direction: number;
  readonly over: boolean;
  readonly winners: readonly (number)[];
  readonly settlement: readonly (number)[];
  readonly settled_by: string;
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
 * A line of a leaderboard, the best first: `ordinal` is what it is sorted by.
 *
 * It is about the account of a person, or about a computer player: its level and version.
 */
export interface LeaderShown {
  readonly account: string | null;
  readonly computer: string | null;
  readonly name: string;
  readonly mu: number;
  readonly sigma: number;
  readonly matches: number;
  readonly ordinal: number;
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
 * What is said to a word: `clauses` are the rules against it, `entries` what it brought.
 */
export interface LessonAnswer {
  readonly word: string;
  readonly verdict: "fined" | "other" | "refused" | "right" | "wrong";
  readonly text: string;
  readonly clauses: readonly (string)[];
  readonly entries: readonly (Scored)[];
}

/**
 * An answer that can be given: its word and what it means.
 */
export interface LessonChoice {
  readonly word: string;
  readonly text: string;
}

/**
 * The lesson of a game: what to read before it, and its steps.
 */
export interface LessonCourse {
  readonly game: string;
  readonly language: string;
  readonly introduction: readonly (string)[];
  readonly steps: readonly (LessonStep)[];
}

/**
 * Where a lesson is; `said` are the right words so far: send them, and the next word.
 *
 * When all tasks are done there is no `task`, and `learnt` tells what was learnt. `groups` are the
 * cards put together, `arranged` what they are, `left` those in no group; `matters` are the rules
 * of this moment.
 */
export interface LessonMoment {
  readonly game: string;
  readonly rules: string;
  readonly step: number;
  readonly title: string;
  readonly names: readonly (string)[];
  readonly said: readonly (string)[];
  readonly task: LessonTask | null;
  readonly learnt: string | null;
  readonly answer: LessonAnswer | null;
  readonly groups: readonly (readonly (string)[])[];
  readonly arranged: Best | null;
  readonly left: readonly (string)[];
  readonly matters: readonly (string)[];
  readonly view: Face;
  readonly log: readonly (Line)[];
}

/**
 * The right words of a step so far, and one more.
 */
export interface LessonSaid {
  readonly said: readonly (string)[];
}

/**
 * A step of a lesson: its name and title.
 */
export interface LessonStep {
  readonly name: string;
  readonly title: string;
}

/**
 * What is to be done: a move, cards to be put together, or a question with its answers.
 *
 * `shown` is the seat whose cards a question is about, and `best` their arrangement; `tempting` is
 * a mistake that is worth trying.
 */
export interface LessonTask {
  readonly name: string;
  readonly kind: "group" | "move" | "question";
  readonly ask: string;
  readonly hint: string;
  readonly answers: readonly (LessonChoice)[];
  readonly shown: number | null;
  readonly best: Best | null;
  readonly tempting: LessonChoice | null;
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
 * The clauses that matter to the own seat, at the row `seq`.
 */
export interface Matters {
  readonly seq: number;
  readonly clauses: readonly (string)[];
}

/**
 * A meld on the table, and for each of its cards the seat that laid it.
 */
export interface Meld {
  readonly owner: number;
  readonly cards: readonly (string)[];
  readonly laid_by: readonly (number)[];
}

export type Message = Welcome | Done | Refused | Table | Moved | Event | Draft | Arranged | Said | Lobby | Presence | Pong | Notice | Closing;

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
 * A table that goes on; `seat` is the own one, `turn` whether it is its turn.
 */
export interface MyTable {
  readonly table: string;
  readonly game: string;
  readonly rules: string;
  readonly clock: string;
  readonly code: string;
  readonly public: boolean;
  readonly stage: "between" | "closed" | "entropy" | "over" | "playing" | "rejoining" | "waiting";
  readonly seat: number | null;
  readonly turn: boolean;
  readonly seats: readonly (SeatShown)[];
  readonly created: number;
}

/**
 * The tables that an account sits at or has opened, and that have not ended.
 */
export interface MyTables {
  readonly tables: readonly (MyTable)[];
}

/**
 * What is told once: of a table, or of the server where there is none.
 */
export interface Notice {
  readonly type: "notice";
  readonly code: "broken" | "drains" | "hurries" | "opens";
  readonly table: string | null;
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
 * A field of the rules: `presets` are its values by preset; most numbers have no choices.
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
 * Who somebody is, his ratings, and the last public deals.
 */
export interface Profile {
  readonly account: string;
  readonly name: string;
  readonly kind: string;
  readonly since: number;
  readonly ratings: readonly (Rated)[];
  readonly deals: readonly (HistoryDeal)[];
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
 * A rating: `ordinal` is what a leaderboard sorts by.
 */
export interface Rated {
  readonly game: string;
  readonly mu: number;
  readonly sigma: number;
  readonly matches: number;
  readonly ordinal: number;
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
 * What a winner of a deal of Indian Rummy gets, by a clause, from the seats that pay.
 *
 * It is points times their value, chips in a match of deals, and 0 in a pool.
 */
export interface Receipt {
  readonly seat: number;
  readonly points: number;
  readonly clause: string;
  readonly payers: readonly (number)[];
}

/**
 * Why a request was refused: a stable code, a sentence, and the line of the text that is wrong.
 *
 * `clause` is the rule that forbids something in the text.
 */
export interface Refusal {
  readonly code: string;
  readonly text: string;
  readonly place?: number | null;
  readonly clause?: string | null;
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
 * A deal to be looked at; step `n` is after `n` actions, an entry's `at` belongs to step at+1.
 *
 * `deal` is its number at the table, or in the file of `deals`; `proof` is the text of its proof.
 * `standing` is the match that the deals of its table make up, where all of them are there;
 * `receipts` are what the winners get, where `entries` are what the others owe.
 */
export interface Replay {
  readonly game: string;
  readonly rules: string;
  readonly table: string | null;
  readonly deal: number;
  readonly deals: number;
  readonly played: number | null;
  readonly starter: number;
  readonly direction: number;
  readonly seats: readonly (ReplaySeat)[];
  readonly steps: readonly (ReplayStep)[];
  readonly entries: readonly (Scored)[];
  readonly refusals: readonly (ReplayRefusal)[];
  readonly over: boolean;
  readonly proof: string | null;
  readonly others: readonly (DealPlayed)[];
  readonly standing?: Standing | null;
  readonly receipts?: readonly (Receipt)[];
}

/**
 * A word that was refused to a seat after so many actions, and by which clause.
 */
export interface ReplayRefusal {
  readonly after: number;
  readonly seat: number;
  readonly word: string;
  readonly clause: string;
}

/**
 * A seat of the deal: its name, its points; account and level where the server knows them.
 */
export interface ReplaySeat {
  readonly name: string;
  readonly points: number;
  readonly account?: string | null;
  readonly level?: string | null;
  readonly rank?: number | null;
}

/**
 * An action and what it changed; the first step is the deal before any action, whole.
 *
 * `word` is the action, `told` what the others read of it. `public` and `own` hold the fields of
 * the faces that have changed; `own` is by seat, last that of a spectator, null for no change.
 */
export interface ReplayStep {
  readonly seat: number | null;
  readonly word: string | null;
  readonly told: string | null;
  readonly turn: number;
  readonly public: DummyPublicChange | IndianPublicChange;
  readonly own: readonly (DummyOwnChange | IndianOwnChange | null)[];
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
 * A decision judged, the `at`-th of the deal from 0: what was played, and what was weighed.
 *
 * `loss` is what it brings less than the best, 0 if that cannot be told, null if it was not
 * weighed; `accuracy` is from 0 to 100.
 */
export interface ReviewDecision {
  readonly at: number;
  readonly seat: number;
  readonly turn: number;
  readonly word: string;
  readonly grade: string;
  readonly loss: number | null;
  readonly accuracy: number | null;
  readonly worlds: number;
  readonly playouts: number;
  readonly options: readonly (CoachOption)[];
}

/**
 * A part of a seat's points, and its standard error.
 */
export interface ReviewPart {
  readonly points: number;
  readonly error: number;
}

/**
 * How well a seat played, and where what it has gained on the others, `ahead`, came from.
 *
 * `par` is an average deal, `deal` the luck of this one, `draws` that of the own draws, `own` what
 * the own decisions brought, and `rest` what is left: the others.
 */
export interface ReviewSeat {
  readonly seat: number;
  readonly points: number;
  readonly ahead: number;
  readonly accuracy: number | null;
  readonly lost: number;
  readonly grades: Readonly<Record<string, number>>;
  readonly par: ReviewPart;
  readonly deal: ReviewPart;
  readonly draws: ReviewPart;
  readonly own: ReviewPart;
  readonly rest: number;
}

/**
 * A review that is being made: so many questions of so many are answered. Ask again.
 */
export interface ReviewUnderway {
  readonly done: number;
  readonly of: number;
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
 * The rule book of a table; `options` are the titles of the options that clauses read.
 */
export interface RuleBook {
  readonly game: string;
  readonly language: string;
  readonly rules: string;
  readonly title: string;
  readonly sections: readonly (BookSection)[];
  readonly values: BookPart;
  readonly differences: BookPart;
  readonly words: BookPart;
  readonly options: Readonly<Record<string, string>>;
}

/**
 * Rules read back: their shortest spelling and each option's value, or what is wrong where.
 */
export interface RulesRead {
  readonly rules: string | null;
  readonly values: Readonly<Record<string, boolean | number | string>>;
  readonly problem: string | null;
  readonly at: readonly (string)[];
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
 * A table of real cards as text; without `strict` what cannot be is a warning (Dummy alone).
 */
export interface ScoreAsked {
  readonly game: "dummy" | "indian";
  readonly text: string;
  readonly strict?: boolean;
}

/**
 * A hand in groups: what it costs, and what it lacks to a Show.
 */
export interface ScoreBest {
  readonly points: number;
  readonly show: boolean;
  readonly groups: readonly (ScoreGroup)[];
  readonly deadwood: readonly (string)[];
  readonly left_over: readonly (string)[];
  readonly entries: readonly (ScoreCharge)[];
  readonly lacks: readonly (ScoreLack)[];
}

/**
 * Points that cards of a hand cost, by a rule.
 */
export interface ScoreCharge {
  readonly points: number;
  readonly clause: string;
  readonly title: string;
  readonly cards: readonly (string)[];
}

/**
 * A hand in a person's own groups.
 */
export interface ScoreDeclared {
  readonly points: number;
  readonly show: boolean;
  readonly groups: readonly (ScoreGroup)[];
  readonly deadwood: readonly (string)[];
  readonly left_over: readonly (string)[];
  readonly entries: readonly (ScoreCharge)[];
  readonly lacks: readonly (ScoreLack)[];
  readonly parts: readonly (ScorePart)[];
}

/**
 * Points for a seat, by a rule and for cards.
 */
export interface ScoreEntry {
  readonly seat: number;
  readonly points: number;
  readonly clause: string;
  readonly title: string;
  readonly cards: readonly (string)[];
}

/**
 * A group of a hand.
 */
export interface ScoreGroup {
  readonly kind: "loose" | "pure_run" | "run" | "set";
  readonly cards: readonly (string)[];
}

/**
 * A hand that lies open, in the arrangement that counts.
 */
export interface ScoreHand {
  readonly points: number;
  readonly show: boolean;
  readonly groups: readonly (ScoreGroup)[];
  readonly deadwood: readonly (string)[];
  readonly left_over: readonly (string)[];
  readonly entries: readonly (ScoreCharge)[];
  readonly lacks: readonly (ScoreLack)[];
  readonly owes: number;
  readonly called: string | null;
  readonly cards: readonly (string)[];
  readonly discard: string | null;
  readonly better_discard: string | null;
  readonly best: ScoreBest;
  readonly declared: ScoreDeclared | null;
}

/**
 * A condition of a Show that is not met, or what is wrong with a group, and the rule.
 */
export interface ScoreLack {
  readonly what: string;
  readonly clause: string;
  readonly title: string;
  readonly cards: readonly (string)[];
}

/**
 * Cards that a person put together, and what is wrong with them if they are no group.
 */
export interface ScorePart {
  readonly kind: "loose" | "pure_run" | "run" | "set";
  readonly cards: readonly (string)[];
  readonly flaw: ScoreLack | null;
}

/**
 * What a winner of a deal gets, by a rule, from the seats that pay.
 */
export interface ScoreReceipt {
  readonly seat: number;
  readonly points: number;
  readonly clause: string;
  readonly title: string;
  readonly payers: readonly (number)[];
}

/**
 * A rule by its code and its title.
 */
export interface ScoreRule {
  readonly clause: string;
  readonly title: string;
}

/**
 * What cannot be and was scored all the same.
 */
export interface ScoreWarning {
  readonly line: number;
  readonly text: string;
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
 * The match by seat of the match: who is still `playing`, and what each deal brought.
 *
 * `places` are the seats that sit in the deal which runs or is over, by seat of the deal. Once
 * the match is over, `settlement` is what each seat gets, less what it pays, by `settled_by`.
 */
export interface Standing {
  readonly playing: readonly (number)[];
  readonly places: readonly (number)[];
  readonly starter: number;
  readonly direction: number;
  readonly deals: readonly (readonly (number)[])[];
  readonly totals: readonly (number)[];
  readonly over: boolean;
  readonly winners: readonly (number)[];
  readonly may_rejoin: readonly (number)[];
  readonly settlement: readonly (number)[] | null;
  readonly settled_by?: string | null;
}

/**
 * A whole table as this viewer may see it after `seq`; `seat` is the own seat of the match.
 *
 * `away` are the places in `log` of what was played late for the own seat since its person last
 * asked for anything.
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
  readonly away: readonly (number)[];
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
 * A token as its owner is shown it; `id` ends it.
 */
export interface TokenListed {
  readonly id: string;
  readonly scopes: readonly (string)[];
  readonly label: string;
  readonly created: number;
  readonly expires: number | null;
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
 *
 * `sight` is for who knows the rules: each view also says as a line of text all that it knows.
 */
export interface Watch {
  readonly type: "watch";
  readonly table?: string | null;
  readonly code?: string | null;
  readonly since?: number | null;
  readonly sight?: boolean;
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
