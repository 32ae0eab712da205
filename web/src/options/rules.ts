// The rules of a table to open: a preset and what was changed of it.
// What must stay true: the server's form says which values there are; here they are only named.
import type { Option, OptionsForm } from '../wire/protocol.ts';

export type Value = boolean | number | string;
export type Changes = Readonly<Record<string, Value>>;

/** The value of an option under a preset and changes. */
export const valueOf = (option: Option, preset: string, changes: Changes): Value =>
  changes[option.name] ?? option.presets[preset] ?? option.default;

/** The changes without those that say what the preset says anyway. */
export function changed(form: OptionsForm, preset: string, changes: Changes): Changes {
  const real = form.options
    .map((option): [string, Value | undefined] => [option.name, changes[option.name]])
    .filter((pair): pair is [string, Value] => pair[1] !== undefined)
    .filter(([name, value]) => {
      const option = form.options.find((one) => one.name === name);
      return option !== undefined && valueOf(option, preset, {}) !== value;
    });
  return Object.fromEntries(real);
}

/** The rules as the server reads them: `thai_classic,match_target=300`. */
export function rulesText(form: OptionsForm, preset: string, changes: Changes): string {
  const rules = form.presets.find((one) => one.name === preset)?.rules ?? 'default';
  const words = Object.entries(changed(form, preset, changes)).map(
    ([name, value]) => `${name}=${value}`,
  );
  return [rules, ...words].join(',');
}

/** The options by the section of the rule book in which their first clause stands. */
export function sectionsOf(form: OptionsForm): readonly [string, readonly Option[]][] {
  const sections = new Map<string, Option[]>();
  for (const option of form.options) {
    const name = option.clauses[0]?.section ?? '';
    sections.set(name, [...(sections.get(name) ?? []), option]);
  }
  return [...sections];
}

/** A value in words: that of its choice, else the number. */
export const inWords = (option: Option, value: Value): string =>
  option.choices.find((choice) => choice.value === String(value))?.words.title ?? String(value);

/** The options that are not as the default has them, under a preset and changes. */
export const differing = (
  form: OptionsForm,
  preset: string,
  changes: Changes,
): readonly Option[] =>
  form.options.filter((option) => valueOf(option, preset, changes) !== option.default);
