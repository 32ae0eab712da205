// The value of an option in rules as the server writes them: `online,deals=3`.
// What must stay true: what is not written is as the preset has it.
import type { OptionsForm } from '$protocol';

export function valueIn(form: OptionsForm, rules: string, name: string): boolean | number | string | null {
  const option = form.options.find((one) => one.name === name);
  if (!option) return null;
  const parts = rules.split(',');
  const given = parts.find((part) => part.startsWith(`${name}=`))?.slice(name.length + 1);
  if (given === undefined) {
    const preset = form.presets.find((one) => one.rules === parts[0] || one.name === parts[0]);
    return (preset && option.presets[preset.name]) ?? option.default;
  }
  return option.kind === 'number' ? Number(given) : given;
}
