// Six small sounds, made by the browser's synthesizer: no file is loaded.
// What must stay true: nothing sounds before the first tap or key, nor when sounds are off.
import { settings } from './settings.svelte.ts';

export type Sound = 'deal' | 'place' | 'pick' | 'turn' | 'fine' | 'win';

/** Notes of a sound: pitch in Hz, begin and length in seconds, loudness; noise without a pitch. */
type Note = readonly [pitch: number, at: number, length: number, loudness: number];

const SOUNDS: Readonly<Record<Sound, readonly Note[]>> = {
  deal: [[0, 0, 0.05, 0.16]],
  place: [[0, 0, 0.04, 0.22], [190, 0, 0.07, 0.12]],
  pick: [[0, 0, 0.09, 0.14], [330, 0.02, 0.07, 0.06]],
  turn: [[587, 0, 0.12, 0.1], [880, 0.1, 0.2, 0.1]],
  fine: [[233, 0, 0.16, 0.14], [175, 0.13, 0.26, 0.14]],
  win: [[523, 0, 0.14, 0.1], [659, 0.12, 0.14, 0.1], [784, 0.24, 0.14, 0.1], [1047, 0.36, 0.4, 0.1]],
};

let context: AudioContext | null = null;
let rustle: AudioBuffer | null = null;

function wake(): void {
  if (!settings.sound || typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
}

/** Let sounds begin with the first tap or key, as browsers ask. */
export function awaitFirstTap(): void {
  for (const kind of ['pointerdown', 'keydown'] as const) addEventListener(kind, wake);
}

/** Let a sound be heard, if sounds are on. */
export function play(sound: Sound): void {
  if (!settings.sound || context?.state !== 'running') return;
  for (const note of SOUNDS[sound]) ring(context, note);
}

function ring(audio: AudioContext, [pitch, at, length, loudness]: Note): void {
  const begin = audio.currentTime + at;
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0.0001, begin);
  gain.gain.exponentialRampToValueAtTime(loudness, begin + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, begin + length);
  gain.connect(audio.destination);
  if (pitch > 0) {
    const tone = audio.createOscillator();
    tone.type = 'triangle';
    tone.frequency.value = pitch;
    tone.connect(gain);
    tone.start(begin);
    tone.stop(begin + length + 0.02);
  } else {
    const source = audio.createBufferSource();
    source.buffer = rustle ??= noise(audio);
    const paper = audio.createBiquadFilter();
    paper.type = 'bandpass';
    paper.frequency.value = 2_400;
    paper.Q.value = 0.7;
    source.connect(paper).connect(gain);
    source.start(begin, 0, length + 0.02);
  }
}

function noise(audio: AudioContext): AudioBuffer {
  const buffer = audio.createBuffer(1, audio.sampleRate / 4, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let at = 0; at < samples.length; at += 1) samples[at] = Math.random() * 2 - 1;
  return buffer;
}
