/** What is left on somebody's clock, as it runs. */
import { useEffect, useState } from 'preact/hooks';
import type { JSX } from 'preact';

/** Milliseconds below which tenths of seconds count. */
const SHORT = 20000;

function told(left: number): string {
  const seconds = Math.max(0, left) / 1000;
  if (left < SHORT) {
    return seconds.toFixed(1);
  }
  const whole = Math.floor(seconds);
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  const rest = String(whole % 60).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
}

/** @param since when it began to run, in the time of the page; 0: it stands */
export function Clock({ left, since }: { left: number; since: number }): JSX.Element {
  const [now, setNow] = useState(performance.now());
  useEffect(() => {
    if (since === 0) {
      return undefined;
    }
    const beat = setInterval(() => setNow(performance.now()), left < SHORT ? 100 : 500);
    return () => clearInterval(beat);
  }, [since, left]);
  const rest = since > 0 ? left - Math.max(0, now - since) : left;
  return (
    <span class={rest < SHORT ? 'clock short' : 'clock'} role="timer" aria-label="time left">
      {told(rest)}
    </span>
  );
}
