// The frames of docs/protocol.md, as tests use them. What must stay true: they are the examples of
// the page itself, so that the client is tested with what the server says.
import { readFileSync } from 'node:fs';

import type { Message, Table, TableEvent, Moved } from '../src/wire/protocol.ts';

const page = readFileSync(new URL('../../docs/protocol.md', import.meta.url), 'utf8');

const examples: Message[] = [...page.matchAll(/```json server\n([\s\S]*?)```/g)]
  .flatMap(([, block]) => (block ?? '').trim().split('\n'))
  .map((line) => JSON.parse(line) as Message);

function found<T extends Message>(what: string, is: (message: Message) => boolean): T {
  const message = examples.find(is);
  if (!message) throw new Error(`docs/protocol.md shows no ${what}`);
  return message as T;
}

/** The whole table of the page, changed. */
export const table = (change: Partial<Table> = {}): Table => ({
  ...found<Table>('table', (one) => one.type === 'table'),
  ...change,
});

/** The move of the page, changed. */
export const moved = (change: Partial<Moved> = {}): Moved => ({
  ...found<Moved>('moved', (one) => one.type === 'moved' && one.table === table().table),
  ...change,
});

/** An event of the page, changed. */
export const event = (what: TableEvent['what'], change: Partial<TableEvent> = {}): TableEvent => ({
  ...found<TableEvent>(what, (one) => one.type === 'event' && one.what === what),
  ...change,
});
