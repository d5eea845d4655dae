/** Small sounds, made here: a knock of wood, a lower one where something falls, dice, an end. */
import type { GameEvent } from './wire';

let context: AudioContext | null = null;

interface Tone {
  at: number /** seconds from now */;
  pitch: number;
  length: number;
  loud: number;
  shape: OscillatorType;
}

function play(tones: readonly Tone[]): void {
  try {
    context ??= new AudioContext();
    const now = context.currentTime;
    for (const { at, pitch, length, loud, shape } of tones) {
      const source = context.createOscillator();
      const gain = context.createGain();
      source.type = shape;
      source.frequency.setValueAtTime(pitch, now + at);
      source.frequency.exponentialRampToValueAtTime(pitch * 0.6, now + at + length);
      gain.gain.setValueAtTime(loud, now + at);
      gain.gain.exponentialRampToValueAtTime(0.001, now + at + length);
      source.connect(gain).connect(context.destination);
      source.start(now + at);
      source.stop(now + at + length);
    }
  } catch {
    /* a browser without sound plays as well */
  }
}

const knock = (at: number, pitch: number): Tone => ({
  at,
  pitch,
  length: 0.09,
  loud: 0.25,
  shape: 'triangle',
});

/** What has happened, for the ear. */
export function sound(events: readonly GameEvent[]): void {
  const kinds = new Set(events.map((event) => event.kind));
  if (kinds.has('end')) {
    play([392, 494, 587].map((pitch, i) => ({ ...knock(i * 0.12, pitch), length: 0.5 })));
  } else if (kinds.has('dice')) {
    play([0, 0.07, 0.13, 0.24].map((at, i) => knock(at, 900 - 90 * i)));
  } else if (kinds.has('capture') || kinds.has('return')) {
    play([knock(0, 170), knock(0.05, 120)]);
  } else if (kinds.has('move') || kinds.has('place') || kinds.has('exchange')) {
    play([knock(0, 320)]);
  }
}
