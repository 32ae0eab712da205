// A lesson under way: the step, what was said in it, and what the server answered.
// What must stay true: what is right or wrong is the server's to say; the right words so far are all
// that a step is, so that it can be asked again in another language.
import { problemOf } from '../home/problem.ts';
import { language } from '../texts/texts.svelte.ts';
import { fetchJson, postJson } from '../wire/web.ts';
import type { LessonCourse, LessonMoment } from '$protocol';
import { NONE, readProgress, withDone, type Progress } from './progress.ts';

const KEY = 'speto.lessons';

export class Lesson {
  course = $state.raw<LessonCourse | null>(null);
  /** 0 is the introduction. */
  step = $state(0);
  moment = $state.raw<LessonMoment | null>(null);
  busy = $state(false);
  problem = $state('');
  /** The hint is shown. */
  hinted = $state(false);
  progress = $state.raw<Progress>(NONE);
  readonly game: string;
  #asked = 0;
  #refreshed = 0;

  constructor(game: string) {
    this.game = game;
    this.progress = readProgress(stored())[game] ?? NONE;
    this.step = this.progress.at;
  }

  /** Fetch what is shown, in the language that is spoken. */
  async refresh(): Promise<void> {
    const turn = ++this.#refreshed;
    try {
      const course = await fetchJson<LessonCourse>(`/lessons/${this.game}?language=${language()}`);
      if (turn !== this.#refreshed) return; // another language is spoken meanwhile
      this.course = course;
      if (this.step > this.course.steps.length) this.step = 0;
    } catch (problem) {
      if (turn === this.#refreshed) this.problem = problemOf(problem);
      return;
    }
    const said = this.moment?.step === this.step ? this.moment.said : [];
    if (this.step > 0) await this.#ask(said);
  }

  /** Go to a step and begin it. */
  async go(step: number): Promise<void> {
    this.step = step;
    this.moment = null;
    this.hinted = false;
    this.#keep({ ...this.progress, at: step });
    if (step > 0) await this.#ask([]);
  }

  /** Say a word in the step. */
  async say(word: string): Promise<void> {
    if (this.busy || !this.moment?.task) return;
    const { step, said } = this.moment;
    await this.#ask([...said, word]);
    // one may have gone to another step meanwhile
    const now: LessonMoment | null = this.moment;
    if (now?.step === step && now.task === null) this.#keep(withDone(this.progress, step));
  }

  async #ask(said: readonly string[]): Promise<void> {
    const turn = ++this.#asked;
    const path = `/lessons/${this.game}/${this.step}?language=${language()}`;
    this.busy = true;
    this.problem = '';
    try {
      const found = said.length ? await postJson<LessonMoment>(path, { said }) : await fetchJson<LessonMoment>(path);
      if (turn !== this.#asked) return;
      if (found.answer?.verdict === 'right' || found.said.length === 0) this.hinted = false;
      this.moment = found;
    } catch (problem) {
      if (turn === this.#asked) this.problem = problemOf(problem);
    } finally {
      if (turn === this.#asked) this.busy = false;
    }
  }

  #keep(progress: Progress): void {
    this.progress = progress;
    try {
      localStorage.setItem(KEY, JSON.stringify({ ...readProgress(stored()), [this.game]: progress }));
    } catch {
      // a browser that keeps nothing
    }
  }
}

/** The progress in every game. */
export const allProgress = (): Readonly<Record<string, Progress>> => readProgress(stored());

function stored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}
