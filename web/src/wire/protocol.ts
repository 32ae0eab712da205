// The types of the protocol under the names that the client uses, and what an ask is before it has
// its id. What must stay true: a type of a frame is written by the server's schema, never here.
import type { Arranged, Ask, Draft, Done, Event, Face, Lobby, Message, Moved, Pong, Refused, Table, Welcome } from '$protocol';

export type {
  Arranged,
  Ask,
  Best,
  Clock,
  Done,
  Draft,
  DummyFace,
  DummyOwn,
  DummyPreview,
  DummyPublic,
  Event as TableEvent,
  Face,
  Fair,
  Group,
  IndianFace,
  IndianOwn,
  IndianPreview,
  IndianPublic,
  Line,
  Lobby,
  Meld,
  Message,
  Moved,
  MyTables,
  Now,
  Option,
  OptionsForm,
  Presence,
  Refused,
  Risk,
  RowCard,
  RuleBook,
  RulesRead,
  Said,
  Scored,
  SeatAsked,
  SeatShown,
  Settings,
  Show,
  Standing,
  Table,
  TableListed,
  Welcome,
  Words,
} from '$protocol';

type Without<T> = T extends unknown ? Omit<T, 'id'> : never;

/** An ask to which the wire gives its id. */
export type Question = Without<Ask>;

/** What answers an ask, by the ask's type. */
export type Answer<Q extends Question> = Q['type'] extends 'hello'
  ? Welcome
  : Q['type'] extends 'try'
    ? Draft
    : Q['type'] extends 'arrange'
      ? Arranged
      : Q['type'] extends 'tables'
        ? Lobby
        : Q['type'] extends 'ping'
          ? Pong
          : Done;

/** The messages that are rows of a table, or the whole of it. */
export type Told = Table | Moved | Event;

/** An ask was refused: the server's code, the clause that forbids it, the word that is wrong. */
export class NotDone extends Error {
  readonly code: string;
  readonly clause: string | null;
  readonly place: number | null;
  readonly sentence: string | null;

  constructor(refused: Pick<Refused, 'code' | 'clause' | 'place' | 'text'>) {
    super(refused.text ?? refused.code);
    this.code = refused.code;
    this.clause = refused.clause ?? null;
    this.place = refused.place ?? null;
    this.sentence = refused.text ?? null;
  }
}

/** Whether a message is a row of a table or the whole of it. */
export const isTold = (message: Message): message is Told =>
  message.type === 'table' || message.type === 'moved' || message.type === 'event';

/** A face of Dummy or of Indian Rummy, told apart by its game. */
export const isDummy = (face: Face): face is Extract<Face, { public: { game: 'dummy' } }> =>
  face.public.game === 'dummy';
