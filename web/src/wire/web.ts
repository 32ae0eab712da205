// What is fetched without a socket: texts, options, rule books, records.
// What must stay true: a failure is one NotDone with a code, whatever went wrong.
import { NotDone } from './protocol.ts';

/** The JSON at a path of this server; rejects with NotDone. */
export async function fetchJson<T>(path: string, init?: RequestInit): Promise<T> {
  const answer = await reach(path, init);
  try {
    return (await answer.json()) as T;
  } catch {
    throw new NotDone({ code: 'json' });
  }
}

/** The text at a path of this server; rejects with NotDone. */
export const fetchText = async (path: string): Promise<string> => (await reach(path)).text();

/** The JSON that answers a value sent to a path; rejects with NotDone. */
export const postJson = <T>(path: string, value: unknown): Promise<T> =>
  fetchJson<T>(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(value),
  });

async function reach(path: string, init?: RequestInit): Promise<Response> {
  let answer: Response;
  try {
    answer = await fetch(path, init);
  } catch {
    throw new NotDone({ code: 'offline' });
  }
  if (answer.ok) return answer;
  let told: { code?: unknown; text?: unknown; place?: unknown } = {};
  try {
    told = (await answer.json()) as typeof told;
  } catch {
    // no code was told: the status is all there is
  }
  throw new NotDone({
    code: typeof told.code === 'string' ? told.code : `http-${answer.status}`,
    text: typeof told.text === 'string' ? told.text : null,
    place: typeof told.place === 'number' ? told.place : null,
  });
}
